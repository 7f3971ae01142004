## Which instructions fault reliably. The ones that do not are exactly those
## that the messages are about.

# RUN: llvm-mc -filetype=obj -triple=x86_64 %s -o %t
# RUN: not llvm-managed-maps verify %t 2>&1 \
# RUN:   | FileCheck %s

# CHECK:      (prefetch+0x0): 'prefetcht0 (%rdi)' is a hint, which never faults [access]
# CHECK-NEXT: (prefetch_for_write+0x0): 'prefetchw (%rdi)' is a hint
# CHECK-NEXT: (nop_with_operand+0x0): 'nopl (%rdi)' is a hint
# CHECK-NEXT: (masked_load+0x0): 'vmaskmovps (%rdi), %ymm0, %ymm1' accesses memory under a mask
# CHECK-NEXT: (masked_store+0x0): 'vpmaskmovd %ymm1, %ymm0, (%rdi)' accesses memory under a mask
# CHECK-NEXT: (masked_load_512+0x0): {{.*}} accesses memory under a mask
# CHECK-NEXT: (gather+0x0): {{.*}} gathers or scatters under a mask
# CHECK-NEXT: (conditional_load+0x0): 'cfcmoveq (%rdi), %rax' is an APX form, which may be conditional
# CHECK-NEXT: (fs+0x0): 'movl %fs:(%rdi), %eax' has a segment override
# CHECK-NEXT: (gs+0x0): {{.*}} has a segment override
# CHECK-NEXT: (relative+0x0): {{.*}} has an address relative to itself
# CHECK-NEXT: (stack+0x0): {{.*}} accesses the stack
# CHECK-NEXT: (narrow_address+0x0): {{.*}} truncates its address to 32 bits
# CHECK-NEXT: (address_of_symbol+0x0): {{.*}} has a displacement that the linker fills in
# CHECK-NEXT: (bit_in_register+0x0): 'btl %eax, (%rdi)' is not known to fault reliably
# CHECK-NEXT: (string+0x0): {{.*}} has no memory operand
# CHECK-NEXT: (repeated+0x0): {{.*}} has a repeat prefix
# CHECK-NEXT: (save_area+0x0): {{.*}} is not known to fault reliably
# CHECK-NEXT: (flush+0x0): {{.*}} is not known to fault reliably
# CHECK-NEXT: (compare_and_add+0x0): {{.*}} is not known to fault reliably
# CHECK-NEXT: (locked_load+0x0): {{.*}} cannot be locked
# CHECK-NEXT: (address+0x0): 'leaq (%rdi), %rax' is not known to fault reliably
# CHECK-NEXT: (no_access+0x0): 'addq %rdi, %rax' has no memory operand
# CHECK-NEXT: : 50 entries, 27 proved; rules broken: 23, unproved: 0; suspicions: 0

.macro entry name, kind, instruction:vararg
  .section llvm_faultmaps, "ao", @progbits, .text
  .p2align 3
  .long \name - .
  .long (.Lhandler_\name - \name) << 4 + \kind
  .text
  .globl \name
  .type \name, @function
\name:
  \instruction
  retq
.Lhandler_\name:
  xorl %eax, %eax
  retq
  .size \name, . - \name
.endm

entry prefetch, 1, prefetcht0 (%rdi)
entry prefetch_for_write, 1, prefetchw (%rdi)
entry nop_with_operand, 1, nopl (%rdi)
entry masked_load, 1, vmaskmovps (%rdi), %ymm0, %ymm1
entry masked_store, 3, vpmaskmovd %ymm1, %ymm0, (%rdi)
entry masked_load_512, 1, vmovups (%rdi), %zmm0 {%k1} {z}
entry gather, 1, vpgatherdd %ymm0, (%rdi,%ymm1), %ymm2
entry conditional_load, 1, cfcmoveq (%rdi), %rax
entry fs, 1, movl %fs:(%rdi), %eax
entry gs, 1, movl %gs:(%rdi), %eax
entry relative, 1, movl relative(%rip), %eax
entry stack, 1, movq 8(%rsp), %rax
entry narrow_address, 1, movl (%edi), %eax
entry address_of_symbol, 1, movl external(%rdi), %eax
entry bit_in_register, 1, btl %eax, (%rdi)
entry string, 1, lodsl
entry repeated, 1, .byte 0xf3, 0x8b, 0x07
entry save_area, 1, fxrstor (%rdi)
entry flush, 1, clflush (%rdi)
entry compare_and_add, 2, cmpbexadd %eax, %ecx, (%rdi)
entry locked_load, 1, .byte 0xf0, 0x8b, 0x07
entry address, 1, leaq (%rdi), %rax
entry no_access, 1, addq %rdi, %rax

entry good_1, 1, movl (%rdi), %eax
entry good_2, 3, movb %al, 4095(%rdi)
entry good_3, 2, addq $1, 8(%rdi)
entry good_4, 1, cmpl $0, (%rdi)
entry good_5, 1, movq (,%rdi,8), %rax
entry good_6, 1, movq (%r16), %rax
entry good_7, 2, lock addl %eax, 4(%rdi)
entry good_8, 2, lock cmpxchgq %rcx, (%rdi)
entry good_9, 2, xchgl %eax, (%rdi)
entry good_10, 1, cmovel (%rdi), %eax
entry good_11, 3, sete (%rdi)
entry good_12, 1, movaps 16(%rdi), %xmm0
entry good_13, 1, vaddps 4(%rdi), %ymm0, %ymm1
entry good_14, 1, vaddps (%rdi) {1to16}, %zmm0, %zmm1
entry good_15, 1, vmovups (%rdi), %zmm0
entry good_16, 3, movss %xmm0, (%rdi)
entry good_17, 1, fldl (%rdi)
entry good_18, 2, btsl $3, (%rdi)
entry good_19, 1, divl (%rdi)
entry good_20, 3, movnti %rax, (%rdi)
entry good_21, 3, movl $symbol, (%rdi)
entry good_22, 1, mulxq (%rdi), %rax, %rcx
entry good_23, 3, vpmovqd %zmm0, (%rdi)
entry good_24, 1, vcvtqq2pd 4032(%rdi), %zmm0
entry good_25, 2, notq (%rdi)
entry good_26, 2, lock cmpxchg16b 16(%rdi)
entry good_27, 2, lock cmpxchg8b 8(%rdi)
