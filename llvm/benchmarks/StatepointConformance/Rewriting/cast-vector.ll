; Row: rewritten: vector of integers cast to references
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc
; See: IR
; RIGHT: gc.relocate.v2p1

declare void @callee()

define <2 x ptr addrspace(1)> @traced(<2 x i64> %i) gc "statepoint-example" {
  %v = inttoptr <2 x i64> %i to <2 x ptr addrspace(1)>
  call void @callee()
  ret <2 x ptr addrspace(1)> %v
}
