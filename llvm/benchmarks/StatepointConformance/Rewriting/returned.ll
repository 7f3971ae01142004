; Row: rewritten: argument that is returned
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc | llc -O2
; With: opt -passes=rewrite-statepoints-for-gc | llc -O0
; See: stack map
; RIGHT: Num Records: 2
; RIGHT: #4: Indirect

declare void @callee()
declare ptr addrspace(1) @give(ptr addrspace(1))

define ptr addrspace(1) @traced(ptr addrspace(1) %p) gc "statepoint-example" {
  %r = call ptr addrspace(1) @give(ptr addrspace(1) returned %p)
  call void @callee()
  ret ptr addrspace(1) %r
}
