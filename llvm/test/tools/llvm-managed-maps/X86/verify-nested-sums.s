## Sums that grow in nested loops settle after a few rounds. What is known of
## each grew by one bit in a round of the loop around it, so that this did not
## end.

# RUN: llvm-mc -filetype=obj -triple=x86_64 %s -o %t
# RUN: llvm-managed-maps verify %t | FileCheck %s

# CHECK: : 2 entries, 2 proved; rules broken: 0, unproved: 0; suspicions: 0

.macro fault name
.Lfault_\name:
  .section llvm_faultmaps, "ao", @progbits, .text
  .p2align 3
  .long .Lfault_\name - .
  .long ((.Lhandler - .Lfault_\name) << 4) + 1
  .text
.endm

  .text
  .globl sums
  .type sums, @function
sums:
  xorl %eax, %eax
  xorl %ecx, %ecx
  xorl %edx, %edx
  xorl %r8d, %r8d
  xorl %r9d, %r9d
  xorl %r10d, %r10d
  xorl %r11d, %r11d
.Lloop1:
  addq %rcx, %rax
.Lloop2:
  addq %rdx, %rcx
.Lloop3:
  addq %r8, %rdx
.Lloop4:
  addq %r9, %r8
.Lloop5:
  addq %r10, %r9
.Lloop6:
  addq %r11, %r10
  addq $4, %r11
  decl %esi
  je .Lloop6
  js .Lloop5
  jp .Lloop4
  jo .Lloop3
  jl .Lloop2
  jc .Lloop1
  movzbl %al, %eax
  fault byte
  movl (%rdi,%rax), %ecx
  fault field
  movl 8(%rdi), %eax
  ret
.Lhandler:
  ud2
  .size sums, . - sums
