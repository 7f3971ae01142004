## A handler finds the stack pointer where the faulting instruction left it. What
## comes behind must go with that.

# RUN: llvm-mc -filetype=obj -triple=x86_64 %s -o %t
# RUN: not llvm-managed-maps verify %t 2>&1 | FileCheck %s

# CHECK:      error: {{.*}} (before_push+0x0): handler PC {{.*}} (before_push+0x5) needs another stack pointer [stack]
# CHECK-NEXT: error: {{.*}} (after_pop+0x{{.*}}): handler PC {{.*}} needs another stack pointer [stack]
# CHECK-NEXT: error: {{.*}} (before_frame+0x{{.*}}): handler PC {{.*}} needs another stack pointer [stack]
# CHECK-NEXT: error: {{.*}} (joins+0x{{.*}}): handler PC {{.*}} needs another stack pointer [stack]
# CHECK-NEXT: : 10 entries, 6 proved; rules broken: 4, unproved: 0; suspicions: 0
# CHECK-NOT:  {{.}}

.macro fault name
.Lfault_\name:
  .section llvm_faultmaps, "ao", @progbits, .text
  .p2align 3
  .long .Lfault_\name - .
  .long (.Lhandler_\name - .Lfault_\name) << 4 + 1
  .text
.endm

.macro function name
  .text
  .globl \name
  .type \name, @function
\name:
.endm

.macro finish name
  .size \name, . - \name
.endm

function before_push
  fault before_push
  movl (%rdi), %eax
  pushq %rbx
  popq %rbx
  retq
.Lhandler_before_push:
  popq %rbx
  retq
finish before_push
function after_push
  pushq %rbx
  fault after_push
  movl (%rdi), %eax
  popq %rbx
  retq
.Lhandler_after_push:
  popq %rbx
  retq
finish after_push

function after_pop
  pushq %rbx
  fault after_pop
  movl (%rdi), %eax
  popq %rbx
  retq
.Lhandler_after_pop:
  retq
finish after_pop
## It does not return.
function ends
  pushq %rbx
  fault ends
  movl (%rdi), %eax
  popq %rbx
  retq
.Lhandler_ends:
  ud2
finish ends

function before_frame
  fault before_frame
  movl (%rdi), %eax
  subq $24, %rsp
  callq external
  addq $24, %rsp
  retq
.Lhandler_before_frame:
  addq $24, %rsp
  retq
finish before_frame
function in_frame
  subq $24, %rsp
  fault in_frame
  movl (%rdi), %eax
  callq external
  addq $24, %rsp
  retq
.Lhandler_in_frame:
  addq $24, %rsp
  retq
finish in_frame

## It goes on where control also comes by a jump.
function joins
  fault joins
  movl (%rdi), %eax
  pushq %rbx
  testl %eax, %eax
  je .Lend_of_joins
  callq external
.Lend_of_joins:
  popq %rbx
  retq
.Lhandler_joins:
  xorl %eax, %eax
  jmp .Lend_of_joins
finish joins
function joins_in_frame
  pushq %rbx
  fault joins_in_frame
  movl (%rdi), %eax
  testl %eax, %eax
  je .Lend_of_joins_in_frame
  callq external
.Lend_of_joins_in_frame:
  popq %rbx
  retq
.Lhandler_joins_in_frame:
  xorl %eax, %eax
  jmp .Lend_of_joins_in_frame
finish joins_in_frame

## The frame pointer tells where it was.
function restored_from_frame
  pushq %rbp
  movq %rsp, %rbp
  subq $32, %rsp
  fault restored_from_frame
  movl (%rdi), %eax
  leave
  retq
.Lhandler_restored_from_frame:
  movq %rbp, %rsp
  popq %rbp
  retq
finish restored_from_frame
## Nobody knows where it is.
function unknown_size
  pushq %rbp
  movq %rsp, %rbp
  subq %rsi, %rsp
  fault unknown_size
  movl (%rdi), %eax
  leave
  retq
.Lhandler_unknown_size:
  addq $64, %rsp
  leave
  retq
finish unknown_size
