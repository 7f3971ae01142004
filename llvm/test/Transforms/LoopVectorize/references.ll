; Lanes whose guard does not hold are not loaded.
; RUN: opt -S -passes=loop-vectorize -force-vector-width=2 \
; RUN:   -force-vector-interleave=1 %s | FileCheck %s

target datalayout = "e-p:64:64-p1:64:64-ni:1"

; CHECK-LABEL: define i64 @tagged(
; CHECK-NOT: load <2 x ptr addrspace(1)>
; CHECK: ret i64
define i64 @tagged(ptr dereferenceable(1024) align 8 %slots, ptr %tags) gc "statepoint-example" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %count = phi i64 [ 0, %entry ], [ %count.next, %latch ]
  %tag.address = getelementptr inbounds i8, ptr %tags, i64 %i
  %tag = load i8, ptr %tag.address, align 1
  %is.reference = icmp eq i8 %tag, 0
  br i1 %is.reference, label %reference, label %latch

reference:
  %slot = getelementptr inbounds ptr addrspace(1), ptr %slots, i64 %i
  %word = load ptr addrspace(1), ptr %slot, align 8
  %null = icmp eq ptr addrspace(1) %word, null
  %one = zext i1 %null to i64
  br label %latch

latch:
  %add = phi i64 [ 0, %loop ], [ %one, %reference ]
  %count.next = add i64 %count, %add
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, 128
  br i1 %done, label %exit, label %loop

exit:
  ret i64 %count.next
}

; That every word may be read as an integer does not change that.
; CHECK-LABEL: define i64 @read_as_integer(
; CHECK-NOT: load <2 x ptr addrspace(1)>
; CHECK: ret i64
define i64 @read_as_integer(ptr %slots) gc "statepoint-example" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %count = phi i64 [ 0, %entry ], [ %count.next, %latch ]
  %slot = getelementptr inbounds i64, ptr %slots, i64 %i
  %bits = load i64, ptr %slot, align 8
  %tag = and i64 %bits, 1
  %is.reference = icmp eq i64 %tag, 0
  br i1 %is.reference, label %reference, label %latch

reference:
  %word = load ptr addrspace(1), ptr %slot, align 8
  %null = icmp eq ptr addrspace(1) %word, null
  %one = zext i1 %null to i64
  br label %latch

latch:
  %add = phi i64 [ 0, %loop ], [ %one, %reference ]
  %count.next = add i64 %count, %add
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, 128
  br i1 %done, label %exit, label %loop

exit:
  ret i64 %count.next
}

; Words after the first that ends the loop need not be references.
; CHECK-LABEL: define i64 @early_exit(
; CHECK-NOT: load <2 x ptr addrspace(1)>
; CHECK: ret i64
define i64 @early_exit(ptr dereferenceable(1024) align 8 %slots) nofree nosync gc "statepoint-example" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %slot = getelementptr inbounds ptr addrspace(1), ptr %slots, i64 %i
  %word = load ptr addrspace(1), ptr %slot, align 8
  %null = icmp eq ptr addrspace(1) %word, null
  br i1 %null, label %exit, label %latch

latch:
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, 128
  br i1 %done, label %exit, label %loop

exit:
  %result = phi i64 [ %i, %loop ], [ 128, %latch ]
  ret i64 %result
}

; CHECK-LABEL: define i64 @tagged_annotated(
; CHECK: load <2 x ptr addrspace(1)>
; CHECK: ret i64
define i64 @tagged_annotated(ptr dereferenceable(1024) align 8 %slots, ptr %tags) gc "statepoint-example" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %count = phi i64 [ 0, %entry ], [ %count.next, %latch ]
  %tag.address = getelementptr inbounds i8, ptr %tags, i64 %i
  %tag = load i8, ptr %tag.address, align 1
  %is.reference = icmp eq i8 %tag, 0
  br i1 %is.reference, label %reference, label %latch

reference:
  %slot = getelementptr inbounds ptr addrspace(1), ptr %slots, i64 %i
  %word = load ptr addrspace(1), ptr %slot, align 8, !annotation !0
  %null = icmp eq ptr addrspace(1) %word, null
  %one = zext i1 %null to i64
  br label %latch

latch:
  %add = phi i64 [ 0, %loop ], [ %one, %reference ]
  %count.next = add i64 %count, %add
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, 128
  br i1 %done, label %exit, label %loop

exit:
  ret i64 %count.next
}

; CHECK-LABEL: define i64 @unguarded(
; CHECK: load <2 x ptr addrspace(1)>
; CHECK: ret i64
define i64 @unguarded(ptr %slots) gc "statepoint-example" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %count = phi i64 [ 0, %entry ], [ %count.next, %loop ]
  %slot = getelementptr inbounds ptr addrspace(1), ptr %slots, i64 %i
  %word = load ptr addrspace(1), ptr %slot, align 8
  %null = icmp eq ptr addrspace(1) %word, null
  %one = zext i1 %null to i64
  %count.next = add i64 %count, %one
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, 128
  br i1 %done, label %exit, label %loop

exit:
  ret i64 %count.next
}

!0 = !{!"managed.reference"}
