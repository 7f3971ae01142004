; Row: GC transition in a call of a leaf
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc | llc -O2 -relocation-model=pic
; See: assembly
; Diagnosed: nothing is collected in a leaf, so one of both is wrong
; RIGHT: LLVMManagedTransition

declare i64 @native(i64)

define i64 @traced(ptr addrspace(1) %p, i64 %x) gc "managed" {
  %r = call i64 @native(i64 %x) "gc-leaf-function" [ "gc-transition"() ]
  %v = load i64, ptr addrspace(1) %p
  %s = add i64 %r, %v
  ret i64 %s
}
