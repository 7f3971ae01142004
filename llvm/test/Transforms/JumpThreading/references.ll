; The call in front of the load may not return.
; RUN: opt -S -passes=jump-threading %s | FileCheck %s

target datalayout = "e-p:64:64-p1:64:64-ni:1"

declare void @return_if_reference() memory(none)
declare void @other()

; CHECK-LABEL: define i64 @tagged(
; CHECK: join:
; CHECK: call void @return_if_reference()
; CHECK-NEXT: load ptr addrspace(1), ptr %slot
define i64 @tagged(i1 %c, ptr dereferenceable(8) align 8 %slot, ptr addrspace(1) %new) gc "statepoint-example" {
entry:
  br i1 %c, label %left, label %right

left:
  store ptr addrspace(1) %new, ptr %slot, align 8
  br label %join

right:
  call void @other()
  br label %join

join:
  call void @return_if_reference()
  %word = load ptr addrspace(1), ptr %slot, align 8
  %null = icmp eq ptr addrspace(1) %word, null
  br i1 %null, label %absent, label %present

absent:
  ret i64 0

present:
  ret i64 1
}

; CHECK-LABEL: define i64 @annotated(
; CHECK: right:
; CHECK-NEXT: call void @other()
; CHECK-NEXT: load ptr addrspace(1), ptr %slot
define i64 @annotated(i1 %c, ptr dereferenceable(8) align 8 %slot, ptr addrspace(1) %new) gc "statepoint-example" {
entry:
  br i1 %c, label %left, label %right

left:
  store ptr addrspace(1) %new, ptr %slot, align 8
  br label %join

right:
  call void @other()
  br label %join

join:
  call void @return_if_reference()
  %word = load ptr addrspace(1), ptr %slot, align 8, !annotation !0
  %null = icmp eq ptr addrspace(1) %word, null
  br i1 %null, label %absent, label %present

absent:
  ret i64 0

present:
  ret i64 1
}

; CHECK-LABEL: define i64 @unguarded(
; CHECK: right:
; CHECK-NEXT: call void @other()
; CHECK-NEXT: load ptr addrspace(1), ptr %slot
define i64 @unguarded(i1 %c, ptr dereferenceable(8) align 8 %slot, ptr addrspace(1) %new) gc "statepoint-example" {
entry:
  br i1 %c, label %left, label %right

left:
  store ptr addrspace(1) %new, ptr %slot, align 8
  br label %join

right:
  call void @other()
  br label %join

join:
  %word = load ptr addrspace(1), ptr %slot, align 8
  %null = icmp eq ptr addrspace(1) %word, null
  br i1 %null, label %absent, label %present

absent:
  ret i64 0

present:
  ret i64 1
}

!0 = !{!"managed.reference"}
