;; References that are undefined in some lanes are null, whatever the order in which
;; masked accesses and statepoints are lowered.
; RUN: llc -mtriple=aarch64-linux-gnu -stop-after=gc-lowering < %s | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -O0 -stop-after=gc-lowering < %s | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -verify-machineinstrs < %s | FileCheck %s --check-prefix=ASM

declare void @callee()

; CHECK-LABEL: define {{.*}} @shuffled(
; CHECK: shufflevector <2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> zeroinitializer, <2 x i32> <i32 1, i32 2>
define <2 x ptr addrspace(1)> @shuffled(<2 x ptr addrspace(1)> %a) gc "statepoint-example" {
  %r = shufflevector <2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> poison, <2 x i32> <i32 1, i32 poison>
  ret <2 x ptr addrspace(1)> %r
}

; CHECK-LABEL: define {{.*}} @vp_load(
; CHECK: call <2 x ptr addrspace(1)> @llvm.masked.load.v2p1.p0(ptr align 8 %p, <2 x i1> %{{.*}}, <2 x ptr addrspace(1)> zeroinitializer)
define <2 x ptr addrspace(1)> @vp_load(ptr %p, <2 x i1> %m, i32 %n) gc "statepoint-example" {
  %r = call <2 x ptr addrspace(1)> @llvm.vp.load.v2p1.p0(ptr align 8 %p, <2 x i1> %m, i32 %n)
  ret <2 x ptr addrspace(1)> %r
}

;; Lane by lane, each is loaded into what was null before.
; CHECK-LABEL: define {{.*}} @masked_load(
; CHECK: call <2 x ptr addrspace(1)> @llvm.masked.load.v2p1.p0(ptr align 8 %p, <2 x i1> %m, <2 x ptr addrspace(1)> zeroinitializer)
; ASM-LABEL: masked_load:
; ASM:       movi [[R:v[0-9]+]].2d, #0000000000000000
; ASM:       ld1 { [[R]].d }[1]
; ASM:       str q{{[0-9]+}}, [sp
; ASM:       bl callee
define <2 x ptr addrspace(1)> @masked_load(ptr %p, <2 x i1> %m) gc "statepoint-example" {
  %v = call <2 x ptr addrspace(1)> @llvm.masked.load.v2p1.p0(ptr align 8 %p, <2 x i1> %m, <2 x ptr addrspace(1)> poison)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(<2 x ptr addrspace(1)> %v) ]
  %r = call <2 x ptr addrspace(1)> @llvm.experimental.gc.relocate.v2p1(token %t, i32 0, i32 0)
  ret <2 x ptr addrspace(1)> %r
}

declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare <2 x ptr addrspace(1)> @llvm.experimental.gc.relocate.v2p1(token, i32, i32)
