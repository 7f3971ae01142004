## Entries of the kind 7 are polls by page, and lead to the end of the poll.

# RUN: llvm-mc -filetype=obj -triple=x86_64 %s -o %t
# RUN: not llvm-managed-maps verify %t 2>&1 | FileCheck %s
# RUN: llvm-managed-maps dump %t | FileCheck --check-prefix=DUMP %s
# RUN: llvm-objdump --fault-map-section %t | FileCheck --check-prefix=OBJ %s

# CHECK:      error: {{.*}} (no_poll+0x0): 'movl (%rdi), %eax' is not a poll by page [poll]
# CHECK-NEXT: error: {{.*}} (with_offset+0x0): {{.*}} is not a poll by page [poll]
# CHECK-NEXT: error: {{.*}} (wrong_end+0x0): handler PC {{.*}} (wrong_end+0x3) is not the end of the poll [poll-end]
# CHECK-NEXT: error: {{.*}} (within+0x1): is not the beginning of an instruction [pc-start]
# CHECK-NEXT: error: {{.*}} (with_site+0x0): a poll by page has no site id [poll-site]
# CHECK-NEXT: : 6 entries, 1 proved; rules broken: 5

# DUMP: PollingPage {{.*}} (right+0x0)
# OBJ: PollingPage

.macro function name
  .text
  .globl \name
  .type \name, @function
\name:
.endm

.macro poll name, end, offset=0
  .section llvm_faultmaps, "ao", @progbits, .text
  .p2align 3
  .long \name + \offset - .
  .long ((\end - \name - \offset) << 4) + 7
  .text
.endm

function right
  testl %eax, (%rdi)
0:
  ret
  poll right, 0b
  .size right, . - right

function no_poll
  movl (%rdi), %eax
0:
  ret
  poll no_poll, 0b
  .size no_poll, . - no_poll

function with_offset
  testl %eax, 8(%rdi)
0:
  ret
  poll with_offset, 0b
  .size with_offset, . - with_offset

function wrong_end
  testl %eax, (%rdi)
  nop
0:
  ret
  poll wrong_end, 0b
  .size wrong_end, . - wrong_end

function within
  testl %eax, (%r8)
0:
  ret
  poll within, 0b, 1
  .size within, . - within

function with_site
  testl %eax, (%rdi)
0:
  ret
  .size with_site, . - with_site
  .section llvm_faultsites, "ao", @progbits, .text
  .p2align 3
  .long with_site - .
  .long 0b - .
  .long 5
  .long 0x17
