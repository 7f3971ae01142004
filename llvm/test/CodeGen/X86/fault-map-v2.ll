; Version 2 of the fault map: a fragment for each text section, linked to it and
; in its group. Every address is relative to the place that holds it. Relocations
; of type NONE in the text repeat the entries for identical code folding.
;
; RUN: llc -mtriple=x86_64-linux -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux -filetype=obj -o %t.o %s
; RUN: llvm-readelf -S -g %t.o | FileCheck %s --check-prefix=SECTIONS
; RUN: llvm-readelf -r %t.o | FileCheck %s --check-prefix=RELOCATIONS
; RUN: llvm-objdump -s -j llvm_faultmaps %t.o | FileCheck %s --check-prefix=BYTES
;
; Each function has a section of its own, and so has its fragment.
; RUN: llc -mtriple=x86_64-linux -function-sections < %s \
; RUN:   | FileCheck %s --check-prefix=FUNCTIONS

; CHECK-LABEL: load:
; CHECK: [[LOAD:.Ltmp[0-9]+]]:
; CHECK-NEXT: movl (%rdi), %eax # on-fault: [[NULL0:.LBB0_[0-9]+]]
; CHECK: [[NULL0]]:
; CHECK-LABEL: store:
; CHECK: [[STORE:.Ltmp[0-9]+]]:
; CHECK-NEXT: movl $1, 8(%rdi) # on-fault: [[NULL1:.LBB1_[0-9]+]]
; CHECK-LABEL: update:
; CHECK: [[UPDATE:.Ltmp[0-9]+]]:
; CHECK-NEXT: incl (%rdi) # on-fault: [[NULL2:.LBB2_[0-9]+]]

; CHECK: .text
; CHECK-NEXT: [[TEXT:.Llinked_text[0-9]+]]:
; CHECK-NEXT: .reloc [[LOAD]], BFD_RELOC_NONE, [[TEXT]]+0
; CHECK-NEXT: .reloc [[NULL0]], BFD_RELOC_NONE, [[TEXT]]+1
; CHECK-NEXT: .reloc [[STORE]], BFD_RELOC_NONE, [[TEXT]]+2
; CHECK-NEXT: .reloc [[NULL1]], BFD_RELOC_NONE, [[TEXT]]+3
; CHECK-NEXT: .section llvm_faultmaps,"ao",@progbits,[[TEXT]]{{$}}
; CHECK-NEXT: .p2align 3
; CHECK-NEXT: [[HERE:.Ltmp[0-9]+]]:
; CHECK-NEXT: .long [[LOAD]]-[[HERE]]
; CHECK-NEXT: .long (([[NULL0]]-[[LOAD]])<<4)+1
; CHECK-NEXT: [[HERE:.Ltmp[0-9]+]]:
; CHECK-NEXT: .long [[STORE]]-[[HERE]]
; CHECK-NEXT: .long (([[NULL1]]-[[STORE]])<<4)+3
; CHECK-NEXT: .section .text.update,"axG",@progbits,update,comdat
; CHECK-NEXT: [[TEXT1:.Llinked_text[0-9]+]]:
; CHECK-NEXT: .reloc [[UPDATE]], BFD_RELOC_NONE, [[TEXT1]]+0
; CHECK-NEXT: .reloc [[NULL2]], BFD_RELOC_NONE, [[TEXT1]]+1
; CHECK-NEXT: .section llvm_faultmaps,"aoG",@progbits,[[TEXT1]],update,comdat
; CHECK-NEXT: .p2align 3
; CHECK-NEXT: [[HERE:.Ltmp[0-9]+]]:
; CHECK-NEXT: .long [[UPDATE]]-[[HERE]]
; CHECK-NEXT: .long (([[NULL2]]-[[UPDATE]])<<4)+2
; CHECK-NOT: llvm_fault

; FUNCTIONS: .note.GNU-stack
; FUNCTIONS: .section .text.load,
; FUNCTIONS-NEXT: [[LOAD:.Llinked_text[0-9]+]]:
; FUNCTIONS: .section llvm_faultmaps,"ao",@progbits,[[LOAD]]{{$}}
; FUNCTIONS: .section .text.store,
; FUNCTIONS-NEXT: [[STORE:.Llinked_text[0-9]+]]:
; FUNCTIONS: .section llvm_faultmaps,"ao",@progbits,[[STORE]]{{$}}
; FUNCTIONS: .section .text.update,
; FUNCTIONS-NEXT: [[UPDATE:.Llinked_text[0-9]+]]:
; FUNCTIONS: .section llvm_faultmaps,"aoG",@progbits,[[UPDATE]],update,comdat

; SECTIONS: [ [[TEXT:[0-9]+]]] .text PROGBITS
; SECTIONS: [ [[UPDATE:[0-9]+]]] .text.update PROGBITS {{.*}} AXG 0 0 16
; SECTIONS: ] llvm_faultmaps PROGBITS {{[0-9a-f]+}} {{[0-9a-f]+}} 000010 00 AL [[TEXT]] 0 8
; SECTIONS: [[[FRAGMENT:[0-9]+]]] llvm_faultmaps PROGBITS {{[0-9a-f]+}} {{[0-9a-f]+}} 000008 00 ALG [[UPDATE]] 0 8
; SECTIONS: COMDAT group section {{.*}} [update]
; SECTIONS: [ [[UPDATE]]] .text.update
; SECTIONS: [ [[FRAGMENT]]] llvm_faultmaps

; RELOCATIONS: '.rela.text'
; RELOCATIONS: R_X86_64_NONE {{.*}} .text + 0
; RELOCATIONS-NEXT: R_X86_64_NONE {{.*}} .text + 1
; RELOCATIONS-NEXT: R_X86_64_NONE {{.*}} .text + 2
; RELOCATIONS-NEXT: R_X86_64_NONE {{.*}} .text + 3
; RELOCATIONS: '.relallvm_faultmaps'
; RELOCATIONS: 0000000000000000 {{.*}} R_X86_64_PC32 {{.*}} .text + 0
; RELOCATIONS-NEXT: 0000000000000008 {{.*}} R_X86_64_PC32 {{.*}} .text + 10
; RELOCATIONS-NOT: R_X86_64_64

; The handlers are 3 and 7 bytes behind the faulting instructions.
; BYTES: 0000 00000000 31000000 00000000 73000000

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

define void @store(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %field = getelementptr i8, ptr %p, i64 8
  store i32 1, ptr %field
  ret void

is_null:
  ret void
}

$update = comdat any

define linkonce_odr void @update(ptr %p) "implicit-null-checks" comdat {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %v = load i32, ptr %p
  %w = add i32 %v, 1
  store i32 %w, ptr %p
  ret void

is_null:
  ret void
}

!0 = !{}
