; Row: rewritten: callbr
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc
; See: IR
; Diagnosed: no stack map knows an address in inline assembly, so
; Diagnosed: whoever wrote it says that nothing is collected in it
; RIGHT: callbr void asm

declare void @callee()

define ptr addrspace(1) @traced(ptr addrspace(1) %p) gc "statepoint-example" {
  callbr void asm sideeffect "nop", "!i"() to label %next [label %other]
next:
  ret ptr addrspace(1) %p
other:
  ret ptr addrspace(1) null
}
