; The unstable pointers of AMDGPU are references in functions with a strategy only.
; RUN: opt -S -passes=instcombine %s | FileCheck %s

target datalayout = "e-p:64:64-p1:64:64-i64:64-n32:64-A5-ni:1"
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: define void @without_strategy(
; CHECK-NEXT: load i64
; CHECK-NEXT: store i64
define void @without_strategy(ptr %to, ptr addrspace(1) %from) {
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %to, ptr addrspace(1) align 8 %from, i64 8, i1 false)
  ret void
}

; CHECK-LABEL: define void @with_strategy(
; CHECK-NEXT: call void @llvm.memcpy.p0.p1.i64(
; CHECK-NEXT: ret void
define void @with_strategy(ptr %to, ptr addrspace(1) %from) gc "statepoint-example" {
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %to, ptr addrspace(1) align 8 %from, i64 8, i1 false)
  ret void
}
