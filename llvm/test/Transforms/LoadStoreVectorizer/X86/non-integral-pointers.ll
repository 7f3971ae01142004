; Loads and stores of non-integral pointers do not become parts of vectors of
; integers, and what is beside them is merged as it was.
; RUN: opt -S -mtriple=x86_64-unknown-linux-gnu -passes=load-store-vectorizer \
; RUN:   %s | FileCheck %s

target datalayout = "e-p:64:64-p1:64:64-n8:16:32:64-ni:1"

; CHECK-LABEL: define void @stores(
; CHECK-NOT: ptrtoint
; CHECK: store ptr addrspace(1) %reference, ptr %to
; CHECK: store ptr addrspace(1) null, ptr %second
; CHECK: ret void
define void @stores(ptr %to, ptr addrspace(1) %reference) {
  %second = getelementptr i8, ptr %to, i64 8
  store ptr addrspace(1) %reference, ptr %to, align 16
  store ptr addrspace(1) null, ptr %second, align 8
  ret void
}

; CHECK-LABEL: define ptr addrspace(1) @loads(
; CHECK-NOT: inttoptr
; CHECK: load ptr addrspace(1), ptr %from
; CHECK: load i64, ptr %second
; CHECK: ret ptr
define ptr addrspace(1) @loads(ptr %from, ptr %number.place) {
  %second = getelementptr i8, ptr %from, i64 8
  %reference = load ptr addrspace(1), ptr %from, align 16
  %number = load i64, ptr %second, align 8
  store i64 %number, ptr %number.place
  ret ptr addrspace(1) %reference
}

; CHECK-LABEL: define void @integral(
; CHECK: store <2 x i64>
define void @integral(ptr %to, ptr %pointer) {
  %second = getelementptr i8, ptr %to, i64 8
  store ptr %pointer, ptr %to, align 16
  store ptr null, ptr %second, align 8
  ret void
}

; CHECK-LABEL: define void @numbers(
; CHECK: store ptr addrspace(1) %reference, ptr %to
; CHECK: store <2 x i64>
define void @numbers(ptr %to, ptr addrspace(1) %reference, i64 %a, i64 %b) {
  %second = getelementptr i8, ptr %to, i64 16
  %third = getelementptr i8, ptr %to, i64 24
  store ptr addrspace(1) %reference, ptr %to, align 16
  store i64 %a, ptr %second, align 16
  store i64 %b, ptr %third, align 8
  ret void
}
