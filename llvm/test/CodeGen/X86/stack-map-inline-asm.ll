;; The frame of inline assembly with call frame information of its own is not
;; what the compiler knows, so it cannot be walked. Other assembly does not matter.
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -filetype=obj < %s \
; RUN:   -o %t.o
; RUN: llvm-managed-maps dump %t.o | FileCheck %s

; CHECK: (changes+{{.*}}  unwalkable
; CHECK: (plain+{{.*}}  CFA=SP+

declare void @callee()

define void @changes() gc "managed" {
  call void asm sideeffect "pushq %rax\0A.cfi_adjust_cfa_offset 8", ""()
  call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 0, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  call void asm sideeffect "popq %rax\0A.cfi_adjust_cfa_offset -8", ""()
  ret void
}

define void @plain() gc "managed" {
  call void asm sideeffect "nop", ""()
  call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 0, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  ret void
}

declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
