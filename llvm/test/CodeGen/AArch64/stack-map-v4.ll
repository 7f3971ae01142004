;; Version 4 of the stack map: fragments that are ordered as their text sections
;; and in the same group, addresses relative to their place, and call frame
;; information even without a need to unwind.
; RUN: llc -mtriple=aarch64-linux-gnu -verify-machineinstrs < %s \
; RUN:   | FileCheck --check-prefixes=CHECK,ASM %s
; RUN: llc -mtriple=aarch64-linux-gnu -verify-machineinstrs -O0 < %s \
; RUN:   | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -filetype=obj < %s -o %t.o
; RUN: llvm-readobj --elf-output-style=GNU -S -r %t.o | FileCheck --check-prefix=OBJ %s

declare void @callee()

; CHECK-LABEL: first:
; CHECK:       .cfi_startproc
; CHECK:       bl callee
; CHECK-NEXT:  [[A:.Ltmp[0-9]+]]:
; CHECK:       bl callee
; CHECK-NEXT:  [[B:.Ltmp[0-9]+]]:
define ptr addrspace(1) @first(ptr addrspace(1) %p) nounwind gc "managed" {
  %t1 = call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
    ["gc-live"(ptr addrspace(1) %p)]
  %r1 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %t1, i32 0, i32 0)
  %t2 = call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
    ["gc-live"(ptr addrspace(1) %r1)]
  %r2 = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %t2, i32 0, i32 0)
  ret ptr addrspace(1) %r2
}

$second = comdat any

; CHECK-LABEL: second:
; CHECK:       bl callee
; CHECK-NEXT:  [[C:.Ltmp[0-9]+]]:
define linkonce_odr void @second() nounwind comdat gc "managed" {
  call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 5, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  ret void
}

;; Nothing suspends it, so nobody walks its frame.
; CHECK-LABEL: leaf:
; CHECK-NOT:   .cfi_startproc
; CHECK:       ret
define void @leaf() nounwind gc "managed" {
  ret void
}

; CHECK-NOT:   llvm_stackmaps

;; The text keeps apart what the table keeps apart.
; CHECK:       .text
; CHECK-NEXT:  [[TEXT:.Llinked_text[0-9]+]]:
; CHECK-NEXT:  .reloc [[A]]-1, BFD_RELOC_NONE, [[TEXT]]{{[+-][0-9]+}}
; CHECK-NEXT:  .reloc [[B]]-1, BFD_RELOC_NONE, [[TEXT]]{{[+-][0-9]+}}

; ASM-NEXT:    .section llvm_gcmap,"ao",@progbits,[[TEXT]]{{$}}
; ASM-NEXT:    [[MAP:.Ltmp[0-9]+]]:
; ASM:         .uleb128 ([[B]]-[[A]])/4
; ASM:         .section llvm_gcidx,"ao",@progbits,[[TEXT]]{{$}}
; ASM-NEXT:    .p2align 2
; ASM-NEXT:    [[HERE:.Ltmp[0-9]+]]:
; ASM-NEXT:    .word [[A]]-[[HERE]]
; ASM-NEXT:    [[THERE:.Ltmp[0-9]+]]:
; ASM-NEXT:    .word [[MAP]]-[[THERE]]

; ASM:         [[SECOND:.Llinked_text[0-9]+]]:
; ASM-NEXT:    .reloc [[C]]-1, BFD_RELOC_NONE, [[SECOND]]{{[+-][0-9]+}}
; ASM-NEXT:    .section llvm_gcmap,"aoG",@progbits,[[SECOND]],second,comdat
; ASM:         .section llvm_gcidx,"aoG",@progbits,[[SECOND]],second,comdat
; CHECK-NOT:   llvm_stackmaps

; OBJ:       .text PROGBITS
; OBJ:       llvm_gcmap PROGBITS {{[0-9a-f]+ [0-9a-f]+ [0-9a-f]+}} 00 AL [[#]] 0 1
; OBJ-NEXT:  llvm_gcidx PROGBITS {{[0-9a-f]+ [0-9a-f]+}} 000008 00 AL [[#]] 0 4
; OBJ:       llvm_gcmap PROGBITS {{[0-9a-f]+ [0-9a-f]+ [0-9a-f]+}} 00 ALG [[#]] 0 1
; OBJ-NEXT:  llvm_gcidx PROGBITS {{[0-9a-f]+ [0-9a-f]+}} 000008 00 ALG [[#]] 0 4
; OBJ:       Relocation section '{{.*}}llvm_gcidx'{{.*}} contains 2 entries
; OBJ:       R_AARCH64_PREL32 {{.*}} .text +
; OBJ-NEXT:  R_AARCH64_PREL32 {{.*}} llvm_gcmap +
; OBJ:       Relocation section '{{.*}}llvm_gcidx'{{.*}} contains 2 entries
; OBJ:       R_AARCH64_PREL32 {{.*}} .text.second +
; OBJ-NEXT:  R_AARCH64_PREL32 {{.*}} llvm_gcmap +

declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)
