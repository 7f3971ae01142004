;; A shadow call stack does not make a frame unwalkable: the expression by which
;; its pointer is computed does not matter to a walk.
; RUN: llc -mtriple=aarch64-linux-gnu -mattr=+reserve-x18 -verify-machineinstrs \
; RUN:   < %s | FileCheck --check-prefix=ASM %s
; RUN: llc -mtriple=aarch64-linux-gnu -mattr=+reserve-x18 -filetype=obj < %s -o %t.o
; RUN: llvm-managed-maps dump %t.o | FileCheck %s
; RUN: llvm-managed-maps verify --strict %t.o

declare void @callee()

; ASM-LABEL: f:
; ASM:       str x30, [x18], #8
; ASM-NEXT:  .cfi_escape 0x16, 0x12, 0x02, 0x82, 0x78
; CHECK:     (f+0x{{.*}}) CFA=SP+16 R30[CFA-16] roots [CFA-8]
define ptr addrspace(1) @f(ptr addrspace(1) %p) shadowcallstack gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
    ["gc-live"(ptr addrspace(1) %p)]
  %r = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  ret ptr addrspace(1) %r
}

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"stack-map-version", i32 4}

declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)
