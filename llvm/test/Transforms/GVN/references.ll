; The call in front of the load may not return.
; RUN: opt -S -passes=gvn %s | FileCheck %s

target datalayout = "e-p:64:64-p1:64:64-ni:1"

declare void @return_if_reference() memory(none)
declare void @other()
declare void @use(ptr addrspace(1))

; CHECK-LABEL: define ptr addrspace(1) @tagged(
; CHECK: join:
; CHECK: call void @return_if_reference()
; CHECK-NEXT: load ptr addrspace(1), ptr %slot
define ptr addrspace(1) @tagged(i1 %c, ptr dereferenceable(8) align 8 %slot, ptr addrspace(1) %new) gc "statepoint-example" {
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
  ret ptr addrspace(1) %word
}

; CHECK-LABEL: define ptr addrspace(1) @annotated(
; CHECK: right:
; CHECK-NEXT: call void @other()
; CHECK-NEXT: load ptr addrspace(1), ptr %slot
define ptr addrspace(1) @annotated(i1 %c, ptr dereferenceable(8) align 8 %slot, ptr addrspace(1) %new) gc "statepoint-example" {
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
  ret ptr addrspace(1) %word
}

; CHECK-LABEL: define ptr addrspace(1) @unguarded(
; CHECK: right:
; CHECK-NEXT: call void @other()
; CHECK-NEXT: load ptr addrspace(1), ptr %slot
define ptr addrspace(1) @unguarded(i1 %c, ptr dereferenceable(8) align 8 %slot, ptr addrspace(1) %new) gc "statepoint-example" {
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
  ret ptr addrspace(1) %word
}

; The block that changes the word does not always lead to the load.
; CHECK-LABEL: define void @loop(
; CHECK: rare:
; CHECK-NEXT: call void @other()
; CHECK-NEXT: br label %latch
define void @loop(ptr addrspace(1) %object, i1 %c, i1 %tag) gc "statepoint-example" {
entry:
  br label %loop

loop:
  %word = load ptr addrspace(1), ptr addrspace(1) %object, align 8
  call void @use(ptr addrspace(1) %word) memory(none) nounwind willreturn
  br i1 %c, label %rare, label %latch

rare:
  call void @other()
  br label %latch

latch:
  br i1 %tag, label %loop, label %exit

exit:
  ret void
}

; CHECK-LABEL: define void @loop_annotated(
; CHECK: rare:
; CHECK-NEXT: call void @other()
; CHECK-NEXT: load ptr addrspace(1), ptr addrspace(1) %object
define void @loop_annotated(ptr addrspace(1) %object, i1 %c, i1 %tag) gc "statepoint-example" {
entry:
  br label %loop

loop:
  %word = load ptr addrspace(1), ptr addrspace(1) %object, align 8, !annotation !0
  call void @use(ptr addrspace(1) %word) memory(none) nounwind willreturn
  br i1 %c, label %rare, label %latch

rare:
  call void @other()
  br label %latch

latch:
  br i1 %tag, label %loop, label %exit

exit:
  ret void
}

!0 = !{!"managed.reference"}
