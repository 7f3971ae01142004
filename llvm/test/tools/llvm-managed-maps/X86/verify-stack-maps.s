## The rules about safepoints of version 4: each run breaks one of them.

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o
# RUN: llvm-managed-maps verify --strict %t.o | FileCheck --check-prefix=SOUND %s
# SOUND: 1 safepoints, 1 proved; rules broken: 0, unproved: 0; suspicions: 0

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym PC=-1
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=MIDST %s
# MIDST: error: {{.*}}PC .text+0x10 (f+0x10): does not follow an instruction [call]

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym PC=4
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=ADD %s
# ADD: error: {{.*}}PC .text+0x15 (f+0x15): follows 'addq $16, %rsp', which is not a call [call]

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym NOPS=1
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=NOPS %s
# RUN: llvm-managed-maps verify --allow-unproved %t.o
# NOPS: error: {{.*}}follows 'nopl (%rax,%rax)', which may become a call [call, unproved]

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym OUTSIDE=1
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=OUTSIDE %s
# OUTSIDE: error: {{.*}}PC .text+0x1c: is not in a function [pc-function]

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym RULE=20
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=SIZE %s
# SIZE: error: {{.*}}the frame is CFA=SP+40, and .eh_frame says CFA=SP+32 [frame]

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym RULE=17
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=BASE %s
# BASE: error: {{.*}}the frame is CFA=FP+32, and .eh_frame says CFA=SP+32 [frame]

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym NO_WALK=1 --defsym LOC1=2
# RUN: llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=NO-WALK %s
# RUN: not llvm-managed-maps verify --strict %t.o
# NO-WALK: warning: {{.*}}the frame is unwalkable, and .eh_frame says CFA=SP+32 [frame, suspicious]

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym SAVES=96
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=SAVES %s
# SAVES: error: {{.*}}the frame saves R3 at [CFA-24], R12 at [CFA-16], and .eh_frame says R3 at [CFA-16] [saves]

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym NO_CFI=1
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=CFI %s
# CFI: error: {{.*}}there is no call frame information [cfi]

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym LOC1=16
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=BELOW %s
# BELOW: error: {{.*}}[CFA-40] is below the stack pointer [slot]

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym LOC1=4
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=SAVED %s
# SAVED: error: {{.*}}[CFA-16] is where R3 is saved [slot]

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym LOC1=0
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=RETURN %s
# RETURN: error: {{.*}}[CFA-8] is the return address [slot]

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym LOC1=18
# RUN: llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=CALLER %s
# CALLER: warning: {{.*}}[CFA+0] is in the caller's frame, and the function does not access it [slot-argument, suspicious]
## It is an argument.
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym LOC1=18 --defsym ARGUMENT=1
# RUN: llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=ARGUMENT --implicit-check-not=slot-argument %s
# ARGUMENT: 1 safepoints, 1 proved

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym LOC1=1
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=RAX %s
# RAX: error: {{.*}}R0 is not a register that calls preserve [register]

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym LOC1=49
# RUN: llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=UNSAVED %s
# UNSAVED: warning: {{.*}}R12 is a register that the function has not saved [register-saved, suspicious]

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym LOC2=2
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=SAME %s
# SAME: error: {{.*}}two roots have the same location [overlap]

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym OFFSET=4
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=OVERLAP %s
# OVERLAP: warning: {{.*}}[CFA-28] is not at a multiple of 8 from the CFA [slot-aligned, suspicious]
# OVERLAP: error: {{.*}}[CFA-32] and [CFA-28] overlap [overlap]

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym OFFSET=-8
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=RED %s
# RED: error: {{.*}}[CFA-40] is below the stack pointer [slot]

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym DEOPT=1 --defsym VALUE=3
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=DEOPT %s
# DEOPT: error: {{.*}}R0 is not a register that calls preserve [deopt]
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym DEOPT=1 --defsym VALUE=27
# RUN: llvm-managed-maps verify --strict %t.o

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym REST=1
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=REST %s
# REST: error: {{.*}}section 'llvm_gcmap' (index [[#]]) has 3 bytes at 0x9 that no entry of the index refers to [covered]

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym TWICE=1
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=TWICE %s
# TWICE: error: {{.*}}there is another safepoint at .llvm_stackmaps+0x28 [duplicate]

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym FLAGS=0xc0
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=MALFORMED %s
# MALFORMED: error: {{.*}}section 'llvm_gcmap' (index [[#]]) at offset 0x0: flags 0x80 are not known [malformed]
# MALFORMED: 0 safepoints, 0 proved; rules broken: 1

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym UNLINKED=1
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=UNLINKED %s
# UNLINKED: error: {{.*}}section 'llvm_gcidx' (index [[#]]) is not linked to its code [section-flags]

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym ALIGN=0
# RUN: not llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=ALIGN %s
# ALIGN: error: {{.*}}section 'llvm_gcidx' (index [[#]]) is aligned to 1 bytes and not to 4 [section-alignment]

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o --defsym PADDING=1
# RUN: llvm-managed-maps verify %t.o 2>&1 | FileCheck --check-prefix=PADDING %s
# PADDING: warning: {{.*}}section 'llvm_gcidx' (index [[#]]) has padding for 1; were there entries? [padding, suspicious]

.macro default name, value
.ifndef \name
.set \name, \value
.endif
.endm
  default PC, 0
  default RULE, 4*4
  default SAVES, 0x20*2
  default LOC1, 3*4
  default LOC2, 3*4+1
  default FLAGS, 0x40
  default ALIGN, 2

  .text
  .globl f
  .type f, @function
f:
.ifndef NO_CFI
  .cfi_startproc
.endif
  pushq %rbx
.ifndef NO_CFI
  .cfi_def_cfa_offset 16
  .cfi_offset %rbx, -16
.endif
  subq $16, %rsp
.ifndef NO_CFI
  .cfi_def_cfa_offset 32
.endif
  movq %rdi, (%rsp)
  movq %rdi, %rbx
.ifdef NOPS
  nopl 0x0(%rax,%rax)
.else
  callq g
.endif
.Lcall:
.ifdef ARGUMENT
  movq 32(%rsp), %rax
.endif
  addq $16, %rsp
  popq %rbx
  retq
.ifndef NO_CFI
  .cfi_endproc
.endif
  .size f, . - f
  callq g
.Loutside:
.ifdef OUTSIDE
.set .Lpc, .Loutside
.else
.set .Lpc, .Lcall + PC
.endif

  .section llvm_gcmap,"ao",@progbits,.text
.Lrun:
.ifdef DEOPT
  .byte FLAGS | 8
.else
  .byte FLAGS
.endif
  .uleb128 0
.ifdef NO_WALK
  .uleb128 3
.else
  .uleb128 RULE, SAVES
.endif
  .uleb128 2
  .uleb128 LOC1
.ifdef OFFSET
  .uleb128 7*4+3
  .sleb128 OFFSET
.else
  .uleb128 LOC2
.endif
.ifdef DEOPT
  .uleb128 7, 2, VALUE, 8
.else
  .uleb128 3
.endif
  .uleb128 0
.ifdef REST
  .byte 1, 2, 3
.endif

.ifdef UNLINKED
  .section llvm_gcidx,"a",@progbits
.else
  .section llvm_gcidx,"ao",@progbits,.text
.endif
  .p2align ALIGN
.ifdef PADDING
  .long 0, 0
.endif
  .long .Lpc - .
  .long .Lrun - .

.ifdef TWICE
  .section .llvm_stackmaps,"a",@progbits
  .p2align 3
  .byte 3, 0, 0, 0
  .long 1, 0, 1
  .quad f, 24, 1
  .quad 0xabcdef00
  .long 17
  .short 0, 3
.rept 3
  .byte 4, 0
  .short 8, 0, 0
  .long 0
.endr
  .p2align 3
  .quad 0
.endif
