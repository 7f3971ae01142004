; Barriers are removed in any case. A function is simplified if a loop without calls
; uses a pointer that a barrier returned, which shows in what is dead.

; RUN: opt < %s -passes='strip-last-invariant-groups,simplify-marked(dce)' -S | FileCheck %s --implicit-check-not='call ptr @llvm.launder'

declare void @g()
declare ptr @llvm.launder.invariant.group.p0(ptr)

; CHECK-LABEL: define void @in_loop(
; CHECK-NOT:     %dead
define void @in_loop(ptr %p, i1 %c) {
entry:
  %dead = ptrtoint ptr %p to i64
  br label %loop

loop:
  %q = call ptr @llvm.launder.invariant.group.p0(ptr %p)
  store volatile i32 0, ptr %q
  br i1 %c, label %loop, label %exit

exit:
  ret void
}

; The barrier is in front, and an address computed from it is used.
; CHECK-LABEL: define void @used_in_loop(
; CHECK-NOT:     %dead
define void @used_in_loop(ptr %p, i1 %c) {
entry:
  %dead = ptrtoint ptr %p to i64
  %q = call ptr @llvm.launder.invariant.group.p0(ptr %p)
  %r = getelementptr i8, ptr %q, i64 8
  br label %loop

loop:
  store volatile i32 0, ptr %r
  br i1 %c, label %loop, label %exit

exit:
  ret void
}

; CHECK-LABEL: define void @no_loop(
; CHECK:         %dead
define void @no_loop(ptr %p) {
  %dead = ptrtoint ptr %p to i64
  %q = call ptr @llvm.launder.invariant.group.p0(ptr %p)
  store volatile i32 0, ptr %q
  ret void
}

; CHECK-LABEL: define void @other_loop(
; CHECK:         %dead
define void @other_loop(ptr %p, ptr %o, i1 %c) {
entry:
  %dead = ptrtoint ptr %p to i64
  %q = call ptr @llvm.launder.invariant.group.p0(ptr %p)
  store volatile i32 0, ptr %q
  br label %loop

loop:
  store volatile i32 0, ptr %o
  br i1 %c, label %loop, label %exit

exit:
  ret void
}

; CHECK-LABEL: define void @loop_that_calls(
; CHECK:         %dead
define void @loop_that_calls(ptr %p, i1 %c) {
entry:
  %dead = ptrtoint ptr %p to i64
  br label %loop

loop:
  %q = call ptr @llvm.launder.invariant.group.p0(ptr %p)
  store volatile i32 0, ptr %q
  call void @g()
  br i1 %c, label %loop, label %exit

exit:
  ret void
}

; CHECK-LABEL: define void @no_barrier(
; CHECK:         %dead
define void @no_barrier(ptr %p, i1 %c) {
entry:
  %dead = ptrtoint ptr %p to i64
  br label %loop

loop:
  store volatile i32 0, ptr %p
  br i1 %c, label %loop, label %exit

exit:
  ret void
}
