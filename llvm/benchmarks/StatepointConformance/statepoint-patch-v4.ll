; Row: statepoint-num-patch-bytes of a call, version 4 of the map
; Target: x86-64 AArch64
; With: llc -O2
; With: llc -O0
; With: opt -passes=rewrite-statepoints-for-gc | llc -O2
; See: code
; RIGHT-LABEL: <traced>:
; RIGHT-NOT: {{call|bl	|bl }}
; RIGHT: nop
; RIGHT-NOT: {{call|bl	|bl }}

declare void @callee()

define void @traced() gc "statepoint-example" {
  call void @callee() "statepoint-num-patch-bytes"="8" [ "deopt"(i32 1) ]
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"stack-map-version", i32 4}
