; An annotation of memory outlives loads of the same memory.
; RUN: opt -S -passes=early-cse %s | FileCheck %s

target datalayout = "e-p:64:64-p1:64:64-ni:1"

; CHECK-LABEL: define i1 @kept(
; CHECK-NEXT: %first = load ptr addrspace(1), ptr %slot, align 8, !annotation
define i1 @kept(ptr %slot) gc "statepoint-example" {
  %first = load ptr addrspace(1), ptr %slot, align 8, !annotation !0
  %second = load ptr addrspace(1), ptr %slot, align 8
  %same = icmp eq ptr addrspace(1) %first, null
  %other = icmp ugt ptr addrspace(1) %second, null
  %both = and i1 %same, %other
  ret i1 %both
}

; CHECK-LABEL: define i1 @other_annotation(
; CHECK-NEXT: %first = load ptr addrspace(1), ptr %slot, align 8{{$}}
define i1 @other_annotation(ptr %slot) gc "statepoint-example" {
  %first = load ptr addrspace(1), ptr %slot, align 8, !annotation !1
  %second = load ptr addrspace(1), ptr %slot, align 8, !annotation !1
  %same = icmp eq ptr addrspace(1) %first, null
  %other = icmp ugt ptr addrspace(1) %second, null
  %both = and i1 %same, %other
  ret i1 %both
}

!0 = !{!"managed.reference"}
!1 = !{!"auto-init"}
