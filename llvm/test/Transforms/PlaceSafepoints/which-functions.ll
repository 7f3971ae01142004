; RUN: opt -S -passes=place-safepoints %s | FileCheck %s
; RUN: opt -S -passes=place-safepoints,place-safepoints %s | FileCheck %s
; RUN: opt -S -passes=place-safepoints -opt-bisect-limit=0 %s 2>/dev/null | FileCheck %s

; The strategy says which polls a function has, and attributes say otherwise.
; A function gets them once.

; CHECK-LABEL: define void @managed(
; CHECK: load atomic i32
; CHECK-NOT: load atomic
; CHECK: ret void
define void @managed() gc "managed" {
  ret void
}

; CHECK-LABEL: define void @frames(
; CHECK: load atomic i32
define void @frames() gc "managed-frames" {
  ret void
}

; CHECK-LABEL: define void @non_moving(
; CHECK: load atomic i32
define void @non_moving() gc "managed-non-moving" {
  ret void
}

; CHECK-LABEL: define void @not_optimized(
; CHECK: load atomic i32
define void @not_optimized() noinline optnone gc "managed" {
  ret void
}

; CHECK-LABEL: define void @upstream(
; CHECK-NEXT: call void @do_safepoint()
; CHECK-NEXT: ret void
define void @upstream() gc "coreclr" {
  ret void
}

; CHECK-LABEL: define void @call_form(
; CHECK-NEXT: call void @do_safepoint()
; CHECK-NEXT: ret void
define void @call_form() "gc-poll-form"="call" gc "managed" {
  ret void
}

; Those of Julia have none unless they say so.
; CHECK-LABEL: define void @julia(
; CHECK-NEXT: ret void
define void @julia() gc "julia" {
  ret void
}

; CHECK-LABEL: define void @asks(
; CHECK-NEXT: call void @do_safepoint()
; CHECK-NEXT: ret void
define void @asks() "gc-polls"="entry" gc "julia" {
  ret void
}

; CHECK-LABEL: define void @none(
; CHECK-NEXT: ret void
define void @none() "gc-polls"="" gc "managed" {
  ret void
}

; CHECK-LABEL: define void @native(
; CHECK-NEXT: ret void
define void @native() {
  ret void
}

; Nothing is collected in calls of it.
; CHECK-LABEL: define void @leaf(
; CHECK-NEXT: ret void
define void @leaf() "gc-leaf-function" gc "managed" {
  ret void
}

; CHECK-LABEL: define void @naked(
; CHECK-NEXT: unreachable
define void @naked() naked gc "managed" {
  unreachable
}

; It is the slow path of a poll.
; CHECK-LABEL: define void @LLVMManagedPoll(
; CHECK-NEXT: ret void
define void @LLVMManagedPoll() gc "managed" {
  ret void
}

; The function stops threads, which is not what its attributes say.
; CHECK: define i32 @pure(i32 %x) #[[PURE:[0-9]+]] gc "managed"
define i32 @pure(i32 %x) memory(none) nosync nofree norecurse speculatable willreturn nounwind gc "managed" {
  ret i32 %x
}

declare void @do_safepoint()
define void @gc.safepoint_poll() {
; CHECK-LABEL: define void @gc.safepoint_poll(
; CHECK-NEXT: call void @do_safepoint()
; CHECK-NEXT: ret void
  call void @do_safepoint()
  ret void
}

; CHECK: attributes #[[PURE]] = { nounwind willreturn "gc-polls-placed" }
