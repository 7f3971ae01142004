; Row: rewritten: aggregate that holds a reference
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc
; See: IR
; RIGHT: gc.statepoint
; RIGHT: gc.relocate

declare void @callee()

define { ptr addrspace(1), i64 } @traced({ ptr addrspace(1), i64 } %pair) gc "statepoint-example" {
  call void @callee()
  ret { ptr addrspace(1), i64 } %pair
}
