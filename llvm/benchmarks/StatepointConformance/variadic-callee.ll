; Row: variadic callee
; Target: x86-64 AArch64
; With: llc -O2
; With: llc -O0
; See: run
; RIGHT: 1.5 7

declare void @show(i32, ...)
declare i64 @zero()

define i32 @main() gc "statepoint-example" {
  %z = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(i64 ()) @zero, i32 0, i32 0, i32 0, i32 0)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void (i32, ...)) @show, i32 3, i32 0, i32 2, double 1.5, i32 7, i32 0, i32 0)
  ret i32 0
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
