## A path ends at another access with an entry that is certain to fault. The
## pointer is rdi. If it is null, each path that comes back to the load faults
## before it has added 8 to rsi.

# RUN: llvm-mc -filetype=obj -triple=x86_64 %s -o %t
# RUN: not llvm-managed-maps verify %t 2>&1 | FileCheck %s

# CHECK-NOT:  (ends+
# CHECK:      (no_entry+0xe): 'movq -88(%rsi), %rax' does not fault below the guard size [address]
# CHECK-NEXT: (beyond_guard+0xe): 'movq -88(%rsi), %rax' does not fault below the guard size [address]
# CHECK-NEXT: : 4 entries, 2 proved; rules broken: 2,

.macro fault name, number
.Lfault_\name\number:
  .section llvm_faultmaps, "ao", @progbits, .text
  .p2align 3
  .long .Lfault_\name\number - .
  .long ((.Lhandler_\name - .Lfault_\name\number) << 4) + 1
  .text
.endm

.macro function name
  .text
  .globl \name
  .type \name, @function
\name:
  movq %rdi, %rcx
  leaq 656(%rdi), %rsi
.Lloop_\name:
  testl %edx, %edx
  jne .Ljoin_\name
  fault \name, 1
  movq -88(%rsi), %rax
.Ljoin_\name:
.endm

.macro finish name
  addq $8, %rsi
  decl %edx
  jne .Lloop_\name
  ret
.Lhandler_\name:
  ud2
  .size \name, . - \name
.endm

function ends
  fault ends, 2
  movq 8(%rcx), %r8
  finish ends

function no_entry
  movq 8(%rcx), %r8
  finish no_entry

function beyond_guard
  movq 8192(%rcx), %r8
  finish beyond_guard
