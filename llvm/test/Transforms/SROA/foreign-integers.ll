; The address spaces that the layout of AMDGPU calls non-integral have no
; references in functions without a strategy: integers are taken apart.
; RUN: opt -S -passes=sroa %s | FileCheck %s

target datalayout = "e-p:64:64-p5:32:32-p7:160:256:256:32-p8:128:128:128:48-p9:192:256:256:32-i64:64-n32:64-S32-A5-G1-ni:7:8:9"
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: define i32 @foreign(
; CHECK-NOT: alloca
; CHECK: ret i32
define i32 @foreign(ptr %in, <2 x i64> %pair, ptr %out) {
  %v = alloca [32 x i8], align 16, addrspace(5)
  %member = getelementptr i8, ptr addrspace(5) %v, i32 8
  %n = load i192, ptr %in
  store i192 %n, ptr addrspace(5) %member
  store <2 x i64> %pair, ptr addrspace(5) %v
  %again = load <2 x i64>, ptr addrspace(5) %v
  store <2 x i64> %again, ptr %out
  %f = getelementptr i8, ptr addrspace(5) %v, i32 24
  %i = load i32, ptr addrspace(5) %f
  ret i32 %i
}
