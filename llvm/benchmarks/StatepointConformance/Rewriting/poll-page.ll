; Row: poll by page in a loop with references
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc | llc -O2 -relocation-model=pic
; See: assembly
; RIGHT-LABEL: traced:
; RIGHT-NOT: {{callq|blr}}
; RIGHT: {{testl %eax, \(|ldr wzr, \[}}
; RIGHT-NOT: {{callq|blr}}
; RIGHT: ret

@LLVMManagedPollAddress = external constant ptr

define i64 @traced(ptr addrspace(1) %p, i64 %n) gc "managed" {
entry:
  %page = load ptr, ptr @LLVMManagedPollAddress, !invariant.load !{}
  br label %again
again:
  %i = phi i64 [ 0, %entry ], [ %next, %again ]
  %v = load volatile i64, ptr addrspace(1) %p
  %next = add i64 %i, %v
  call void %page() "gc-page-poll"
  %more = icmp ult i64 %next, %n
  br i1 %more, label %again, label %done
done:
  ret i64 %next
}
