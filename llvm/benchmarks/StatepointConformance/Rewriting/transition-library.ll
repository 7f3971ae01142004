; Row: GC transition to a function of the C library
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc | llc -O2 -relocation-model=pic
; See: assembly
; RIGHT-LABEL: traced:
; RIGHT: LLVMManagedTransition

declare i64 @read(i32, ptr, i64)

define i64 @traced(ptr addrspace(1) %p, ptr %b) gc "managed" {
  %r = call i64 @read(i32 0, ptr %b, i64 1) [ "gc-transition"() ]
  %v = load i64, ptr addrspace(1) %p
  %s = add i64 %r, %v
  ret i64 %s
}
