; Row: token that is resumed
; Target: x86-64 AArch64
; With: llc -O2
; With: llc -O0
; See: assembly
; Diagnosed: a token has no exception to resume
; RIGHT: _Unwind_Resume

declare void @callee()
declare i32 @personality(...)

define void @traced() gc "statepoint-example" personality ptr @personality {
  %t = invoke token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) to label %normal unwind label %pad
normal:
  ret void
pad:
  %l = landingpad token cleanup
  call void @callee()
  resume token %l
}
