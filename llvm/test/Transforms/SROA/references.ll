; A load through a selected address does not become one of both addresses.
; RUN: opt -S -passes='sroa<preserve-cfg>' %s | FileCheck %s

target datalayout = "e-p:64:64-p1:64:64-ni:1"

; CHECK-LABEL: define ptr addrspace(1) @selected_address(
; CHECK-NOT: load ptr addrspace(1), ptr %slot
; CHECK: ret
define ptr addrspace(1) @selected_address(i1 %tag, ptr dereferenceable(8) align 8 %slot) gc "statepoint-example" {
  %local = alloca ptr addrspace(1), align 8
  store ptr addrspace(1) null, ptr %local, align 8
  %address = select i1 %tag, ptr %slot, ptr %local
  %word = load ptr addrspace(1), ptr %address, align 8
  ret ptr addrspace(1) %word
}

; CHECK-LABEL: define ptr addrspace(1) @selected_address_annotated(
; CHECK: load ptr addrspace(1), ptr %slot
; CHECK: ret
define ptr addrspace(1) @selected_address_annotated(i1 %tag, ptr dereferenceable(8) align 8 %slot) gc "statepoint-example" {
  %local = alloca ptr addrspace(1), align 8
  store ptr addrspace(1) null, ptr %local, align 8
  %address = select i1 %tag, ptr %slot, ptr %local
  %word = load ptr addrspace(1), ptr %address, align 8, !annotation !0
  ret ptr addrspace(1) %word
}

; The block before the phi goes elsewhere too.
; CHECK-LABEL: define ptr addrspace(1) @merged_address(
; CHECK-NOT: load ptr addrspace(1), ptr %slot
; CHECK: ret
define ptr addrspace(1) @merged_address(i1 %tag, i1 %leave, ptr dereferenceable(8) align 8 %slot) gc "statepoint-example" {
entry:
  %local = alloca ptr addrspace(1), align 8
  store ptr addrspace(1) null, ptr %local, align 8
  br i1 %leave, label %guard, label %join

guard:
  br i1 %tag, label %join, label %exit

join:
  %address = phi ptr [ %local, %entry ], [ %slot, %guard ]
  %word = load ptr addrspace(1), ptr %address, align 8
  ret ptr addrspace(1) %word

exit:
  ret ptr addrspace(1) null
}

; Here it goes nowhere else.
; CHECK-LABEL: define ptr addrspace(1) @merged_address_unguarded(
; CHECK: left:
; CHECK-NEXT: load ptr addrspace(1), ptr %slot
define ptr addrspace(1) @merged_address_unguarded(i1 %tag, ptr dereferenceable(8) align 8 %slot) gc "statepoint-example" {
entry:
  %local = alloca ptr addrspace(1), align 8
  store ptr addrspace(1) null, ptr %local, align 8
  br i1 %tag, label %left, label %right

left:
  br label %join

right:
  br label %join

join:
  %address = phi ptr [ %local, %right ], [ %slot, %left ]
  %word = load ptr addrspace(1), ptr %address, align 8
  ret ptr addrspace(1) %word
}

; CHECK-LABEL: define i64 @integers(
; CHECK: load i64, ptr %slot
; CHECK: select
define i64 @integers(i1 %tag, ptr dereferenceable(8) align 8 %slot) gc "statepoint-example" {
  %local = alloca i64, align 8
  store i64 0, ptr %local, align 8
  %address = select i1 %tag, ptr %slot, ptr %local
  %word = load i64, ptr %address, align 8
  ret i64 %word
}

!0 = !{!"managed.reference"}
