; Row: rewritten: reference cast to another pointer
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc
; See: IR
; Diagnosed: the pointer may be meant for an object that is pinned, and
; Diagnosed: casting again is what says that it is not
; RIGHT: gc.relocate
; RIGHT: addrspacecast

declare void @callee()

define i8 @traced(ptr addrspace(1) %p) gc "statepoint-example" {
  %q = addrspacecast ptr addrspace(1) %p to ptr
  call void @callee()
  %r = load i8, ptr %q
  ret i8 %r
}
