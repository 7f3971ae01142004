; Row: kcfi bundle beside live-in deopt values
; Target: x86-64 AArch64
; With: llc -O2
; With: llc -O0
; See: stack map
; RIGHT: #3: Constant 1,
; RIGHT: #4: Indirect

define void @traced(ptr %f, i64 %i) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void (i64, i64, i64, i64, i64, i64)) %f, i32 6, i32 2, i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i32 0, i32 0) [ "deopt"(i64 %i), "kcfi"(i32 12345) ]
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"kcfi", i32 1}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
