; A load is not moved above a call that may not return.
; RUN: opt -S -passes=tailcallelim %s | FileCheck %s

target datalayout = "e-p:64:64-p1:64:64-ni:1"

declare void @leave()

; CHECK-LABEL: define i64 @tagged(
; CHECK: call i64 @tagged(
define i64 @tagged(i64 %n, ptr noalias dereferenceable(8) align 8 %slot) memory(argmem: read, inaccessiblemem: readwrite) gc "statepoint-example" {
entry:
  %zero = icmp eq i64 %n, 0
  br i1 %zero, label %exit, label %more

more:
  %less = sub i64 %n, 1
  %sum = call i64 @tagged(i64 %less, ptr %slot)
  %word = load ptr addrspace(1), ptr %slot, align 8
  %null = icmp eq ptr addrspace(1) %word, null
  %one = zext i1 %null to i64
  %result = add i64 %sum, %one
  ret i64 %result

exit:
  call void @leave() memory(inaccessiblemem: readwrite)
  ret i64 0
}

; CHECK-LABEL: define i64 @annotated(
; CHECK-NOT: call i64 @annotated(
; CHECK: ret i64
define i64 @annotated(i64 %n, ptr noalias dereferenceable(8) align 8 %slot) memory(argmem: read, inaccessiblemem: readwrite) gc "statepoint-example" {
entry:
  %zero = icmp eq i64 %n, 0
  br i1 %zero, label %exit, label %more

more:
  %less = sub i64 %n, 1
  %sum = call i64 @annotated(i64 %less, ptr %slot)
  %word = load ptr addrspace(1), ptr %slot, align 8, !annotation !0
  %null = icmp eq ptr addrspace(1) %word, null
  %one = zext i1 %null to i64
  %result = add i64 %sum, %one
  ret i64 %result

exit:
  call void @leave() memory(inaccessiblemem: readwrite)
  ret i64 0
}

!0 = !{!"managed.reference"}
