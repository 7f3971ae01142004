; Blocks of a function may be spread over sections. Version 1 of the fault map
; has the distance of a handler from its function's start, which has no value
; then; it was an error in the object file. Version 2 has a long entry.
;
; RUN: cat %s > %t.v1.ll
; RUN: echo '!llvm.module.flags = !{!16}' >> %t.v1.ll
; RUN: echo '!16 = !{i32 1, !"fault-map-version", i32 1}' >> %t.v1.ll
;
; RUN: llc -mtriple=x86_64-linux -filetype=obj -o /dev/null %t.v1.ll \
; RUN:   -basic-block-sections=all -pass-remarks-missed=implicit-null-checks \
; RUN:   -enable-implicit-null-checks 2>&1 | FileCheck %s --check-prefix=V1
; RUN: llc -mtriple=x86_64-linux -filetype=obj -o /dev/null %t.v1.ll \
; RUN:   -enable-split-machine-functions -enable-implicit-null-checks \
; RUN:   -pass-remarks-missed=implicit-null-checks 2>&1 \
; RUN:   | FileCheck %s --check-prefix=V1
; RUN: llc -mtriple=x86_64-linux -filetype=obj -o /dev/null %t.v1.ll \
; RUN:   -split-machine-functions -enable-implicit-null-checks \
; RUN:   -pass-remarks-missed=implicit-null-checks 2>&1 \
; RUN:   | FileCheck %s --check-prefix=V1
; RUN: llc -mtriple=x86_64-linux -filetype=obj -o /dev/null %t.v1.ll \
; RUN:   -function-sections -enable-implicit-null-checks \
; RUN:   -pass-remarks=implicit-null-checks 2>&1 \
; RUN:   | FileCheck %s --check-prefix=ONE
;
; RUN: llc -mtriple=x86_64-linux -verify-machineinstrs -o - %s \
; RUN:   -basic-block-sections=all -enable-implicit-null-checks \
; RUN:   | FileCheck %s --check-prefix=V2
; RUN: llc -mtriple=x86_64-linux -verify-machineinstrs -o - %s \
; RUN:   -split-machine-functions -enable-implicit-null-checks \
; RUN:   | FileCheck %s --check-prefix=V2
; RUN: llc -mtriple=aarch64-linux -verify-machineinstrs -o - %s \
; RUN:   -split-machine-functions -enable-implicit-null-checks \
; RUN:   | FileCheck %s --check-prefix=V2
; RUN: llc -mtriple=x86_64-linux -filetype=obj -o %t.o %s \
; RUN:   -split-machine-functions -enable-implicit-null-checks
; RUN: llvm-readelf -r %t.o | FileCheck %s --check-prefix=OBJECT

; V1: remark: {{.*}}null check stays explicit: the function may span several sections
; ONE: remark: {{.*}}null check made implicit

; V2: [[LOAD:.Ltmp[0-9]+]]:
; V2-NEXT: on-fault: [[NULL:load.cold|load.__part.[0-9]]]
; V2: [[NULL]]:
; V2: .reloc [[LOAD]], BFD_RELOC_NONE, [[NULL]]+0
; V2: .section llvm_faultsites,"ao",@progbits,.Llinked_text
; V2-NEXT: .p2align 3
; V2: .{{long|word}} [[LOAD]]-
; V2: .{{long|word}} [[NULL]]-
; V2: .{{long|word}} 0
; V2: .{{long|word}} 1

; The cold part stays as long as the check.
; OBJECT: '.rela.text.load'
; OBJECT: 0000000000000000 {{.*}} R_X86_64_NONE {{.*}} load.cold + 0
; OBJECT: '.relallvm_faultsites'
; OBJECT: R_X86_64_PC32 {{.*}} .text.load + 0
; OBJECT-NEXT: R_X86_64_PC32 {{.*}} .text.split.load + 0

define i32 @load(ptr %p) !prof !1 {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !prof !2, !make.implicit !0

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  call void @throw()
  unreachable
}

declare void @throw() cold

!0 = !{}
!1 = !{!"function_entry_count", i64 7000}
!2 = !{!"branch_weights", i32 0, i32 7000}
