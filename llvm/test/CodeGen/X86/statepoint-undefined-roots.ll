;; A collector must not take what a register happens to hold for a reference, so
;; that one that is undefined on a path is null there.
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs < %s | FileCheck %s
; RUN: sed s/statepoint-example/managed/ %s \
; RUN:   | llc -mtriple=x86_64-linux-gnu -verify-machineinstrs | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs \
; RUN:   -stop-after=gc-lowering < %s | FileCheck --check-prefix=IR %s

declare void @callee()
declare void @leaf() "gc-leaf-function"

; CHECK-LABEL: on_one_path:
; CHECK:       xor{{.}} [[R:%e..]], [[R]]
; CHECK:       callq callee
define ptr addrspace(1) @on_one_path(ptr %p, i1 %c) gc "statepoint-example" {
entry:
  br i1 %c, label %a, label %b

a:
  %q = load ptr addrspace(1), ptr %p
  call void @leaf()
  br label %b

b:
; IR: phi ptr addrspace(1) [ null, %entry ], [ %q, %a ]
  %r = phi ptr addrspace(1) [ poison, %entry ], [ %q, %a ]
  %token = call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 0, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
    ["gc-live"(ptr addrspace(1) %r)]
  %s = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 0, i32 0)
  ret ptr addrspace(1) %s
}

;; Vectors have undefined elements.
; IR-LABEL: @vector(
; IR: insertelement <2 x ptr addrspace(1)> zeroinitializer, ptr addrspace(1) %p, i32 0
; IR: select i1 %c, <2 x ptr addrspace(1)> %v, <2 x ptr addrspace(1)> zeroinitializer
; IR: freeze ptr addrspace(1) null
define <2 x ptr addrspace(1)> @vector(ptr addrspace(1) %p, i1 %c)
    gc "statepoint-example" {
  %v = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %p, i32 0
  %w = select i1 %c, <2 x ptr addrspace(1)> %v,
    <2 x ptr addrspace(1)> <ptr addrspace(1) null, ptr addrspace(1) poison>
  %f = freeze ptr addrspace(1) undef
  %x = insertelement <2 x ptr addrspace(1)> %w, ptr addrspace(1) %f, i32 1
  ret <2 x ptr addrspace(1)> %x
}

;; Other pointers and strategies, and functions without one, are left alone.
; IR-LABEL: @not_a_reference(
; IR: select i1 %c, ptr %p, ptr poison
define ptr @not_a_reference(ptr %p, i1 %c) gc "statepoint-example" {
  %r = select i1 %c, ptr %p, ptr poison
  ret ptr %r
}

; IR-LABEL: @other_strategy(
; IR: select i1 %c, ptr addrspace(1) %p, ptr addrspace(1) poison
define ptr addrspace(1) @other_strategy(ptr addrspace(1) %p, i1 %c)
    gc "shadow-stack" {
  %r = select i1 %c, ptr addrspace(1) %p, ptr addrspace(1) poison
  ret ptr addrspace(1) %r
}

; IR-LABEL: @no_strategy(
; IR: select i1 %c, ptr addrspace(1) %p, ptr addrspace(1) poison
define ptr addrspace(1) @no_strategy(ptr addrspace(1) %p, i1 %c) {
  %r = select i1 %c, ptr addrspace(1) %p, ptr addrspace(1) poison
  ret ptr addrspace(1) %r
}

declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)
