; Row: GC transition with an argument that is passed in the register of the target
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc | llc -O2 -relocation-model=pic
; See: assembly
; Diagnosed: the register of a 'nest' argument has the target of the call
; RIGHT: LLVMManagedTransition

declare i64 @native(ptr nest, i64)

define i64 @traced(ptr addrspace(1) %p, ptr %n, i64 %x) gc "managed" {
  %r = call i64 @native(ptr nest %n, i64 %x) [ "gc-transition"() ]
  %v = load i64, ptr addrspace(1) %p
  %s = add i64 %r, %v
  ret i64 %s
}
