; Row: rewritten: stack object whose reference is read before the call
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc | llc -O2
; With: opt -passes=rewrite-statepoints-for-gc | llc -O0
; See: stack map
; RIGHT: Num Records: 2
; RIGHT: #4: Indirect

declare void @callee()
declare void @fill(ptr captures(none))

define ptr addrspace(1) @traced() gc "statepoint-example" {
  %a = alloca ptr addrspace(1)
  call void @fill(ptr captures(none) %a)
  %r = load ptr addrspace(1), ptr %a
  call void @callee()
  ret ptr addrspace(1) %r
}
