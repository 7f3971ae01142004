; Instructions that may leave memory alone do not replace a null check, however
; well their address looks: hints, accesses under a mask or a condition, and a
; bit test whose register moves the address.
;
; RUN: llc -mtriple=x86_64-linux -verify-machineinstrs -enable-implicit-null-checks \
; RUN:   -mattr=+avx512f,+avx512vl,+avx512bw,+cf < %s \
; RUN:   | FileCheck %s --implicit-check-not=on-fault \
; RUN:       --implicit-check-not=llvm_faultmaps

; CHECK-LABEL: prefetch:
; CHECK: testq %rdi, %rdi
; CHECK: prefetcht0 (%rdi)
define i32 @prefetch(ptr %p) {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  call void @llvm.prefetch(ptr %p, i32 0, i32 3, i32 1)
  ret i32 0

is_null:
  ret i32 42
}

; CHECK-LABEL: masked_load_avx:
; CHECK: testq %rdi, %rdi
; CHECK: vmaskmovps (%rdi), %xmm0, %xmm0
define <4 x float> @masked_load_avx(ptr %p, <4 x i32> %m) {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %v = call <4 x float> @llvm.x86.avx.maskload.ps(ptr %p, <4 x i32> %m)
  ret <4 x float> %v

is_null:
  ret <4 x float> zeroinitializer
}

; CHECK-LABEL: masked_store_avx2:
; CHECK: testq %rdi, %rdi
; CHECK: vpmaskmovd %xmm1, %xmm0, (%rdi)
define void @masked_store_avx2(ptr %p, <4 x i32> %m, <4 x i32> %v) {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  call void @llvm.x86.avx2.maskstore.d(ptr %p, <4 x i32> %m, <4 x i32> %v)
  ret void

is_null:
  ret void
}

; CHECK-LABEL: masked_load_avx512:
; CHECK: testq %rdi, %rdi
; CHECK: vmovups (%rdi), %zmm0 {%k1}
define <16 x float> @masked_load_avx512(ptr %p, i16 %m) {
entry:
  %null = icmp eq ptr %p, null
  %mask = bitcast i16 %m to <16 x i1>
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %v = call <16 x float> @llvm.masked.load.v16f32.p0(ptr align 4 %p, <16 x i1> %mask, <16 x float> zeroinitializer)
  ret <16 x float> %v

is_null:
  ret <16 x float> zeroinitializer
}

; CHECK-LABEL: expand_load:
; CHECK: testq %rdi, %rdi
; CHECK: vexpandps (%rdi), %zmm0 {%k1}
define <16 x float> @expand_load(ptr %p, i16 %m) {
entry:
  %null = icmp eq ptr %p, null
  %mask = bitcast i16 %m to <16 x i1>
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %v = call <16 x float> @llvm.masked.expandload.v16f32(ptr %p, <16 x i1> %mask, <16 x float> zeroinitializer)
  ret <16 x float> %v

is_null:
  ret <16 x float> zeroinitializer
}

; CHECK-LABEL: conditional_load:
; CHECK: testq %rdi, %rdi
; CHECK: cfcmovnel (%rdi), %eax
define i32 @conditional_load(ptr %p, i32 %c) {
entry:
  %null = icmp eq ptr %p, null
  %flag = icmp ne i32 %c, 0
  %mask = insertelement <1 x i1> undef, i1 %flag, i64 0
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %v = call <1 x i32> @llvm.masked.load.v1i32.p0(ptr align 4 %p, <1 x i1> %mask, <1 x i32> zeroinitializer)
  %r = bitcast <1 x i32> %v to i32
  ret i32 %r

is_null:
  ret i32 42
}

declare void @llvm.prefetch(ptr, i32, i32, i32)
declare <4 x float> @llvm.x86.avx.maskload.ps(ptr, <4 x i32>)
declare void @llvm.x86.avx2.maskstore.d(ptr, <4 x i32>, <4 x i32>)
declare <16 x float> @llvm.masked.load.v16f32.p0(ptr, <16 x i1>, <16 x float>)
declare <16 x float> @llvm.masked.expandload.v16f32(ptr, <16 x i1>, <16 x float>)
declare <1 x i32> @llvm.masked.load.v1i32.p0(ptr, <1 x i1>, <1 x i32>)

!0 = !{}
