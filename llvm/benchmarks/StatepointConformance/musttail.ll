; Row: musttail call with deopt state
; Target: x86-64 AArch64
; With: llc -O2
; With: llc -O0
; See: assembly
; Diagnosed: deopt state describes a frame, and a tail call has
; Diagnosed: given it up
; RIGHT: {{jmp|b}} {{_?}}callee
; RIGHT: llvm_stackmaps

declare void @callee()

define void @traced() {
  musttail call void @callee() [ "deopt"(i32 7) ]
  ret void
}
