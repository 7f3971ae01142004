; A loop is short if a branch in front of it compares the number of its back
; edges with a constant.

; RUN: not opt -disable-output -passes='function(verify<safepoint-polls>)' %s 2>&1 | FileCheck %s --implicit-check-not=error:

define void @guarded(ptr %p, i64 %n) "gc-polls"="backedge" gc "managed" {
entry:
  %count = add i64 %n, -1
  %short = icmp ult i64 %count, 1000
  br i1 %short, label %loop, label %exit
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

; The other way around, and not next to the loop.
define void @inverted(ptr %p, i64 %n, i1 %d) "gc-polls"="backedge" gc "managed" {
entry:
  %count = add i64 %n, -1
  %long = icmp ult i64 1000, %count
  br i1 %long, label %exit, label %more
more:
  br i1 %d, label %loop, label %exit
loop:
  %i = phi i64 [ 0, %more ], [ %i.next, %loop ]
  %q = getelementptr i64, ptr %p, i64 %i
  store i64 %i, ptr %q
  %i.next = add i64 %i, 1
  %c = icmp ne i64 %i.next, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; CHECK: error: {{.*}} in function too_many void {{.*}}: the cycle %loop -> %loop has no safepoint
define void @too_many(ptr %p, i64 %n) "gc-polls"="backedge" gc "managed" {
entry:
  %count = add i64 %n, -1
  %short = icmp ult i64 %count, 10000
  br i1 %short, label %loop, label %exit
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

; CHECK: error: {{.*}} in function other_value void {{.*}}: the cycle %loop -> %loop has no safepoint
define void @other_value(ptr %p, i64 %n, i64 %m) "gc-polls"="backedge" gc "managed" {
entry:
  %count = add i64 %m, -1
  %short = icmp ult i64 %count, 1000
  br i1 %short, label %loop, label %exit
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

; The loop is reached past the test.
; CHECK: error: {{.*}} in function not_dominated void {{.*}}: the cycle %loop -> %loop has no safepoint
define void @not_dominated(ptr %p, i64 %n, i1 %d) "gc-polls"="backedge" gc "managed" {
entry:
  %count = add i64 %n, -1
  br i1 %d, label %test, label %loop
test:
  %short = icmp ult i64 %count, 1000
  br i1 %short, label %loop, label %exit
loop:
  %i = phi i64 [ 0, %entry ], [ 0, %test ], [ %i.next, %loop ]
  %q = getelementptr i64, ptr %p, i64 %i
  store i64 %i, ptr %q
  %i.next = add i64 %i, 1
  %c = icmp ne i64 %i.next, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; The wrong edge.
; CHECK: error: {{.*}} in function long void {{.*}}: the cycle %loop -> %loop has no safepoint
define void @long(ptr %p, i64 %n) "gc-polls"="backedge" gc "managed" {
entry:
  %count = add i64 %n, -1
  %short = icmp ult i64 %count, 1000
  br i1 %short, label %exit, label %loop
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
