; A part with more references than are listed one by one has no type, and none of them
; gets lost: what needs them all refuses bytes.

; RUN: opt -S -passes=sroa %s | FileCheck %s
; RUN: not opt -passes='function(sroa),rewrite-statepoints-for-gc' -disable-output %s 2>&1 | FileCheck %s --check-prefix=REFUSED

target datalayout = "e-p:64:64-p1:64:64-i64:64-ni:1"

declare void @safepoint()
declare void @llvm.memcpy.p0.p1.i64(ptr, ptr addrspace(1), i64, i1)
declare void @llvm.memcpy.p1.p0.i64(ptr addrspace(1), ptr, i64, i1)

; CHECK-LABEL: define i64 @too_many(
; CHECK-NEXT:    %v.sroa.2 = alloca [2056 x i8], align 8
; REFUSED: error: {{.*}} in function too_many
define i64 @too_many(ptr addrspace(1) %o, ptr addrspace(1) %d, i64 %n) gc "managed" {
  %v = alloca { i64, [3 x ptr addrspace(1)], [255 x ptr addrspace(1)] }, align 8
  store i64 %n, ptr %v
  %p = getelementptr i8, ptr %v, i64 16
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %p, ptr addrspace(1) align 8 %o, i64 2056, i1 false)
  call void @safepoint()
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 8 %d, ptr align 8 %p, i64 2056, i1 false)
  %l = load i64, ptr %v
  ret i64 %l
}

; REFUSED-NOT: error:
; CHECK-LABEL: define i64 @some(
; CHECK-NEXT:    %v.sroa.2 = alloca <{ ptr addrspace(1), {{.*}}ptr addrspace(1) }>, align 8
define i64 @some(ptr addrspace(1) %o, ptr addrspace(1) %d, i64 %n) gc "managed" {
  %v = alloca { i64, [3 x ptr addrspace(1)], [254 x ptr addrspace(1)] }, align 8
  store i64 %n, ptr %v
  %p = getelementptr i8, ptr %v, i64 16
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %p, ptr addrspace(1) align 8 %o, i64 2048, i1 false)
  call void @safepoint()
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 8 %d, ptr align 8 %p, i64 2048, i1 false)
  %l = load i64, ptr %v
  ret i64 %l
}
