; Row: GC transition with a reference as argument
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc | llc -O2 -relocation-model=pic
; See: assembly
; Diagnosed: the collector could not change what native code has
; RIGHT: LLVMManagedTransition

declare i64 @native(ptr addrspace(1))

define i64 @traced(ptr addrspace(1) %p) gc "managed" {
  %r = call i64 @native(ptr addrspace(1) %p) [ "gc-transition"() ]
  %v = load i64, ptr addrspace(1) %p
  %s = add i64 %r, %v
  ret i64 %s
}
