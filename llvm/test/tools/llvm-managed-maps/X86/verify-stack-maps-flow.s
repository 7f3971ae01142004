## Whether code and map agree on how long there is a reference in a place. Only
## what is wrong for sure is broken; the rest is suspicious.

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o
# RUN: llvm-managed-maps verify --strict %t.o

## The first safepoint leaves a reference alone that the second updates.
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym FIRST=2
# RUN: llvm-managed-maps verify %t.o
# RUN: not llvm-managed-maps verify --strict %t.o 2>&1 | FileCheck --check-prefix=STALE %s --implicit-check-not=suspicious]
# STALE: error: {{.*}}PC .text+0x21 (f+0x21): R3 has not been written since a safepoint at which it was not a root [stale, suspicious]
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym FIRST=1
# RUN: not llvm-managed-maps verify --strict %t.o 2>&1 | FileCheck --check-prefix=SLOT %s --implicit-check-not=suspicious]
# SLOT: error: {{.*}}PC .text+0x21 (f+0x21): [CFA-32] has not been written since a safepoint at which it was not a root [stale, suspicious]

## It is another reference.
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym FIRST=2 --defsym NEW=1
# RUN: llvm-managed-maps verify --strict %t.o

## The second safepoint leaves a reference alone that is used later.
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym SECOND=1
# RUN: not llvm-managed-maps verify --strict %t.o 2>&1 | FileCheck --check-prefix=LOST %s --implicit-check-not=suspicious]
# LOST: error: {{.*}}PC .text+0x21 (f+0x21): [CFA-32] is not a root, but was one before, and is used after the call [lost, suspicious]

## Whether it is null, the old value tells as well.
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym SECOND=1 --defsym NULL=1
# RUN: llvm-managed-maps verify --strict %t.o
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym SECOND=2 --defsym NULL=1
# RUN: llvm-managed-maps verify --strict %t.o
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym SECOND=1 --defsym NULL=2
# RUN: not llvm-managed-maps verify --strict %t.o 2>&1 | FileCheck --check-prefix=LOST %s --implicit-check-not=suspicious]

## It is not the same any more, or nothing uses it.
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym SECOND=2 --defsym LATER=1
# RUN: llvm-managed-maps verify --strict %t.o
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym SECOND=0 --defsym NO_USE=1
# RUN: llvm-managed-maps verify --strict %t.o
## Somebody else may have written to the frame.
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym SECOND=1 --defsym ADDRESS=1
# RUN: llvm-managed-maps verify --strict %t.o

## What nothing else uses is put where neither code nor map look.
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym STORE=24 --defsym UNUSED=1
# RUN: not llvm-managed-maps verify --strict %t.o 2>&1 | FileCheck --check-prefix=UNUSED %s --implicit-check-not=suspicious]
# UNUSED: error: {{.*}}instruction at .text+0xd (f+0xd): the value stored to [CFA-24] is used neither by the code nor at a safepoint [unused, suspicious]

## It may be an argument of the call, or a value of deoptimization state.
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym STORE=0 --defsym UNUSED=1
# RUN: llvm-managed-maps verify --strict %t.o
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym STORE=24 --defsym UNUSED=1 --defsym DEOPT=-24
# RUN: llvm-managed-maps verify --strict %t.o
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym STORE=24 --defsym UNUSED=1 --defsym ADDRESS=1
# RUN: llvm-managed-maps verify --strict %t.o
## The code uses the value otherwise, or it is a constant: the variable of a
## compiler that does not optimize.
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym STORE=24
# RUN: llvm-managed-maps verify --strict %t.o
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym STORE=24 --defsym CONSTANT=1
# RUN: llvm-managed-maps verify --strict %t.o

## That has to be put there, and is not what the frame is made of.
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym DEOPT=-24
# RUN: not llvm-managed-maps verify --strict %t.o 2>&1 | FileCheck --check-prefix=UNWRITTEN %s --implicit-check-not=suspicious]
# UNWRITTEN: error: {{.*}}PC .text+0x1c (f+0x1c): nothing has been written to [CFA-24] [unwritten, suspicious]
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym DEOPT=-16
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=SAVED %s
# SAVED: error: {{.*}}PC .text+0x1c (f+0x1c): [CFA-16] is reserved for the caller's registers or the return address [deopt]
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym DEOPT=-8
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=RETURN %s
# RETURN: error: {{.*}}PC .text+0x1c (f+0x1c): [CFA-8] is reserved for the caller's registers or the return address [deopt]

## If calls of a function are safepoints, they all are. Relocations lead anywhere.
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym LOCAL=1 --defsym CALL=1
# RUN: not llvm-managed-maps verify --strict %t.o 2>&1 | FileCheck --check-prefix=MISSING %s --implicit-check-not=suspicious]
# MISSING: error: {{.*}}of the calls of .text+0x34 (g+0x0), 2 are safepoints and 1 are not; the first of these is at .text+0x29 (f+0x29) [missing, suspicious]
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym LOCAL=1
# RUN: llvm-managed-maps verify --strict %t.o
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym CALL=1
# RUN: llvm-managed-maps verify --strict %t.o

## Our encoder has one way to say something. Others may have others.
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym OTHER=1
# RUN: llvm-managed-maps verify --strict %t.o
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym OURS=1
# RUN: llvm-managed-maps verify --strict %t.o
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym OTHER=1 --defsym OURS=1
# RUN: not llvm-managed-maps verify --strict %t.o 2>&1 | FileCheck --check-prefix=ENCODING %s --implicit-check-not=suspicious]
# ENCODING: error: {{.*}}function at llvm_gcmap+0x0: the encoder would write a different map with the same meaning [encoding, suspicious]

.macro default name, value
.ifndef \name
.set \name, \value
.endif
.endm
## Sets: 1 is rbx, 2 is the slot.
  default FIRST, 3
  default SECOND, 3

  .text
  .globl f
  .type f, @function
f:
  .cfi_startproc
  pushq %rbx
  .cfi_def_cfa_offset 16
  .cfi_offset %rbx, -16
  subq $32, %rsp
  .cfi_def_cfa_offset 48
  movq %rdi, 16(%rsp)
  movq %rdi, %rbx
.ifdef STORE
.ifdef UNUSED
  movq %r11, STORE(%rsp)
.else
.ifdef CONSTANT
  movq $1, STORE(%rsp)
.else
  movq %rdi, STORE(%rsp)
.endif
.endif
.endif
.ifdef ADDRESS
  leaq (%rsp), %rdi
.endif
  .skip 0x17 - (. - f), 0x90
  callq g
.Lfirst:
.ifdef NEW
  movq %rax, %rbx
  callq g
.else
  callq g
.endif
.Lsecond:
.ifdef LATER
  movq %rax, %rbx
.endif
.ifdef NULL
  cmpq $(NULL - 1), 16(%rsp)
  testq %rbx, %rbx
.else
.ifndef NO_USE
  movq 16(%rsp), %rdi
  movq (%rbx), %rax
.endif
.endif
.ifdef CALL
  callq g
.endif
  addq $32, %rsp
  .cfi_def_cfa_offset 16
  popq %rbx
  .cfi_def_cfa_offset 8
  retq
  .cfi_endproc
  .size f, . - f

.ifdef LOCAL
  .type g, @function
g:
  retq
  .size g, . - g
.endif

.ifdef OURS
  .globl h
  .type h, @function
h:
  .cfi_startproc
  pushq %rbx
  .cfi_def_cfa_offset 16
  .cfi_offset %rbx, -16
  movq %rdi, %rbx
  callq g
.Lthird:
  popq %rbx
  .cfi_def_cfa_offset 8
  retq
  .cfi_endproc
  .size h, . - h
.endif

  .section llvm_gcmap,"ao",@progbits,.text
.Lrun:
.ifdef OTHER
  .byte 0x40
  .uleb128 1, 6<<2, 0x20<<1, 2, 3<<2|1, 3<<2
  .uleb128 FIRST, .Lsecond - .Lfirst, SECOND
.else
.ifdef DEOPT
  .byte 0x68
  .uleb128 1, 6<<2, 0x20<<1, 1, 3<<2
  .uleb128 FIRST<<1|1, 2, 8<<3|4, 0
  .sleb128 DEOPT
  .uleb128 .Lsecond - .Lfirst, SECOND<<1
.else
  .byte 0x60
  .uleb128 1, 6<<2, 0x20<<1, 1, 3<<2
  .uleb128 FIRST, .Lsecond - .Lfirst, SECOND
.endif
.endif
.ifdef OURS
  .uleb128 .Lthird - .Lsecond
  .byte 0x20
  .uleb128 0, 2<<2, 0x20<<1, 1
.endif
  .uleb128 0

  .section llvm_gcidx,"ao",@progbits,.text
  .p2align 2
  .long .Lfirst - .
  .long .Lrun - .
