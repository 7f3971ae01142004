; The code that the plugin generates has implicit null checks where functions
; ask for them, in full LTO and in ThinLTO, without any option.

; RUN: llvm-as %s -o %t.full.o
; RUN: %gold -m elf_x86_64 -plugin %llvmshlibdir/LLVMgold%shlibext \
; RUN:   -e asks -u asks_not %t.full.o -o %t.full
; RUN: llvm-objdump -d --no-show-raw-insn %t.full | FileCheck %s
; RUN: llvm-readelf -SW %t.full | FileCheck %s --check-prefix=TABLE

; RUN: opt -module-summary %s -o %t.thin.o
; RUN: %gold -m elf_x86_64 -plugin %llvmshlibdir/LLVMgold%shlibext \
; RUN:   -plugin-opt=thinlto -e asks -u asks_not %t.thin.o -o %t.thin
; RUN: llvm-objdump -d --no-show-raw-insn %t.thin | FileCheck %s
; RUN: llvm-readelf -SW %t.thin | FileCheck %s --check-prefix=TABLE

; CHECK-LABEL: <asks>:
; CHECK-NEXT:    movl (%rdi), %eax
; CHECK-NEXT:    retq
; CHECK-LABEL: <asks_not>:
; CHECK-NEXT:    testq %rdi, %rdi
; CHECK-NEXT:    je

; TABLE: llvm_faultmaps PROGBITS

target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i32 @asks(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  ret i32 42
}

define i32 @asks_not(ptr %p) {
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
