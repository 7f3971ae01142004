; Row: polls of a strategy that upstream's pass does not know by name
; Target: x86-64 AArch64
; With: opt -passes=function(place-safepoints),rewrite-statepoints-for-gc | llc -O2
; With: opt -passes=function(place-safepoints),rewrite-statepoints-for-gc | llc -O0
; See: assembly
; RIGHT-LABEL: {{^_?}}traced:
; RIGHT-X86-64: LLVMManagedThisThread@GOTTPOFF
; RIGHT-AARCH64: :gottprel:LLVMManagedThisThread
; RIGHT: {{callq|bl}} {{.*}}LLVMManagedPoll

define i64 @traced(ptr addrspace(1) %p) gc "managed" {
  br label %again
again:
  %v = load volatile i64, ptr addrspace(1) %p
  %c = icmp eq i64 %v, 0
  br i1 %c, label %again, label %exit
exit:
  ret i64 %v
}
