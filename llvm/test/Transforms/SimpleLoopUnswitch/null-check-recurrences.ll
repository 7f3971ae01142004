; A pointer that a loop moves on within an object can be null only where it
; starts. So its check leaves the loop. Each function below the first group
; breaks one precondition.
;
; RUN: opt -passes='loop-mssa(simple-loop-unswitch<no-nontrivial>),verify<loops>' -S %s | FileCheck %s
; RUN: opt -passes='loop-mssa(unswitch-null-checks),verify<loops>' -S %s | FileCheck %s

; CHECK-LABEL: define void @up(
; CHECK: entry:
; CHECK-NEXT: %null.start = icmp eq ptr %s, null
; CHECK-NEXT: br i1 %null.start, label %trap, label %entry.split, !make.implicit
; CHECK: loop:
; CHECK-NOT: !make.implicit
; CHECK: ret void
define void @up(ptr %s) "implicit-null-checks" {
entry:
  br label %loop
loop:
  %p = phi ptr [ %s, %entry ], [ %q, %ok ]
  %null = icmp eq ptr %p, null
  br i1 %null, label %trap, label %ok, !make.implicit !{}
ok:
  %q = getelementptr inbounds nuw i8, ptr %p, i64 1
  %v = load i8, ptr %p
  %end = icmp eq i8 %v, 0
  br i1 %end, label %exit, label %loop
exit:
  ret void
trap:
  unreachable
}

; Down, by a variable, with the branch the other way round.
; CHECK-LABEL: define void @down(
; CHECK: entry:
; CHECK-NEXT: %null.start = icmp ne ptr %s, null
; CHECK-NEXT: br i1 %null.start, label %entry.split, label %trap, !make.implicit
define void @down(ptr %s, i64 %n) "implicit-null-checks"="wide" {
entry:
  br label %loop
loop:
  %p = phi ptr [ %s, %entry ], [ %q, %ok ]
  %null = icmp ne ptr %p, null
  br i1 %null, label %ok, label %trap, !make.implicit !{}
ok:
  %q = getelementptr inbounds i32, ptr %p, i64 %n
  %v = load i32, ptr %p
  %end = icmp eq i32 %v, 0
  br i1 %end, label %exit, label %loop
exit:
  ret void
trap:
  unreachable
}

; Several ways, one of which leaves the pointer as it is, and a check of a field.
; CHECK-LABEL: define void @ways(
; CHECK: entry:
; CHECK-NEXT: %null.start = icmp eq ptr %s, null
; CHECK-NEXT: br i1 %null.start, label %trap, label %entry.split, !make.implicit
define void @ways(ptr %s) "implicit-null-checks" {
entry:
  br label %loop
loop:
  %p = phi ptr [ %s, %entry ], [ %next, %latch ]
  %f = getelementptr nuw i8, ptr %p, i64 8
  %null = icmp eq ptr %f, null
  br i1 %null, label %trap, label %ok, !make.implicit !{}
ok:
  %v = load i8, ptr %f
  %c = trunc i8 %v to i1
  br i1 %c, label %one, label %latch
one:
  %q = getelementptr nuw i8, ptr %p, i64 2
  %r = getelementptr inbounds i8, ptr %q, i64 -1
  %m = select i1 %c, ptr %q, ptr %r
  br label %latch
latch:
  %next = phi ptr [ %p, %ok ], [ %m, %one ]
  %end = icmp eq i8 %v, 0
  br i1 %end, label %exit, label %loop
exit:
  ret void
trap:
  unreachable
}

; The sum may wrap around to null.
; CHECK-LABEL: define void @wraps(
; CHECK: loop:
; CHECK: br i1 %null, {{.*}} !make.implicit
define void @wraps(ptr %s) "implicit-null-checks" {
entry:
  br label %loop
loop:
  %p = phi ptr [ %s, %entry ], [ %q, %ok ]
  %null = icmp eq ptr %p, null
  br i1 %null, label %trap, label %ok, !make.implicit !{}
ok:
  %q = getelementptr i8, ptr %p, i64 1
  %v = load i8, ptr %p
  %end = icmp eq i8 %v, 0
  br i1 %end, label %exit, label %loop
exit:
  ret void
trap:
  unreachable
}

; One of the ways leads to another object.
; CHECK-LABEL: define void @other(
; CHECK: loop:
; CHECK: br i1 %null, {{.*}} !make.implicit
define void @other(ptr %s) "implicit-null-checks" {
entry:
  br label %loop
loop:
  %p = phi ptr [ %s, %entry ], [ %m, %ok ]
  %null = icmp eq ptr %p, null
  br i1 %null, label %trap, label %ok, !make.implicit !{}
ok:
  %q = getelementptr inbounds i8, ptr %p, i64 1
  %v = load i8, ptr %p
  %l = load ptr, ptr %p
  %c = trunc i8 %v to i1
  %m = select i1 %c, ptr %q, ptr %l
  %end = icmp eq i8 %v, 0
  br i1 %end, label %exit, label %loop
exit:
  ret void
trap:
  unreachable
}

; Null may be in an object.
; CHECK-LABEL: define void @valid(
; CHECK: loop:
; CHECK: br i1 %null, {{.*}} !make.implicit
define void @valid(ptr %s) "implicit-null-checks" null_pointer_is_valid {
entry:
  br label %loop
loop:
  %p = phi ptr [ %s, %entry ], [ %q, %ok ]
  %null = icmp eq ptr %p, null
  br i1 %null, label %trap, label %ok, !make.implicit !{}
ok:
  %q = getelementptr inbounds nuw i8, ptr %p, i64 1
  %v = load i8, ptr %p
  %end = icmp eq i8 %v, 0
  br i1 %end, label %exit, label %loop
exit:
  ret void
trap:
  unreachable
}

; CHECK-LABEL: define void @address_space(
; CHECK: loop:
; CHECK: br i1 %null, {{.*}} !make.implicit
define void @address_space(ptr addrspace(1) %s) "implicit-null-checks" {
entry:
  br label %loop
loop:
  %p = phi ptr addrspace(1) [ %s, %entry ], [ %q, %ok ]
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %trap, label %ok, !make.implicit !{}
ok:
  %q = getelementptr inbounds nuw i8, ptr addrspace(1) %p, i64 1
  %v = load i8, ptr addrspace(1) %p
  %end = icmp eq i8 %v, 0
  br i1 %end, label %exit, label %loop
exit:
  ret void
trap:
  unreachable
}

; A branch without the mark, and a function without the attribute.
; CHECK-LABEL: define void @no_mark(
; CHECK: loop:
; CHECK: br i1 %null, label %trap
define void @no_mark(ptr %s) "implicit-null-checks" {
entry:
  br label %loop
loop:
  %p = phi ptr [ %s, %entry ], [ %q, %ok ]
  %null = icmp eq ptr %p, null
  br i1 %null, label %trap, label %ok
ok:
  %q = getelementptr inbounds nuw i8, ptr %p, i64 1
  %v = load i8, ptr %p
  %end = icmp eq i8 %v, 0
  br i1 %end, label %exit, label %loop
exit:
  ret void
trap:
  unreachable
}

; CHECK-LABEL: define void @not_enabled(
; CHECK: loop:
; CHECK: br i1 %null, {{.*}} !make.implicit
define void @not_enabled(ptr %s) {
entry:
  br label %loop
loop:
  %p = phi ptr [ %s, %entry ], [ %q, %ok ]
  %null = icmp eq ptr %p, null
  br i1 %null, label %trap, label %ok, !make.implicit !{}
ok:
  %q = getelementptr inbounds nuw i8, ptr %p, i64 1
  %v = load i8, ptr %p
  %end = icmp eq i8 %v, 0
  br i1 %end, label %exit, label %loop
exit:
  ret void
trap:
  unreachable
}

; Not every iteration comes to the check.
; CHECK-LABEL: define void @conditional(
; CHECK: check:
; CHECK: br i1 %null, {{.*}} !make.implicit
define void @conditional(ptr %s, i32 %n) "implicit-null-checks" {
entry:
  br label %loop
loop:
  %p = phi ptr [ %s, %entry ], [ %q, %latch ]
  %i = phi i32 [ 0, %entry ], [ %j, %latch ]
  %c = trunc i32 %i to i1
  br i1 %c, label %check, label %latch
check:
  %null = icmp eq ptr %p, null
  br i1 %null, label %trap, label %ok, !make.implicit !{}
ok:
  %v = load i8, ptr %p
  br label %latch
latch:
  %q = getelementptr inbounds nuw i8, ptr %p, i64 1
  %j = add i32 %i, 1
  %end = icmp eq i32 %j, %n
  br i1 %end, label %exit, label %loop
exit:
  ret void
trap:
  unreachable
}

; The loop's own work is seen before the check.
declare void @work()
; CHECK-LABEL: define void @after_work(
; CHECK: loop:
; CHECK: br i1 %null, {{.*}} !make.implicit
define void @after_work(ptr %s) "implicit-null-checks" {
entry:
  br label %loop
loop:
  %p = phi ptr [ %s, %entry ], [ %q, %ok ]
  call void @work()
  %null = icmp eq ptr %p, null
  br i1 %null, label %trap, label %ok, !make.implicit !{}
ok:
  %q = getelementptr inbounds nuw i8, ptr %p, i64 1
  %v = load i8, ptr %p
  %end = icmp eq i8 %v, 0
  br i1 %end, label %exit, label %loop
exit:
  ret void
trap:
  unreachable
}

; The null block needs a value of the iteration.
; CHECK-LABEL: define i32 @value(
; CHECK: entry:
; CHECK-NEXT: br label %loop
; CHECK: loop:
; CHECK: br i1 %null, {{.*}} !make.implicit
define i32 @value(ptr %s) "implicit-null-checks" {
entry:
  br label %loop
loop:
  %p = phi ptr [ %s, %entry ], [ %q, %ok ]
  %i = phi i32 [ 0, %entry ], [ %j, %ok ]
  %null = icmp eq ptr %p, null
  br i1 %null, label %handler, label %ok, !make.implicit !{}
ok:
  %q = getelementptr inbounds nuw i8, ptr %p, i64 1
  %j = add i32 %i, 1
  %v = load i8, ptr %p
  %end = icmp eq i8 %v, 0
  br i1 %end, label %exit, label %loop
exit:
  ret i32 0
handler:
  %last = phi i32 [ %i, %loop ]
  ret i32 %last
}

; An access comes before the check, which would go in front of it.
; CHECK-LABEL: define void @after_access(
; CHECK: entry:
; CHECK-NEXT: br label %loop
; CHECK: loop:
; CHECK: br i1 %null, {{.*}} !make.implicit
define void @after_access(ptr %s, ptr %x) "implicit-null-checks" {
entry:
  br label %loop
loop:
  %p = phi ptr [ %s, %entry ], [ %q, %ok ]
  %v = load i8, ptr %x
  %null = icmp eq ptr %p, null
  br i1 %null, label %trap, label %ok, !make.implicit !{}
ok:
  %q = getelementptr inbounds nuw i8, ptr %p, i64 1
  store i8 %v, ptr %p
  %end = icmp eq i8 %v, 0
  br i1 %end, label %exit, label %loop
exit:
  ret void
trap:
  unreachable
}
