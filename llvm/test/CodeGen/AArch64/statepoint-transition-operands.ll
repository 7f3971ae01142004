; RUN: llc -mtriple=aarch64-linux-gnu -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -verify-machineinstrs -O0 < %s | FileCheck %s

; GC transitions have operands of any type.

; CHECK-LABEL: transition:
; CHECK: bl opaque
define ptr addrspace(1) @transition(i128 %w, <8 x i32> %v, double %d, ptr %s, { i64, i128 } %g, ptr addrspace(1) %p) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 1, i32 0, i32 0) [ "gc-transition"(i128 %w, <8 x i32> %v, double %d, ptr %s, { i64, i128 } %g, i3 1), "gc-live"(ptr addrspace(1) %p) ]
  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  ret ptr addrspace(1) %q
}

; CHECK-LABEL: without_operands:
; CHECK: bl opaque
define void @without_operands() gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 1, i32 0, i32 0)
  ret void
}

declare void @opaque()

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
