; A check of a pointer that a loop does not change leaves the loop even if
; something with effects comes first. The copy of the loop for null is what
; precedes the check. Each function below the first group breaks one
; precondition.
;
; RUN: opt -passes='loop-mssa(simple-loop-unswitch<no-nontrivial>),verify<loops>' -S %s | FileCheck %s

declare void @use(ptr)
declare void @llvm.ubsantrap(i8)

; CHECK-LABEL: define void @store_first(
; CHECK: entry:
; CHECK-NEXT: %null = icmp eq ptr %p, null
; CHECK-NEXT: br i1 %null, label %entry.split.us, label %entry.split, !make.implicit
; CHECK: loop.us:
; CHECK: store i32
; CHECK-NOT: br i1
; CHECK: trap
; CHECK: loop:
; CHECK-NOT: !make.implicit
; CHECK: ret void
define void @store_first(ptr %p, ptr %q, i64 %n) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %ok ]
  %v = load i32, ptr %q
  %w = mul i32 %v, 3
  store i32 %w, ptr %q
  br i1 %null, label %trap, label %ok, !make.implicit !{}
ok:
  %e = getelementptr inbounds i32, ptr %p, i64 %i
  store i32 %w, ptr %e
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
trap:
  call void @llvm.ubsantrap(i8 22)
  unreachable
}

; The exit block leads to a trap that checks in front of the loop share. The
; branch is the other way round. The call may end the program first, so that the
; check is none for the whole loop, and loses its mark.
; CHECK-LABEL: define void @call_first(
; CHECK: loop.preheader:
; CHECK-NEXT: br i1 %ok.not, label %loop.preheader.split.us, label %loop.preheader.split{{$}}
; CHECK: loop.us:
; CHECK: ok.us:
; CHECK: br i1 %more.us, label %loop.us, label %exit
; CHECK: loop:
; CHECK-NEXT: call void @use
; CHECK-NEXT: br label %trap.loopexit
define void @call_first(ptr noundef %p, ptr %q, i64 %n) "implicit-null-checks" {
entry:
  %ok.not = icmp ne ptr %p, null
  %empty = icmp eq i64 %n, 0
  br i1 %empty, label %trap, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %ok ]
  call void @use(ptr %q)
  br i1 %ok.not, label %ok, label %trap, !make.implicit !{}
ok:
  %e = getelementptr inbounds i32, ptr %p, i64 %i
  store i32 0, ptr %e
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
trap:
  call void @llvm.ubsantrap(i8 22)
  unreachable
}

; An index of 32 bits is in the wide guard alone.
; CHECK-LABEL: define void @narrow_index(
; CHECK: br i1 %null, label %entry.split.us, label %entry.split, !make.implicit
define void @narrow_index(ptr %p, ptr %q, i32 %n) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %ok ]
  store i32 %i, ptr %q
  br i1 %null, label %trap, label %ok, !make.implicit !{}
ok:
  %x = sext i32 %i to i64
  %e = getelementptr inbounds i32, ptr %p, i64 %x
  store i32 0, ptr %e
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
trap:
  unreachable
}

; The access is likely to become the check.
; CHECK-LABEL: define void @narrow_index_wide(
; CHECK: loop:
; CHECK: br i1 %null, label %trap, label %ok, !make.implicit
define void @narrow_index_wide(ptr %p, ptr %q, i32 %n) "implicit-null-checks"="wide" {
entry:
  %null = icmp eq ptr %p, null
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %ok ]
  store i32 %i, ptr %q
  br i1 %null, label %trap, label %ok, !make.implicit !{}
ok:
  %x = sext i32 %i to i64
  %e = getelementptr inbounds i32, ptr %p, i64 %x
  store i32 0, ptr %e
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
trap:
  unreachable
}

; CHECK-LABEL: define void @field(
; CHECK: loop:
; CHECK: br i1 %null, label %trap, label %ok, !make.implicit
define void @field(ptr %p, ptr %q, i64 %n) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %ok ]
  store i64 %i, ptr %q
  br i1 %null, label %trap, label %ok, !make.implicit !{}
ok:
  %e = getelementptr inbounds i8, ptr %p, i64 16
  store i32 0, ptr %e
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
trap:
  unreachable
}

; The attribute is missing, and then the mark.
; CHECK-LABEL: define void @not_enabled(
; CHECK: loop:
; CHECK: br i1 %null, label %trap, label %ok, !make.implicit
define void @not_enabled(ptr %p, ptr %q, i64 %n) {
entry:
  %null = icmp eq ptr %p, null
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %ok ]
  store i64 %i, ptr %q
  br i1 %null, label %trap, label %ok, !make.implicit !{}
ok:
  %e = getelementptr inbounds i32, ptr %p, i64 %i
  store i32 0, ptr %e
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
trap:
  unreachable
}

; CHECK-LABEL: define void @not_marked(
; CHECK: loop:
; CHECK: br i1 %null, label %trap, label %ok{{$}}
define void @not_marked(ptr %p, ptr %q, i64 %n) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %ok ]
  store i64 %i, ptr %q
  br i1 %null, label %trap, label %ok
ok:
  %e = getelementptr inbounds i32, ptr %p, i64 %i
  store i32 0, ptr %e
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
trap:
  unreachable
}

; Another condition of a loop with such a check stays where it is.
; CHECK-LABEL: define void @other_condition(
; CHECK: br i1 %null, label %entry.split.us, label %entry.split, !make.implicit
; CHECK: {{^}}ok:
; CHECK-NEXT: br i1 %c, label %one, label %two
define void @other_condition(ptr %p, ptr %q, i64 %n, i1 %c) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %end ]
  store i64 %i, ptr %q
  br i1 %null, label %trap, label %ok, !make.implicit !{}
ok:
  br i1 %c, label %one, label %two
one:
  %e = getelementptr inbounds i32, ptr %p, i64 %i
  store i32 0, ptr %e
  br label %end
two:
  store i64 7, ptr %q
  br label %end
end:
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
trap:
  unreachable
}

; The pointer changes.
; CHECK-LABEL: define void @other_pointer(
; CHECK: loop:
; CHECK: br i1 %null, label %trap, label %ok, !make.implicit
define void @other_pointer(ptr %q, i64 %n) "implicit-null-checks" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %ok ]
  store i64 %i, ptr %q
  %p = load ptr, ptr %q
  %null = icmp eq ptr %p, null
  br i1 %null, label %trap, label %ok, !make.implicit !{}
ok:
  %e = getelementptr inbounds i32, ptr %p, i64 %i
  store i32 0, ptr %e
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
trap:
  unreachable
}

; Null does not end the program.
; CHECK-LABEL: define void @goes_on(
; CHECK: loop:
; CHECK: br i1 %null, label %is_null, label %ok, !make.implicit
define void @goes_on(ptr %p, ptr %q, i64 %n) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %ok ]
  store i64 %i, ptr %q
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %e = getelementptr inbounds i32, ptr %p, i64 %i
  store i32 0, ptr %e
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
is_null:
  ret void
}

; Not each iteration executes the check. The copy for null would be a loop.
; CHECK-LABEL: define void @some_iterations(
; CHECK: loop:
; CHECK: br i1 %null, label %trap, label %ok, !make.implicit
define void @some_iterations(ptr %p, ptr %q, i64 %n) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %end ]
  store i64 %i, ptr %q
  %v = load i32, ptr %q
  %c = icmp eq i32 %v, 0
  br i1 %c, label %check, label %end
check:
  br i1 %null, label %trap, label %ok, !make.implicit !{}
ok:
  %e = getelementptr inbounds i32, ptr %p, i64 %i
  store i32 0, ptr %e
  br label %end
end:
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
trap:
  unreachable
}

; CHECK-LABEL: define void @outer_loop(
; CHECK: {{^}}loop:
; CHECK: br i1 %null, label %trap, label %inner{{.*}}, !make.implicit
define void @outer_loop(ptr %p, ptr %q, i64 %n) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %end ]
  store i64 %i, ptr %q
  br i1 %null, label %trap, label %inner, !make.implicit !{}
inner:
  %j = phi i64 [ 0, %loop ], [ %k, %inner ]
  %e = getelementptr inbounds i32, ptr %p, i64 %j
  store i32 0, ptr %e
  %k = add i64 %j, 1
  %again = icmp ult i64 %k, %n
  br i1 %again, label %inner, label %end
end:
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
trap:
  unreachable
}

; CHECK-LABEL: define void @small(
; CHECK: loop:
; CHECK: br i1 %null, label %trap, label %ok, !make.implicit
define void @small(ptr %p, ptr %q, i64 %n) optsize "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %ok ]
  store i64 %i, ptr %q
  br i1 %null, label %trap, label %ok, !make.implicit !{}
ok:
  %e = getelementptr inbounds i32, ptr %p, i64 %i
  store i32 0, ptr %e
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
trap:
  unreachable
}
