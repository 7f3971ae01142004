## Safepoints on AArch64, whose distances count instructions.

# RUN: llvm-mc -filetype=obj -triple=aarch64-linux-gnu %s -o %t.o
# RUN: llvm-managed-maps verify --strict %t.o | FileCheck --check-prefix=SOUND %s
# RUN: llvm-mc -filetype=obj -triple=aarch64_be-linux-gnu %s -o %t.be.o
# RUN: llvm-managed-maps verify --strict %t.be.o | FileCheck --check-prefix=SOUND %s
# RUN: llvm-mc -filetype=obj -triple=aarch64-linux-gnu %s -o %t.o --defsym COMPUTED=18
# RUN: llvm-managed-maps verify --strict %t.o | FileCheck --check-prefix=SOUND %s
# SOUND: 2 safepoints, 2 proved; rules broken: 0, unproved: 0; suspicions: 0

# RUN: llvm-mc -filetype=obj -triple=aarch64-linux-gnu %s -o %t.o --defsym DISTANCE=2
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=CALL %s
# CALL: error: {{.*}}PC .text+0x1c (f+0x1c): follows 'ldp x30, x19, [sp, #16]', which is not a call [call]

# RUN: llvm-mc -filetype=obj -triple=aarch64-linux-gnu %s -o %t.o --defsym SAVES=4
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=SAVES %s
# SAVES: error: {{.*}}the frame saves R20 at [CFA-8], R30 at [CFA-16], and .eh_frame says R19 at [CFA-8], R30 at [CFA-16] [saves]

# RUN: llvm-mc -filetype=obj -triple=aarch64-linux-gnu %s -o %t.o --defsym LOC=4
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=SAVED %s
# SAVED: error: {{.*}}[CFA-16] is where R30 is saved [slot]

# RUN: llvm-mc -filetype=obj -triple=aarch64-linux-gnu %s -o %t.o --defsym LOC=121
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=LINK %s
# LINK: error: {{.*}}R30 is not a register that calls preserve [register]

## Of no other register.
# RUN: llvm-mc -filetype=obj -triple=aarch64-linux-gnu %s -o %t.o --defsym COMPUTED=17
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=COMPUTED %s
# RUN: llvm-mc -filetype=obj -triple=aarch64-linux-gnu %s -o %t.o --defsym COMPUTED=20
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=COMPUTED %s
# COMPUTED: error: {{.*}}the frame is CFA=SP+32, and .eh_frame says unwalkable [frame]

## Big-endian objects have the same instructions and rules.
# RUN: llvm-mc -filetype=obj -triple=aarch64_be-linux-gnu %s -o %t.be.o --defsym DISTANCE=2
# RUN: not llvm-managed-maps verify %t.be.o 2>&1 | FileCheck --check-prefix=CALL %s
# RUN: llvm-mc -filetype=obj -triple=aarch64_be-linux-gnu %s -o %t.be.o --defsym SAVES=4
# RUN: not llvm-managed-maps verify %t.be.o 2>&1 | FileCheck --check-prefix=SAVES %s
# RUN: llvm-mc -filetype=obj -triple=aarch64_be-linux-gnu %s -o %t.be.o --defsym WRITABLE=1
# RUN: not llvm-managed-maps verify %t.be.o 2>&1 | FileCheck --check-prefix=WRITABLE %s
# WRITABLE: error: {{.*}}section 'llvm_gcidx' (index {{[0-9]+}}) has the flags 0x1, which are not for tables [section-flags]

.macro default name, value
.ifndef \name
.set \name, \value
.endif
.endm
  default DISTANCE, 1
  default SAVES, 2
  default LOC, 8

  .text
  .globl f
  .type f, @function
f:
  .cfi_startproc
  sub sp, sp, #32
  stp x30, x19, [sp, #16]
  .cfi_def_cfa_offset 32
  .cfi_offset w19, -8
  .cfi_offset w30, -16
.ifdef COMPUTED
  ## DW_CFA_val_expression: the register itself, less 8.
  .cfi_escape 0x16, COMPUTED, 2, 0x70 + COMPUTED, 0x78
.endif
  str x0, [sp, #8]
  mov x19, x0
  bl g
.Lfirst:
  bl g
  ldp x30, x19, [sp, #16]
  add sp, sp, #32
  ret
  .cfi_endproc
  .size f, . - f

  .section llvm_gcmap,"ao",@progbits,.text
.Lrun:
  .byte 0x40
  .uleb128 1, 4<<2, SAVES<<1
  .uleb128 2, LOC, 19<<2|1
  .uleb128 3
  .uleb128 DISTANCE, 3
  .uleb128 0

.ifdef WRITABLE
  .section llvm_gcidx,"awo",@progbits,.text
.else
  .section llvm_gcidx,"ao",@progbits,.text
.endif
  .p2align 2
  .long .Lfirst - .
  .long .Lrun - .
