;; More references than registers. The fast allocator has all operands of a
;; statepoint in registers at once, so that it gets none, like functions that are
;; not to be optimized. The other allocators spill what they have no register for.
; RUN: llc -mtriple=aarch64-linux-gnu -O0 -verify-machineinstrs \
; RUN:   -stop-after=fixup-statepoint-caller-saved < %s | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -O0 -verify-machineinstrs \
; RUN:   -max-registers-for-gc-values=100 -fixup-allow-gcptr-in-csr \
; RUN:   -stop-after=fixup-statepoint-caller-saved < %s | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=fast -optimize-regalloc=false \
; RUN:   -verify-machineinstrs \
; RUN:   -stop-after=fixup-statepoint-caller-saved < %s | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=fast -verify-machineinstrs \
; RUN:   -stop-after=fixup-statepoint-caller-saved < %s | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=basic -verify-machineinstrs \
; RUN:   -stop-after=fixup-statepoint-caller-saved < %s | FileCheck --check-prefix=OPT %s
; RUN: llc -mtriple=aarch64-linux-gnu -regalloc=pbqp -verify-machineinstrs \
; RUN:   -stop-after=fixup-statepoint-caller-saved < %s | FileCheck --check-prefix=OPT %s
; RUN: llc -mtriple=aarch64-linux-gnu -verify-machineinstrs \
; RUN:   -stop-after=fixup-statepoint-caller-saved < %s | FileCheck --check-prefix=OPT %s
; RUN: llc -mtriple=aarch64-linux-gnu -max-registers-for-gc-values=100 \
; RUN:   -fixup-allow-gcptr-in-csr=false -verify-machineinstrs \
; RUN:   -stop-after=fixup-statepoint-caller-saved < %s | FileCheck %s

;; The last of these has registers before allocation, and none afterwards in which
;; the runtime would have to look.
; CHECK-LABEL: name: many
; CHECK-NOT:   tied-def
; CHECK:       STATEPOINT
; CHECK-NOT:   tied-def
; CHECK-LABEL: name: not_optimized
; CHECK-NOT:   tied-def
; CHECK:       STATEPOINT
; CHECK-NOT:   tied-def

; OPT-LABEL:   name: many
; OPT:         STATEPOINT {{.*}}tied-def
; OPT-LABEL:   name: not_optimized
; OPT-NOT:     tied-def
; OPT:         STATEPOINT
; OPT-NOT:     tied-def
define void @many(ptr addrspace(1) %a) gc "managed" {
  %s0 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 0
  %p0 = load volatile ptr addrspace(1), ptr addrspace(1) %s0
  %s1 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 1
  %p1 = load volatile ptr addrspace(1), ptr addrspace(1) %s1
  %s2 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 2
  %p2 = load volatile ptr addrspace(1), ptr addrspace(1) %s2
  %s3 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 3
  %p3 = load volatile ptr addrspace(1), ptr addrspace(1) %s3
  %s4 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 4
  %p4 = load volatile ptr addrspace(1), ptr addrspace(1) %s4
  %s5 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 5
  %p5 = load volatile ptr addrspace(1), ptr addrspace(1) %s5
  %s6 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 6
  %p6 = load volatile ptr addrspace(1), ptr addrspace(1) %s6
  %s7 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 7
  %p7 = load volatile ptr addrspace(1), ptr addrspace(1) %s7
  %s8 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 8
  %p8 = load volatile ptr addrspace(1), ptr addrspace(1) %s8
  %s9 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 9
  %p9 = load volatile ptr addrspace(1), ptr addrspace(1) %s9
  %s10 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 10
  %p10 = load volatile ptr addrspace(1), ptr addrspace(1) %s10
  %s11 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 11
  %p11 = load volatile ptr addrspace(1), ptr addrspace(1) %s11
  %s12 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 12
  %p12 = load volatile ptr addrspace(1), ptr addrspace(1) %s12
  %s13 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 13
  %p13 = load volatile ptr addrspace(1), ptr addrspace(1) %s13
  %s14 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 14
  %p14 = load volatile ptr addrspace(1), ptr addrspace(1) %s14
  %s15 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 15
  %p15 = load volatile ptr addrspace(1), ptr addrspace(1) %s15
  %s16 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 16
  %p16 = load volatile ptr addrspace(1), ptr addrspace(1) %s16
  %s17 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 17
  %p17 = load volatile ptr addrspace(1), ptr addrspace(1) %s17
  %s18 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 18
  %p18 = load volatile ptr addrspace(1), ptr addrspace(1) %s18
  %s19 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 19
  %p19 = load volatile ptr addrspace(1), ptr addrspace(1) %s19
  %token = call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 0, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
    ["gc-live"(ptr addrspace(1) %p0, ptr addrspace(1) %p1, ptr addrspace(1) %p2, ptr addrspace(1) %p3,
     ptr addrspace(1) %p4, ptr addrspace(1) %p5, ptr addrspace(1) %p6, ptr addrspace(1) %p7,
     ptr addrspace(1) %p8, ptr addrspace(1) %p9, ptr addrspace(1) %p10, ptr addrspace(1) %p11,
     ptr addrspace(1) %p12, ptr addrspace(1) %p13, ptr addrspace(1) %p14, ptr addrspace(1) %p15,
     ptr addrspace(1) %p16, ptr addrspace(1) %p17, ptr addrspace(1) %p18, ptr addrspace(1) %p19)]
  %r0 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 0, i32 0)
  call void @use(ptr addrspace(1) %r0) "gc-leaf-function"
  %r1 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 1, i32 1)
  call void @use(ptr addrspace(1) %r1) "gc-leaf-function"
  %r2 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 2, i32 2)
  call void @use(ptr addrspace(1) %r2) "gc-leaf-function"
  %r3 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 3, i32 3)
  call void @use(ptr addrspace(1) %r3) "gc-leaf-function"
  %r4 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 4, i32 4)
  call void @use(ptr addrspace(1) %r4) "gc-leaf-function"
  %r5 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 5, i32 5)
  call void @use(ptr addrspace(1) %r5) "gc-leaf-function"
  %r6 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 6, i32 6)
  call void @use(ptr addrspace(1) %r6) "gc-leaf-function"
  %r7 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 7, i32 7)
  call void @use(ptr addrspace(1) %r7) "gc-leaf-function"
  %r8 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 8, i32 8)
  call void @use(ptr addrspace(1) %r8) "gc-leaf-function"
  %r9 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 9, i32 9)
  call void @use(ptr addrspace(1) %r9) "gc-leaf-function"
  %r10 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 10, i32 10)
  call void @use(ptr addrspace(1) %r10) "gc-leaf-function"
  %r11 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 11, i32 11)
  call void @use(ptr addrspace(1) %r11) "gc-leaf-function"
  %r12 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 12, i32 12)
  call void @use(ptr addrspace(1) %r12) "gc-leaf-function"
  %r13 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 13, i32 13)
  call void @use(ptr addrspace(1) %r13) "gc-leaf-function"
  %r14 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 14, i32 14)
  call void @use(ptr addrspace(1) %r14) "gc-leaf-function"
  %r15 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 15, i32 15)
  call void @use(ptr addrspace(1) %r15) "gc-leaf-function"
  %r16 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 16, i32 16)
  call void @use(ptr addrspace(1) %r16) "gc-leaf-function"
  %r17 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 17, i32 17)
  call void @use(ptr addrspace(1) %r17) "gc-leaf-function"
  %r18 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 18, i32 18)
  call void @use(ptr addrspace(1) %r18) "gc-leaf-function"
  %r19 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 19, i32 19)
  call void @use(ptr addrspace(1) %r19) "gc-leaf-function"
  ret void
}

define void @not_optimized(ptr addrspace(1) %a) noinline optnone gc "managed" {
  %s0 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 0
  %p0 = load volatile ptr addrspace(1), ptr addrspace(1) %s0
  %s1 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 1
  %p1 = load volatile ptr addrspace(1), ptr addrspace(1) %s1
  %s2 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 2
  %p2 = load volatile ptr addrspace(1), ptr addrspace(1) %s2
  %s3 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 3
  %p3 = load volatile ptr addrspace(1), ptr addrspace(1) %s3
  %s4 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 4
  %p4 = load volatile ptr addrspace(1), ptr addrspace(1) %s4
  %s5 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 5
  %p5 = load volatile ptr addrspace(1), ptr addrspace(1) %s5
  %s6 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 6
  %p6 = load volatile ptr addrspace(1), ptr addrspace(1) %s6
  %s7 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 7
  %p7 = load volatile ptr addrspace(1), ptr addrspace(1) %s7
  %s8 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 8
  %p8 = load volatile ptr addrspace(1), ptr addrspace(1) %s8
  %s9 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 9
  %p9 = load volatile ptr addrspace(1), ptr addrspace(1) %s9
  %s10 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 10
  %p10 = load volatile ptr addrspace(1), ptr addrspace(1) %s10
  %s11 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 11
  %p11 = load volatile ptr addrspace(1), ptr addrspace(1) %s11
  %s12 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 12
  %p12 = load volatile ptr addrspace(1), ptr addrspace(1) %s12
  %s13 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 13
  %p13 = load volatile ptr addrspace(1), ptr addrspace(1) %s13
  %s14 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 14
  %p14 = load volatile ptr addrspace(1), ptr addrspace(1) %s14
  %s15 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 15
  %p15 = load volatile ptr addrspace(1), ptr addrspace(1) %s15
  %s16 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 16
  %p16 = load volatile ptr addrspace(1), ptr addrspace(1) %s16
  %s17 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 17
  %p17 = load volatile ptr addrspace(1), ptr addrspace(1) %s17
  %s18 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 18
  %p18 = load volatile ptr addrspace(1), ptr addrspace(1) %s18
  %s19 = getelementptr ptr addrspace(1), ptr addrspace(1) %a, i64 19
  %p19 = load volatile ptr addrspace(1), ptr addrspace(1) %s19
  %token = call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 0, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
    ["gc-live"(ptr addrspace(1) %p0, ptr addrspace(1) %p1, ptr addrspace(1) %p2, ptr addrspace(1) %p3,
     ptr addrspace(1) %p4, ptr addrspace(1) %p5, ptr addrspace(1) %p6, ptr addrspace(1) %p7,
     ptr addrspace(1) %p8, ptr addrspace(1) %p9, ptr addrspace(1) %p10, ptr addrspace(1) %p11,
     ptr addrspace(1) %p12, ptr addrspace(1) %p13, ptr addrspace(1) %p14, ptr addrspace(1) %p15,
     ptr addrspace(1) %p16, ptr addrspace(1) %p17, ptr addrspace(1) %p18, ptr addrspace(1) %p19)]
  %r0 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 0, i32 0)
  call void @use(ptr addrspace(1) %r0) "gc-leaf-function"
  %r1 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 1, i32 1)
  call void @use(ptr addrspace(1) %r1) "gc-leaf-function"
  %r2 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 2, i32 2)
  call void @use(ptr addrspace(1) %r2) "gc-leaf-function"
  %r3 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 3, i32 3)
  call void @use(ptr addrspace(1) %r3) "gc-leaf-function"
  %r4 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 4, i32 4)
  call void @use(ptr addrspace(1) %r4) "gc-leaf-function"
  %r5 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 5, i32 5)
  call void @use(ptr addrspace(1) %r5) "gc-leaf-function"
  %r6 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 6, i32 6)
  call void @use(ptr addrspace(1) %r6) "gc-leaf-function"
  %r7 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 7, i32 7)
  call void @use(ptr addrspace(1) %r7) "gc-leaf-function"
  %r8 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 8, i32 8)
  call void @use(ptr addrspace(1) %r8) "gc-leaf-function"
  %r9 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 9, i32 9)
  call void @use(ptr addrspace(1) %r9) "gc-leaf-function"
  %r10 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 10, i32 10)
  call void @use(ptr addrspace(1) %r10) "gc-leaf-function"
  %r11 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 11, i32 11)
  call void @use(ptr addrspace(1) %r11) "gc-leaf-function"
  %r12 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 12, i32 12)
  call void @use(ptr addrspace(1) %r12) "gc-leaf-function"
  %r13 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 13, i32 13)
  call void @use(ptr addrspace(1) %r13) "gc-leaf-function"
  %r14 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 14, i32 14)
  call void @use(ptr addrspace(1) %r14) "gc-leaf-function"
  %r15 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 15, i32 15)
  call void @use(ptr addrspace(1) %r15) "gc-leaf-function"
  %r16 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 16, i32 16)
  call void @use(ptr addrspace(1) %r16) "gc-leaf-function"
  %r17 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 17, i32 17)
  call void @use(ptr addrspace(1) %r17) "gc-leaf-function"
  %r18 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 18, i32 18)
  call void @use(ptr addrspace(1) %r18) "gc-leaf-function"
  %r19 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 19, i32 19)
  call void @use(ptr addrspace(1) %r19) "gc-leaf-function"
  ret void
}

declare void @callee()
declare void @use(ptr addrspace(1))
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)
