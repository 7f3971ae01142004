; Instructions that may leave memory alone do not replace a null check: hints,
; and SVE accesses, whose predicate may be all false.
;
; RUN: llc -mtriple=aarch64-linux -mattr=+sve -verify-machineinstrs \
; RUN:   -enable-implicit-null-checks < %s \
; RUN:   | FileCheck %s --implicit-check-not=on-fault \
; RUN:       --implicit-check-not=llvm_faultmaps

; CHECK-LABEL: prefetch:
; CHECK: cbz x0
; CHECK: prfm pldl1keep, [x0]
define void @prefetch(ptr %p) {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  call void @llvm.prefetch(ptr %p, i32 0, i32 3, i32 1)
  ret void

is_null:
  ret void
}

; CHECK-LABEL: predicated_load:
; CHECK: cbz x0
; CHECK: ld1w { z0.s }, p0/z, [x0]
define <vscale x 4 x i32> @predicated_load(ptr %p, <vscale x 4 x i1> %m) {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %v = call <vscale x 4 x i32> @llvm.masked.load.nxv4i32.p0(ptr align 4 %p, <vscale x 4 x i1> %m, <vscale x 4 x i32> zeroinitializer)
  ret <vscale x 4 x i32> %v

is_null:
  ret <vscale x 4 x i32> zeroinitializer
}

; CHECK-LABEL: predicated_store:
; CHECK: cbz x0
; CHECK: st1w { z0.s }, p0, [x0]
define void @predicated_store(ptr %p, <vscale x 4 x i1> %m, <vscale x 4 x i32> %v) {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  call void @llvm.masked.store.nxv4i32.p0(<vscale x 4 x i32> %v, ptr align 4 %p, <vscale x 4 x i1> %m)
  ret void

is_null:
  ret void
}

; Offsets in vector lengths are not offsets in bytes.
; CHECK-LABEL: whole_vector:
; CHECK: cbz x0
; CHECK: ldr z0, [x0, #1, mul vl]
define <vscale x 4 x i32> @whole_vector(ptr %p) {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %q = getelementptr <vscale x 4 x i32>, ptr %p, i64 1
  %v = load <vscale x 4 x i32>, ptr %q
  ret <vscale x 4 x i32> %v

is_null:
  ret <vscale x 4 x i32> zeroinitializer
}

declare void @llvm.prefetch(ptr, i32, i32, i32)
declare <vscale x 4 x i32> @llvm.masked.load.nxv4i32.p0(ptr, <vscale x 4 x i1>, <vscale x 4 x i32>)
declare void @llvm.masked.store.nxv4i32.p0(<vscale x 4 x i32>, ptr, <vscale x 4 x i1>)

!0 = !{}
