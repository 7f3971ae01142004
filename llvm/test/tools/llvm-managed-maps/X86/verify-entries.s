## What the bytes of fragments and the functions of version 1 must be like in a
## relocatable object.

# RUN: llvm-mc -filetype=obj -triple=x86_64 %s -o %t
# RUN: not llvm-managed-maps verify %t 2>&1 | FileCheck %s

# CHECK:      error: {{.*}}: section 'llvm_faultmaps' (index [[#]]) does not ascend by faulting PC at offset 0x8 [order]
# CHECK-NEXT: warning: {{.*}}: section 'llvm_faultmaps' (index [[#]]) has padding for 2; were there entries? [padding, suspicious]
# CHECK-NEXT: warning: {{.*}}: section 'llvm_faultsites' (index [[#]]) has padding for 1; were there entries? [padding, suspicious]
# CHECK-NEXT: error: {{.*}}: section '.llvm_faultmaps' (index [[#]]) names {{.*}} (old+0x1) at offset 0x24, which is not a function [function-start]
# CHECK-NEXT: error: {{.*}}: section '.llvm_faultmaps' (index [[#]]) has the flags 0x80, which are not for tables [section-flags]
# CHECK-NEXT: : 8 entries, 8 proved; rules broken: 3, unproved: 0; suspicions: 2
# CHECK-NOT:  {{.}}

## A function with two accesses.
.macro function name
  .section .text.\name, "ax", @progbits
  .type \name, @function
\name:
  nop
.Lfirst_\name:
  movl (%rdi), %eax
.Lsecond_\name:
  movl (%rsi), %eax
  retq
.Lhandler_\name:
  ud2
  .size \name, . - \name
.endm

.macro entry name, which
  .long .L\which\()_\name - .
  .long (.Lhandler_\name - .L\which\()_\name) << 4 + 1
.endm

.macro site name, which
  .long .L\which\()_\name - .
  .long .Lhandler_\name - .
  .long 7
  .long 0x11
.endm

function ascends
  .section llvm_faultmaps, "ao", @progbits, .text.ascends, unique, 1
  .p2align 3
  entry ascends, first
  entry ascends, second

function descends
  .section llvm_faultmaps, "ao", @progbits, .text.descends, unique, 2
  .p2align 3
  entry descends, second
  entry descends, first

function padded
  .section llvm_faultmaps, "ao", @progbits, .text.padded, unique, 3
  .p2align 3
  .quad 0
  entry padded, first
  .quad 0
  .section llvm_faultsites, "ao", @progbits, .text.padded, unique, 1
  .p2align 3
  site padded, second
  .quad 0, 0

function old
  .section .llvm_faultmaps, "a", @progbits, unique, 1
  .byte 1, 0, 0, 0
  .long 2
  .quad old
  .long 1, 0, 1, 1, 6
  .quad old + 1
  .long 1, 0, 1, 2, 5
  .section .llvm_faultmaps, "ao", @progbits, .text.old, unique, 2
  .byte 1, 0, 0, 0
  .long 0
