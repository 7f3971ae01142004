; What the IR tells of an index, wherever it is computed. Each of the negative ones
; breaks one precondition.
;
; RUN: llc -mtriple=x86_64-linux -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux -relocation-model=pic -filetype=obj -o %t.o < %s
; RUN: llvm-managed-maps verify %t.o

declare void @call()
declare void @use(i64)

; The index is a number of 32 bits, but control joins between it and the check.
; CHECK-LABEL: extended:
; CHECK-NOT: testq
; CHECK: ({{%r[a-z0-9]+}},{{%r[a-z0-9]+}},8), %rax # on-fault
define i64 @extended(ptr %o, i32 %i, i1 %c) "implicit-null-checks"="wide" {
entry:
  %wide = sext i32 %i to i64
  call void @use(i64 %wide)
  br i1 %c, label %other, label %join
other:
  call void @call()
  br label %join
join:
  %p = load ptr, ptr %o
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr inbounds i64, ptr %p, i64 %wide
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; Without the wide guard, it does not help.
; CHECK-LABEL: extended_narrow:
; CHECK: testq
; CHECK-NOT: on-fault
; CHECK: .Lfunc_end
define i64 @extended_narrow(ptr %o, i32 %i, i1 %c) "implicit-null-checks" {
entry:
  %wide = sext i32 %i to i64
  br i1 %c, label %other, label %join
other:
  call void @call()
  br label %join
join:
  %p = load ptr, ptr %o
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr inbounds i64, ptr %p, i64 %wide
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; The elements are too large.
; CHECK-LABEL: large_elements:
; CHECK: testq
; CHECK-NOT: on-fault
; CHECK: .Lfunc_end
define i64 @large_elements(ptr %o, i32 %i, i1 %c) "implicit-null-checks"="wide" {
entry:
  %wide = sext i32 %i to i64
  br i1 %c, label %other, label %join
other:
  call void @call()
  br label %join
join:
  %p = load ptr, ptr %o
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr inbounds [64 x i8], ptr %p, i64 %wide
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; 64 bits.
; CHECK-LABEL: any_number:
; CHECK: testq
; CHECK-NOT: on-fault
; CHECK: .Lfunc_end
define i64 @any_number(ptr %o, i64 %i, i1 %c) "implicit-null-checks"="wide" {
entry:
  br i1 %c, label %other, label %join
other:
  call void @call()
  br label %join
join:
  %p = load ptr, ptr %o
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr inbounds i64, ptr %p, i64 %i
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; A counter of 64 bits that stops at a number of 32 bits. The pointer is another one
; in each iteration.
; CHECK-LABEL: counter:
; CHECK: Inner Loop Header
; CHECK-NOT: testq
; CHECK: # on-fault
; CHECK: .Lfunc_end
define i64 @counter(ptr %o, i32 %n) "implicit-null-checks"="wide" {
entry:
  %last = zext i32 %n to i64
  %any = icmp ne i32 %n, 0
  br i1 %any, label %loop, label %done
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %ok ]
  %s = phi i64 [ 0, %entry ], [ %sum, %ok ]
  %p = load volatile ptr, ptr %o
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr inbounds i64, ptr %p, i64 %i
  %v = load i64, ptr %g
  %sum = add i64 %s, %v
  %next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %next, %last
  br i1 %more, label %loop, label %done
done:
  %r = phi i64 [ 0, %entry ], [ %sum, %ok ]
  ret i64 %r
is_null:
  ret i64 -1
}

; It stops at any number.
; CHECK-LABEL: long_counter:
; CHECK: testq
; CHECK-NOT: on-fault
; CHECK: .Lfunc_end
define i64 @long_counter(ptr %o, i64 %last) "implicit-null-checks"="wide" {
entry:
  %any = icmp ne i64 %last, 0
  br i1 %any, label %loop, label %done
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %ok ]
  %s = phi i64 [ 0, %entry ], [ %sum, %ok ]
  %p = load volatile ptr, ptr %o
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr inbounds i64, ptr %p, i64 %i
  %v = load i64, ptr %g
  %sum = add i64 %s, %v
  %next = add nuw nsw i64 %i, 1
  %more = icmp ne i64 %next, %last
  br i1 %more, label %loop, label %done
done:
  %r = phi i64 [ 0, %entry ], [ %sum, %ok ]
  ret i64 %r
is_null:
  ret i64 -1
}

; That a difference does not overflow is so only if the access is made.
; CHECK-LABEL: flags:
; CHECK: testq
; CHECK-NOT: on-fault
; CHECK: .Lfunc_end
define i64 @flags(ptr %o, i64 %i, i64 %j, i1 %c) "implicit-null-checks"="wide" {
entry:
  %small = and i64 %i, 65535
  %less = sub nuw i64 %small, %j
  br i1 %c, label %other, label %join
other:
  call void @call()
  br label %join
join:
  %p = load ptr, ptr %o
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr inbounds i64, ptr %p, i64 %less
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; A sum that does not overflow may be computed in 64 bits.
; CHECK-LABEL: sum:
; CHECK: testq
; CHECK-NOT: on-fault
; CHECK: .Lfunc_end
define i64 @sum(ptr %o, i32 %i, i32 %j, i1 %c) "implicit-null-checks"="wide" {
entry:
  %sum = add nsw i32 %i, %j
  %wide = sext i32 %sum to i64
  call void @use(i64 %wide)
  br i1 %c, label %other, label %join
other:
  call void @call()
  br label %join
join:
  %p = load ptr, ptr %o
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr inbounds [32 x i8], ptr %p, i64 %wide
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; The access is one through another pointer, of which the checked one is an index.
; CHECK-LABEL: other_base:
; CHECK: testq
; CHECK-NOT: on-fault
; CHECK: .Lfunc_end
define i64 @other_base(ptr %o, ptr %q, i1 %c) "implicit-null-checks"="wide" {
entry:
  br i1 %c, label %other, label %join
other:
  call void @call()
  br label %join
join:
  %p = load ptr, ptr %o
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %number = ptrtoint ptr %p to i64
  %g = getelementptr i8, ptr %q, i64 %number
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; A truncation that loses nothing may not be computed.
; CHECK-LABEL: truncated:
; CHECK: testq
; CHECK-NOT: on-fault
; CHECK: .Lfunc_end
define i64 @truncated(ptr %p, i64 %i) "implicit-null-checks"="wide" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %narrow = trunc nuw i64 %i to i32
  %wide = zext i32 %narrow to i64
  %g = getelementptr i64, ptr %p, i64 %wide
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; The access is in the next iteration, in which it is not as far from the pointer.
; CHECK-LABEL: next_iteration:
; CHECK-NOT: on-fault
; CHECK: .Lfunc_end
define i64 @next_iteration(ptr %x, i64 %step, i32 %i, i64 %mask) "implicit-null-checks"="wide" {
entry:
  %wide = zext i32 %i to i64
  %far = add i64 %step, %wide
  br label %header
header:
  %p = phi ptr [ %x, %entry ], [ %p.next, %latch ]
  %s = phi i64 [ 0, %entry ], [ %sum, %latch ]
  %m = phi i64 [ %mask, %entry ], [ %m.next, %latch ]
  %bit = trunc i64 %m to i1
  br i1 %bit, label %one, label %other
one:
  %g = getelementptr i8, ptr %p, i64 %far
  %v = load i64, ptr %g
  br label %join
other:
  %w = load i64, ptr %p
  br label %join
join:
  %l = phi i64 [ %v, %one ], [ %w, %other ]
  %sum = add i64 %s, %l
  %m.next = lshr i64 %m, 1
  %last = icmp eq i64 %m.next, 0
  br i1 %last, label %done, label %latch
latch:
  %p.next = getelementptr i8, ptr %p, i64 %step
  %null = icmp eq ptr %p.next, null
  br i1 %null, label %is_null, label %header, !make.implicit !{}
done:
  ret i64 %sum
is_null:
  ret i64 -1
}

; Nothing says how an address is aligned that is no access, but a probe is one byte.
; CHECK-LABEL: aligned:
; CHECK: testb %al, (%rdi,%rax) # on-fault
; CHECK: movaps (%rdi,%rax), %xmm0{{$}}
define <4 x float> @aligned(ptr %p, ptr align 16 %q) "implicit-null-checks"="wide" {
  %i = ptrtoint ptr %q to i64
  %narrow = trunc i64 %i to i32
  %wide = zext i32 %narrow to i64
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr i8, ptr %p, i64 %wide
  %v = load <4 x float>, ptr %g, align 16
  ret <4 x float> %v
is_null:
  ret <4 x float> zeroinitializer
}
