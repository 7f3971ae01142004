; REQUIRES: x86, aarch64
; The code that the linker generates has implicit null checks where functions
; ask for them, as the code of the compiler does: in full LTO and in ThinLTO,
; without any option. A function that does not ask keeps its check, also when a
; function that asks is inlined into it.

; RUN: rm -rf %t && split-file %s %t && cd %t
; RUN: cat x86-64.ll main.ll > a.ll && cat x86-64.ll callee.ll > b.ll
; RUN: cat aarch64.ll main.ll > c.ll && cat aarch64.ll callee.ll > d.ll

; RUN: llvm-as a.ll -o a.full.o && llvm-as b.ll -o b.full.o
; RUN: ld.lld -e asks -u asks_not a.full.o b.full.o -o full
; RUN: llvm-objdump -d --no-show-raw-insn full | FileCheck %s --check-prefix=X86
; RUN: llvm-readelf -SW full | FileCheck %s --check-prefix=TABLE

; RUN: opt -module-summary a.ll -o a.thin.o && opt -module-summary b.ll -o b.thin.o
; RUN: ld.lld -e asks -u asks_not a.thin.o b.thin.o -o thin
; RUN: llvm-objdump -d --no-show-raw-insn thin | FileCheck %s --check-prefix=X86
; RUN: llvm-readelf -SW thin | FileCheck %s --check-prefix=TABLE

; RUN: llvm-as c.ll -o c.full.o && llvm-as d.ll -o d.full.o
; RUN: ld.lld -e asks -u asks_not c.full.o d.full.o -o full64
; RUN: llvm-objdump -d --no-show-raw-insn full64 | FileCheck %s --check-prefix=A64
; RUN: llvm-readelf -SW full64 | FileCheck %s --check-prefix=TABLE

; RUN: opt -module-summary c.ll -o c.thin.o && opt -module-summary d.ll -o d.thin.o
; RUN: ld.lld -e asks -u asks_not c.thin.o d.thin.o -o thin64
; RUN: llvm-objdump -d --no-show-raw-insn thin64 | FileCheck %s --check-prefix=A64
; RUN: llvm-readelf -SW thin64 | FileCheck %s --check-prefix=TABLE

; Without code generation for those that ask there is no table.
; RUN: sed 's/"implicit-null-checks"//' a.ll > e.ll && sed 's/"implicit-null-checks"//' b.ll > f.ll
; RUN: llvm-as e.ll -o e.o && llvm-as f.ll -o f.o
; RUN: ld.lld -e asks -u asks_not e.o f.o -o explicit
; RUN: llvm-readelf -SW explicit | FileCheck %s --check-prefix=NOTABLE

; X86-LABEL: <asks>:
; X86-NEXT:    movl (%rdi), %eax
; X86-NEXT:    retq
; X86-LABEL: <asks_not>:
; X86-NEXT:    testq %rdi, %rdi
; X86-NEXT:    je

; A64-LABEL: <asks>:
; A64-NEXT:    ldr w0, [x0]
; A64-NEXT:    ret
; A64-LABEL: <asks_not>:
; A64-NEXT:    cbz x0

; TABLE: llvm_faultmaps PROGBITS
; NOTABLE-NOT: llvm_faultmaps

;--- x86-64.ll
target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

;--- aarch64.ll
target triple = "aarch64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"

;--- main.ll
declare i32 @callee(ptr)

define i32 @asks(ptr %p) "implicit-null-checks" {
  %v = call i32 @callee(ptr %p)
  ret i32 %v
}

define i32 @asks_not(ptr %p) {
  %v = call i32 @callee(ptr %p)
  ret i32 %v
}

;--- callee.ll
define i32 @callee(ptr %p) "implicit-null-checks" {
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
