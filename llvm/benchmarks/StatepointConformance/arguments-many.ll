; Row: arguments in registers and on the stack
; Target: x86-64 AArch64
; With: llc -O2
; With: llc -O0
; See: run
; RIGHT: exit code 55

declare i32 @sum(i32, double, i32, float, i32, i32, i32, i32, i32, i32)
declare i32 @llvm.experimental.gc.result.i32(token)

define i32 @main() gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(i32 (i32, double, i32, float, i32, i32, i32, i32, i32, i32)) @sum, i32 10, i32 0, i32 1, double 2.0, i32 3, float 4.0, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 0, i32 0) [ "deopt"(i32 7) ]
  %r = call i32 @llvm.experimental.gc.result.i32(token %t)
  ret i32 %r
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
