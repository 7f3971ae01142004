; The parts of a condition are computed one after the other where one edge is
; hot and the function has implicit null checks: the first part decides most of
; the time. Without the attribute, or a hot edge, the parts are joined as ever.
;
; RUN: llc -mtriple=x86_64 -verify-machineinstrs -o - %s | FileCheck %s

define i32 @hot(ptr %begin) #0 {
; CHECK-LABEL: hot:
; CHECK-NOT:     set
; CHECK:         cmpb $32,
; CHECK-NEXT:    je
; CHECK-NOT:     set
; CHECK:         cmpq %rdi,
; CHECK-NEXT:    ja
; CHECK-NOT:     set
; CHECK:         retq
entry:
  br label %loop
loop:
  %p = phi ptr [ %begin, %entry ], [ %next, %more ]
  %n = phi i32 [ 0, %entry ], [ %n.next, %more ]
  %char = load i8, ptr %p
  %is.space = icmp eq i8 %char, 32
  %next = getelementptr i8, ptr %p, i64 2
  %is.later = icmp ugt ptr %next, %begin
  %go.on = select i1 %is.space, i1 true, i1 %is.later
  br i1 %go.on, label %more, label %done, !prof !0
more:
  %n.next = add i32 %n, 1
  br label %loop
done:
  ret i32 %n
}

define i32 @hot_and(ptr %begin) #0 {
; CHECK-LABEL: hot_and:
; CHECK-NOT:     set
; CHECK:         cmpb $32,
; CHECK-NEXT:    jne
; CHECK-NOT:     set
; CHECK:         cmpq %rdi,
; CHECK-NEXT:    jbe
; CHECK-NOT:     set
; CHECK:         retq
entry:
  br label %loop
loop:
  %p = phi ptr [ %begin, %entry ], [ %next, %more ]
  %n = phi i32 [ 0, %entry ], [ %n.next, %more ]
  %char = load i8, ptr %p
  %is.space = icmp eq i8 %char, 32
  %next = getelementptr i8, ptr %p, i64 2
  %is.later = icmp ugt ptr %next, %begin
  %stop = select i1 %is.space, i1 %is.later, i1 false
  br i1 %stop, label %done, label %more, !prof !1
more:
  %n.next = add i32 %n, 1
  br label %loop
done:
  ret i32 %n
}

define i32 @even(ptr %begin) #0 {
; CHECK-LABEL: even:
; CHECK:         sete
; CHECK:         seta
; CHECK:         orb
; CHECK:         retq
entry:
  br label %loop
loop:
  %p = phi ptr [ %begin, %entry ], [ %next, %more ]
  %n = phi i32 [ 0, %entry ], [ %n.next, %more ]
  %char = load i8, ptr %p
  %is.space = icmp eq i8 %char, 32
  %next = getelementptr i8, ptr %p, i64 2
  %is.later = icmp ugt ptr %next, %begin
  %go.on = select i1 %is.space, i1 true, i1 %is.later
  br i1 %go.on, label %more, label %done, !prof !2
more:
  %n.next = add i32 %n, 1
  br label %loop
done:
  ret i32 %n
}

define i32 @hot_without_attribute(ptr %begin) {
; CHECK-LABEL: hot_without_attribute:
; CHECK:         sete
; CHECK:         seta
; CHECK:         orb
; CHECK:         retq
entry:
  br label %loop
loop:
  %p = phi ptr [ %begin, %entry ], [ %next, %more ]
  %n = phi i32 [ 0, %entry ], [ %n.next, %more ]
  %char = load i8, ptr %p
  %is.space = icmp eq i8 %char, 32
  %next = getelementptr i8, ptr %p, i64 2
  %is.later = icmp ugt ptr %next, %begin
  %go.on = select i1 %is.space, i1 true, i1 %is.later
  br i1 %go.on, label %more, label %done, !prof !0
more:
  %n.next = add i32 %n, 1
  br label %loop
done:
  ret i32 %n
}

attributes #0 = { "implicit-null-checks" }

!0 = !{!"branch_weights", i32 2000, i32 1}
!1 = !{!"branch_weights", i32 1, i32 2000}
!2 = !{!"branch_weights", i32 1, i32 1}
