; Row: indirect callee with a kcfi bundle, deopt state
; Target: x86-64
; With: llc -O2
; With: llc -O0
; See: assembly
; RIGHT: {{(movl|cmpl|addl).*12345|\$-?[0-9]+}}
; RIGHT: ud2
; RIGHT: callq *%

define void @traced(ptr %f) gc "statepoint-example" {
  call void %f() [ "deopt"(i32 1), "kcfi"(i32 12345) ]
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"kcfi", i32 1}
