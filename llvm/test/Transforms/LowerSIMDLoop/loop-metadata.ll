; Loops are marked by strings in their metadata, whose other operands stay.
; RUN: opt -passes='loop-mssa(LowerSIMDLoop),verify' -verify-memoryssa -S %s | FileCheck %s --implicit-check-not='"julia'
; RUN: opt -passes='loop-mssa(LowerSIMDLoop),function(loop-vectorize)' -force-vector-width=4 -S %s | FileCheck %s --check-prefix=VECTOR

; CHECK-LABEL: define double @both(
; CHECK:         %v = load double, ptr %from, align 8, !llvm.access.group ![[GROUP:[0-9]+]]
; CHECK-NEXT:    store double %v, ptr %to, align 8, !llvm.access.group ![[GROUP]]
; CHECK-NEXT:    %s.next = fadd reassoc contract double %s, %v
; CHECK-NEXT:    %m.next = fdiv reassoc contract double %m, %v
; CHECK-NEXT:    %n.next = fdiv double %v, %n
; CHECK:         br i1 %done, label %end, label %loop, !llvm.loop ![[LOOP:[0-9]+]]
define double @both(ptr %p, ptr %q) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s.next, %loop ]
  %m = phi double [ 1.0, %entry ], [ %m.next, %loop ]
  %n = phi double [ 1.0, %entry ], [ %n.next, %loop ]
  %from = getelementptr double, ptr %p, i64 %i
  %to = getelementptr double, ptr %q, i64 %i
  %v = load double, ptr %from, align 8
  store double %v, ptr %to, align 8
  %s.next = fadd double %s, %v
  %m.next = fdiv double %m, %v
  %n.next = fdiv double %v, %n
  %i.next = add i64 %i, 1
  %done = icmp eq i64 %i.next, 100
  br i1 %done, label %end, label %loop, !llvm.loop !0
end:
  ret double %s.next
}

; Former versions have them in nodes.
; CHECK-LABEL: define void @in_a_node(
; CHECK:         store i64 %i, ptr %to, align 8, !llvm.access.group
; CHECK:         br i1 %done, label %end, label %loop, !llvm.loop ![[NODE:[0-9]+]]
; VECTOR-LABEL: define void @in_a_node(
; VECTOR:        <4 x i64>
define void @in_a_node(ptr %p, ptr %q) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %at = getelementptr i64, ptr %q, i64 %i
  %k = load i64, ptr %at, align 8
  %to = getelementptr i64, ptr %p, i64 %k
  store i64 %i, ptr %to, align 8
  %i.next = add i64 %i, 1
  %done = icmp eq i64 %i.next, 100
  br i1 %done, label %end, label %loop, !llvm.loop !2
end:
  ret void
}

; Nothing is known of what Julia may say besides.
; CHECK-LABEL: define void @unknown(
; CHECK:         store i64 %i, ptr %to, align 8{{$}}
; CHECK:         br i1 %done, label %end, label %loop, !llvm.loop ![[UNKNOWN:[0-9]+]]
define void @unknown(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %to = getelementptr i64, ptr %p, i64 %i
  store i64 %i, ptr %to, align 8
  %i.next = add i64 %i, 1
  %done = icmp eq i64 %i.next, 100
  br i1 %done, label %end, label %loop, !llvm.loop !4
end:
  ret void
}

; CHECK: ![[LOOP]] = distinct !{![[LOOP]], ![[UNROLL:[0-9]+]], ![[PARALLEL:[0-9]+]]}
; CHECK: ![[UNROLL]] = !{!"llvm.loop.unroll.disable"}
; CHECK: ![[PARALLEL]] = !{!"llvm.loop.parallel_accesses", ![[GROUP]]}
; CHECK: ![[NODE]] = distinct !{![[NODE]], !{{[0-9]+}}}
; CHECK: ![[UNKNOWN]] = distinct !{![[UNKNOWN]]}

!0 = distinct !{!0, !"julia.simdloop", !1, !"julia.ivdep"}
!1 = !{!"llvm.loop.unroll.disable"}
!2 = distinct !{!2, !3}
!3 = !{!"julia.ivdep"}
!4 = distinct !{!4, !"julia.other"}
