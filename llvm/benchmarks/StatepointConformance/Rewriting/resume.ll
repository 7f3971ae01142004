; Row: rewritten: token that is resumed
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc | llc -O2
; See: assembly
; RIGHT: _Unwind_Resume

declare void @callee()
declare void @use(ptr addrspace(1))
declare i32 @personality(...)

define ptr addrspace(1) @traced(ptr addrspace(1) %p) gc "statepoint-example" personality ptr @personality {
  invoke void @use(ptr addrspace(1) %p) to label %normal unwind label %pad
normal:
  ret ptr addrspace(1) %p
pad:
  %l = landingpad token cleanup
  call void @callee() "gc-leaf-function"
  resume token %l
}
