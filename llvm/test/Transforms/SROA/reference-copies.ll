; Memory that copies pass through does not become an integer if it may hold a
; reference.
; RUN: opt -S -passes=sroa %s | FileCheck %s
; RUN: sed 's/-ni:1"/"/' %s | opt -S -passes=sroa \
; RUN:   | FileCheck %s --check-prefix=PLAIN

target datalayout = "e-p:64:64-p1:64:64-i64:64-n8:16:32:64-ni:1"

; The type says what is copied.
; CHECK-LABEL: define void @typed(
; CHECK-NEXT: [[WORD:%.*]] = load ptr addrspace(1), ptr addrspace(1) %a
; CHECK-NEXT: call void @call()
; CHECK-NEXT: store ptr addrspace(1) [[WORD]], ptr addrspace(1) %b
; CHECK-NEXT: ret void
; PLAIN-LABEL: define void @typed(
; PLAIN-NOT: alloca
; PLAIN: ret void
define void @typed(ptr addrspace(1) %a, ptr addrspace(1) %b) {
  %t = alloca { ptr addrspace(1) }, align 8
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %t, ptr addrspace(1) align 8 %a, i64 8, i1 false)
  call void @call()
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 8 %b, ptr align 8 %t, i64 8, i1 false)
  ret void
}

; Nothing says it.
; CHECK-LABEL: define void @untyped(
; CHECK-NOT: i64{{,|$}}
; CHECK: call void @llvm.memcpy.p0.p1.i64(ptr {{.*}}, ptr addrspace(1) {{.*}}%a, i64 8, i1 false)
; CHECK-NEXT: call void @call()
; CHECK-NEXT: call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) {{.*}}%b, ptr {{.*}}, i64 8, i1 false)
; CHECK-NEXT: ret void
; PLAIN-LABEL: define void @untyped(
; PLAIN-NEXT: load i64
; PLAIN-NEXT: call void @call()
; PLAIN-NEXT: store i64
define void @untyped(ptr addrspace(1) %a, ptr addrspace(1) %b) {
  %t = alloca [8 x i8], align 8
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %t, ptr addrspace(1) align 8 %a, i64 8, i1 false)
  call void @call()
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 8 %b, ptr align 8 %t, i64 8, i1 false)
  ret void
}

; A part of it.
; CHECK-LABEL: define i64 @untyped_half(
; CHECK: call void @llvm.memcpy.p0.p1.i64(ptr {{.*}}, i64 8, i1 false)
; CHECK: [[NUMBER:%.*]] = load i64, ptr addrspace(1)
; CHECK: call void @call()
; CHECK: call void @llvm.memcpy.p1.p0.i64(ptr {{.*}}, i64 8, i1 false)
; CHECK: ret i64 [[NUMBER]]
define i64 @untyped_half(ptr addrspace(1) %a, ptr addrspace(1) %b) {
  %t = alloca [16 x i8], align 8
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %t, ptr addrspace(1) align 8 %a, i64 16, i1 false)
  %place = getelementptr i8, ptr %t, i64 8
  %number = load i64, ptr %place, align 8
  call void @call()
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 8 %b, ptr align 8 %t, i64 8, i1 false)
  ret i64 %number
}

; The access says it.
; CHECK-LABEL: define ptr addrspace(1) @accessed(
; CHECK-NEXT: [[WORD:%.*]] = load ptr addrspace(1), ptr addrspace(1) %a
; CHECK-NEXT: call void @call()
; CHECK-NEXT: ret ptr addrspace(1) [[WORD]]
define ptr addrspace(1) @accessed(ptr addrspace(1) %a) {
  %t = alloca [8 x i8], align 8
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %t, ptr addrspace(1) align 8 %a, i64 8, i1 false)
  call void @call()
  %word = load ptr addrspace(1), ptr %t, align 8
  ret ptr addrspace(1) %word
}

; A slot for one type after the other, whatever its own type is.
; CHECK-LABEL: define i64 @both(
; CHECK-NOT: load i64, ptr addrspace(1) %a
; CHECK: call void @llvm.memcpy.p0.p1.i64(
; CHECK: call void @call()
; CHECK: call void @llvm.memcpy.p1.p0.i64(
; CHECK: load i64, ptr %
define i64 @both(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n, ptr addrspace(1) %r) {
  %t = alloca i64, align 8
  store ptr addrspace(1) %r, ptr %t, align 8
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %t, ptr addrspace(1) align 8 %a, i64 8, i1 false)
  call void @call()
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 8 %b, ptr align 8 %t, i64 8, i1 false)
  %again = load i64, ptr %t, align 8
  ret i64 %again
}

; A reference that the program reads as a number at its end.
; CHECK-LABEL: define i64 @reference_as_number(
; CHECK: alloca ptr addrspace(1)
; CHECK-NEXT: [[COPY:%.*]] = load ptr addrspace(1), ptr addrspace(1) %a
; CHECK-NEXT: store ptr addrspace(1) [[COPY]]
; CHECK-NEXT: call void @call()
; CHECK-NEXT: load i64
define i64 @reference_as_number(ptr addrspace(1) %a) {
  %t = alloca { ptr addrspace(1) }, align 8
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %t, ptr addrspace(1) align 8 %a, i64 8, i1 false)
  call void @call()
  %number = load i64, ptr %t, align 8
  ret i64 %number
}

; Numbers are promoted.

; CHECK-LABEL: define void @number(
; CHECK-NEXT: load i64
; CHECK-NEXT: call void @call()
; CHECK-NEXT: store i64
define void @number(ptr addrspace(1) %a, ptr addrspace(1) %b) {
  %t = alloca { i64 }, align 8
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %t, ptr addrspace(1) align 8 %a, i64 8, i1 false)
  call void @call()
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 8 %b, ptr align 8 %t, i64 8, i1 false)
  ret void
}

; CHECK-LABEL: define i64 @read_as_number(
; CHECK-NEXT: load i64
; CHECK-NEXT: call void @call()
; CHECK-NEXT: ret i64
define i64 @read_as_number(ptr addrspace(1) %a) {
  %t = alloca [8 x i8], align 8
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %t, ptr addrspace(1) align 8 %a, i64 8, i1 false)
  call void @call()
  %word = load i64, ptr %t, align 8
  ret i64 %word
}

; CHECK-LABEL: define void @small(
; CHECK-NEXT: load i32
; CHECK-NEXT: call void @call()
; CHECK-NEXT: store i32
define void @small(ptr addrspace(1) %a, ptr addrspace(1) %b) {
  %t = alloca [4 x i8], align 8
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %t, ptr addrspace(1) align 8 %a, i64 4, i1 false)
  call void @call()
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 8 %b, ptr align 8 %t, i64 4, i1 false)
  ret void
}

; CHECK-LABEL: define void @from_numbers(
; CHECK-NEXT: load i64
; CHECK-NEXT: call void @call()
; CHECK-NEXT: store i64
define void @from_numbers(ptr byval({ i64 }) align 8 %a, ptr addrspace(1) %b) {
  %t = alloca [8 x i8], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %t, ptr align 8 %a, i64 8, i1 false)
  call void @call()
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 8 %b, ptr align 8 %t, i64 8, i1 false)
  ret void
}

declare void @call()
declare void @use(ptr addrspace(1))

; A part keeps the references of the variable where they are, and is not made if
; they would not be aligned.
; CHECK-LABEL: define i32 @padding(
; CHECK-NEXT: %s = alloca { { ptr addrspace(1), i32 }, [2 x ptr addrspace(1)] }
; CHECK: ret i32
define i32 @padding(ptr addrspace(1) %h) {
  %s = alloca { { ptr addrspace(1), i32 }, [2 x ptr addrspace(1)] }
  call void @llvm.memcpy.p0.p1.i64(ptr %s, ptr addrspace(1) %h, i64 32, i1 false)
  call void @call()
  %q = getelementptr i8, ptr %s, i64 16
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) %h, ptr %q, i64 16, i1 false)
  %n = getelementptr i8, ptr %s, i64 8
  %x = load i32, ptr %n
  ret i32 %x
}

; CHECK-LABEL: define i64 @among_numbers(
; CHECK: alloca { i64, ptr addrspace(1), i64, ptr addrspace(1) }, align 8
; CHECK: ret i64
define i64 @among_numbers(ptr addrspace(1) %h) {
  %s = alloca { i64, i64, ptr addrspace(1), i64, ptr addrspace(1) }
  call void @llvm.memcpy.p0.p1.i64(ptr %s, ptr addrspace(1) %h, i64 40, i1 false)
  call void @call()
  %q = getelementptr i8, ptr %s, i64 8
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) %h, ptr %q, i64 32, i1 false)
  %x = load i64, ptr %s
  ret i64 %x
}

; CHECK-LABEL: define i64 @begins_in_a_member(
; CHECK: alloca <{ [8 x i8], ptr addrspace(1), [8 x i8] }>, align 8
; CHECK: ret i64
define i64 @begins_in_a_member(ptr addrspace(1) %h) {
  %s = alloca { { i64, i64 }, { ptr addrspace(1), i64 } }
  call void @llvm.memcpy.p0.p1.i64(ptr %s, ptr addrspace(1) %h, i64 32, i1 false)
  call void @call()
  %q = getelementptr i8, ptr %s, i64 8
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) %h, ptr %q, i64 24, i1 false)
  %x = load i64, ptr %s
  ret i64 %x
}

; Two references that are copied atomically are no integer.
; CHECK-LABEL: define void @atomic(
; CHECK: alloca { ptr addrspace(1), ptr addrspace(1) }, align 16
; CHECK: call void @call()
; CHECK: load i128
; CHECK: ret void
; PLAIN-LABEL: define void @atomic(
; PLAIN-NOT: alloca
; PLAIN: ret void
define void @atomic(ptr %p, ptr %q) {
  %x = alloca { ptr addrspace(1), ptr addrspace(1) }, align 16
  %a = load atomic i128, ptr %p seq_cst, align 16
  store i128 %a, ptr %x, align 16
  call void @call()
  %b = load i128, ptr %x, align 16
  store atomic i128 %b, ptr %q seq_cst, align 16
  ret void
}

; Nor is one of them because accesses of the other take the integer apart.
; CHECK-LABEL: define void @atomic_and_member(
; CHECK: alloca { ptr addrspace(1), ptr addrspace(1) }, align 16
; CHECK: store i128
; CHECK: call void @call()
; CHECK: load ptr addrspace(1)
; CHECK: load i128
; CHECK: ret void
; PLAIN-LABEL: define void @atomic_and_member(
; PLAIN-NOT: alloca
; PLAIN: ret void
define void @atomic_and_member(ptr %p, ptr %q) {
  %x = alloca { ptr addrspace(1), ptr addrspace(1) }, align 16
  %a = load atomic i128, ptr %p seq_cst, align 16
  store i128 %a, ptr %x, align 16
  call void @call()
  %r = load ptr addrspace(1), ptr %x
  call void @use(ptr addrspace(1) %r)
  %b = load i128, ptr %x, align 16
  store atomic i128 %b, ptr %q seq_cst, align 16
  ret void
}

; Numbers are taken apart.
; CHECK-LABEL: define void @atomic_numbers(
; CHECK-NOT: alloca
; CHECK: ret void
define void @atomic_numbers(ptr %p, ptr %q) {
  %x = alloca { i64, i64 }, align 16
  %a = load atomic i128, ptr %p seq_cst, align 16
  store i128 %a, ptr %x, align 16
  call void @call()
  %r = load i64, ptr %x
  %member = getelementptr i8, ptr %x, i64 8
  store i64 %r, ptr %member
  %b = load i128, ptr %x, align 16
  store atomic i128 %b, ptr %q seq_cst, align 16
  ret void
}
