; Relocates whose operands name nothing are printed and reported.
; RUN: not opt -passes=verify %s -disable-output 2>&1 | FileCheck %s
; RUN: opt -disable-verify -S %s | FileCheck %s --check-prefix=PRINTED

declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)
declare void @g()

; CHECK: gc.relocate: statepoint base index out of bounds
; CHECK-NEXT: %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 -1, i32 0){{$}}
; PRINTED: %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 -1, i32 0){{$}}
define ptr addrspace(1) @base(ptr addrspace(1) %a) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 -1, i32 0)
  ret ptr addrspace(1) %r
}

; CHECK: gc.relocate: statepoint derived index out of bounds
; CHECK-NEXT: %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1){{$}}
; PRINTED: gc.relocate.p1(token %t, i32 0, i32 1){{$}}
define ptr addrspace(1) @derived(ptr addrspace(1) %a) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}

; Others have their comment.
; PRINTED: gc.relocate.p1(token %t, i32 0, i32 0) ; (%a, %a)
define ptr addrspace(1) @right(ptr addrspace(1) %a) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  ret ptr addrspace(1) %r
}
