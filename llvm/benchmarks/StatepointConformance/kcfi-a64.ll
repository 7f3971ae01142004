; Row: indirect callee with a kcfi bundle, deopt state
; Target: AArch64
; With: llc -O2
; With: llc -O0
; See: assembly
; RIGHT: brk
; RIGHT: blr x

define void @traced(ptr %f) gc "statepoint-example" {
  call void %f() [ "deopt"(i32 1), "kcfi"(i32 12345) ]
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"kcfi", i32 1}
