; Loops that can be counted are executed without polls if they are short, and
; small ones that cannot be are unrolled around their poll.

; RUN: opt -S -passes='place-safepoints,verify<safepoint-polls>,verify<loops>,verify<domtree>' %s | FileCheck %s
; RUN: opt -S -passes='place-safepoints,verify<safepoint-polls>' -spp-version=false -spp-unroll=false %s | FileCheck %s --check-prefix=PLAIN
; RUN: opt -S -passes='function(place-safepoints,verify<safepoint-polls>),rewrite-statepoints-for-gc,function(verify<safepoint-polls>)' %s -o /dev/null

declare i64 @leaf(i64) "gc-leaf-function"
declare void @use(i64) "gc-leaf-function"

; The test is in front of the loop, which stays as it was. The copy has chunks.
; CHECK-LABEL: define void @counted(
; CHECK: [[COUNT:%.*]] = add i64 %n, -1
; CHECK-NEXT: [[SHORT:%.*]] = icmp ult i64 [[COUNT]], {{[0-9]+}}
; CHECK-NEXT: br i1 [[SHORT]], label %loop.short, label %loop.short.long
; CHECK: {{^}}loop.long.chunk.latch:
; CHECK: load atomic
; CHECK: {{^}}loop:
; CHECK-NOT: load atomic
; CHECK: br i1 %c, label %loop, label %exit
; CHECK: {{^}}}

; PLAIN-LABEL: define void @counted(
; PLAIN-NOT: .short
; PLAIN: {{^}}}
define void @counted(ptr %p, i64 noundef %n) "gc-polls"="backedge" gc "managed" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %q = getelementptr i64, ptr %p, i64 %i
  store i64 %i, ptr %q
  %i.next = add i64 %i, 1
  %c = icmp ne i64 %i.next, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; What may be undefined is frozen, in front of all of its users.
; CHECK-LABEL: define void @undefined(
; CHECK: [[N:%.*]] = freeze i64 %n
; CHECK: icmp ult i64 {{%.*}}, {{[0-9]+}}
; CHECK: icmp ne i64 {{%.*}}, [[N]]
define void @undefined(ptr %p, i64 %n) "gc-polls"="backedge" gc "managed" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %q = getelementptr i64, ptr %p, i64 %i
  store i64 %i, ptr %q
  %i.next = add i64 %i, 1
  %c = icmp ne i64 %i.next, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; One exit can be counted: that is a bound. The copy is unrolled.
; CHECK-LABEL: define i64 @search(
; CHECK: %is.short = icmp ult i64
; CHECK: {{^}}more.long.5:
; CHECK: load atomic
; CHECK: {{^}}loop:
; CHECK-NOT: load atomic
; CHECK: {{^}}exit
define i64 @search(ptr %p, i64 noundef %n, i64 %v) "gc-polls"="backedge" gc "managed" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %more ]
  %q = getelementptr i64, ptr %p, i64 %i
  %w = load i64, ptr %q
  %found = icmp eq i64 %v, %w
  br i1 %found, label %exit, label %more
more:
  %i.next = add i64 %i, 1
  %c = icmp ne i64 %i.next, %n
  br i1 %c, label %loop, label %exit
exit:
  %r = phi i64 [ %i, %loop ], [ -1, %more ]
  ret i64 %r
}

; The test is in front of the outer loop, since the count is the same in all of
; its iterations.
; CHECK-LABEL: define void @nested(
; CHECK: entry:
; CHECK: %is.short = icmp ult i64
; CHECK-NEXT: br i1 %is.short, label %outer.short, label %outer.short.long
; CHECK-NOT: is.short
; CHECK: {{^}}}
define void @nested(ptr %p, i64 noundef %n, ptr %q) "gc-polls"="backedge" gc "managed" {
entry:
  br label %outer
outer:
  %s = load i64, ptr %q
  br label %loop
loop:
  %i = phi i64 [ 0, %outer ], [ %i.next, %loop ]
  %a = getelementptr i64, ptr %p, i64 %i
  store i64 %s, ptr %a
  %i.next = add i64 %i, 1
  %c = icmp ne i64 %i.next, %n
  br i1 %c, label %loop, label %end
end:
  %t = load volatile i1, ptr %q
  br i1 %t, label %outer, label %exit
exit:
  ret void
}

; A call that is a safepoint costs more than the test next to it.
; CHECK-LABEL: define void @nested_call(
; CHECK: {{^}}outer:
; CHECK: %is.short = icmp ult i64
; CHECK: {{^}}}
declare void @safepoint()
define void @nested_call(ptr %p, i64 noundef %n, ptr %q) "gc-polls"="backedge" gc "managed" {
entry:
  br label %outer
outer:
  %s = load i64, ptr %q
  br label %loop
loop:
  %i = phi i64 [ 0, %outer ], [ %i.next, %loop ]
  %a = getelementptr i64, ptr %p, i64 %i
  store i64 %s, ptr %a
  %i.next = add i64 %i, 1
  %c = icmp ne i64 %i.next, %n
  br i1 %c, label %loop, label %end
end:
  call void @safepoint()
  %t = load volatile i1, ptr %q
  br i1 %t, label %outer, label %exit
exit:
  ret void
}

; Not counted.
; CHECK-LABEL: define ptr @chase(
; CHECK-COUNT-8: load ptr, ptr
; CHECK: load atomic
; CHECK-NOT: load
; CHECK: {{^}}}
; PLAIN-LABEL: define ptr @chase(
; PLAIN: load ptr, ptr
; PLAIN-NOT: load ptr, ptr
; PLAIN: {{^}}}
define ptr @chase(ptr %p) "gc-polls"="backedge" gc "managed" {
entry:
  br label %loop
loop:
  %q = phi ptr [ %p, %entry ], [ %next, %loop ]
  %next = load ptr, ptr %q
  %c = icmp eq ptr %next, null
  br i1 %c, label %exit, label %loop
exit:
  ret ptr %q
}

; Code that is to be small has no copies.
; CHECK-LABEL: define ptr @small(
; CHECK: load ptr, ptr
; CHECK-NOT: load ptr, ptr
; CHECK: {{^}}}
define ptr @small(ptr %p) optsize "gc-polls"="backedge" gc "managed" {
entry:
  br label %loop
loop:
  %q = phi ptr [ %p, %entry ], [ %next, %loop ]
  %next = load ptr, ptr %q
  %c = icmp eq ptr %next, null
  br i1 %c, label %exit, label %loop
exit:
  ret ptr %q
}

; CHECK-LABEL: define void @small_counted(
; CHECK-NOT: is.short
; CHECK: {{^}}}
define void @small_counted(ptr %p, i64 noundef %n) minsize optsize "gc-polls"="backedge" gc "managed" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %q = getelementptr i64, ptr %p, i64 %i
  store i64 %i, ptr %q
  %i.next = add i64 %i, 1
  %c = icmp ne i64 %i.next, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; A division in front of the loop would cost more than chunks.
; CHECK-LABEL: define void @divided(
; CHECK-NOT: is.short
; CHECK: {{^}}}
define void @divided(ptr %p, i64 noundef %n, i64 noundef %d) "gc-polls"="backedge" gc "managed" {
entry:
  %m = udiv i64 %n, 7
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %q = getelementptr i64, ptr %p, i64 %i
  store i64 %i, ptr %q
  %i.next = add i64 %i, 7
  %c = icmp ult i64 %i.next, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; A body of which no copies may be made.
; CHECK-LABEL: define void @noduplicate(
; CHECK-NOT: is.short
; CHECK: {{^}}}
define void @noduplicate(i64 noundef %n) "gc-polls"="backedge" gc "managed" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  call void @use(i64 %i) noduplicate
  %i.next = add i64 %i, 1
  %c = icmp ne i64 %i.next, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; Whether a convergent call is executed depends on nothing new.
; CHECK-LABEL: define void @convergent(
; CHECK-NOT: is.short
; CHECK: {{^}}}
define void @convergent(i64 noundef %n) "gc-polls"="backedge" gc "managed" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  call void @use(i64 %i) convergent
  %i.next = add i64 %i, 1
  %c = icmp ne i64 %i.next, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @convergent_search(
; CHECK: call void @use
; CHECK-NOT: call void @use
; CHECK: {{^}}}
define void @convergent_search(ptr %p) "gc-polls"="backedge" gc "managed" {
entry:
  br label %loop
loop:
  call void @use(i64 7) convergent
  %c = load volatile i1, ptr %p
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; The front end, or an earlier pass, wants no unrolling.
; CHECK-LABEL: define ptr @not_unrolled(
; CHECK: load ptr, ptr
; CHECK-NOT: load ptr, ptr
; CHECK: {{^}}}
define ptr @not_unrolled(ptr %p) "gc-polls"="backedge" gc "managed" {
entry:
  br label %loop
loop:
  %q = phi ptr [ %p, %entry ], [ %next, %loop ]
  %next = load ptr, ptr %q
  %c = icmp eq ptr %next, null
  br i1 %c, label %exit, label %loop, !llvm.loop !0
exit:
  ret ptr %q
}

; A token that is used outside of the loop cannot be that of two loops, nor of
; two iterations.
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare i64 @llvm.experimental.gc.result.i64(token)
declare i64 @result()
; CHECK-LABEL: define i64 @token(
; CHECK-NOT: is.short
; CHECK: {{^}}}
define i64 @token(ptr %p, i64 noundef %n) "gc-polls"="backedge" gc "managed" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %call = load volatile i1, ptr %p
  br i1 %call, label %calling, label %latch
calling:
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(i64 ()) @result, i32 0, i32 0, i32 0, i32 0)
  %done = load volatile i1, ptr %p
  br i1 %done, label %end, label %latch
latch:
  %i.next = add i64 %i, 1
  %c = icmp ne i64 %i.next, %n
  br i1 %c, label %loop, label %exit
exit:
  ret i64 0
end:
  %r = call i64 @llvm.experimental.gc.result.i64(token %t)
  ret i64 %r
}

; CHECK-LABEL: define i64 @token_search(
; CHECK: call token
; CHECK-NOT: call token
; CHECK: {{^}}}
define i64 @token_search(ptr %p) "gc-polls"="backedge" gc "managed" {
entry:
  br label %loop
loop:
  %call = load volatile i1, ptr %p
  br i1 %call, label %calling, label %latch
calling:
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(i64 ()) @result, i32 0, i32 0, i32 0, i32 0)
  %done = load volatile i1, ptr %p
  br i1 %done, label %end, label %latch
latch:
  %c = load volatile i1, ptr %p
  br i1 %c, label %loop, label %exit
exit:
  ret i64 0
end:
  %r = call i64 @llvm.experimental.gc.result.i64(token %t)
  ret i64 %r
}

; That %start is not negative is said by the branch in front of the back edge,
; where the poll of the outer loop has a block of its own then. The verifier
; does not see it through that block, nor how often the inner loop is executed.
; CHECK-LABEL: define i64 @known_from_edge(
; CHECK: {{^}}}
define i64 @known_from_edge(i64 %a, i1 %cond) "gc-polls"="backedge" gc "managed" {
entry:
  br label %outer
outer:
  %start = phi i64 [ 0, %entry ], [ %again, %end ]
  br label %loop
loop:
  %i = phi i64 [ %start, %outer ], [ %i.next, %latch ]
  br i1 %cond, label %latch, label %end
latch:
  %less = sub i64 %i, 1
  %i.next = sub i64 %less, 1
  %c = icmp slt i64 %i, 0
  br i1 %c, label %exit, label %loop
end:
  %again = or i64 %a, 0
  %d = icmp slt i64 %again, 0
  br i1 %d, label %exit, label %outer
exit:
  ret i64 0
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}
