; A strategy that nobody knows is an error that says which one may be meant.
;
; RUN: split-file %s %t
; RUN: %if x86-registered-target %{ not llc -mtriple=x86_64-linux-gnu -filetype=null %t/errors.ll 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=Stack --implicit-check-not=PLEASE %}
; RUN: %if x86-registered-target %{ not llc -mtriple=x86_64-linux-gnu -O0 -filetype=null %t/errors.ll 2>&1 | FileCheck %s --implicit-check-not=error: %}
; RUN: %if aarch64-registered-target %{ not llc -mtriple=aarch64-linux-gnu -filetype=null %t/errors.ll 2>&1 | FileCheck %s --implicit-check-not=error: %}
;
; The verifier has to know it where there are relocates.
; RUN: not opt -disable-output %t/relocate.ll 2>&1 | FileCheck %s --check-prefix=RELOCATE --implicit-check-not=Stack
; RUN: not opt -disable-output %t/relocate-frames.ll 2>&1 | FileCheck %s --check-prefix=FRAMES --implicit-check-not=Stack

;--- errors.ll
declare void @opaque()

; CHECK: error: <unknown>:0:0: in function typo void (): unknown GC strategy 'statepiont_example'; did you mean 'statepoint-example'? (module '{{.*}}errors.ll')
define void @typo() gc "statepiont_example" {
  call void @opaque()
  ret void
}

; CHECK: error: {{.*}} in function frames {{.*}}: unknown GC strategy 'Managed-Frames'; did you mean 'managed-frames'? (module '
define void @frames() gc "Managed-Frames" {
  ret void
}

; CHECK: error: {{.*}} in function other {{.*}}: unknown GC strategy 'unknwon'; use one of 'coreclr', 'erlang', 'julia', 'managed', 'managed-frames', 'managed-frames-non-moving', 'managed-non-moving', 'ocaml', 'shadow-stack', 'statepoint-example' (module '
define void @other() gc "unknwon" {
  call void @opaque() [ "deopt"() ]
  ret void
}

declare void @declared() gc "unknwon"

;--- relocate.ll
; RELOCATE: gc.relocate: unknown GC strategy 'mannaged'; did you mean 'managed'?
define ptr addrspace(1) @f(ptr addrspace(1) %p) gc "mannaged" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  ret ptr addrspace(1) %q
}
declare void @opaque()
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)

;--- relocate-frames.ll
; FRAMES: gc.relocate: the GC strategy 'managed-frames' has no statepoints
define ptr addrspace(1) @f(ptr addrspace(1) %p) gc "managed-frames" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  ret ptr addrspace(1) %q
}
declare void @opaque()
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)
