## Statepoints of version 3 are verified as far as the table tells.

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o
# RUN: llvm-managed-maps verify --strict %t.o | FileCheck --check-prefix=SOUND %s
# SOUND: 2 safepoints, 2 proved; rules broken: 0, unproved: 0; suspicions: 0

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym SIZE=16
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=SIZE %s
# SIZE: error: {{.*}}PC .text+0x6 (f+0x6): the stack size is 16, and the frame has 8 bytes [stack-size]

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym SIZE=-1
# RUN: llvm-managed-maps verify --strict %t.o

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym KIND=1
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=REGISTER %s
# REGISTER: error: {{.*}}R7 is not a register that calls preserve [register]

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym SLOT=-8
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=SLOT %s
# SLOT: error: {{.*}}[CFA-24] is below the stack pointer [slot]

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym PC=3
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=MIDST %s
# MIDST: error: {{.*}}PC .text+0x3 (f+0x3): does not follow an instruction [call]

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym FUNCTION=1
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=FUNCTION %s
# FUNCTION: error: {{.*}}section '.llvm_stackmaps' (index [[#]]) names .text+0x1 (f+0x1) at offset 0x10, which is not a function [function-start]

.macro default name, value
.ifndef \name
.set \name, \value
.endif
.endm
  default SIZE, 8
  default KIND, 3
  default SLOT, 0
  default PC, 6
  default FUNCTION, 0

  .text
  .globl f
  .type f, @function
f:
  .cfi_startproc
  pushq %rax
  .cfi_def_cfa_offset 16
  callq g
  popq %rax
  .cfi_def_cfa_offset 8
  retq
  .cfi_endproc
  .size f, . - f

  .section .llvm_stackmaps,"a",@progbits
  .p2align 3
  .byte 3, 0, 0, 0
  .long 1, 0, 2
  .quad f + FUNCTION, SIZE, 2
## A statepoint with a root on the stack, and a stack map.
  .quad 0xabcdef00
  .long PC
  .short 0, 5
.rept 3
  .byte 4, 0
  .short 8, 0, 0
  .long 0
.endr
.rept 2
  .byte KIND, 0
  .short 8, 7, 0
  .long SLOT
.endr
  .p2align 3
  .quad 0
  .quad 1
  .long 7
  .short 0, 0
  .p2align 3
  .quad 0
