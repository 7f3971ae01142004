## Places that hold a reference have been written, as far as the code tells.

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o
# RUN: llvm-managed-maps verify --strict %t.o

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym NO_STORE=1
# RUN: not llvm-managed-maps verify --strict %t.o 2>&1 | FileCheck --check-prefix=SLOT %s --implicit-check-not=unwritten
# RUN: llvm-managed-maps verify %t.o
# SLOT: error: {{.*}}PC .text+0x11 (f+0x11): nothing has been written to [CFA-32] [unwritten, suspicious]

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym NO_MOVE=1
# RUN: not llvm-managed-maps verify --strict %t.o 2>&1 | FileCheck --check-prefix=REGISTER %s --implicit-check-not=unwritten
# REGISTER: error: {{.*}}PC .text+0x11 (f+0x11): nothing has been written to R3 [unwritten, suspicious]

## An address in the frame may lead anywhere.
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym NO_STORE=1 --defsym ADDRESS=1
# RUN: llvm-managed-maps verify --strict %t.o

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
.ifdef ADDRESS
  leaq (%rsp), %rdi
.else
.ifdef NO_STORE
  movq (%rsp), %rax
.else
  movq %rdi, (%rsp)
.endif
.endif
.ifdef NO_MOVE
  movq %rdi, %rsi
.else
  movq %rdi, %rbx
.endif
  callq g
.Lcall:
  addq $16, %rsp
  .cfi_def_cfa_offset 16
  popq %rbx
  .cfi_def_cfa_offset 8
  retq
  .cfi_endproc
  .size f, . - f

  .section llvm_gcmap,"ao",@progbits,.text
.Lrun:
  .byte 0x40
  .uleb128 0, 4<<2, 0x20<<1, 2, 3<<2, 3<<2|1, 3, 0

  .section llvm_gcidx,"ao",@progbits,.text
  .p2align 2
  .long .Lcall - .
  .long .Lrun - .
