; With references in frames, a poll by page is a call until code is generated:
; what is live across it is in the frame, and is loaded again.

; RUN: opt -S -passes='function(place-safepoints,verify<safepoint-polls>),copy-gc-functions,place-gc-roots,verify<gc-roots>' %s \
; RUN:   | FileCheck --check-prefixes=CHECK,PLACED %s
; RUN: opt -S -passes='function(place-safepoints),place-gc-roots,lower-gc-frame' %s \
; RUN:   | FileCheck --check-prefixes=CHECK,LOWERED %s
; RUN: opt -S -passes='function(place-safepoints),place-gc-roots,lower-gc-frame,function(early-cse,gvn,dse,instcombine,simplifycfg)' %s \
; RUN:   | FileCheck --check-prefixes=CHECK,LOWERED %s

; CHECK: @LLVMManagedPollAddress = external constant ptr

; CHECK-LABEL: define ptr addrspace(1) @at_entry(
; CHECK: [[PAGE:%.*]] = load ptr, ptr @LLVMManagedPollAddress, align 8, !invariant.load
; CHECK: store ptr addrspace(1) %o, ptr
; CHECK: call void [[PAGE]]() #[[POLL:[0-9]+]]
; CHECK: [[O:%.*]] = load ptr addrspace(1), ptr
; CHECK: ret ptr addrspace(1) [[O]]
define ptr addrspace(1) @at_entry(ptr addrspace(1) %o) "gc-polls"="entry"
    "gc-poll-form"="page" gc "managed-frames" {
  ret ptr addrspace(1) %o
}

; CHECK-LABEL: define i64 @in_loop(
; CHECK: [[PAGE:%.*]] = load ptr, ptr @LLVMManagedPollAddress, align 8, !invariant.load
; CHECK: store ptr addrspace(1) %o, ptr
; CHECK: call void [[PAGE]]() #[[POLL]]
; CHECK: load ptr addrspace(1), ptr
; CHECK: ret i64
define i64 @in_loop(ptr addrspace(1) %o, i64 %n) "gc-polls"="backedge"
    "gc-poll-form"="page" gc "managed-frames" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %v = load volatile i64, ptr addrspace(1) %o
  %i.next = add i64 %i, %v
  %c = icmp ult i64 %i.next, %n
  br i1 %c, label %loop, label %done
done:
  ret i64 %i.next
}

; PLACED: attributes #[[POLL]] = { nounwind "gc-page-poll" }
; LOWERED: attributes #[[POLL]] = { nounwind "gc-page-poll"="frame" }
