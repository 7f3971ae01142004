; Row: rewritten: other pointer cast to a reference
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc
; See: IR
; Diagnosed: whether the pointer is a base pointer is not known
; RIGHT: gc.relocate{{.*}}(%p, %

declare void @callee()

define ptr addrspace(1) @traced(ptr %q) gc "statepoint-example" {
  %p = addrspacecast ptr %q to ptr addrspace(1)
  %d = getelementptr i8, ptr addrspace(1) %p, i64 8
  call void @callee()
  ret ptr addrspace(1) %d
}
