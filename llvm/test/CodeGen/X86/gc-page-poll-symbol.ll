; A program that has the page itself polls by an instruction that needs no
; register: the module defines the variable with its address.

; RUN: opt -mtriple=x86_64-linux-gnu -S %s -o %t.ll \
; RUN:   -passes='function(place-safepoints,verify<safepoint-polls>),rewrite-statepoints-for-gc'
; RUN: llc -mtriple=x86_64-linux-gnu -relocation-model=pic \
; RUN:   -verify-machineinstrs %t.ll -o - | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -relocation-model=pic -filetype=obj %t.ll \
; RUN:   -o %t.o
; RUN: llvm-managed-maps verify --strict %t.o
; RUN: llvm-objdump -d -r %t.o | FileCheck %s --check-prefix=BYTES
; RUN: llc -mtriple=x86_64-linux-gnu -relocation-model=pic -filetype=obj -O0 \
; RUN:   -verify-machineinstrs %t.ll -o %t0.o
; RUN: llvm-managed-maps verify %t0.o

; The page of another module has its address loaded.
; RUN: sed 's/ dso_local//' %s | opt -mtriple=x86_64-linux-gnu -S \
; RUN:   -passes='function(place-safepoints)' | FileCheck %s --check-prefix=LOADED
; RUN: opt -mtriple=aarch64-linux-gnu -S %s \
; RUN:   -passes='function(place-safepoints)' | FileCheck %s --check-prefix=LOADED

@LLVMManagedPollPage = external dso_local global i8
@LLVMManagedPollAddress = available_externally constant ptr @LLVMManagedPollPage

; CHECK-LABEL: poll:
; CHECK-NOT: push
; CHECK: movq (%rdi), %rax
; CHECK-NEXT: testl %eax, LLVMManagedPollPage(%rip)
; CHECK-NEXT: .Ltmp0:
; CHECK-NEXT: retq
; BYTES: 85 05 00 00 00 00 {{.*}}testl
; BYTES: R_X86_64_PC32 LLVMManagedPollPage-0x4
; LOADED-LABEL: define i64 @poll(
; LOADED: %poll.page = load ptr, ptr @LLVMManagedPollAddress
; LOADED: call void %poll.page()
define i64 @poll(ptr addrspace(1) %p) "gc-poll-form"="page" gc "managed" {
  %v = load i64, ptr addrspace(1) %p
  ret i64 %v
}
