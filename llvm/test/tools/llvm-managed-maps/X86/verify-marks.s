## Relocations in the code that change nothing tell linkers which fault map it
## has. If a section has any, they are those of its entries.

# RUN: llvm-mc -filetype=obj -triple=x86_64 %s -o %t
# RUN: not llvm-managed-maps verify %t 2>&1 | FileCheck %s

# CHECK:      error: {{.*}} faulting PC .text.other_number{{.*}}: no marks in the code belong to this entry [mark]
# CHECK-NEXT: error: {{.*}} faulting PC .text.other_site{{.*}}: no marks in the code belong to this entry [mark]
# CHECK-NEXT: error: {{.*}} faulting PC .text.no_site{{.*}}: no marks in the code belong to this entry [mark]
# CHECK-NEXT: error: {{.*}} faulting PC .text.other_handler{{.*}}: no marks in the code belong to this entry [mark]
# CHECK-NEXT: error: {{.*}} faulting PC .text.other_part{{.*}}: no marks in the code belong to this entry [mark]
# CHECK-NEXT: error: {{.*}} faulting PC .text.too_few+0x2 {{.*}}: no marks in the code belong to this entry [mark]
# CHECK-NEXT: error: {{.*}} section '.text.too_many' (index [[#]]) has 4 marks, and the entries need 2 [mark]
# CHECK-NEXT: error: {{.*}} section '.text.too_few' (index [[#]]) has 2 marks, and the entries need 4 [mark]
# CHECK-NEXT: : 12 entries, 12 proved; rules broken: 8, unproved: 0; suspicions: 0
# CHECK-NOT:  {{.}}

.macro function name
  .section .text.\name, "ax", @progbits
  .type \name, @function
\name:
.Lfault_\name:
  movl (%rdi), %eax
.Lfault2_\name:
  movl (%rsi), %eax
  retq
.Lhandler_\name:
  ud2
  .size \name, . - \name
.endm

## Its handler is elsewhere.
.macro piece name
  .section .text.\name, "ax", @progbits
  .type \name, @function
\name:
.Lfault_\name:
  movl (%rdi), %eax
  retq
  .size \name, . - \name
.endm

.macro short name, suffix
  .section llvm_faultmaps, "ao", @progbits, .text.\name, unique, \@
  .p2align 3
  .long .Lfault_\name - .
  .long (.Lhandler_\name - .Lfault_\name) << 4 + 1
  .section .text.\name
.endm

.macro long name, handler, site, info
  .section llvm_faultsites, "ao", @progbits, .text.\name, unique, \@
  .p2align 3
  .long .Lfault_\name - .
  .long \handler - .
  .long \site
  .long \info
  .section .text.\name
.endm

## At the access and at the handler.
.macro marks name, first, second
  .reloc .Lfault_\name, R_X86_64_NONE, .text.\name + \first
  .reloc .Lhandler_\name, R_X86_64_NONE, .text.\name + \second
.endm

function good
  short good
  marks good, 4, 5
function good_site
  long good_site, .Lhandler_good_site, 7, 0x11
  marks good_site, 16106127360, 1
piece good_part
  long good_part, cold_part, 7, 0x11
  .reloc .Lfault_good_part, R_X86_64_NONE, cold_part + 16106127360
  .section .text.cold_part, "ax", @progbits
  .type good_part.cold, @function
good_part.cold:
cold_part:
  ud2
  .size good_part.cold, . - good_part.cold
## As assemblers that know of no marks leave it.
function unmarked
  short unmarked

## 5 does not come behind 6.
function other_number
  short other_number
  marks other_number, 6, 5
function other_site
  long other_site, .Lhandler_other_site, 8, 0x11
  marks other_site, 16106127360, 1
function no_site
  long no_site, .Lhandler_no_site, 7, 0x11
  marks no_site, 0, 1
function other_handler
  short other_handler
  .reloc .Lfault_other_handler, R_X86_64_NONE, .text.other_handler + 0
  .reloc .Lfault2_other_handler, R_X86_64_NONE, .text.other_handler + 1
piece other_part
  long other_part, other_cold, 7, 0x11
  .reloc .Lfault_other_part, R_X86_64_NONE, other_cold + 7516192768
  .section .text.other_cold, "ax", @progbits
  .type other_part.cold, @function
other_part.cold:
other_cold:
  ud2
  .size other_part.cold, . - other_part.cold

function too_many
  short too_many
  marks too_many, 0, 1
  marks too_many, 2, 3
function too_few
  short too_few
  marks too_few, 0, 1
  .section llvm_faultsites, "ao", @progbits, .text.too_few, unique, 1000
  .p2align 3
  .long .Lfault2_too_few - .
  .long .Lhandler_too_few - .
  .long 0
  .long 1
