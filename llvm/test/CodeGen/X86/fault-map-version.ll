; The module flag fault-map-version chooses what is written. Version 1 is what
; upstream LLVM writes.
;
; RUN: split-file %s %t
; RUN: cat %t/code.ll %t/one.ll > %t/code-1.ll
; RUN: cat %t/code.ll %t/two.ll > %t/code-2.ll
; RUN: cat %t/code.ll %t/three.ll > %t/code-3.ll
; RUN: cat %t/code.ll %t/text.ll > %t/code-text.ll
;
; RUN: llc -mtriple=x86_64-linux %t/code-1.ll -o - | FileCheck %s --check-prefix=V1
; RUN: llc -mtriple=aarch64-linux %t/code-1.ll -o - | FileCheck %s --check-prefix=V1
; RUN: llc -mtriple=x86_64-linux %t/code-2.ll -o - | FileCheck %s --check-prefix=V2
; RUN: llc -mtriple=x86_64-linux %t/code.ll -o - | FileCheck %s --check-prefix=V2
; RUN: llc -mtriple=aarch64-linux %t/code.ll -o - | FileCheck %s --check-prefix=V2
; RUN: llc -mtriple=x86_64-apple-macosx %t/code.ll -o - | FileCheck %s --check-prefix=MACHO
; RUN: llc -mtriple=x86_64-apple-macosx %t/code-1.ll -o - | FileCheck %s --check-prefix=MACHO
;
; RUN: llc -mtriple=x86_64-apple-macosx %t/code.ll -filetype=obj -o - \
; RUN:   | llvm-readobj --symbols - | FileCheck %s --check-prefix=MACHO-OBJECT
;
; Whoever asks for what there is not is told so, COFF included.
; RUN: not llc -mtriple=x86_64-apple-macosx %t/code-2.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=ELF-ONLY
; RUN: not llc -mtriple=x86_64-windows-msvc %t/code-2.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=ELF-ONLY
; RUN: not llc -mtriple=x86_64-linux %t/code-3.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: not llc -mtriple=x86_64-linux %t/code-text.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNKNOWN

; V1-NOT: .reloc
; V1: [[LOAD:.Ltmp[0-9]+]]:
; V1: on-fault: [[NULL:.LBB0_[0-9]+]]
; V1: .section .llvm_faultmaps,"a",@progbits
; V1-NEXT: __LLVM_FaultMaps:
; V1-NEXT: .byte 1
; V1-NEXT: .byte 0
; V1-NEXT: .{{short|hword}} 0
; V1-NEXT: .{{long|word}} 1
; V1-NEXT: .{{quad|xword}} load
; V1-NEXT: .{{long|word}} 1
; V1-NEXT: .{{long|word}} 0
; V1-NEXT: .{{long|word}} 1
; V1-NEXT: .{{long|word}} [[LOAD]]-[[BEGIN:.Lfunc_begin0|load]]
; V1-NEXT: .{{long|word}} [[NULL]]-[[BEGIN]]
; V1-NOT: llvm_fault

; V2-NOT: __LLVM_FaultMaps
; V2: .section llvm_faultmaps,"ao",@progbits,.Llinked_text
; V2-NOT: __LLVM_FaultMaps

; Nothing refers to the table, so the linker is told that it is needed. Without
; the alignment it could not relocate the addresses in a chain.
; MACHO-OBJECT: Name: __LLVM_FaultMaps
; MACHO-OBJECT: Flags [ (0x20)
; MACHO: .no_dead_strip __LLVM_FaultMaps
; MACHO: .section __LLVM_FAULTMAPS,__llvm_faultmaps
; MACHO-NEXT: .p2align 2
; MACHO-NEXT: __LLVM_FaultMaps:
; MACHO-NEXT: .byte 1

; ELF-ONLY: error: module flag 'fault-map-version' requests version 2 of fault maps, which is only for ELF on x86-64, i386 and AArch64
; UNKNOWN: error: module flag 'fault-map-version' must be i32 1 or i32 2

;--- code.ll
define i32 @load(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  ret i32 42
}

!0 = !{}

;--- one.ll
!llvm.module.flags = !{!1}
!1 = !{i32 1, !"fault-map-version", i32 1}

;--- two.ll
!llvm.module.flags = !{!1}
!1 = !{i32 1, !"fault-map-version", i32 2}

;--- three.ll
!llvm.module.flags = !{!1}
!1 = !{i32 1, !"fault-map-version", i32 3}

;--- text.ll
!llvm.module.flags = !{!1}
!1 = !{i32 1, !"fault-map-version", !"2"}
