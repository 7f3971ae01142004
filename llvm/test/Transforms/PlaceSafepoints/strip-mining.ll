; RUN: opt -S -passes='place-safepoints,verify<safepoint-polls>,verify<loops>,verify<domtree>' -spp-version=false -spp-unroll=false %s | FileCheck %s
; RUN: opt -S -passes=place-safepoints -spp-strip-mine=false -spp-version=false -spp-unroll=false %s | FileCheck %s --check-prefix=PLAIN

; Long counted loops are divided into chunks that have no poll.

; A chunk is 10000 / 2 instructions at most, without an eighth, as a power of
; two of iterations.
; CHECK-LABEL: define i64 @sum(
; CHECK: entry:
; CHECK-NEXT: [[LAST:%.*]] = add i64 %n, -1
; CHECK-NEXT: %left.start = freeze i64 [[LAST]]
; CHECK-NEXT: br label %loop.chunk
; CHECK: {{^}}loop.chunk:
; CHECK-NEXT: %s.start = phi i64 [ 7, %entry ], [ %s.next.chunk, %[[LATCH:.*]] ]
; CHECK-NEXT: %i.start = phi i64 [ 0, %entry ], [ %i.next.chunk, %[[LATCH]] ]
; CHECK-NEXT: %left = phi i64 [ %left.start, %entry ], [ %left.next, %[[LATCH]] ]
; CHECK-NEXT: %chunk.last = call i64 @llvm.umin.i64(i64 %left, i64 511)
; CHECK-NEXT: %chunk.count = add nuw i64 %chunk.last, 1
; CHECK-NEXT: br label %loop
; CHECK: {{^}}loop:
; CHECK-NEXT: %chunk.i = phi i64 [ 0, %loop.chunk ], [ %chunk.i.next, %loop ]
; CHECK-NEXT: %i = phi i64 [ %i.start, %loop.chunk ], [ %i.next, %loop ]
; CHECK-NEXT: %s = phi i64 [ %s.start, %loop.chunk ], [ %s.next, %loop ]
; CHECK-NOT: load atomic
; CHECK: %chunk.i.next = add nuw i64 %chunk.i, 1
; CHECK-NEXT: %chunk.done = icmp eq i64 %chunk.i.next, %chunk.count
; CHECK-NEXT: br i1 %chunk.done, label %loop.chunk.exit, label %loop, !llvm.loop ![[HINTS:[0-9]+]]
; CHECK: {{^}}loop.chunk.exit:
; CHECK-NEXT: %s.next.chunk = phi i64 [ %s.next, %loop ]
; CHECK-NEXT: %i.next.chunk = phi i64 [ %i.next, %loop ]
; CHECK-NEXT: %chunks.done = icmp eq i64 %left, %chunk.last
; CHECK-NEXT: br i1 %chunks.done, label %exit, label %loop.chunk.latch
; CHECK: {{^}}loop.chunk.latch:
; CHECK-NEXT: %left.next = sub nuw i64 %left, %chunk.count
; CHECK: load atomic i32
; CHECK: {{^}}exit:
; CHECK: [[RESULT:%.*]] = phi i64 [ %s.next.chunk, %loop.chunk.exit ]
; CHECK-NEXT: ret i64 [[RESULT]]
; PLAIN-LABEL: define i64 @sum(
; PLAIN-NOT: chunk
; PLAIN: load atomic
; PLAIN-NOT: chunk
; PLAIN: {{^}}}
define i64 @sum(ptr %p, i64 %n) "gc-polls"="backedge" gc "managed" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi i64 [ 7, %entry ], [ %s.next, %loop ]
  %q = getelementptr i64, ptr %p, i64 %i
  %v = load i64, ptr %q
  %s.next = add i64 %s, %v
  %i.next = add nuw i64 %i, 1
  %c = icmp eq i64 %i.next, %n
  br i1 %c, label %exit, label %loop, !llvm.loop !0
exit:
  ret i64 %s.next
}

; A loop that is vectorized has no rest that would have to be short. A variable
; that counted and nothing else is gone.
; CHECK-LABEL: define void @vectorized(
; CHECK: call i64 @llvm.umin.i64(i64 %left, i64 727)
; CHECK: {{^}}loop:
; CHECK-NEXT: %chunk.i = phi
; CHECK-NEXT: %p = phi
; CHECK-NOT: phi
; CHECK: br i1 %chunk.done, label %loop.chunk.exit, label %loop, !llvm.loop ![[VECTORIZED:[0-9]+]]
define void @vectorized(ptr %start, i64 %n) "gc-polls"="backedge" gc "managed" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %p = phi ptr [ %start, %entry ], [ %p.next, %loop ]
  store <4 x i64> zeroinitializer, ptr %p
  %p.next = getelementptr i8, ptr %p, i64 32
  %i.next = add nuw i64 %i, 1
  %c = icmp eq i64 %i.next, %n
  br i1 %c, label %exit, label %loop, !llvm.loop !2
exit:
  ret void
}

; Loops with another exit, loops that are not counted, and loops that are long
; have a poll in each iteration, and so have those whose chunks would be short.
; CHECK-LABEL: define void @other_exit(
; CHECK-NOT: chunk
; CHECK: {{^}}}
define void @other_exit(ptr %p, i64 %n) "gc-polls"="backedge" gc "managed" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %more ]
  %v = load volatile i64, ptr %p
  %d = icmp eq i64 %v, 0
  br i1 %d, label %exit, label %more
more:
  %i.next = add nuw i64 %i, 1
  %c = icmp eq i64 %i.next, %n
  br i1 %c, label %exit, label %loop
exit:
  ret void
}

; CHECK-LABEL: define void @not_counted(
; CHECK-NOT: chunk
; CHECK: {{^}}}
define void @not_counted(ptr %p) "gc-polls"="backedge" gc "managed" {
entry:
  br label %loop
loop:
  %v = load volatile i64, ptr %p
  %d = icmp eq i64 %v, 0
  br i1 %d, label %exit, label %loop
exit:
  ret void
}

; CHECK-LABEL: define void @short_chunks(
; CHECK-NOT: chunk
; CHECK: {{^}}}
define void @short_chunks(ptr %p, i64 %n) "gc-polls"="backedge" "gc-poll-distance"="40" gc "managed" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  store volatile i64 %i, ptr %p
  %i.next = add nuw i64 %i, 1
  %c = icmp eq i64 %i.next, %n
  br i1 %c, label %exit, label %loop
exit:
  ret void
}

; A call in the loop is enough.
; CHECK-LABEL: define void @calls(
; CHECK-NOT: chunk
; CHECK: {{^}}}
define void @calls(i64 %n) "gc-polls"="backedge" gc "managed" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  call void @callee()
  %i.next = add nuw i64 %i, 1
  %c = icmp eq i64 %i.next, %n
  br i1 %c, label %exit, label %loop
exit:
  ret void
}

; The inner loop of a nest is divided, and the outer one has a poll.
; CHECK-LABEL: define void @nest(
; CHECK: {{^}}outer:
; CHECK: {{^}}inner.chunk:
; CHECK: {{^}}inner.chunk.latch:
; CHECK: load atomic
; CHECK: {{^}}latch:
; CHECK: load atomic
define void @nest(ptr %p, i64 %n) "gc-polls"="backedge" gc "managed" {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  store volatile i64 %j, ptr %p
  %j.next = add nuw i64 %j, 1
  %d = icmp eq i64 %j.next, %n
  br i1 %d, label %latch, label %inner
latch:
  %i.next = add nuw i64 %i, 1
  %c = icmp eq i64 %i.next, %n
  br i1 %c, label %exit, label %outer
exit:
  ret void
}

; Nobody but the condition uses what counts the iterations.
; CHECK-LABEL: define void @count_from_condition(
; CHECK: %left = phi i64 [ {{%.*}}, %{{.*}} ], [ %left.next, %{{.*}} ]
define void @count_from_condition(ptr %p, i64 %n) "gc-polls"="backedge" gc "managed" {
entry:
  %last = add i64 %n, -1
  %known = freeze i64 %last
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  store volatile i64 %i, ptr %p
  %i.next = add nuw i64 %i, 1
  %c = icmp eq i64 %i, %known
  br i1 %c, label %exit, label %loop
exit:
  ret void
}

declare void @callee()

; CHECK: ![[HINTS]] = distinct !{![[HINTS]], ![[WIDTH:[0-9]+]]}
; CHECK: ![[WIDTH]] = !{!"llvm.loop.vectorize.width", i32 4}
; CHECK: ![[VECTORIZED]] = distinct !{![[VECTORIZED]], ![[IS:[0-9]+]]}
; CHECK: ![[IS]] = !{!"llvm.loop.isvectorized", i32 1}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.vectorize.width", i32 4}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.isvectorized", i32 1}
