; A poll by page is in front of the branch that ends an innermost loop, where it
; needs no jump to a block of its own; of other loops it is on the back edge.

; RUN: opt -S -passes='place-safepoints,verify<safepoint-polls>' -spp-unroll=false %s | FileCheck %s

; CHECK-LABEL: define void @inner(
; CHECK: {{^}}loop:
; CHECK-NEXT: %c = load volatile i1, ptr %p
; CHECK-NEXT: call void %poll.page()
; CHECK-NEXT: br i1 %c, label %loop, label %exit
define void @inner(ptr %p) "gc-polls"="backedge" "gc-poll-form"="page" gc "managed" {
entry:
  br label %loop
loop:
  %c = load volatile i1, ptr %p
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @outer(
; CHECK: {{^}}inner:
; CHECK: call void %poll.page()
; CHECK-NEXT: br i1 %c, label %inner, label %end
; CHECK: {{^}}end:
; CHECK-NOT: call
; CHECK: br i1 %d, label %[[EDGE:.*]], label %exit
; CHECK: {{^}}[[EDGE]]:
; CHECK-NEXT: call void %poll.page()
; CHECK-NEXT: br label %outer
define void @outer(ptr %p) "gc-polls"="backedge" "gc-poll-form"="page" gc "managed" {
entry:
  br label %outer
outer:
  br label %inner
inner:
  %c = load volatile i1, ptr %p
  br i1 %c, label %inner, label %end
end:
  %d = load volatile i1, ptr %p
  br i1 %d, label %outer, label %exit
exit:
  ret void
}
