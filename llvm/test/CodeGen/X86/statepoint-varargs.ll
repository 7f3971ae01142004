; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -O0 < %s | FileCheck %s

; Callees with variable arguments learn in %al how many vector registers have some,
; and others do not.

; CHECK-LABEL: variadic:
; CHECK: movb $1, %al
; CHECK-NEXT: callq take@PLT
define void @variadic(double %d) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void (i32, ...)) @take, i32 2, i32 0, i32 1, double %d, i32 0, i32 0)
  ret void
}

; CHECK-LABEL: with_result:
; CHECK: {{xorl %eax, %eax|movb \$0, %al}}
; CHECK: callq give@PLT
define i32 @with_result(i32 %i) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(i32 (i32, ...)) @give, i32 2, i32 0, i32 1, i32 %i, i32 0, i32 0)
  %r = call i32 @llvm.experimental.gc.result.i32(token %t)
  ret i32 %r
}

; CHECK-LABEL: fixed:
; CHECK-NOT: %al
; CHECK-NOT: %eax
; CHECK: callq fixed_callee@PLT
define void @fixed(double %d) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void (i32, double)) @fixed_callee, i32 2, i32 0, i32 1, double %d, i32 0, i32 0)
  ret void
}

declare void @take(i32, ...)
declare i32 @give(i32, ...)
declare void @fixed_callee(i32, double)
declare i32 @llvm.experimental.gc.result.i32(token)

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
