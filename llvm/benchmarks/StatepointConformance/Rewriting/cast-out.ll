; Row: rewritten: reference cast to another pointer
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc
; See: IR
; RIGHT: gc.relocate
; RIGHT: addrspacecast

declare void @callee()

define i8 @traced(ptr addrspace(1) %p) gc "statepoint-example" {
  %q = addrspacecast ptr addrspace(1) %p to ptr
  call void @callee()
  %r = load i8, ptr %q
  ret i8 %r
}
