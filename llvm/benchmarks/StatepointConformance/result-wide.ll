; Row: result of 128 bits, used in another block
; Target: x86-64 AArch64
; With: llc -O2
; With: llc -O0
; See: run
; RIGHT: exit code 42

declare i128 @wide(i64)
declare i128 @llvm.experimental.gc.result.i128(token)

define i32 @main(i32 %argc, ptr %argv) gc "statepoint-example" {
entry:
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(i128 (i64)) @wide, i32 1, i32 0, i64 2, i32 0, i32 0)
  %c = icmp eq i32 %argc, 1
  br i1 %c, label %then, label %else
then:
  %r = call i128 @llvm.experimental.gc.result.i128(token %t)
  %high = lshr i128 %r, 64
  %sum = add i128 %high, %r
  %exit = trunc i128 %sum to i32
  ret i32 %exit
else:
  ret i32 1
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
