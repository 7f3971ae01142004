; Row: rewritten: stack object whose address is a reference
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc
; See: IR
; RIGHT: gc.statepoint
; RIGHT-NOT: gc.relocate{{.*}}(%a

declare void @callee()

define void @traced(ptr addrspace(1) %p) gc "statepoint-example" {
  %a = alloca ptr addrspace(1), addrspace(1)
  call void @callee()
  store ptr addrspace(1) %p, ptr addrspace(1) %a
  ret void
}
