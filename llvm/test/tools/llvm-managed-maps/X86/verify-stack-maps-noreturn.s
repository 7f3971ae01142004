## What follows a call that does not return belongs to another path. A call may be
## one if nothing is kept at it, and other paths lead to what follows it.

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o
# RUN: llvm-managed-maps verify --strict %t.o

## Nothing else leads there.
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym STRAIGHT=1
# RUN: llvm-managed-maps verify %t.o
# RUN: not llvm-managed-maps verify --strict %t.o 2>&1 | FileCheck %s --check-prefixes=RBX,SLOT --implicit-check-not=suspicious]

## The call keeps one of the two.
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym FAIL=2
# RUN: not llvm-managed-maps verify --strict %t.o 2>&1 | FileCheck %s --check-prefixes=RBX --implicit-check-not=suspicious]
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym FAIL=1
# RUN: not llvm-managed-maps verify --strict %t.o 2>&1 | FileCheck %s --check-prefixes=SLOT --implicit-check-not=suspicious]
# RBX:       PC .text+0x1b (f+0x1b): R3 is not a root, but was one before, and is used after the call [lost, suspicious]
# SLOT:      PC .text+0x1b (f+0x1b): [CFA-32] is not a root, but was one before, and is used after the call [lost, suspicious]
# RBX:       PC .text+0x20 (f+0x20): R3 has not been written since a safepoint at which it was not a root [stale, suspicious]
# SLOT:      PC .text+0x20 (f+0x20): [CFA-32] has not been written since a safepoint at which it was not a root [stale, suspicious]

## It keeps what deoptimization needs, and that need not be all.
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym FAIL=1 --defsym DEOPT=0
# RUN: llvm-managed-maps verify --strict %t.o
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym FAIL=1 --defsym DEOPT=1
# RUN: not llvm-managed-maps verify --strict %t.o 2>&1 | FileCheck %s --check-prefixes=SLOT --implicit-check-not=suspicious]

## The stack pointer may move by a pop, which is no use of what is there.
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym LAST=1 --defsym POP=1
# RUN: llvm-managed-maps verify --strict %t.o
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym LAST=1
# RUN: not llvm-managed-maps verify --strict %t.o 2>&1 | FileCheck %s --check-prefix=LAST --implicit-check-not=suspicious]
# LAST: PC .text+0x20 (f+0x20): [CFA-32] is not a root, but was one before, and is used after the call [lost, suspicious]

.macro default name, value
.ifndef \name
.set \name, \value
.endif
.endm
## Sets: 1 is rbx, 2 is the slot.
  default FAIL, 0
  default LAST, 3

  .text
  .globl f
  .type f, @function
f:
  .cfi_startproc
  pushq %rbx
  .cfi_def_cfa_offset 16
  .cfi_offset %rbx, -16
  subq $16, %rsp
  .cfi_def_cfa_offset 32
  movq %rdi, (%rsp)
  movq %rdi, %rbx
  callq g
.Lfirst:
.ifdef STRAIGHT
  .nops 4
.else
  testl %eax, %eax
  jne .Lgood
.endif
  .skip 0x16 - (. - f), 0x90
  callq fail
.Lfail:
.Lgood:
  callq g
.Llast:
.ifdef POP
  movq (%rbx), %rdi
  popq %rcx
  popq %rcx
.else
  movq (%rsp), %rdi
  movq (%rbx), %rdi
  addq $16, %rsp
.endif
  .cfi_def_cfa_offset 16
  popq %rbx
  .cfi_def_cfa_offset 8
  retq
  .cfi_endproc
  .size f, . - f

  .section llvm_gcmap,"ao",@progbits,.text
.Lrun:
.ifdef DEOPT
  .byte 0x68
  .uleb128 2, 4<<2, 0x20<<1, 1, 3<<2
  .uleb128 3<<1, .Lfail - .Lfirst, FAIL<<1|1, 2, DEOPT<<3|2
  .uleb128 .Llast - .Lfail, LAST<<1
.else
  .byte 0x60
  .uleb128 2, 4<<2, 0x20<<1, 1, 3<<2
  .uleb128 3, .Lfail - .Lfirst, FAIL, .Llast - .Lfail, LAST
.endif
  .uleb128 0

  .section llvm_gcidx,"ao",@progbits,.text
  .p2align 2
  .long .Lfirst - .
  .long .Lrun - .
