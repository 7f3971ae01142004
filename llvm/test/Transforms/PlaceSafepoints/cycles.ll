; RUN: opt -S -passes='place-safepoints,verify<safepoint-polls>' -spp-version=false -spp-unroll=false %s | FileCheck %s
; RUN: opt -S -passes='place-safepoints,verify<safepoint-polls>' -spp-split-backedge -spp-version=false -spp-unroll=false %s | FileCheck %s --check-prefix=SPLIT

; Every cycle has a poll, irreducible ones too.

; Both blocks are entered from outside.
; CHECK-LABEL: define void @irreducible(
; CHECK: {{^}}y:
; CHECK-NEXT: call void @do_safepoint()
; CHECK-NEXT: br i1 %c, label %x, label %exit
; SPLIT-LABEL: define void @irreducible(
; SPLIT: {{^}}y.x_crit_edge:
; SPLIT-NEXT: call void @do_safepoint()
; SPLIT-NEXT: br label %x
define void @irreducible(i1 %a, i1 %b, i1 %c) "gc-polls"="backedge" gc "statepoint-example" {
entry:
  br i1 %a, label %x, label %y
x:
  br i1 %b, label %y, label %exit
y:
  br i1 %c, label %x, label %exit
exit:
  ret void
}

; Three blocks, each with an edge to each other: two polls are not enough.
; CHECK-LABEL: define void @clique(
; CHECK: {{^}}x:
; CHECK-NOT: call
; CHECK: {{^}}y:
; CHECK: call void @do_safepoint()
; CHECK: {{^}}z:
; CHECK: call void @do_safepoint()
define void @clique(i32 %a) "gc-polls"="backedge" gc "statepoint-example" {
entry:
  switch i32 %a, label %x [ i32 1, label %y
                            i32 2, label %z ]
x:
  %b = load volatile i1, ptr @flag
  br i1 %b, label %y, label %z
y:
  %c = load volatile i32, ptr @flag
  switch i32 %c, label %x [ i32 1, label %z
                            i32 2, label %z
                            i32 3, label %exit ]
z:
  %d = load volatile i1, ptr @flag
  br i1 %d, label %x, label %y
exit:
  ret void
}

; A cycle in a cycle, with the edges of both from one block.
; SPLIT-LABEL: define void @nested(
; SPLIT: {{^}}inner.inner_crit_edge:
; SPLIT-NEXT: call void @do_safepoint()
; SPLIT: {{^}}inner.outer_crit_edge:
; SPLIT-NEXT: call void @do_safepoint()
define void @nested(i1 %a) "gc-polls"="backedge" gc "statepoint-example" {
entry:
  br label %outer
outer:
  br label %inner
inner:
  br i1 %a, label %inner, label %outer
}

; A safepoint on one of two paths does not help the other.
; CHECK-LABEL: define void @one_path(
; CHECK: {{^}}without:
; CHECK-NEXT: call void @do_safepoint()
; CHECK-NEXT: br label %loop
; CHECK: {{^}}with:
; CHECK-NEXT: call void @callee()
; CHECK-NEXT: br label %loop
define void @one_path(i1 %a) "gc-polls"="backedge" gc "statepoint-example" {
entry:
  br label %loop
loop:
  %b = load volatile i1, ptr @flag
  br i1 %b, label %with, label %without
without:
  br label %loop
with:
  call void @callee()
  br label %loop
}

; Both paths have one: no poll.
; CHECK-LABEL: define void @both_paths(
; CHECK-NOT: do_safepoint
; CHECK: {{^}}}
define void @both_paths(i1 %a) "gc-polls"="backedge" gc "statepoint-example" {
entry:
  br label %loop
loop:
  %b = load volatile i1, ptr @flag
  br i1 %b, label %x, label %y
x:
  call void @callee()
  br label %loop
y:
  call void @callee()
  br label %loop
}

; Edges that cannot be split, or have nothing in front of their target.
; SPLIT-LABEL: define void @edges(
; SPLIT: {{^}}loop:
; SPLIT: call void @do_safepoint()
; SPLIT-NEXT: indirectbr ptr %p
; SPLIT: {{^}}pad:
; SPLIT: call void @do_safepoint()
; SPLIT-NEXT: invoke void @leaf()
define void @edges(ptr %p) "gc-polls"="backedge" gc "statepoint-example" personality ptr @__gxx_personality_v0 {
entry:
  br label %loop
loop:
  indirectbr ptr %p, [label %loop, label %calls]
calls:
  invoke void @leaf() to label %exit unwind label %pad
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  invoke void @leaf() to label %exit unwind label %pad
exit:
  ret void
}

; What nothing reaches is removed.
; CHECK-LABEL: define void @unreachable(
; CHECK-NEXT: ret void
; CHECK-NEXT: }
define void @unreachable() "gc-polls"="backedge" gc "statepoint-example" {
  ret void
dead:
  br label %dead
}

@flag = global i32 0
declare void @callee()
declare void @leaf() "gc-leaf-function"
declare i32 @__gxx_personality_v0(...)
declare void @do_safepoint()
define void @gc.safepoint_poll() {
  call void @do_safepoint()
  ret void
}
