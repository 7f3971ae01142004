; A caller does not load what the callee loads behind a test.
; RUN: opt -S -passes=argpromotion %s | FileCheck %s

target datalayout = "e-p:64:64-p1:64:64-ni:1"

; CHECK-LABEL: define internal ptr addrspace(1) @tagged(i1 %tag, ptr {{[^,]*}}%slot)
define internal ptr addrspace(1) @tagged(i1 %tag, ptr dereferenceable(8) align 8 %slot) gc "statepoint-example" {
entry:
  br i1 %tag, label %reference, label %exit

reference:
  %word = load ptr addrspace(1), ptr %slot, align 8
  ret ptr addrspace(1) %word

exit:
  ret ptr addrspace(1) null
}

; CHECK-LABEL: define internal ptr addrspace(1) @annotated(i1 %tag, ptr addrspace(1) %
define internal ptr addrspace(1) @annotated(i1 %tag, ptr dereferenceable(8) align 8 %slot) gc "statepoint-example" {
entry:
  br i1 %tag, label %reference, label %exit

reference:
  %word = load ptr addrspace(1), ptr %slot, align 8, !annotation !0
  ret ptr addrspace(1) %word

exit:
  ret ptr addrspace(1) null
}

; CHECK-LABEL: define internal ptr addrspace(1) @unguarded(i1 %tag, ptr addrspace(1) %
define internal ptr addrspace(1) @unguarded(i1 %tag, ptr align 8 %slot) gc "statepoint-example" {
entry:
  %word = load ptr addrspace(1), ptr %slot, align 8
  br i1 %tag, label %reference, label %exit

reference:
  %again = load ptr addrspace(1), ptr %slot, align 8
  ret ptr addrspace(1) %again

exit:
  ret ptr addrspace(1) %word
}

; CHECK-LABEL: define internal i64 @integer(i1 %tag, i64 %
define internal i64 @integer(i1 %tag, ptr dereferenceable(8) align 8 %slot) gc "statepoint-example" {
entry:
  br i1 %tag, label %number, label %exit

number:
  %word = load i64, ptr %slot, align 8
  ret i64 %word

exit:
  ret i64 0
}

define void @caller(i1 %tag, ptr dereferenceable(8) align 8 %slot) gc "statepoint-example" {
  %a = call ptr addrspace(1) @tagged(i1 %tag, ptr %slot)
  %b = call ptr addrspace(1) @annotated(i1 %tag, ptr %slot)
  %c = call ptr addrspace(1) @unguarded(i1 %tag, ptr %slot)
  %d = call i64 @integer(i1 %tag, ptr %slot)
  ret void
}

!0 = !{!"managed.reference"}
