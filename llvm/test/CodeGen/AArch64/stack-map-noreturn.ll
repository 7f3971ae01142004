;; A function may end in a call that does not return. The PC of its safepoint is
;; then the end of the section, where no relocation may be: gold refuses it.
;
; RUN: llc < %s -mtriple=aarch64-linux-gnu -filetype=obj -o %t.o
; RUN: llvm-readelf -SrW %t.o | FileCheck %s
; RUN: llvm-managed-maps dump %t.o | FileCheck %s --check-prefix=DUMP
; RUN: llvm-managed-maps verify --strict %t.o
;; From assembly text it is the same.
; RUN: llc < %s -mtriple=aarch64-linux-gnu \
; RUN:   | llvm-mc -triple=aarch64-linux-gnu -filetype=obj -o %t.asm.o
; RUN: llvm-readelf -SrW %t.asm.o | FileCheck %s
; RUN: llvm-managed-maps verify --strict %t.asm.o

; CHECK:      .text.f PROGBITS {{[0-9a-f]+ [0-9a-f]+}} 000008 00
; CHECK:      Relocation section '.rela.text.f'
; CHECK:      0000000000000004 {{.*}} R_AARCH64_CALL26 {{.*}} fail + 0
; CHECK-NEXT: 0000000000000007 {{.*}} R_AARCH64_NONE {{.*}} {{.text.f|.Llinked_text0}}
; CHECK:      Relocation section '.relallvm_gcidx'
; CHECK-NEXT: Offset
; CHECK-NEXT: R_AARCH64_PREL32 {{.*}} .text.f + 8
; DUMP:       .text.f+0x8 (f+0x8)

define void @f() section ".text.f" gc "managed" {
  call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0,
      ptr elementtype(void ()) @fail, i32 0, i32 0, i32 0, i32 0)
  unreachable
}

declare void @fail()
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
