; Row: rewritten: derived pointer computed with integers
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc
; See: IR
; Diagnosed: which of the integers in a sum was the object is not known
; Diagnosed: in general
; RIGHT: gc.relocate{{.*}}(%p, %d)

declare void @callee()

define ptr addrspace(1) @traced(ptr addrspace(1) %p) gc "statepoint-example" {
  %i = ptrtoint ptr addrspace(1) %p to i64
  %j = add i64 %i, 8
  %d = inttoptr i64 %j to ptr addrspace(1)
  call void @callee()
  ret ptr addrspace(1) %d
}
