## Entries of the kinds 4 to 6 are proved if the access is in the wide guard: 2^36
## bytes below zero, or 2^36 + 2^32 bytes above it.

# RUN: llvm-mc -filetype=obj -triple=x86_64 %s -o %t
# RUN: not llvm-managed-maps verify --strict %t 2>&1 | FileCheck %s
# RUN: not llvm-managed-maps verify %t 2>&1 | FileCheck %s --check-prefix=KNOWN
# RUN: not llvm-managed-maps verify --json %t | FileCheck %s --check-prefix=JSON

## The compiler may know from its IR how large an index can be.
# KNOWN:      warning: {{.*}} (any_index+0x0): {{.*}} is not proved to fault in the wide guard [address, unproved]
# KNOWN-NEXT: warning: {{.*}} (unsigned_24+{{.*}} [address, unproved]
# KNOWN-NEXT: warning: {{.*}} (far_above+{{.*}} [address, unproved]
# KNOWN-NEXT: error:
# JSON: "level": "unproved",
# JSON-NEXT: "error": false,
# JSON-NEXT: "message": "{{.*}} (any_index+0x0)

# CHECK:      error: {{.*}} (any_index+0x0): 'movl (%rdi,%rsi), %eax' is not proved to fault in the wide guard [address, unproved]
# CHECK-NEXT: error: {{.*}} (unsigned_24+0x6): {{.*}} is not proved to fault in the wide guard [address, unproved]
# CHECK-NEXT: error: {{.*}} (far_above+0xa): {{.*}} is not proved to fault in the wide guard [address, unproved]
# CHECK-NEXT: error: {{.*}} (misaligned+0x0): {{.*}} does not fault in the wide guard [address]
# CHECK-NEXT: error: {{.*}} (frame_pointer+0x3): {{.*}} is not proved to fault in the wide guard [address, unproved]
# CHECK-NEXT: error: {{.*}} (page+0x0): {{.*}} does not fault below the guard size [address]
# CHECK-NEXT: error: {{.*}} (wrong_kind+0x0): {{.*}} is not a WideFaultingStore but a FaultingLoad [kind]
# CHECK-NEXT: : 16 entries, 9 proved; rules broken: 3, unproved: 4; suspicions: 0

.macro function name
  .text
  .globl \name
  .type \name, @function
\name:
.endm

## The next instruction is the access of the function.
.macro fault name, kind
.Lfault_\name:
  .section llvm_faultmaps, "ao", @progbits, .text
  .p2align 3
  .long .Lfault_\name - .
  .long ((.Lhandler_\name - .Lfault_\name) << 4) + \kind
  .text
.endm

.macro finish name
  ret
.Lhandler_\name:
  ud2
  .size \name, . - \name
.endm

## Not proved.

function any_index
  fault any_index, 4
  movl (%rdi,%rsi), %eax
  finish any_index

function unsigned_24
  movl %esi, %eax
  leaq (%rax,%rax,2), %rax
  fault unsigned_24, 4
  movq (%rdi,%rax,8), %rax
  finish unsigned_24

function far_above
  movabsq $0x1100000000, %rax
  fault far_above, 4
  movq (%rdi,%rax), %rax
  finish far_above

function misaligned
  fault misaligned, 4
  addps 100008(%rdi), %xmm0
  finish misaligned

## By way of the stack segment, a fault below zero may be another signal.
function frame_pointer
  movslq %esi, %rax
  fault frame_pointer, 4
  movl (%rbp,%rax,4), %eax
  finish frame_pointer

function page
  fault page, 1
  movl 4096(%rdi), %eax
  finish page

function wrong_kind
  fault wrong_kind, 6
  movl (%rdi), %eax
  finish wrong_kind

## Proved.

function unsigned_16
  movl %esi, %eax
  shlq $4, %rax
  fault unsigned_16, 4
  movq (%rdi,%rax), %rax
  finish unsigned_16

function signed_24
  movslq %esi, %rax
  leaq (%rax,%rax,2), %rax
  fault signed_24, 4
  movq 16(%rdi,%rax,8), %rax
  finish signed_24

function loaded
  movslq (%rsi), %rax
  fault loaded, 4
  movq (%rdi,%rax,8), %rax
  finish loaded

function accumulator
  movl %esi, %eax
  cltq
  fault accumulator, 5
  addq %rax, (%rdi,%rax,8)
  finish accumulator

function product
  movslq %esi, %rax
  imulq $40, %rax, %rax
  sarq $1, %rax
  fault product, 4
  movq (%rdi,%rax), %rax
  finish product

function below
  fault below, 6
  movl $0, -100000(%rdi)
  finish below

function far_field
  fault far_field, 4
  movl 100000(%rdi), %eax
  finish far_field

function difference
  movslq %esi, %rax
  movl %edx, %ecx
  subq %rcx, %rax
  fault difference, 4
  movb (%rdi,%rax), %al
  finish difference

## Whatever the loop does to the index, it has 32 bits.
function around
1:
  incl %esi
  movslq %esi, %rax
  fault around, 4
  movl (%rdi,%rax,4), %eax
  testl %eax, %eax
  jne 1b
  finish around
