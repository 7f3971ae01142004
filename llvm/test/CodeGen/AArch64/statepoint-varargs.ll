; RUN: llc -mtriple=arm64-apple-macosx -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=arm64-apple-macosx -verify-machineinstrs -O0 < %s | FileCheck %s

; On Apple's systems variable arguments are on the stack, and others in registers.

; CHECK-LABEL: _variadic:
; CHECK: str d0, [{{sp|x8}}]
; CHECK: bl _take
define void @variadic(double %d) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void (i32, ...)) @take, i32 2, i32 0, i32 1, double %d, i32 0, i32 0)
  ret void
}

; CHECK-LABEL: _deopt:
; CHECK: str d0, [{{sp|x8}}]
; CHECK: bl _take
define void @deopt(double %d) {
  call void (i32, ...) @take(i32 1, double %d) [ "deopt"(i32 7) ]
  ret void
}

; CHECK-LABEL: _fixed:
; CHECK-NOT: str d0
; CHECK: bl _fixed_callee
define void @fixed(double %d) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void (i32, double)) @fixed_callee, i32 2, i32 0, i32 1, double %d, i32 0, i32 0)
  ret void
}

declare void @take(i32, ...)
declare void @fixed_callee(i32, double)

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
