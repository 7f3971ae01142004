; Row: scalable vector as a deopt value
; Target: AArch64
; With: llc -O2 -mattr=+sve
; With: llc -O0 -mattr=+sve
; See: stack map
; Diagnosed: the offset and size of its slot are multiples of a
; Diagnosed: number that the machine has; both formats have
; Diagnosed: constants
; RIGHT: #4: Indirect

declare void @callee()

define void @traced(<vscale x 2 x i64> %v) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "deopt"(<vscale x 2 x i64> %v) ]
  ret void
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
