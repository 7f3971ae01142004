## The sections of a relocatable object: what the linker needs in order to keep
## each fragment with its code.

# RUN: llvm-mc -filetype=obj -triple=x86_64 %s -o %t
# RUN: not llvm-managed-maps verify %t 2>&1 | FileCheck %s

# CHECK:      error: {{.*}}: section 'llvm_faultmaps' (index [[#]]) is not linked to its code [section-flags]
# CHECK-NEXT: error: {{.*}}: section 'llvm_faultmaps' (index [[#]]) is not loaded [section-flags]
# CHECK-NEXT: error: {{.*}}: section 'llvm_faultmaps' (index [[#]]) has the flags 0x1, which are not for tables [section-flags]
# CHECK-NEXT: error: {{.*}}: section 'llvm_faultmaps' (index [[#]]) is not of type SHT_PROGBITS [section-type]
# CHECK-NEXT: error: {{.*}}: section 'llvm_faultmaps' (index [[#]]) is aligned to 4 bytes and not to 8 [section-alignment]
# CHECK-NEXT: error: {{.*}}: section 'llvm_faultmaps' (index [[#]]) is linked to section 3, which has no code [section-link]
# CHECK-NEXT: error: {{.*}}: section 'llvm_faultmaps' (index [[#]]) describes the same code as section [[#]] [section-link]
# CHECK-NEXT: error: {{.*}}: section 'llvm_faultmaps' (index [[#]]) describes other code than section [[#]] [section-link]
# CHECK-NEXT: error: {{.*}}: section 'llvm_faultmaps' (index [[#]]) is not in the group of section [[#]], its code [section-group]
# CHECK-NEXT: warning: {{.*}} no path leads to {{.*}} (wrong_link_2+0x3)
# CHECK-NEXT: : 16 entries, 16 proved; rules broken: 9, unproved: 0; suspicions: 1
# CHECK-NOT:  {{.}}

.macro function name, flags="ax", more:vararg
  .section .text.\name, "\flags", @progbits \more
  .type \name, @function
\name:
.Lfault_\name:
  movl (%rdi), %eax
  retq
.Lhandler_\name:
  ud2
  .size \name, . - \name
.endm

.macro entry name
  .long .Lfault_\name - .
  .long (.Lhandler_\name - .Lfault_\name) << 4 + 1
.endm

  .section .data.words, "aw", @progbits
  .quad 0

function good
  .section llvm_faultmaps, "ao", @progbits, .text.good, unique, 1
  .p2align 3
  entry good

function not_linked
  .section llvm_faultmaps, "a", @progbits, unique, 2
  .p2align 3
  entry not_linked

function not_loaded
  .section llvm_faultmaps, "o", @progbits, .text.not_loaded, unique, 3
  .p2align 3
  entry not_loaded

function writable
  .section llvm_faultmaps, "awo", @progbits, .text.writable, unique, 4
  .p2align 3
  entry writable

function other_type
  .section llvm_faultmaps, "ao", @note, .text.other_type, unique, 5
  .p2align 3
  entry other_type

function aligned_to_4
  .section llvm_faultmaps, "ao", @progbits, .text.aligned_to_4, unique, 6
  .p2align 2
  entry aligned_to_4
function aligned_to_16
  .section llvm_faultmaps, "ao", @progbits, .text.aligned_to_16, unique, 7
  .p2align 4
  entry aligned_to_16

function linked_to_data
  .section llvm_faultmaps, "ao", @progbits, .data.words, unique, 8
  .p2align 3
  entry linked_to_data

## A text section has one fragment of each format.
  .section .text.twice, "ax", @progbits
  .type twice, @function
twice:
.Lfault_twice:
  movl (%rdi), %eax
.Lsecond:
  movl (%rsi), %eax
.Lthird:
  movl (%rdx), %eax
  retq
.Lhandler_twice:
  ud2
  .size twice, . - twice
  .section llvm_faultmaps, "ao", @progbits, .text.twice, unique, 9
  .p2align 3
  entry twice
  .section llvm_faultmaps, "ao", @progbits, .text.twice, unique, 10
  .p2align 3
  .long .Lsecond - .
  .long (.Lhandler_twice - .Lsecond) << 4 + 1
  .section llvm_faultsites, "ao", @progbits, .text.twice, unique, 1
  .p2align 3
  .long .Lthird - .
  .long .Lhandler_twice - .
  .long 0
  .long 1

function wrong_link
function wrong_link_2
  .section llvm_faultmaps, "ao", @progbits, .text.wrong_link_2, unique, 11
  .p2align 3
  entry wrong_link
## "ld -r" makes such.
function merged_1
function merged_2
  .section llvm_faultmaps, "ao", @progbits, .text.merged_1, unique, 12
  .p2align 3
  entry merged_1
  entry merged_2

function in_group, axG, , in_group, comdat
  .section llvm_faultmaps, "aoG", @progbits, .text.in_group, in_group, comdat, unique, 13
  .p2align 3
  entry in_group
function not_in_group, axG, , not_in_group, comdat
  .section llvm_faultmaps, "ao", @progbits, .text.not_in_group, unique, 14
  .p2align 3
  entry not_in_group
