## The rules that need to understand code, for AArch64. Each function that breaks
## one or is suspicious is followed by others that are not.

# RUN: llvm-mc -filetype=obj -triple=aarch64 -mattr=+lse %s -o %t
# RUN: not llvm-managed-maps verify %t 2>&1 | FileCheck %s
# RUN: llvm-mc -filetype=obj -triple=aarch64_be -mattr=+lse %s -o %t.be
# RUN: not llvm-managed-maps verify %t.be 2>&1 | FileCheck %s

# CHECK:      error: {{.*}} (before+0x0): 'ldur w0, [x0, #-4]' does not fault below the guard size [address]
# CHECK-NEXT: error: {{.*}} (beyond+0x0): 'ldr w0, [x0, #4096]' does not fault below the guard size [address]
# CHECK-NEXT: error: {{.*}} (across+0x4): 'ldr x0, [x0, x1]' is not proved to fault below the guard size [address, unproved]
# CHECK-NEXT: error: {{.*}} (any_index+0x0): 'ldr w0, [x0, x1]' is not proved to fault below the guard size [address, unproved]
# CHECK-NEXT: error: {{.*}} (wide_index+0x0): 'ldr w0, [x0, w1, uxtw]' is not proved to fault below the guard size [address, unproved]
# CHECK-NEXT: error: {{.*}} (wide_mask+0x4): {{.*}} [address, unproved]
# CHECK-NEXT: error: {{.*}} (moved+0x8): 'ldr w0, [x9, #-256]!' does not fault below the guard size [address]
# CHECK-NEXT: error: {{.*}} (lost_in_call+0x8): {{.*}} [address, unproved]
# CHECK-NEXT: error: {{.*}} (system_call+0x8): {{.*}} [address, unproved]
# CHECK-NEXT: error: {{.*}} (wrong_kind+0x0): 'ldr w0, [x0]' is not a FaultingStore but a FaultingLoad [kind]
# CHECK-NEXT: error: {{.*}} (data+0x0): handler PC {{.*}} (data+0x8) is not the beginning of an instruction [handler-start]
# CHECK-NEXT: error: {{.*}} (before_push+0x0): handler PC {{.*}} (before_push+0x14) needs another stack pointer [stack]
# CHECK-NEXT: error: {{.*}} (after_frame+0x4): handler PC {{.*}} (after_frame+0x10) needs another stack pointer [stack]
# CHECK-NEXT: warning: {{.*}} (late+0x4): 'ldr w8, [x0]' at {{.*}} (late+0x0) would have faulted first [late, suspicious]
# CHECK-NEXT: warning: {{.*}} (faults_again+0x0): 'str wzr, [x0, #8]' at {{.*}} (faults_again+0x8) in the handler faults, too [handler-faults, suspicious]
# CHECK-NEXT: warning: {{.*}} (reads_garbage+0x0): 'add w0, w1, w9' at {{.*}} (reads_garbage+0x8) in the handler reads a location that holds nothing [handler-reads, suspicious]
# CHECK-NEXT: warning: {{.*}} no path leads to {{.*}} (lost+0x8); is an entry missing? [unreached, suspicious]
# CHECK-NEXT: : 35 entries, 22 proved; rules broken: 7, unproved: 6; suspicions: 4
# CHECK-NOT:  {{.}}

.macro fault name, kind=1, handler
.Lfault_\name:
  .section llvm_faultmaps, "ao", %progbits, .text
  .p2align 3
  .word .Lfault_\name - .
  .ifb \handler
  .word (.Lhandler_\name - .Lfault_\name) << 4 + \kind
  .else
  .word (\handler - .Lfault_\name) << 4 + \kind
  .endif
  .text
.endm

.macro function name
  .text
  .globl \name
  .type \name, %function
\name:
.endm

.macro finish name
  .size \name, . - \name
.endm

## An access and a handler that ends.
.macro simple name, kind=1, instruction:vararg
  fault \name, \kind
  \instruction
  ret
.Lhandler_\name:
  brk #1
  finish \name
.endm

## Addresses.
function before
simple before, 1, ldur w0, [x0, #-4]
function beyond
simple beyond, 1, ldr w0, [x0, #4096]
function across
  and x1, x1, #0xffc
simple across, 1, ldr x0, [x0, x1]
function last_bytes
simple last_bytes, 3, str q0, [x0, #4080]
function any_index
simple any_index, 1, ldr w0, [x0, x1]
function wide_index
simple wide_index, 1, ldr w0, [x0, w1, uxtw]
function bounded_index
  and x1, x1, #0xff
simple bounded_index, 1, ldr x0, [x0, x1, lsl #3]
function wide_mask
  and x1, x1, #0xfff
simple wide_mask, 1, ldr x0, [x0, x1]
function byte_index
  ldrb w1, [x2]
simple byte_index, 1, ldr x0, [x0, w1, uxtw #3]
function field_index
  ubfx x1, x1, #3, #8
simple field_index, 1, ldr w0, [x0, x1, lsl #2]
function shifted
  lsr w1, w1, #24
simple shifted, 1, ldr w0, [x0, w1, sxtw #2]
function chosen
  mov w8, #8
  mov w9, #16
  cmp w1, #0
  csel x1, x8, x9, eq
simple chosen, 1, ldr w0, [x0, x1]
function moved
  mov x8, x0
  add x9, x8, #8, lsl #12
simple moved, 1, ldr w0, [x9, #-256]!
function sum
  add x8, x0, #16
simple sum, 1, ldr w0, [x8, #8]
function post_index
simple post_index, 1, ldr w1, [x0], #-8
function multiplied
  and x1, x1, #7
  mov w8, #24
  madd x1, x1, x8, xzr
simple multiplied, 1, ldr w0, [x0, x1]
function lost_in_call
  and x1, x1, #7
  bl external
simple lost_in_call, 1, ldr w0, [x0, x1]
function kept_in_call
  and x19, x1, #7
  bl external
simple kept_in_call, 1, ldr w0, [x20, x19]
function system_call
  and x1, x1, #7
  svc #0
simple system_call, 1, ldr w0, [x0, x1]

## Jump tables of bytes and half words.
function jump_table
  and x1, x1, #7
  adrp x8, .Ltable
  add x8, x8, :lo12:.Ltable
  adr x9, .Lcase_0
  ldrb w10, [x8, x2]
  add x9, x9, x10, lsl #2
  br x9
.Lcase_0:
  nop
.Lcase_1:
simple jump_table, 1, ldr w0, [x0, x1]
function large_jump_table
  and x1, x1, #7
  adrp x8, .Llarge_table
  add x8, x8, :lo12:.Llarge_table
  adr x9, .Lnear
  ldrh w10, [x8, x2, lsl #1]
  add x9, x9, x10, lsl #2
  br x9
.Lnear:
  ret
.rept 255
  udf #0
.endr
simple large_jump_table, 1, ldr w0, [x0, x1]

## Kinds and places.
function wrong_kind
simple wrong_kind, 3, ldr w0, [x0]
function right_kind
simple right_kind, 2, ldadd w1, w2, [x0]
function data_in_code
  fault data_in_code
  ldr w0, [x0]
  ret
  .word 0xffffffff
.Lhandler_data_in_code:
  brk #1
finish data_in_code
function data
  fault data, 1, .Lnumber
  ldr w0, [x0]
  ret
.Lnumber:
  .xword 0
finish data

## Stacks.
function before_push
  fault before_push
  ldr w0, [x0]
  stp x29, x30, [sp, #-16]!
  bl external
  ldp x29, x30, [sp], #16
  ret
.Lhandler_before_push:
  ldp x29, x30, [sp], #16
  ret
finish before_push
function after_push
  stp x29, x30, [sp, #-16]!
  fault after_push
  ldr w0, [x0]
  bl external
  ldp x29, x30, [sp], #16
  ret
.Lhandler_after_push:
  ldp x29, x30, [sp], #16
  ret
finish after_push
function after_frame
  sub sp, sp, #32
  fault after_frame
  ldr w0, [x0]
  add sp, sp, #32
  ret
.Lhandler_after_frame:
  ret
finish after_frame
function from_frame_pointer
  stp x29, x30, [sp, #-16]!
  mov x29, sp
  sub sp, sp, #32
  fault from_frame_pointer
  ldr w0, [x0]
  mov sp, x29
  ldp x29, x30, [sp], #16
  ret
.Lhandler_from_frame_pointer:
  mov sp, x29
  ldp x29, x30, [sp], #16
  ret
finish from_frame_pointer

## Suspicions.
function late
  ldr w8, [x0]
simple late, 1, ldr w0, [x0, #4]
function late_but_compared
  cbz x0, .Lhandler_late_but_compared
  ldr w8, [x0]
simple late_but_compared, 1, ldr w0, [x0, #4]
function faults_again
  fault faults_again
  ldr w1, [x0]
  ret
.Lhandler_faults_again:
  str wzr, [x0, #8]
  ret
finish faults_again
function reads_garbage
  fault reads_garbage
  ldr w0, [x0]
  ret
.Lhandler_reads_garbage:
  add w0, w1, w9
  ret
finish reads_garbage
## The instruction of a check sets no flags.
function reads_flags
  cmp w1, w2
  fault reads_flags
  ldr w0, [x0]
  ret
.Lhandler_reads_flags:
  cset w0, eq
  ret
finish reads_flags
function reads_argument
  fault reads_argument
  ldr w0, [x0]
  ret
.Lhandler_reads_argument:
  add w0, w1, w7
  ret
finish reads_argument
function lost
  ldr w0, [x0]
  ret
  mov w0, #1
  ret
finish lost

  .section .rodata, "a", %progbits
.Ltable:
  .byte 0, 1
  .p2align 1
.Llarge_table:
  .hword 0, 256
