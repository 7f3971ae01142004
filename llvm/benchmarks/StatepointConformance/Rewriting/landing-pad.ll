; Row: rewritten: landing pad for C++, no reference needed in it
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc | llc -O2
; With: opt -passes=rewrite-statepoints-for-gc | llc -O0
; See: stack map
; RIGHT: Num Records: 1
; RIGHT: #4: Indirect [[PLACE:.*]], size: 8
; RIGHT-NEXT: #5: Indirect [[PLACE]], size: 8

declare void @callee()
declare void @use(ptr addrspace(1))
declare i32 @personality(...)

define ptr addrspace(1) @traced(ptr addrspace(1) %p) gc "statepoint-example" personality ptr @personality {
  invoke void @use(ptr addrspace(1) %p) to label %normal unwind label %pad
normal:
  ret ptr addrspace(1) %p
pad:
  %l = landingpad { ptr, i32 } cleanup
  call void @callee() "gc-leaf-function"
  resume { ptr, i32 } %l
}
