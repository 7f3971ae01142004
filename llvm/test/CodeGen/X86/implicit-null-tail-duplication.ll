; An access that replaces a null check is copied to another path only if it faults there, too,
; whenever its pointer is null.
; RUN: llc -mtriple=x86_64-linux-gnu < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -filetype=obj -o %t.o < %s
; RUN: llvm-managed-maps verify --strict %t.o

declare void @llvm.ubsantrap(i8)

; Only on the path from the check, the index is 0.
; CHECK-LABEL: index:
; CHECK-COUNT-1: movb $0, (%rdi,%rsi) {{.*}}on-fault:
; CHECK-NOT: on-fault:
define i32 @index(ptr %buf, i64 %i, i1 %a, i1 %b) "implicit-null-checks" {
entry:
  br i1 %a, label %check, label %loop, !prof !0
null:
  call void @llvm.ubsantrap(i8 22)
  unreachable
loop:
  br i1 %b, label %join, label %loop
check:
  %n = icmp eq ptr %buf, null
  br i1 %n, label %null, label %join, !make.implicit !{}
join:
  %x = phi i64 [ 0, %check ], [ %i, %loop ]
  %p = getelementptr i8, ptr %buf, i64 %x
  store i8 0, ptr %p
  ret i32 0
}

; Only on the path from the check, %x is null plus 16.
; CHECK-LABEL: pointer:
; CHECK-COUNT-1: movb $0, -16(%rsi) {{.*}}on-fault:
; CHECK-NOT: on-fault:
define i32 @pointer(ptr %buf, ptr %q, i1 %a, i1 %b) "implicit-null-checks" {
entry:
  br i1 %a, label %check, label %loop, !prof !0
null:
  call void @llvm.ubsantrap(i8 22)
  unreachable
loop:
  br i1 %b, label %join, label %loop
check:
  %n = icmp eq ptr %buf, null
  %t = getelementptr i8, ptr %buf, i64 16
  br i1 %n, label %null, label %join, !make.implicit !{}
join:
  %x = phi ptr [ %t, %check ], [ %q, %loop ]
  %p = getelementptr i8, ptr %x, i64 -16
  store i8 0, ptr %p
  ret i32 0
}

; A copy is as good.
; CHECK-LABEL: offset:
; CHECK-COUNT-2: movl %esi, 4088(%rdi) {{.*}}on-fault:
; CHECK-NOT: on-fault:
define i32 @offset(ptr %buf, i32 %i, i1 %a, i1 %b) "implicit-null-checks" {
entry:
  br i1 %a, label %check, label %loop, !prof !0
null:
  call void @llvm.ubsantrap(i8 22)
  unreachable
loop:
  br i1 %b, label %join, label %loop
check:
  %n = icmp eq ptr %buf, null
  br i1 %n, label %null, label %join, !make.implicit !{}
join:
  %x = phi i32 [ 0, %check ], [ %i, %loop ]
  %p = getelementptr i8, ptr %buf, i64 4088
  store i32 %x, ptr %p
  ret i32 0
}

!0 = !{!"branch_weights", i32 1, i32 1000}
