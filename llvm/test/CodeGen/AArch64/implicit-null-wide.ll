; With the value "wide", the access may be anywhere in the wide guard: 2^36 bytes
; below null, or 2^36 + 2^32 bytes above it.
;
; RUN: llc -mtriple=aarch64-linux -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=aarch64-linux -filetype=obj < %s | llvm-readobj --fault-maps --symbols - | FileCheck %s --check-prefix=OBJ
; RUN: llc -mtriple=aarch64-linux -filetype=obj -o %t.o < %s
; RUN: llvm-managed-maps verify %t.o
; RUN: llc -mtriple=aarch64-linux -O0 -verify-machineinstrs -o /dev/null %s

; OBJ: Name: LLVMManagedImageHasGuard
; OBJ: Section: Undefined
; OBJ: Kind: FaultingLoad
; OBJ: Kind: WideFaultingLoad
; OBJ: Kind: WideFaultingStore

declare void @use(i64)

; On the first page, the entry is an ordinary one.
; CHECK-LABEL: first_page:
; CHECK: on-fault
define i64 @first_page(ptr %p) "implicit-null-checks"="wide" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %v = load i64, ptr %p
  ret i64 %v
is_null:
  ret i64 -1
}

; CHECK-LABEL: unsigned_16:
; CHECK: on-fault
define i64 @unsigned_16(ptr %p, i32 %i) "implicit-null-checks"="wide" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %e = zext i32 %i to i64
  %g = getelementptr [16 x i8], ptr %p, i64 %e
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; The size of many a structure.
; CHECK-LABEL: signed_24:
; CHECK: on-fault
define i64 @signed_24(ptr %p, i32 %i) "implicit-null-checks"="wide" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %e = sext i32 %i to i64
  %g = getelementptr [24 x i8], ptr %p, i64 %e
  %h = getelementptr i8, ptr %g, i64 16
  %v = load i64, ptr %h
  ret i64 %v
is_null:
  ret i64 -1
}

; CHECK-LABEL: signed_32:
; CHECK: on-fault
define i64 @signed_32(ptr %p, i32 %i) "implicit-null-checks"="wide" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %e = sext i32 %i to i64
  %g = getelementptr [32 x i8], ptr %p, i64 %e
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; CHECK-LABEL: far_field:
; CHECK: on-fault
define i64 @far_field(ptr %p) "implicit-null-checks"="wide" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr i8, ptr %p, i64 100000
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; CHECK-LABEL: below:
; CHECK: on-fault
define i64 @below(ptr %p) "implicit-null-checks"="wide" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr i8, ptr %p, i64 -100000
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; The sum of two indices, less a number.
; CHECK-LABEL: sum:
; CHECK: on-fault
define i64 @sum(ptr %p, i32 %i, i32 %j) "implicit-null-checks"="wide" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %a = sext i32 %i to i64
  %b = zext i32 %j to i64
  %c = add i64 %a, %b
  %d = sub i64 %c, 7
  %g = getelementptr i64, ptr %p, i64 %d
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; What is left of 64 bits.
; CHECK-LABEL: half:
; CHECK: on-fault
define i64 @half(ptr %p, i64 %i) "implicit-null-checks"="wide" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %a = lshr i64 %i, 31
  %g = getelementptr i64, ptr %p, i64 %a
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; CHECK-LABEL: store:
; CHECK: on-fault
define i64 @store(ptr %p, i32 %i, i64 %x) "implicit-null-checks"="wide" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %e = sext i32 %i to i64
  %g = getelementptr i64, ptr %p, i64 %e
  store i64 %x, ptr %g
  ret i64 0
is_null:
  ret i64 -1
}

; The stored value is loaded first: a probe, with what computes its address.
; CHECK-LABEL: probe:
; CHECK: ldr xzr, [x0, w1, sxtw #3] // on-fault
define i64 @probe(ptr %p, i32 %i, ptr %x) "implicit-null-checks"="wide" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %v = load i64, ptr %x
  %e = sext i32 %i to i64
  %g = getelementptr i64, ptr %p, i64 %e
  store i64 %v, ptr %g
  ret i64 0
is_null:
  ret i64 -1
}

; What follows stays explicit.

; Up to 96 GiB.
; CHECK-LABEL: unsigned_24:
; CHECK: cbz x0
; CHECK-NOT: on-fault
define i64 @unsigned_24(ptr %p, i32 %i) "implicit-null-checks"="wide" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %e = zext i32 %i to i64
  %g = getelementptr [24 x i8], ptr %p, i64 %e
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; CHECK-LABEL: signed_40:
; CHECK: cbz x0
; CHECK-NOT: on-fault
define i64 @signed_40(ptr %p, i32 %i) "implicit-null-checks"="wide" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %e = sext i32 %i to i64
  %g = getelementptr [40 x i8], ptr %p, i64 %e
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; CHECK-LABEL: any_index:
; CHECK: cbz x0
; CHECK-NOT: on-fault
define i64 @any_index(ptr %p, i64 %i) "implicit-null-checks"="wide" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr [8 x i8], ptr %p, i64 %i
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; CHECK-LABEL: far_above:
; CHECK: cbz x0
; CHECK-NOT: on-fault
define i64 @far_above(ptr %p) "implicit-null-checks"="wide" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr i8, ptr %p, i64 73014444032
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; CHECK-LABEL: far_below:
; CHECK: cbz x0
; CHECK-NOT: on-fault
define i64 @far_below(ptr %p) "implicit-null-checks"="wide" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr i8, ptr %p, i64 -68719476737
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; The sum of 64 bits does not overflow in the source, if the pointer is not
; null. That says nothing about it otherwise.
; CHECK-LABEL: no_overflow:
; CHECK: cbz x0
; CHECK-NOT: on-fault
define i64 @no_overflow(ptr %p, i64 %i) "implicit-null-checks"="wide" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %a = add nuw nsw i64 %i, 1
  %b = trunc nuw nsw i64 %a to i32
  %c = zext nneg i32 %b to i64
  %d = add nuw nsw i64 %c, %i
  %g = getelementptr i8, ptr %p, i64 %d
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; The attribute has no value.
; CHECK-LABEL: page_only:
; CHECK: cbz x0
; CHECK-NOT: on-fault
define i64 @page_only(ptr %p, i32 %i) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %e = zext i32 %i to i64
  %g = getelementptr [8 x i8], ptr %p, i64 %e
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}
