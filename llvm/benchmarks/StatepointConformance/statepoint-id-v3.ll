; Row: statepoint-id of a call, version 3 of the map
; Target: x86-64 AArch64
; With: llc -O2
; With: llc -O0
; With: opt -passes=rewrite-statepoints-for-gc | llc -O2
; See: stack map
; RIGHT: {{(ID: |id )77}}

declare void @callee()

define void @traced() gc "statepoint-example" {
  call void @callee() "statepoint-id"="77" [ "deopt"(i32 1) ]
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"stack-map-version", i32 3}
