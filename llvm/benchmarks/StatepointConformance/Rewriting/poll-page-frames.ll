; Row: poll by page in a loop with references in frames
; Target: x86-64 AArch64
; With: opt -passes=function(place-safepoints),place-gc-roots,lower-gc-frame | llc -O2 -relocation-model=pic
; See: assembly
; RIGHT-LABEL: traced:
; RIGHT: {{testl %eax, \(|ldr wzr, \[}}
; RIGHT: ret
; RIGHT: llvm_faultmaps

define i64 @traced(ptr addrspace(1) %p, i64 %n) "gc-poll-form"="page"
    "gc-polls"="backedge" "gc-poll-distance"="1" gc "managed-frames" {
entry:
  br label %again
again:
  %i = phi i64 [ 0, %entry ], [ %next, %again ]
  %v = load volatile i64, ptr addrspace(1) %p
  %next = add i64 %i, %v
  %more = icmp ult i64 %next, %n
  br i1 %more, label %again, label %done
done:
  ret i64 %next
}
