; Row: rewritten: reference that is an integer over the call
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc
; See: IR
; RIGHT: gc.relocate

declare void @callee()

define ptr addrspace(1) @traced(ptr addrspace(1) %p) gc "statepoint-example" {
  %i = ptrtoint ptr addrspace(1) %p to i64
  call void @callee()
  %r = inttoptr i64 %i to ptr addrspace(1)
  ret ptr addrspace(1) %r
}
