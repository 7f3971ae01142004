; Row: rewritten: stack object that holds a reference
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc
; See: IR
; RIGHT: gc.statepoint{{.*}}"gc-live"(ptr %a)

declare void @callee()

define ptr addrspace(1) @traced(ptr addrspace(1) %p) gc "statepoint-example" {
  %a = alloca ptr addrspace(1)
  store ptr addrspace(1) %p, ptr %a
  call void @callee()
  %r = load ptr addrspace(1), ptr %a
  ret ptr addrspace(1) %r
}
