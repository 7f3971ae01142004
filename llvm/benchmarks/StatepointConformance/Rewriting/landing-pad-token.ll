; Row: rewritten: landing pad that is a token
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc | llc -O2
; With: opt -passes=rewrite-statepoints-for-gc | llc -O0
; See: stack map
; RIGHT: Num Records: 1
; RIGHT: #4: Indirect

declare void @use(ptr addrspace(1))
declare i32 @personality(...)

define ptr addrspace(1) @traced(ptr addrspace(1) %p) gc "statepoint-example" personality ptr @personality {
  invoke void @use(ptr addrspace(1) %p) to label %normal unwind label %pad
normal:
  ret ptr addrspace(1) %p
pad:
  %l = landingpad token cleanup
  ret ptr addrspace(1) %p
}
