; In a loop that does not change the pointer, the check can fail in the first
; iteration alone. So the index is what it starts from. Each of the negative ones
; breaks one precondition.
;
; RUN: llc -mtriple=x86_64-linux -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux -filetype=obj -o %t.o < %s
; RUN: llvm-managed-maps verify %t.o

declare void @call()

; The index is 0 in the first iteration.
; CHECK-LABEL: from_zero:
; CHECK: # =>This Inner Loop Header
; CHECK-NOT: test
; CHECK: (%rdi,%rcx,8), %rax{{ +}}# on-fault
; CHECK: retq
define i64 @from_zero(ptr %p, i64 %n) "implicit-null-checks" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %ok ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %ok ]
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr inbounds i64, ptr %p, i64 %i
  %v = load i64, ptr %g
  %s.next = add i64 %s, %v
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %done
done:
  ret i64 %s.next
is_null:
  ret i64 -1
}

; It starts from a number of 32 bits: just in the wide guard.
; CHECK-LABEL: from_int:
; CHECK: test
; CHECK-NOT: on-fault
; CHECK: retq
define i64 @from_int(ptr %p, i32 %start, i64 %n) "implicit-null-checks" {
entry:
  %first = sext i32 %start to i64
  br label %loop
loop:
  %i = phi i64 [ %first, %entry ], [ %i.next, %ok ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %ok ]
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr inbounds i64, ptr %p, i64 %i
  %v = load i64, ptr %g
  %s.next = add i64 %s, %v
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %done
done:
  ret i64 %s.next
is_null:
  ret i64 -1
}

; CHECK-LABEL: from_int_wide:
; CHECK-NOT: test
; CHECK: # on-fault
; CHECK: retq
define i64 @from_int_wide(ptr %p, i32 %start, i64 %n) "implicit-null-checks"="wide" {
entry:
  %first = sext i32 %start to i64
  br label %loop
loop:
  %i = phi i64 [ %first, %entry ], [ %i.next, %ok ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %ok ]
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr inbounds i64, ptr %p, i64 %i
  %v = load i64, ptr %g
  %s.next = add i64 %s, %v
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %done
done:
  ret i64 %s.next
is_null:
  ret i64 -1
}

; A call may change neither the pointer nor the index.
; CHECK-LABEL: calls:
; CHECK-NOT: test
; CHECK: (%r15,%r12,8), %r14{{ +}}# on-fault
; CHECK: callq call
; CHECK: retq
define i64 @calls(ptr %p, i64 %n) "implicit-null-checks" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %ok ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %ok ]
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr inbounds i64, ptr %p, i64 %i
  %v = load i64, ptr %g
  %s.next = add i64 %s, %v
  call void @call()
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %done
done:
  ret i64 %s.next
is_null:
  ret i64 -1
}

; The pointer is another one in each iteration.
; CHECK-LABEL: pointer_changes:
; CHECK: test
; CHECK-NOT: on-fault
; CHECK: retq
define i64 @pointer_changes(ptr %first, i64 %n, ptr %other) "implicit-null-checks" {
entry:
  br label %loop
loop:
  %p = phi ptr [ %first, %entry ], [ %p.next, %ok ]
  %i = phi i64 [ 0, %entry ], [ %i.next, %ok ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %ok ]
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr inbounds i64, ptr %p, i64 %i
  %v = load i64, ptr %g
  %s.next = add i64 %s, %v
  %i.next = add i64 %i, 1
  %p.next = load volatile ptr, ptr %other
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %done
done:
  ret i64 %s.next
is_null:
  ret i64 -1
}

; The loop goes on if the pointer is null.
; CHECK-LABEL: null_goes_on:
; CHECK: test
; CHECK-NOT: on-fault
; CHECK: retq
define i64 @null_goes_on(ptr %p, i64 %n) "implicit-null-checks" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %next ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %next ]
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr inbounds i64, ptr %p, i64 %i
  %v = load i64, ptr %g
  br label %next
is_null:
  call void @call()
  br label %next
next:
  %w = phi i64 [ %v, %ok ], [ 7, %is_null ]
  %s.next = add i64 %s, %w
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %done
done:
  ret i64 %s.next
}

; Nothing is known of the index in the first iteration.
; CHECK-LABEL: from_anywhere:
; CHECK: test
; CHECK-NOT: on-fault
; CHECK: retq
define i64 @from_anywhere(ptr %p, i64 %first, i64 %n) "implicit-null-checks"="wide" {
entry:
  br label %loop
loop:
  %i = phi i64 [ %first, %entry ], [ %i.next, %ok ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %ok ]
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr inbounds i64, ptr %p, i64 %i
  %v = load i64, ptr %g
  %s.next = add i64 %s, %v
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %done
done:
  ret i64 %s.next
is_null:
  ret i64 -1
}

; An iteration may go around the check.
; CHECK-LABEL: not_each_time:
; CHECK: test
; CHECK-NOT: on-fault
; CHECK: retq
define i64 @not_each_time(ptr %p, ptr %flags, i64 %n) "implicit-null-checks" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %next ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %next ]
  %flag = load volatile i1, ptr %flags
  br i1 %flag, label %check, label %skip
skip:
  call void @call()
  br label %next
check:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr inbounds i64, ptr %p, i64 %i
  %v = load i64, ptr %g
  br label %next
next:
  %w = phi i64 [ %v, %ok ], [ 7, %skip ]
  %s.next = add i64 %s, %w
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %done
done:
  ret i64 %s.next
is_null:
  ret i64 -1
}
