; With -fstrict-vtable-pointers, pointers that are equal are not the same if one
; of them may have a barrier, in a caller at least. Nor are numbers that are equal:
; they may be the bytes of such pointers. And a pointer that is made from a number
; is a new one.

; RUN: opt < %s -passes=gvn -verify-each -S | FileCheck %s --check-prefixes=CHECK,GVN
; RUN: opt < %s -passes=instsimplify -verify-each -S | FileCheck %s --check-prefixes=CHECK,SIMPLIFY
; RUN: opt < %s -passes=correlated-propagation -verify-each -S | FileCheck %s --check-prefixes=CHECK,CVP
; RUN: opt < %s -passes=instcombine -verify-each -S | FileCheck %s --check-prefixes=CHECK,COMBINE
; RUN: opt < %s -passes=dse -verify-each -S | FileCheck %s --check-prefixes=CHECK,DSE
; Without the flag, nothing is known of barriers.
; RUN: sed -e 's/!llvm.module.flags = .*//' %s | opt -passes=gvn -S | FileCheck %s --check-prefix=PLAIN
; RUN: sed -e 's/!llvm.module.flags = .*//' %s | opt -passes=instsimplify -S | FileCheck %s --check-prefix=PLAIN-SIMPLIFY
; RUN: sed -e 's/!llvm.module.flags = .*//' %s | opt -passes=correlated-propagation -S | FileCheck %s --check-prefix=PLAIN-CVP
; RUN: sed -e 's/!llvm.module.flags = .*//' %s | opt -passes=instcombine -S | FileCheck %s --check-prefix=PLAIN-COMBINE
; RUN: sed -e 's/!llvm.module.flags = .*//' %s | opt -passes=dse -S | FileCheck %s --check-prefix=PLAIN-DSE

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@object = external global [16 x i8]

declare void @use(ptr)
declare void @use.i64(i64)
declare void @use.i1(i1)

; GVN-LABEL: define ptr @numbers(
; GVN:         %p = inttoptr i64 %m to ptr
; GVN:         ret ptr null
; PLAIN-LABEL: define ptr @numbers(
; PLAIN:         %p = inttoptr i64 %n to ptr
define ptr @numbers(i64 %n, i64 %m) {
  %same = icmp eq i64 %n, %m
  br i1 %same, label %then, label %else
then:
  %p = inttoptr i64 %m to ptr
  ret ptr %p
else:
  ret ptr null
}

; A comparison and an index make no pointer of a number.
; GVN-LABEL: define i1 @compared(
; GVN:         %at = getelementptr i8, ptr %p, i8 %n
; GVN:         %less = icmp ult i8 %n, 7
; GVN:         store i8 %m, ptr %p
; GVN:         store i8 %m, ptr %at
; PLAIN-LABEL: define i1 @compared(
; PLAIN:         store i8 %n, ptr %p
; PLAIN:         store i8 %n, ptr %at
define i1 @compared(i8 %n, i8 %m, ptr %p) {
  %same = icmp eq i8 %n, %m
  br i1 %same, label %then, label %else
then:
  %at = getelementptr i8, ptr %p, i8 %m
  %less = icmp ult i8 %m, 7
  store i8 %m, ptr %p
  store i8 %m, ptr %at
  ret i1 %less
else:
  ret i1 false
}

; Constants have no promises, and truth values are no bytes.
; GVN-LABEL: define void @others(
; GVN:         store i8 7, ptr %p
; GVN:         call void @use.i1(i1 %t)
; GVN:         ret void
define void @others(i8 %n, i1 %t, i1 %u, ptr %p) {
  %same = icmp eq i8 %n, 7
  br i1 %same, label %then, label %else
then:
  store i8 %n, ptr %p
  br label %else
else:
  %truth = icmp eq i1 %t, %u
  br i1 %truth, label %as, label %end
as:
  call void @use.i1(i1 %u)
  br label %end
end:
  ret void
}

; SIMPLIFY-LABEL: define i8 @selected(
; SIMPLIFY:         %r = select i1 %same, i8 %m, i8 %n
; COMBINE-LABEL: define i8 @selected(
; COMBINE:         %r = select i1 %same, i8 %m, i8 %n
; PLAIN-SIMPLIFY-LABEL: define i8 @selected(
; PLAIN-SIMPLIFY-NEXT:    ret i8 %n
define i8 @selected(i8 %n, i8 %m) {
  %same = icmp eq i8 %n, %m
  %r = select i1 %same, i8 %m, i8 %n
  ret i8 %r
}

; COMBINE-LABEL: define ptr @back(
; COMBINE-NEXT:    [[NEW:%.*]] = call ptr @llvm.launder.invariant.group.p0(ptr %p)
; COMBINE-NEXT:    ret ptr [[NEW]]
; SIMPLIFY-LABEL: define ptr @back(
; SIMPLIFY:         inttoptr
; PLAIN-COMBINE-LABEL: define ptr @back(
; PLAIN-COMBINE-NEXT:    ret ptr %p
; PLAIN-SIMPLIFY-LABEL: define ptr @back(
; PLAIN-SIMPLIFY:         ret ptr %p
define ptr @back(ptr %p) {
  %n = ptrtoint ptr %p to i64
  %q = inttoptr i64 %n to ptr
  ret ptr %q
}

; The address of a variable has no promises.
; COMBINE-LABEL: define ptr @constant(
; COMBINE-NEXT:    ret ptr @object
define ptr @constant() {
  %n = ptrtoint ptr @object to i64
  %q = inttoptr i64 %n to ptr
  ret ptr %q
}

; COMBINE-LABEL: define i32 @back_of_phi(
; COMBINE:         phi i64
; COMBINE:         inttoptr i64
; PLAIN-COMBINE-LABEL: define i32 @back_of_phi(
; PLAIN-COMBINE:         phi ptr
; PLAIN-COMBINE:         ret i32
define i32 @back_of_phi(i1 %c, ptr %p, ptr %bits) {
  br i1 %c, label %then, label %else
then:
  %n = ptrtoint ptr %p to i64
  br label %end
else:
  %m = load i64, ptr %bits
  br label %end
end:
  %phi = phi i64 [ %n, %then ], [ %m, %else ]
  %q = inttoptr i64 %phi to ptr
  %r = load i32, ptr %q
  ret i32 %r
}

; A number that is made of a pointer may become a pointer.
; GVN-LABEL: define i64 @cast_of_equal(
; GVN:         icmp ult ptr %p, @object
; GVN:         ptrtoint ptr %q
; PLAIN-LABEL: define i64 @cast_of_equal(
; PLAIN:         ptrtoint ptr %p
define i64 @cast_of_equal(ptr %p, ptr %q, ptr %r) {
  %same = icmp eq ptr %p, %q
  br i1 %same, label %then, label %else
then:
  %less = icmp ult ptr %q, @object
  store i1 %less, ptr %r
  %n = ptrtoint ptr %q to i64
  ret i64 %n
else:
  ret i64 0
}

; The argument would become a pointer with the promises of another one.
; SIMPLIFY-LABEL: define ptr @select(
; SIMPLIFY:         select
; COMBINE-LABEL: define ptr @select(
; COMBINE:         select
; PLAIN-SIMPLIFY-LABEL: define ptr @select(
; PLAIN-SIMPLIFY:         ret ptr %v
; PLAIN-COMBINE-LABEL: define ptr @select(
; PLAIN-COMBINE-NEXT:    ret ptr %v
define ptr @select(ptr %v) {
  %same = icmp eq ptr %v, @object
  %r = select i1 %same, ptr @object, ptr %v
  ret ptr %r
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

; The bytes may be loaded as a pointer.
; DSE-LABEL: define void @store(
; DSE:         store i64 %new, ptr %slot
; PLAIN-DSE-LABEL: define void @store(
; PLAIN-DSE-NOT:     store i64 %new
; PLAIN-DSE:         ret void
define void @store(ptr %slot, i64 %new) {
  %old = load i64, ptr %slot
  %same = icmp eq i64 %old, %new
  br i1 %same, label %then, label %end
then:
  store i64 %new, ptr %slot
  br label %end
end:
  ret void
}

; DSE-LABEL: define void @store_constant(
; DSE-NOT:     store i64 7
; DSE:         ret void
define void @store_constant(ptr %slot) {
  %old = load i64, ptr %slot
  %same = icmp eq i64 %old, 7
  br i1 %same, label %then, label %end
then:
  store i64 7, ptr %slot
  br label %end
end:
  ret void
}

; COMBINE-LABEL: define i64 @exchange(
; COMBINE:         select
; PLAIN-COMBINE-LABEL: define i64 @exchange(
; PLAIN-COMBINE:         ret i64 %expected
define i64 @exchange(ptr %p, i64 %expected, i64 %new) {
  %pair = cmpxchg ptr %p, i64 %expected, i64 %new seq_cst seq_cst
  %found = extractvalue { i64, i1 } %pair, 0
  %done = extractvalue { i64, i1 } %pair, 1
  %r = select i1 %done, i64 %found, i64 %expected
  ret i64 %r
}

; COMBINE-LABEL: define ptr @exchange_pointer(
; COMBINE:         select
; PLAIN-COMBINE-LABEL: define ptr @exchange_pointer(
; PLAIN-COMBINE:         ret ptr %expected
define ptr @exchange_pointer(ptr %p, ptr %expected, ptr %new) {
  %pair = cmpxchg ptr %p, ptr %expected, ptr %new seq_cst seq_cst
  %found = extractvalue { ptr, i1 } %pair, 0
  %done = extractvalue { ptr, i1 } %pair, 1
  %r = select i1 %done, ptr %found, ptr %expected
  ret ptr %r
}

; CHECK: !llvm.module.flags
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"StrictVTablePointers", i32 1}
