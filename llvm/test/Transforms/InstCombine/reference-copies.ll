; A copy of memory that may hold a reference does not become one of an integer.
; RUN: opt -S -passes=instcombine %s | FileCheck %s
; Without references in the layout, every small copy does.
; RUN: sed 's/-ni:1"/"/' %s | opt -S -passes=instcombine \
; RUN:   | FileCheck %s --check-prefix=PLAIN

target datalayout = "e-p:64:64-p1:64:64-i64:64-n8:16:32:64-ni:1"
target triple = "x86_64-unknown-linux-gnu"

@constant = private unnamed_addr constant [8 x i8] c"abcdefg\00", align 8
@number = external global { i32, i64 }
@slot = external global ptr addrspace(1)

; CHECK-LABEL: define void @unknown(
; CHECK-NEXT: call void @llvm.memcpy.p0.p1.i64(ptr {{.*}}%to, ptr addrspace(1) {{.*}}%from, i64 8, i1 false)
; CHECK-NEXT: ret void
; PLAIN-LABEL: define void @unknown(
; PLAIN: load i64
; PLAIN: store i64
define void @unknown(ptr %to, ptr addrspace(1) %from) {
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %to, ptr addrspace(1) align 8 %from, i64 8, i1 false)
  ret void
}

; CHECK-LABEL: define void @moved(
; CHECK-NEXT: call void @llvm.memmove.p1.p1.i64(
; CHECK-NEXT: ret void
; PLAIN-LABEL: define void @moved(
; PLAIN: load i64
; PLAIN: store i64
define void @moved(ptr addrspace(1) %to, ptr addrspace(1) %from) {
  call void @llvm.memmove.p1.p1.i64(ptr addrspace(1) align 8 %to, ptr addrspace(1) align 8 %from, i64 8, i1 false)
  ret void
}

; Ordinary pointers may point to references.
; CHECK-LABEL: define void @ordinary(
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(
; CHECK-NEXT: ret void
define void @ordinary(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 8 %from, i64 8, i1 false)
  ret void
}

; CHECK-LABEL: define void @global_reference(
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(
; CHECK-NEXT: ret void
define void @global_reference(ptr %to) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 8 @slot, i64 8, i1 false)
  ret void
}

; CHECK-LABEL: define void @untyped_variable(
; CHECK: call void @llvm.memcpy.p0.p0.i64(
define void @untyped_variable(ptr %from) {
  %local = alloca [8 x i8], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %local, ptr align 8 %from, i64 8, i1 false)
  call void @use(ptr %local)
  ret void
}

; Bytes of a variable that are a reference, behind some that are not.
; CHECK-LABEL: define void @second_member(
; CHECK: call void @llvm.memcpy.p0.p0.i64(
define void @second_member(ptr %from) {
  %local = alloca { i64, ptr addrspace(1) }, align 8
  %member = getelementptr inbounds i8, ptr %local, i64 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %member, ptr align 8 %from, i64 8, i1 false)
  call void @use(ptr %local)
  ret void
}

; CHECK-LABEL: define void @out_of_the_variable(
; CHECK: call void @llvm.memcpy.p0.p0.i64(
define void @out_of_the_variable(ptr %from) {
  %local = alloca i64, align 8
  %behind = getelementptr i8, ptr %local, i64 4
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %behind, ptr align 8 %from, i64 8, i1 false)
  call void @use(ptr %local)
  ret void
}

; CHECK-LABEL: define void @unordered(
; CHECK-NEXT: call void @llvm.memcpy.element.unordered.atomic.p1.p1.i64(
; CHECK-NEXT: ret void
define void @unordered(ptr addrspace(1) %to, ptr addrspace(1) %from) {
  call void @llvm.memcpy.element.unordered.atomic.p1.p1.i64(ptr addrspace(1) align 8 %to, ptr addrspace(1) align 8 %from, i64 8, i32 8)
  ret void
}

; What is too small for a reference, and what holds none, is optimized.

; CHECK-LABEL: define void @small(
; CHECK-NEXT: load i32
; CHECK-NEXT: store i32
; CHECK-NEXT: ret void
define void @small(ptr %to, ptr addrspace(1) %from) {
  call void @llvm.memcpy.p0.p1.i64(ptr align 4 %to, ptr addrspace(1) align 4 %from, i64 4, i1 false)
  ret void
}

; CHECK-LABEL: define void @first_member(
; CHECK: load i64, ptr %from
; CHECK: store i64
define void @first_member(ptr %from) {
  %local = alloca { i64, ptr addrspace(1) }, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %local, ptr align 8 %from, i64 8, i1 false)
  call void @use(ptr %local)
  ret void
}

; CHECK-LABEL: define void @numbers(
; CHECK-NEXT: load i64
; CHECK-NEXT: store i64
define void @numbers(ptr %to) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 8 getelementptr inbounds (i8, ptr @number, i64 8), i64 8, i1 false)
  ret void
}

; An unknown element of an array of numbers.
; CHECK-LABEL: define void @element(
; CHECK: load i64
; CHECK: store i64
define void @element(ptr %from, i64 %i) {
  %local = alloca [4 x double], align 8
  %place = getelementptr inbounds [4 x double], ptr %local, i64 0, i64 %i
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %place, ptr align 8 %from, i64 8, i1 false)
  call void @use(ptr %local)
  ret void
}

; CHECK-LABEL: define void @string(
; CHECK-NEXT: store i64
; CHECK-NEXT: ret void
define void @string(ptr %to) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 8 @constant, i64 8, i1 false)
  ret void
}

; CHECK-LABEL: define void @by_value(
; CHECK-NEXT: load i64
; CHECK-NEXT: store i64
define void @by_value(ptr %to, ptr byval({ i64 }) align 8 %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 8 %from, i64 8, i1 false)
  ret void
}

; Null is zero in memory, so a number that is set is no matter.
; CHECK-LABEL: define void @cleared(
; CHECK-NEXT: store i64 0
define void @cleared(ptr addrspace(1) %to) {
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 8 %to, i8 0, i64 8, i1 false)
  ret void
}

declare void @use(ptr)
