; Row: bytes to patch that are no instructions
; Target: AArch64
; With: llc -O2
; With: llc -O0
; See: code
; Diagnosed: instructions have four bytes, so no number of them
; Diagnosed: has six
; RIGHT: has six bytes

declare void @callee()

define void @traced() gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 77, i32 6, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  ret void
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
