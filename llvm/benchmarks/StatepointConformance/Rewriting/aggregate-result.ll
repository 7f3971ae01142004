; Row: rewritten: reference taken from an aggregate before the call
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc | llc -O2
; With: opt -passes=rewrite-statepoints-for-gc | llc -O0
; See: stack map
; RIGHT: Num Records: 2
; RIGHT: #4: Indirect

declare void @callee()
declare { ptr addrspace(1), i64 } @give()

define ptr addrspace(1) @traced() gc "statepoint-example" {
  %pair = call { ptr addrspace(1), i64 } @give()
  %p = extractvalue { ptr addrspace(1), i64 } %pair, 0
  call void @callee()
  ret ptr addrspace(1) %p
}
