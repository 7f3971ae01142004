;; The strategy "managed" is one that lowers statepoints.
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs < %s | FileCheck %s

declare void @callee()

define ptr addrspace(1) @f(ptr addrspace(1) %p) gc "managed" {
; CHECK-LABEL: f:
; CHECK:       callq callee
; CHECK-NEXT:  .Ltmp
entry:
  %token = call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 0, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
    ["gc-live"(ptr addrspace(1) %p)]
  %relocated = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 0, i32 0)
  ret ptr addrspace(1) %relocated
}

declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)
