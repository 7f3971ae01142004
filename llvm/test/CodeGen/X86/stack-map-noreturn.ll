;; A function may end in a call that does not return. The PC of its safepoint is
;; then the end of the section, where no relocation may be: gold refuses it.
;
; RUN: llc < %s -mtriple=x86_64-linux-gnu -filetype=obj -o %t.o
; RUN: llvm-readelf -SrW %t.o | FileCheck %s
; RUN: llvm-managed-maps dump %t.o | FileCheck %s --check-prefix=DUMP
; RUN: llvm-managed-maps verify --strict %t.o
;; From assembly text it is the same.
; RUN: llc < %s -mtriple=x86_64-linux-gnu \
; RUN:   | llvm-mc -triple=x86_64-linux-gnu -filetype=obj -o %t.asm.o
; RUN: llvm-readelf -SrW %t.asm.o | FileCheck %s
; RUN: llvm-managed-maps verify --strict %t.asm.o

; CHECK:      .text.f PROGBITS {{[0-9a-f]+ [0-9a-f]+}} 000006 00
; CHECK:      Relocation section '.rela.text.f'
; CHECK:      0000000000000002 {{.*}} R_X86_64_PLT32 {{.*}} fail - 4
; CHECK-NEXT: 0000000000000005 {{.*}} R_X86_64_NONE {{.*}} {{.text.f|.Llinked_text0}}
; CHECK:      Relocation section '.relallvm_gcidx'
; CHECK-NEXT: Offset
; CHECK-NEXT: R_X86_64_PC32 {{.*}} .text.f + 6
; DUMP:       .text.f+0x6 (f+0x6)

define void @f() section ".text.f" gc "managed" {
  call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0,
      ptr elementtype(void ()) @fail, i32 0, i32 0, i32 0, i32 0)
  unreachable
}

declare void @fail()
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
