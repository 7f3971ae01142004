; Version 2 of the fault map, in either byte order. See the X86 test.
;
; RUN: llc -mtriple=aarch64-linux -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=aarch64-linux -filetype=obj -o %t.o %s
; RUN: llvm-readelf -S -r %t.o | FileCheck %s --check-prefix=OBJECT
; RUN: llvm-objdump -s -j llvm_faultmaps -j llvm_faultsites %t.o \
; RUN:   | FileCheck %s --check-prefix=LITTLE
; RUN: llc -mtriple=aarch64_be-linux -filetype=obj -o %t.be.o %s
; RUN: llvm-objdump -s -j llvm_faultmaps -j llvm_faultsites %t.be.o \
; RUN:   | FileCheck %s --check-prefix=BIG

; CHECK-LABEL: load:
; CHECK: [[LOAD:.Ltmp[0-9]+]]:
; CHECK-NEXT: ldr w0, [x0] // on-fault: [[NULL:.LBB0_[0-9]+]]
; CHECK-LABEL: store:
; CHECK: [[STORE:.Ltmp[0-9]+]]:
; CHECK-NEXT: str wzr, [x0] // on-fault: [[NULL1:.LBB1_[0-9]+]]

; CHECK: .text
; CHECK-NEXT: [[TEXT:.Llinked_text[0-9]+]]:
; CHECK-NEXT: .reloc [[LOAD]], BFD_RELOC_NONE, [[TEXT]]+0
; CHECK-NEXT: .reloc [[NULL]], BFD_RELOC_NONE, [[TEXT]]+1
; CHECK-NEXT: .reloc [[STORE]], BFD_RELOC_NONE, [[TEXT]]+16106127362
; CHECK-NEXT: .reloc [[NULL1]], BFD_RELOC_NONE, [[TEXT]]+3
; CHECK-NEXT: .section llvm_faultmaps,"ao",@progbits,[[TEXT]]
; CHECK: .word [[LOAD]]-
; CHECK-NEXT: .word (([[NULL]]-[[LOAD]])<<4)+1
; CHECK: .section llvm_faultsites,"ao",@progbits,[[TEXT]]
; CHECK: .word [[STORE]]-
; CHECK: .word [[NULL1]]-
; CHECK: .word 7
; CHECK: .word 19

; OBJECT: [ [[TEXT:[0-9]+]]] .text PROGBITS
; OBJECT: ] llvm_faultmaps PROGBITS {{[0-9a-f]+}} {{[0-9a-f]+}} 000008 00 AL [[TEXT]] 0 8
; OBJECT: ] llvm_faultsites PROGBITS {{[0-9a-f]+}} {{[0-9a-f]+}} 000010 00 AL [[TEXT]] 0 8
; OBJECT: R_AARCH64_NONE {{.*}} .text + 0
; OBJECT: R_AARCH64_PREL32 {{.*}} .text + 0
; OBJECT-NOT: R_AARCH64_ABS64

; LITTLE: 0000 00000000 81000000
; LITTLE: 0000 00000000 00000000 07000000 13000000
; BIG: 0000 00000000 00000081
; BIG: 0000 00000000 00000000 00000007 00000013

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

define i32 @store(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !1

not_null:
  store i32 0, ptr %p
  ret i32 1

is_null:
  ret i32 2
}

!0 = !{}
!1 = !{i32 7}
