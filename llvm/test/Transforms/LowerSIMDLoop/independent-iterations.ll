; Accesses of a loop whose iterations are independent are in its access group.
; RUN: opt -passes='loop-mssa(LowerSIMDLoop),verify' -verify-memoryssa -S %s | FileCheck %s --implicit-check-not='call void @julia' --implicit-check-not=!julia

declare void @julia.loopinfo_marker()

; CHECK-LABEL: define void @both(
; CHECK:         %v = load double, ptr %from, align 8, !llvm.access.group ![[GROUP:[0-9]+]]
; CHECK-NEXT:    store double %v, ptr %to, align 8, !llvm.access.group ![[GROUP]]
; CHECK-NEXT:    %s.next = fadd reassoc contract double %s, %v
; CHECK:         br i1 %done, label %end, label %loop, !llvm.loop ![[LOOP:[0-9]+]]
define void @both(ptr %p, ptr %q) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s.next, %loop ]
  %from = getelementptr double, ptr %p, i64 %i
  %to = getelementptr double, ptr %q, i64 %i
  %v = load double, ptr %from, align 8
  store double %v, ptr %to, align 8
  %s.next = fadd double %s, %v
  call void @julia.loopinfo_marker(), !julia.loopinfo !0
  %i.next = add i64 %i, 1
  %done = icmp eq i64 %i.next, 100
  br i1 %done, label %end, label %loop
end:
  ret void
}

; Groups and properties that are there stay, and those of the mark join them.
; CHECK-LABEL: define void @without_simdloop(
; CHECK:         load double, ptr %from, align 8, !llvm.access.group ![[GROUPS:[0-9]+]]
; CHECK-NEXT:    fadd double
; CHECK:         !llvm.loop ![[OTHER:[0-9]+]]
define void @without_simdloop(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s.next, %loop ]
  %from = getelementptr double, ptr %p, i64 %i
  %v = load double, ptr %from, align 8, !llvm.access.group !1
  %s.next = fadd double %s, %v
  call void @julia.loopinfo_marker(), !julia.loopinfo !2
  %i.next = add i64 %i, 1
  %done = icmp eq i64 %i.next, 100
  br i1 %done, label %end, label %loop, !llvm.loop !4
end:
  ret void
}

; The group of the outer loop has what is accessed in the inner one.
; CHECK-LABEL: define void @outer(
; CHECK:         store i64 0, ptr %p, align 8, !llvm.access.group ![[OUTER:[0-9]+]]
; CHECK:         br i1 %inner.done, label %latch, label %inner{{$}}
; CHECK:         br i1 %done, label %end, label %loop, !llvm.loop
define void @outer(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  call void @julia.loopinfo_marker(), !julia.loopinfo !0
  br label %inner
inner:
  %j = phi i64 [ 0, %loop ], [ %j.next, %inner ]
  store i64 0, ptr %p, align 8
  %j.next = add i64 %j, 1
  %inner.done = icmp eq i64 %j.next, 100
  br i1 %inner.done, label %latch, label %inner
latch:
  %i.next = add i64 %i, 1
  %done = icmp eq i64 %i.next, 100
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK-DAG: ![[GROUP]] = distinct !{}
; CHECK-DAG: ![[LOOP]] = distinct !{![[LOOP]], ![[PARALLEL:[0-9]+]]}
; CHECK-DAG: ![[PARALLEL]] = !{!"llvm.loop.parallel_accesses", ![[GROUP]]}
; CHECK-DAG: ![[GROUPS]] = !{![[OLD:[0-9]+]], ![[NEW:[0-9]+]]}
; CHECK-DAG: ![[OTHER]] = distinct !{![[OTHER]], ![[PROGRESS:[0-9]+]], ![[COUNT:[0-9]+]], ![[ACCESSES:[0-9]+]]}
; CHECK-DAG: ![[PROGRESS]] = !{!"llvm.loop.mustprogress"}
; CHECK-DAG: ![[COUNT]] = !{!"llvm.loop.unroll.count", i32 4}
; CHECK-DAG: ![[ACCESSES]] = !{!"llvm.loop.parallel_accesses", ![[NEW]]}
!0 = !{!"julia.simdloop", !"julia.ivdep"}
!1 = distinct !{}
!2 = !{!"julia.ivdep", !3}
!3 = !{!"llvm.loop.unroll.count", i32 4}
!4 = distinct !{!4, !5}
!5 = !{!"llvm.loop.mustprogress"}
