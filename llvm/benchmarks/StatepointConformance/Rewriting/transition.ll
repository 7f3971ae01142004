; Row: GC transition of a strategy with a runtime
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc | llc -O2 -relocation-model=pic
; See: assembly
; RIGHT-LABEL: traced:
; RIGHT: LLVMManagedTransition

declare i64 @native(i64)

define i64 @traced(ptr addrspace(1) %p, i64 %x) gc "managed" {
  %r = call i64 @native(i64 %x) [ "gc-transition"() ]
  %v = load i64, ptr addrspace(1) %p
  %s = add i64 %r, %v
  ret i64 %s
}
