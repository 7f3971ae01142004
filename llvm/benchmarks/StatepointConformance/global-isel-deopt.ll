; Row: GlobalISel, call with deopt state
; Target: x86-64 AArch64
; With: llc -O0 -global-isel -global-isel-abort=0
; With: llc -O2 -global-isel -global-isel-abort=0
; See: stack map
; RIGHT: Record ID
; RIGHT: #4: Constant 7

declare void @callee()

define void @traced() gc "statepoint-example" {
  call void @callee() [ "deopt"(i32 7) ]
  ret void
}
