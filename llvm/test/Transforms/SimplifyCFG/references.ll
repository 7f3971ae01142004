; A load of a reference is not run beside the test that says that the word is
; one.
; RUN: opt -S -passes='simplifycfg<hoist-common-insts>' %s | FileCheck %s

target datalayout = "e-p:64:64-p1:64:64-ni:1"

declare void @use(ptr addrspace(1))

; CHECK-LABEL: define ptr addrspace(1) @one_arm(
; CHECK-NEXT: entry:
; CHECK-NEXT: br i1 %tag, label %reference, label %join
define ptr addrspace(1) @one_arm(i1 %tag, ptr dereferenceable(8) align 8 %slot) gc "statepoint-example" {
entry:
  br i1 %tag, label %reference, label %join

reference:
  %word = load ptr addrspace(1), ptr %slot, align 8
  br label %join

join:
  %result = phi ptr addrspace(1) [ null, %entry ], [ %word, %reference ]
  ret ptr addrspace(1) %result
}

; CHECK-LABEL: define ptr addrspace(1) @two_arms(
; CHECK-NEXT: entry:
; CHECK-NEXT: br i1 %tag
define ptr addrspace(1) @two_arms(i1 %tag, ptr dereferenceable(8) align 8 %slot, ptr dereferenceable(8) align 8 %other) gc "statepoint-example" {
entry:
  br i1 %tag, label %left, label %right

left:
  %word = load ptr addrspace(1), ptr %slot, align 8
  br label %join

right:
  %other.word = load ptr addrspace(1), ptr %other, align 8
  br label %join

join:
  %result = phi ptr addrspace(1) [ %word, %left ], [ %other.word, %right ]
  ret ptr addrspace(1) %result
}

; CHECK-LABEL: define ptr addrspace(1) @annotated(
; CHECK: select
define ptr addrspace(1) @annotated(i1 %tag, ptr dereferenceable(8) align 8 %slot) gc "statepoint-example" {
entry:
  br i1 %tag, label %reference, label %join

reference:
  %word = load ptr addrspace(1), ptr %slot, align 8, !annotation !0
  br label %join

join:
  %result = phi ptr addrspace(1) [ null, %entry ], [ %word, %reference ]
  ret ptr addrspace(1) %result
}

; Both arms load the word, so that there is no guard.
; CHECK-LABEL: define i1 @both_arms(
; CHECK-NEXT: entry:
; CHECK-NEXT: load ptr addrspace(1), ptr %slot
define i1 @both_arms(i1 %tag, ptr %slot) gc "statepoint-example" {
entry:
  br i1 %tag, label %left, label %right

left:
  %left.word = load ptr addrspace(1), ptr %slot, align 8
  %left.null = icmp eq ptr addrspace(1) %left.word, null
  br label %join

right:
  %right.word = load ptr addrspace(1), ptr %slot, align 8
  %right.null = icmp ne ptr addrspace(1) %right.word, null
  br label %join

join:
  %result = phi i1 [ %left.null, %left ], [ %right.null, %right ]
  ret i1 %result
}

; CHECK-LABEL: define i64 @integer(
; CHECK: select
define i64 @integer(i1 %tag, ptr dereferenceable(8) align 8 %slot) gc "statepoint-example" {
entry:
  br i1 %tag, label %number, label %join

number:
  %word = load i64, ptr %slot, align 8
  br label %join

join:
  %result = phi i64 [ 0, %entry ], [ %word, %number ]
  ret i64 %result
}

!0 = !{!"managed.reference"}

; CHECK-LABEL: define void @boxed(
; CHECK: reference:
; CHECK-NEXT: %word = inttoptr i64 %box to ptr addrspace(1)
define void @boxed(i1 %tag, i64 %box) {
entry:
  br i1 %tag, label %reference, label %done

reference:
  %word = inttoptr i64 %box to ptr addrspace(1)
  br label %done

done:
  %result = phi ptr addrspace(1) [ %word, %reference ], [ null, %entry ]
  call void @use(ptr addrspace(1) %result)
  ret void
}
