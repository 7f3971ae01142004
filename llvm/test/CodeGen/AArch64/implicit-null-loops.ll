; In a loop that does not change the pointer, the check can fail in the first
; iteration alone. So the index is what it starts from.
;
; RUN: llc -mtriple=aarch64-linux -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=aarch64-linux -filetype=obj -o %t.o < %s
; RUN: llvm-managed-maps verify %t.o

; CHECK-LABEL: from_zero:
; CHECK-NOT: cb{{n?}}z
; CHECK: ldr x{{[0-9]+}}, [x{{[0-9]+}}, x{{[0-9]+}}, lsl #3]{{ +}}// on-fault
; CHECK: ret
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

; The pointer is another one in each iteration.
; CHECK-LABEL: pointer_changes:
; CHECK: cb{{n?}}z
; CHECK-NOT: on-fault
; CHECK: ret
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
