; Row: rewritten: derived pointer as a deopt value
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc
; See: IR
; RIGHT: "gc-live"(ptr addrspace(1) %p

declare void @callee()

define void @traced(ptr addrspace(1) %p, i64 %i) gc "statepoint-example" {
  %d = getelementptr i8, ptr addrspace(1) %p, i64 %i
  call void @callee() [ "deopt"(ptr addrspace(1) %d) ]
  ret void
}
