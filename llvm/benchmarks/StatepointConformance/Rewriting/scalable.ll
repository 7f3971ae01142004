; Row: rewritten: scalable vector of references
; Target: AArch64
; With: opt -passes=rewrite-statepoints-for-gc
; See: IR
; Diagnosed: where its slot is and how long are multiples of a number
; Diagnosed: that only the machine has
; RIGHT: gc.relocate.nxv2p1

declare void @callee()

define <vscale x 2 x ptr addrspace(1)> @traced(<vscale x 2 x ptr addrspace(1)> %v) gc "statepoint-example" {
  call void @callee()
  ret <vscale x 2 x ptr addrspace(1)> %v
}
