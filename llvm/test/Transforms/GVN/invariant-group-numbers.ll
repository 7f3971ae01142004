; With -fstrict-vtable-pointers, pointers that are equal are not the same if one
; of them may have a barrier, in a caller at least; nor are numbers that may be
; the bits of such pointers.

; RUN: opt < %s -passes=gvn -verify-each -S | FileCheck %s --check-prefixes=CHECK,GVN
; RUN: opt < %s -passes=instsimplify -verify-each -S | FileCheck %s --check-prefixes=CHECK,SIMPLIFY
; RUN: opt < %s -passes=correlated-propagation -verify-each -S | FileCheck %s --check-prefixes=CHECK,CVP
; RUN: opt < %s -passes=instcombine -verify-each -S | FileCheck %s --check-prefixes=CHECK,COMBINE
; Without the flag, nothing is known of barriers.
; RUN: sed -e 's/!llvm.module.flags = .*//' %s | opt -passes=gvn -S | FileCheck %s --check-prefix=PLAIN
; RUN: sed -e 's/!llvm.module.flags = .*//' %s | opt -passes=instsimplify -S | FileCheck %s --check-prefix=PLAIN-SIMPLIFY
; RUN: sed -e 's/!llvm.module.flags = .*//' %s | opt -passes=correlated-propagation -S | FileCheck %s --check-prefix=PLAIN-CVP
; RUN: sed -e 's/!llvm.module.flags = .*//' %s | opt -passes=instcombine -S | FileCheck %s --check-prefix=PLAIN-COMBINE

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@object = external global [16 x i8]

declare void @use(ptr)
declare void @use.i64(i64)

; GVN-LABEL: define void @numbers(
; GVN:         call void @use.i64(i64 %b)
; GVN:         icmp ult i64 %a, 7
; PLAIN-LABEL: define void @numbers(
; PLAIN:         call void @use.i64(i64 %a)
define void @numbers(i64 %a, i64 %b, ptr %p) {
  %same = icmp eq i64 %a, %b
  br i1 %same, label %then, label %else
then:
  call void @use.i64(i64 %b)
  %less = icmp ult i64 %b, 7
  store i1 %less, ptr %p
  ret void
else:
  ret void
}

; Results of arithmetic are no pointers, nor are constants and other sizes.
; GVN-LABEL: define void @arithmetic(
; GVN:         call void @use.i64(i64 %a)
; GVN:         call void @use.i64(i64 8)
; GVN:         zext i32 %c to i64
define void @arithmetic(i64 %x, i64 %a, i32 %c, i32 %d) {
  %b = add i64 %x, 1
  %same = icmp eq i64 %b, %a
  br i1 %same, label %then, label %else
then:
  call void @use.i64(i64 %b)
  ret void
else:
  %same2 = icmp eq i64 %a, 8
  br i1 %same2, label %then2, label %else2
then2:
  call void @use.i64(i64 %a)
  ret void
else2:
  %same3 = icmp eq i32 %c, %d
  br i1 %same3, label %then3, label %else3
then3:
  %z = zext i32 %d to i64
  call void @use.i64(i64 %z)
  ret void
else3:
  ret void
}

; The argument would become a pointer with the promises of another one.
; SIMPLIFY-LABEL: define ptr @select(
; SIMPLIFY:         select
; COMBINE-LABEL: define ptr @select(
; COMBINE:         select
; PLAIN-SIMPLIFY-LABEL: define ptr @select(
; PLAIN-SIMPLIFY-NEXT:    ret ptr %v
; PLAIN-COMBINE-LABEL: define ptr @select(
; PLAIN-COMBINE-NEXT:    ret ptr %v
define ptr @select(ptr %v) {
  %same = icmp eq ptr %v, @object
  %r = select i1 %same, ptr @object, ptr %v
  ret ptr %r
}

; SIMPLIFY-LABEL: define i64 @select_numbers(
; SIMPLIFY:         select
; COMBINE-LABEL: define i64 @select_numbers(
; COMBINE:         select
; PLAIN-SIMPLIFY-LABEL: define i64 @select_numbers(
; PLAIN-SIMPLIFY:         ret i64 %b
define i64 @select_numbers(i64 %a, i64 %b) {
  %same = icmp eq i64 %a, %b
  %r = select i1 %same, i64 %a, i64 %b
  ret i64 %r
}

; Null points to nothing.
; SIMPLIFY-LABEL: define ptr @null(
; SIMPLIFY:         ret ptr %v
define ptr @null(ptr %v) {
  %same = icmp eq ptr %v, null
  %r = select i1 %same, ptr null, ptr %v
  ret ptr %r
}

; CVP-LABEL: define ptr @phi(
; CVP:         phi ptr [ @object,
; PLAIN-CVP-LABEL: define ptr @phi(
; PLAIN-CVP:         ret ptr %v
define ptr @phi(ptr noundef %v) {
  %same = icmp eq ptr %v, @object
  br i1 %same, label %then, label %end
then:
  call void @use(ptr null)
  br label %end
end:
  %r = phi ptr [ @object, %then ], [ %v, %0 ]
  ret ptr %r
}

; COMBINE-LABEL: define i64 @exchange(
; COMBINE:         select
; PLAIN-COMBINE-LABEL: define i64 @exchange(
; PLAIN-COMBINE-NOT:     select
; PLAIN-COMBINE:         ret i64
define i64 @exchange(ptr %p, i64 %expected, i64 %new) {
  %pair = cmpxchg ptr %p, i64 %expected, i64 %new seq_cst seq_cst
  %found = extractvalue { i64, i1 } %pair, 0
  %done = extractvalue { i64, i1 } %pair, 1
  %r = select i1 %done, i64 %found, i64 %expected
  ret i64 %r
}

; CHECK: !llvm.module.flags
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"StrictVTablePointers", i32 1}
