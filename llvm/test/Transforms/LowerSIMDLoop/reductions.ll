; Reductions of marked loops may be reordered, and the marks are erased.
; RUN: opt -passes='loop-mssa(LowerSIMDLoop),verify' -verify-memoryssa -S %s | FileCheck %s --implicit-check-not='call void @julia' --implicit-check-not=!julia

declare void @julia.loopinfo_marker()

; CHECK-LABEL: define double @sums(
; CHECK:         %a = phi double
; CHECK:         %a.1 = fadd reassoc contract double %a, %v
; CHECK-NEXT:    %a.next = fsub reassoc nnan contract double %a.1, 1.0
; CHECK-NEXT:    %b.next = fmul reassoc contract double %v, %b
; CHECK-NEXT:    %c.next = fsub double %v, %c
; CHECK-NEXT:    %d.next = fdiv reassoc contract double %d, %v
; CHECK-NEXT:    %e.1 = fadd double %e, %v
; CHECK-NEXT:    %e.next = fmul double %e.1, %v
; CHECK-NEXT:    %f.next = fadd double %f, %v
; CHECK-NEXT:    %f.2 = fadd double %f, 2.0
; CHECK-NEXT:    %g.next = fadd double %g, %g
; CHECK-NEXT:    %h.next = fadd reassoc contract <2 x double> %h, %w
; CHECK-NEXT:    %other = fadd double %v, 1.0
; CHECK:         br i1 %done, label %end, label %loop, !llvm.loop ![[LOOP:[0-9]+]]
define double @sums(ptr %p, <2 x double> %w) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %a = phi double [ 0.0, %entry ], [ %a.next, %loop ]
  %b = phi double [ 1.0, %entry ], [ %b.next, %loop ]
  %c = phi double [ 1.0, %entry ], [ %c.next, %loop ]
  %d = phi double [ 1.0, %entry ], [ %d.next, %loop ]
  %e = phi double [ 1.0, %entry ], [ %e.next, %loop ]
  %f = phi double [ 1.0, %entry ], [ %f.next, %loop ]
  %g = phi double [ 1.0, %entry ], [ %g.next, %loop ]
  %h = phi <2 x double> [ zeroinitializer, %entry ], [ %h.next, %loop ]
  %at = getelementptr double, ptr %p, i64 %i
  %v = load double, ptr %at
  %a.1 = fadd double %a, %v
  %a.next = fsub nnan double %a.1, 1.0
  %b.next = fmul double %v, %b
  %c.next = fsub double %v, %c
  %d.next = fdiv double %d, %v
  %e.1 = fadd double %e, %v
  %e.next = fmul double %e.1, %v
  %f.next = fadd double %f, %v
  %f.2 = fadd double %f, 2.0
  %g.next = fadd double %g, %g
  %h.next = fadd <2 x double> %h, %w
  %other = fadd double %v, 1.0
  store double %f.2, ptr %at
  call void @julia.loopinfo_marker(), !julia.loopinfo !0
  %i.next = add i64 %i, 1
  %done = icmp eq i64 %i.next, 100
  br i1 %done, label %end, label %loop
end:
  ret double %a.next
}

; Values of the loop that are used behind it are a reduction, too.
; CHECK-LABEL: define double @mark_at_latch(
; CHECK:         fadd reassoc contract double
; CHECK:         br i1 %done, label %end, label %loop, !llvm.loop
define double @mark_at_latch(double %v) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %a = phi double [ 0.0, %entry ], [ %a.next, %loop ]
  %a.next = fadd double %a, %v
  %i.next = add i64 %i, 1
  %done = icmp eq i64 %i.next, 100
  br i1 %done, label %end, label %loop, !julia.loopinfo !0
end:
  %sum = fadd double %a, %a.next
  ret double %sum
}

; The mark is that of the inner loop.
; CHECK-LABEL: define double @nested(
; CHECK:         %b.next = fadd reassoc contract double %b, %v
; CHECK:         br i1 %inner.done, label %latch, label %inner, !llvm.loop
; CHECK:         %a.next = fadd double %a, %v
; CHECK:         br i1 %done, label %end, label %loop{{$}}
define double @nested(double %v) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %a = phi double [ 0.0, %entry ], [ %a.next, %latch ]
  br label %inner
inner:
  %j = phi i64 [ 0, %loop ], [ %j.next, %inner ]
  %b = phi double [ 0.0, %loop ], [ %b.next, %inner ]
  %b.next = fadd double %b, %v
  call void @julia.loopinfo_marker(), !julia.loopinfo !0
  %j.next = add i64 %j, 1
  %inner.done = icmp eq i64 %j.next, 100
  br i1 %inner.done, label %latch, label %inner
latch:
  %a.next = fadd double %a, %v
  %i.next = add i64 %i, 1
  %done = icmp eq i64 %i.next, 100
  br i1 %done, label %end, label %loop
end:
  %sum = fadd double %b.next, %a.next
  ret double %sum
}

; CHECK-LABEL: define double @not_marked(
; CHECK:         fadd double
; CHECK:         br i1 %done, label %end, label %loop{{$}}
define double @not_marked(double %v) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %a = phi double [ 0.0, %entry ], [ %a.next, %loop ]
  %a.next = fadd double %a, %v
  %i.next = add i64 %i, 1
  %done = icmp eq i64 %i.next, 100
  br i1 %done, label %end, label %loop
end:
  ret double %a.next
}

; A mark that says nothing is only erased.
; CHECK-LABEL: define double @says_nothing(
; CHECK:         fadd double
; CHECK:         br i1 %done, label %end, label %loop{{$}}
define double @says_nothing(double %v) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %a = phi double [ 0.0, %entry ], [ %a.next, %loop ]
  %a.next = fadd double %a, %v
  call void @julia.loopinfo_marker(), !julia.loopinfo !1
  call void @julia.loopinfo_marker()
  %i.next = add i64 %i, 1
  %done = icmp eq i64 %i.next, 100
  br i1 %done, label %end, label %loop
end:
  ret double %a.next
}

; CHECK: ![[LOOP]] = distinct !{![[LOOP]]}
!0 = !{!"julia.simdloop"}
!1 = !{!"julia.unknown", i32 1}
