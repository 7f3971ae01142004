; RUN: opt -S -passes='place-safepoints,verify<safepoint-polls>' -spp-strip-mine=false -spp-version=false -spp-unroll=false %s | FileCheck %s
; RUN: opt -S -passes='place-safepoints,verify<safepoint-polls>' -spp-all-backedges -spp-strip-mine=false -spp-version=false -spp-unroll=false %s | FileCheck %s --check-prefix=ALL

; Loops that execute fewer instructions than the distance get no poll, and paths
; that execute more do.

; 10 times 4 instructions, where 64 are the most.
; CHECK-LABEL: define void @short(
; CHECK-NOT: do_safepoint
; CHECK: {{^}}}
; ALL-LABEL: define void @short(
; ALL: call void @do_safepoint()
define void @short() "gc-polls"="backedge" "gc-poll-distance"="64" gc "statepoint-example" {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %i.next, %loop ]
  store volatile i32 %i, ptr @word
  %i.next = add i32 %i, 1
  %c = icmp eq i32 %i.next, 10
  br i1 %c, label %exit, label %loop
exit:
  ret void
}

; 20 times.
; CHECK-LABEL: define void @long(
; CHECK: call void @do_safepoint()
; CHECK-NEXT: br i1 %c, label %exit, label %loop
define void @long() "gc-polls"="backedge" "gc-poll-distance"="64" gc "statepoint-example" {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %i.next, %loop ]
  store volatile i32 %i, ptr @word
  %i.next = add i32 %i, 1
  %c = icmp eq i32 %i.next, 20
  br i1 %c, label %exit, label %loop
exit:
  ret void
}

; The bound is what matters, whatever other exits there are.
; CHECK-LABEL: define void @exits(
; CHECK-NOT: do_safepoint
; CHECK: {{^}}}
define void @exits() "gc-polls"="backedge" "gc-poll-distance"="128" gc "statepoint-example" {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %i.next, %more ]
  %v = load volatile i32, ptr @word
  %d = icmp eq i32 %v, 0
  br i1 %d, label %more, label %exit
more:
  %i.next = add i32 %i, 1
  %c = icmp eq i32 %i.next, 10
  br i1 %c, label %exit, label %loop
exit:
  ret void
}

; The inner loop is short, and the outer one is not.
; CHECK-LABEL: define void @nested(
; CHECK: {{^}}inner:
; CHECK-NOT: do_safepoint
; CHECK: {{^}}latch:
; CHECK: call void @do_safepoint()
define void @nested() "gc-polls"="backedge" "gc-poll-distance"="64" gc "statepoint-example" {
  br label %outer
outer:
  %i = phi i32 [ 0, %0 ], [ %i.next, %latch ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %inner ]
  store volatile i32 %j, ptr @word
  %j.next = add i32 %j, 1
  %d = icmp eq i32 %j.next, 10
  br i1 %d, label %latch, label %inner
latch:
  %i.next = add i32 %i, 1
  %c = icmp eq i32 %i.next, 10
  br i1 %c, label %exit, label %outer
exit:
  ret void
}

; Two loops, each of which is short enough alone: a poll between them.
; CHECK-LABEL: define void @two(
; CHECK: {{^}}loop:
; CHECK-NOT: do_safepoint
; CHECK: {{^}}between:
; CHECK-NEXT: call void @do_safepoint()
; CHECK: {{^}}again:
; CHECK-NOT: do_safepoint
; CHECK: {{^}}}
define void @two() "gc-polls"="backedge" "gc-poll-distance"="64" gc "statepoint-example" {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %i.next, %loop ]
  store volatile i32 %i, ptr @word
  %i.next = add i32 %i, 1
  %c = icmp eq i32 %i.next, 10
  br i1 %c, label %between, label %loop
between:
  br label %again
again:
  %j = phi i32 [ 0, %between ], [ %j.next, %again ]
  store volatile i32 %j, ptr @word
  %j.next = add i32 %j, 1
  %d = icmp eq i32 %j.next, 10
  br i1 %d, label %exit, label %again
exit:
  ret void
}

; No loop at all. An eighth is left for passes that follow, and one for the code
; of a poll.
; CHECK-LABEL: define void @straight(
; CHECK-COUNT-6: store volatile
; CHECK-NEXT: call void @do_safepoint()
; CHECK-NEXT: store volatile
; CHECK-NEXT: store volatile
; CHECK-NEXT: call void @callee()
; CHECK-COUNT-6: store volatile
; CHECK-NEXT: call void @do_safepoint()
; CHECK-NEXT: br i1 %a
; CHECK: {{^}}x:
; CHECK-NEXT: store volatile
; CHECK-NEXT: ret void
; CHECK: {{^}}y:
; CHECK-NEXT: call void @callee()
; CHECK-NEXT: store volatile
; CHECK-NEXT: ret void
define void @straight(i1 %a) "gc-polls"="backedge" "gc-poll-distance"="8" gc "statepoint-example" {
  store volatile i32 0, ptr @word
  store volatile i32 1, ptr @word
  store volatile i32 2, ptr @word
  store volatile i32 3, ptr @word
  store volatile i32 4, ptr @word
  store volatile i32 5, ptr @word
  store volatile i32 6, ptr @word
  store volatile i32 7, ptr @word
  call void @callee()
  store volatile i32 8, ptr @word
  store volatile i32 9, ptr @word
  store volatile i32 10, ptr @word
  store volatile i32 11, ptr @word
  store volatile i32 12, ptr @word
  store volatile i32 13, ptr @word
  br i1 %a, label %x, label %y
x:
  store volatile i32 14, ptr @word
  ret void
y:
  call void @callee()
  store volatile i32 15, ptr @word
  ret void
}

@word = global i32 0
declare void @callee()
declare void @do_safepoint()
define void @gc.safepoint_poll() {
  call void @do_safepoint()
  ret void
}
