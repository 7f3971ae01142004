; Row: rewritten: aggregate that holds a reference as a deopt value
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc
; See: IR
; RIGHT: "gc-live"

declare void @callee()

define void @traced({ ptr addrspace(1), i64 } %pair) gc "statepoint-example" {
  call void @callee() [ "deopt"({ ptr addrspace(1), i64 } %pair) ]
  ret void
}
