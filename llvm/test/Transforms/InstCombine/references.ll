; What selects the address or the lanes is the guard of a load.
; RUN: opt -S -passes=instcombine %s | FileCheck %s

target datalayout = "e-p:64:64-p1:64:64-ni:1"

; CHECK-LABEL: define ptr addrspace(1) @selected_address(
; CHECK: [[SLOT:%.*]] = select i1 %tag, ptr %slot, ptr %other
; CHECK-NEXT: load ptr addrspace(1), ptr [[SLOT]]
define ptr addrspace(1) @selected_address(i1 %tag, ptr dereferenceable(8) align 8 %slot, ptr dereferenceable(8) align 8 %other) gc "statepoint-example" {
  %address = select i1 %tag, ptr %slot, ptr %other
  %word = load ptr addrspace(1), ptr %address, align 8
  ret ptr addrspace(1) %word
}

; CHECK-LABEL: define i64 @selected_address_of_integer(
; CHECK: load i64, ptr %slot
; CHECK-NEXT: load i64, ptr %other
define i64 @selected_address_of_integer(i1 %tag, ptr dereferenceable(8) align 8 %slot, ptr dereferenceable(8) align 8 %other) gc "statepoint-example" {
  %address = select i1 %tag, ptr %slot, ptr %other
  %word = load i64, ptr %address, align 8
  ret i64 %word
}

; CHECK-LABEL: define <2 x ptr addrspace(1)> @masked(
; CHECK-NEXT: call <2 x ptr addrspace(1)> @llvm.masked.load
define <2 x ptr addrspace(1)> @masked(<2 x i1> %tags, ptr dereferenceable(16) align 8 %slots) gc "statepoint-example" {
  %words = call <2 x ptr addrspace(1)> @llvm.masked.load.v2p1.p0(ptr align 8 %slots, <2 x i1> %tags, <2 x ptr addrspace(1)> zeroinitializer)
  ret <2 x ptr addrspace(1)> %words
}

; CHECK-LABEL: define <2 x ptr addrspace(1)> @masked_annotated(
; CHECK-NEXT: load <2 x ptr addrspace(1)>, ptr %slots
define <2 x ptr addrspace(1)> @masked_annotated(<2 x i1> %tags, ptr dereferenceable(16) align 8 %slots) gc "statepoint-example" {
  %words = call <2 x ptr addrspace(1)> @llvm.masked.load.v2p1.p0(ptr align 8 %slots, <2 x i1> %tags, <2 x ptr addrspace(1)> zeroinitializer), !annotation !0
  ret <2 x ptr addrspace(1)> %words
}

; CHECK-LABEL: define <2 x i64> @masked_integers(
; CHECK-NEXT: load <2 x i64>, ptr %slots
define <2 x i64> @masked_integers(<2 x i1> %tags, ptr dereferenceable(16) align 8 %slots) gc "statepoint-example" {
  %words = call <2 x i64> @llvm.masked.load.v2i64.p0(ptr align 8 %slots, <2 x i1> %tags, <2 x i64> zeroinitializer)
  ret <2 x i64> %words
}

; What is said of one address is not said of another.
; CHECK-LABEL: define ptr addrspace(1) @merged_one_annotated(
; CHECK: phi ptr
; CHECK-NEXT: load ptr addrspace(1), ptr {{.*}}, align 8{{$}}
define ptr addrspace(1) @merged_one_annotated(i1 %c, ptr %left.slot, ptr %right.slot) gc "statepoint-example" {
entry:
  br i1 %c, label %left, label %right

left:
  %left.word = load ptr addrspace(1), ptr %left.slot, align 8, !annotation !0
  br label %join

right:
  %right.word = load ptr addrspace(1), ptr %right.slot, align 8
  br label %join

join:
  %word = phi ptr addrspace(1) [ %left.word, %left ], [ %right.word, %right ]
  ret ptr addrspace(1) %word
}

; CHECK-LABEL: define ptr addrspace(1) @merged_both_annotated(
; CHECK: phi ptr
; CHECK-NEXT: load ptr addrspace(1), ptr {{.*}}, align 8, !annotation
define ptr addrspace(1) @merged_both_annotated(i1 %c, ptr %left.slot, ptr %right.slot) gc "statepoint-example" {
entry:
  br i1 %c, label %left, label %right

left:
  %left.word = load ptr addrspace(1), ptr %left.slot, align 8, !annotation !0
  br label %join

right:
  %right.word = load ptr addrspace(1), ptr %right.slot, align 8, !annotation !0
  br label %join

join:
  %word = phi ptr addrspace(1) [ %left.word, %left ], [ %right.word, %right ]
  ret ptr addrspace(1) %word
}

declare <2 x ptr addrspace(1)> @llvm.masked.load.v2p1.p0(ptr, <2 x i1>, <2 x ptr addrspace(1)>)
declare <2 x i64> @llvm.masked.load.v2i64.p0(ptr, <2 x i1>, <2 x i64>)

!0 = !{!"managed.reference"}
