; RUN: llc -mtriple=aarch64-linux-gnu -relocation-model=pic -verify-machineinstrs < %s \
; RUN:   | FileCheck %s

; What flags choose from the addresses of variables does not move: it may live
; across a call without being listed.

@a = external addrspace(1) global i64
@b = external addrspace(1) global i64

declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare void @g()
declare void @use(ptr addrspace(1))

; CHECK-LABEL: f:
; CHECK: csel
define void @f(i1 %c) gc "managed" {
  %p = select i1 %c, ptr addrspace(1) @a, ptr addrspace(1) @b
  %s = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void (ptr addrspace(1))) @use, i32 1, i32 0, ptr addrspace(1) %p, i32 0, i32 0)
  ret void
}
