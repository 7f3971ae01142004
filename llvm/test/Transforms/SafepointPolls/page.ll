; A poll by page calls the address of the page, which is loaded once.

; RUN: opt -S -passes=place-safepoints %s | FileCheck %s
; RUN: opt -passes="function(place-safepoints),rewrite-statepoints-for-gc" %s \
; RUN:   | llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -filetype=obj -o %t.o
; RUN: llvm-managed-maps verify --strict %t.o

; CHECK: @LLVMManagedPollAddress = external constant ptr

; CHECK-LABEL: define i64 @find(
; CHECK-NEXT: entry:
; CHECK-NEXT: [[PAGE:%.*]] = load ptr, ptr @LLVMManagedPollAddress, align 8, !invariant.load
; CHECK: loop:
; CHECK: call void [[PAGE]]() #[[POLL:[0-9]+]]
; CHECK: done:
; CHECK-NOT: call

define i64 @find(ptr addrspace(1) %list, i64 %key)
    "gc-polls"="backedge" "gc-poll-form"="page" gc "managed" {
entry:
  br label %loop
loop:
  %l = phi ptr addrspace(1) [ %list, %entry ], [ %next, %loop ]
  %v = load i64, ptr addrspace(1) %l
  %f = getelementptr i8, ptr addrspace(1) %l, i64 8
  %next = load ptr addrspace(1), ptr addrspace(1) %f
  %c = icmp eq i64 %v, %key
  br i1 %c, label %done, label %loop
done:
  ret i64 %v
}

; CHECK: attributes #[[POLL]] = { nounwind "gc-page-poll" }
