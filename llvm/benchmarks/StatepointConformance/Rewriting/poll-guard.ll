; Row: guard that is not lowered
; Target: x86-64 AArch64
; With: llc -O2
; With: llc -O0
; See: assembly
; Diagnosed: code generation has no guards; lower-guard-intrinsic makes
; Diagnosed: branches of them, in front of place-safepoints
; RIGHT: the guard is a branch

declare void @llvm.experimental.guard(i1, ...)

define void @traced(i1 %c) gc "statepoint-example" {
  call void (i1, ...) @llvm.experimental.guard(i1 %c) [ "deopt"(i32 1) ]
  ret void
}
