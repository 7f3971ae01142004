; Row: result in memory of the caller
; Target: x86-64 AArch64
; With: llc -O2
; With: llc -O0
; See: run
; RIGHT: exit code 42

declare void @makeLarge(ptr sret([8 x i64]), i64)

define i32 @main() gc "statepoint-example" {
  %result = alloca [8 x i64]
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void (ptr, i64)) @makeLarge, i32 2, i32 0, ptr sret([8 x i64]) %result, i64 40, i32 0, i32 0)
  %first = load i64, ptr %result
  %end = getelementptr i64, ptr %result, i64 7
  %last = load i64, ptr %end
  %sum = add i64 %first, %last
  %exit = trunc i64 %sum to i32
  ret i32 %exit
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
