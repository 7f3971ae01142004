## Whether code and map agree on how long there is a reference in a place. The
## x86-64 test has all rules.

# RUN: llvm-mc -filetype=obj -triple=aarch64-linux-gnu %s -o %t.o
# RUN: llvm-managed-maps verify --strict %t.o

# RUN: llvm-mc -filetype=obj -triple=aarch64-linux-gnu %s -o %t.o --defsym FIRST=2
# RUN: not llvm-managed-maps verify --strict %t.o 2>&1 | FileCheck --check-prefix=STALE %s --implicit-check-not=suspicious]
# STALE: error: {{.*}}PC .text+0x1c (f+0x1c): R19 has not been written since a safepoint at which it was not a root [stale, suspicious]

# RUN: llvm-mc -filetype=obj -triple=aarch64-linux-gnu %s -o %t.o --defsym SECOND=1
# RUN: not llvm-managed-maps verify --strict %t.o 2>&1 | FileCheck --check-prefix=LOST %s --implicit-check-not=suspicious]
# LOST: error: {{.*}}PC .text+0x1c (f+0x1c): [CFA-24] is not a root, but was one before, and is used after the call [lost, suspicious]

## Whether it is null, the old value tells as well.
# RUN: llvm-mc -filetype=obj -triple=aarch64-linux-gnu %s -o %t.o --defsym SECOND=2 --defsym NULL=1
# RUN: llvm-managed-maps verify --strict %t.o
# RUN: llvm-mc -filetype=obj -triple=aarch64-linux-gnu %s -o %t.o --defsym SECOND=2 --defsym NULL=2
# RUN: llvm-managed-maps verify --strict %t.o
# RUN: llvm-mc -filetype=obj -triple=aarch64-linux-gnu %s -o %t.o --defsym SECOND=2
# RUN: not llvm-managed-maps verify --strict %t.o 2>&1 | FileCheck --check-prefix=REGISTER %s --implicit-check-not=suspicious]
# REGISTER: error: {{.*}}PC .text+0x1c (f+0x1c): R19 is not a root, but was one before, and is used after the call [lost, suspicious]

## What writes half of a register writes all of it.
# RUN: llvm-mc -filetype=obj -triple=aarch64-linux-gnu %s -o %t.o --defsym SECOND=2 --defsym HALF=1
# RUN: llvm-managed-maps verify --strict %t.o

## A pair is loaded and stored at once.
# RUN: llvm-mc -filetype=obj -triple=aarch64-linux-gnu %s -o %t.o --defsym SECOND=1 --defsym PAIR=1
# RUN: not llvm-managed-maps verify --strict %t.o 2>&1 | FileCheck --check-prefix=LOST %s --implicit-check-not=suspicious]
# RUN: llvm-mc -filetype=obj -triple=aarch64-linux-gnu %s -o %t.o --defsym SECOND=1 --defsym PAIR=1 --defsym LATER=1
# RUN: llvm-managed-maps verify --strict %t.o

# RUN: llvm-mc -filetype=obj -triple=aarch64-linux-gnu %s -o %t.o --defsym FIRST=1 --defsym SECOND=1 --defsym NO_USE=1 --defsym UNUSED=1
# RUN: not llvm-managed-maps verify --strict %t.o 2>&1 | FileCheck --check-prefix=UNUSED %s --implicit-check-not=suspicious]
# UNUSED: error: {{.*}}instruction at .text+0x8 (f+0x8): the value stored to [CFA-24] is used neither by the code nor at a safepoint [unused, suspicious]
## The code uses the value otherwise.
# RUN: llvm-mc -filetype=obj -triple=aarch64-linux-gnu %s -o %t.o --defsym FIRST=1 --defsym SECOND=1 --defsym NO_USE=1
# RUN: llvm-managed-maps verify --strict %t.o

.macro default name, value
.ifndef \name
.set \name, \value
.endif
.endm
## Sets: 1 is x19, 2 is the slot.
  default FIRST, 3
  default SECOND, 3

  .text
  .globl f
  .type f, @function
f:
  .cfi_startproc
  sub sp, sp, #48
  stp x30, x19, [sp, #32]
  .cfi_def_cfa_offset 48
  .cfi_offset w19, -8
  .cfi_offset w30, -16
.ifdef UNUSED
  str x9, [sp, #24]
.else
  str x0, [sp, #24]
.endif
  mov x19, x0
  nop
  bl g
.Lfirst:
  bl g
.Lsecond:
.ifdef HALF
  fcvtzs w19, s0
.endif
.ifdef LATER
  stp x0, x0, [sp, #16]
.endif
.ifdef NULL
.if NULL == 1
  cbz x19, .Lnull
.else
  cmp x19, #0
  b.eq .Lnull
.endif
.Lnull:
.else
.ifndef NO_USE
.ifdef PAIR
  ldp x1, x2, [sp, #16]
.else
  ldr x2, [sp, #24]
.endif
  ldr x0, [x19]
.endif
.endif
  ldp x30, x19, [sp, #32]
  add sp, sp, #48
  ret
  .cfi_endproc
  .size f, . - f

  .section llvm_gcmap,"ao",@progbits,.text
.Lrun:
  .byte 0x60
  .uleb128 1, 6<<2, 2<<1
  .uleb128 1, 2<<2
  .uleb128 FIRST, 1, SECOND
  .uleb128 0

  .section llvm_gcidx,"ao",@progbits,.text
  .p2align 2
  .long .Lfirst - .
  .long .Lrun - .
