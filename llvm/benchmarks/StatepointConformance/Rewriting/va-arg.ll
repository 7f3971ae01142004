; Row: rewritten: reference from va_arg
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc
; See: IR
; RIGHT: gc.relocate{{.*}}(%p, %p)

declare void @callee()

define ptr addrspace(1) @traced(ptr %list) gc "statepoint-example" {
  %p = va_arg ptr %list, ptr addrspace(1)
  call void @callee()
  ret ptr addrspace(1) %p
}
