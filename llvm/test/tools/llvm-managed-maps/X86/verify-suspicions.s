## What breaks no rule, but is not what a compiler writes. Each suspicious
## function is followed by others that are not.

# RUN: llvm-mc -filetype=obj -triple=x86_64 %s -o %t
# RUN: llvm-managed-maps verify %t 2>&1 | FileCheck %s --check-prefixes=CHECK,LAX
# RUN: not llvm-managed-maps verify --strict %t 2>&1 \
# RUN:   | FileCheck %s --check-prefixes=CHECK,STRICT

# LAX-NOT:     error:
# STRICT-NOT:  warning:
# CHECK:       (late+0x2): 'movl (%rdi), %eax' at .text+0x0 (late+0x0) would have faulted first [late, suspicious]
# CHECK-NEXT:  (faults_again+0x0): 'movq 8(%rdi), %rcx' at {{.*}} (faults_again+0x3) in the handler faults, too [handler-faults, suspicious]
# CHECK-NEXT:  (reads_garbage+0x0): 'leal (%rsi,%r11), %eax' at {{.*}} (reads_garbage+0x3) in the handler reads a location that holds nothing [handler-reads, suspicious]
# CHECK-NEXT:  (reads_flags+0x2): 'sete %al' at {{.*}} (reads_flags+0x5) in the handler reads a location that holds nothing [handler-reads, suspicious]
# CHECK-NEXT:  (restarts+0x2): 'movl %esi, %eax' at {{.*}} (restarts+0x0) begins the handler and the function [handler-entry, suspicious]
# CHECK-NEXT:  (midst+0xb): 'leal 1(%rcx), %edx' at {{.*}} (midst+0x4) begins the handler in the middle of other code [handler-midst, suspicious]
# CHECK-NEXT:  no path leads to {{.*}} (lost+0x3); is an entry missing? [unreached, suspicious]
# CHECK-NEXT:  no path leads to {{.*}} (lost_one_of_two+0x7); is an entry missing? [unreached, suspicious]
# CHECK-NEXT:  no path leads to {{.*}} (lost_in_a_part.cold+0x0); is an entry missing? [unreached, suspicious]
# CHECK-NEXT:  : 24 entries, 24 proved; rules broken: 0, unproved: 0; suspicions: 9
# CHECK-NOT:   {{.}}

.macro fault name, kind=1, handler
.Lfault_\name:
  .section llvm_faultmaps, "ao", @progbits, .text
  .p2align 3
  .long .Lfault_\name - .
  .ifb \handler
  .long (.Lhandler_\name - .Lfault_\name) << 4 + \kind
  .else
  .long (\handler - .Lfault_\name) << 4 + \kind
  .endif
  .text
.endm

.macro function name
  .text
  .globl \name
  .type \name, @function
\name:
.endm

.macro finish name
  .size \name, . - \name
.endm

## Looks for null behind an access that would have faulted.
function late
  movl (%rdi), %eax
  fault late
  movl 4(%rdi), %ecx
  retq
.Lhandler_late:
  ud2
finish late
function late_but_changed
  movl (%rdi), %eax
  movq %rsi, %rdi
  fault late_but_changed
  movl 4(%rdi), %ecx
  retq
.Lhandler_late_but_changed:
  ud2
finish late_but_changed
function late_but_called
  movl (%rbx), %eax
  callq external
  fault late_but_called
  movl 4(%rbx), %ecx
  retq
.Lhandler_late_but_called:
  ud2
finish late_but_called
function late_but_guarded
  fault late_but_guarded, 1, .Lhandler_guarded
  movl (%rdi), %eax
  movl 8(%rdi), %edx
  fault guarded
  movl 4(%rdi), %ecx
  retq
.Lhandler_guarded:
  ud2
finish late_but_guarded
function late_but_compared
  testq %rdi, %rdi
  je .Lhandler_late_but_compared
  movl (%rdi), %eax
  fault late_but_compared
  movl 4(%rdi), %ecx
  retq
.Lhandler_late_but_compared:
  ud2
finish late_but_compared
## It need not fault at null.
function late_but_far
  movl 4096(%rdi), %eax
  fault late_but_far
  movl 4(%rdi), %ecx
  retq
.Lhandler_late_but_far:
  ud2
finish late_but_far

## The handler goes on as if nothing had happened.
function faults_again
  fault faults_again
  movl (%rdi), %eax
  retq
.Lhandler_faults_again:
  movq 8(%rdi), %rcx
  retq
finish faults_again
function faults_elsewhere
  fault faults_elsewhere
  movl (%rdi), %eax
  retq
.Lhandler_faults_elsewhere:
  movq 8(%rsi), %rdi
  movq 8(%rdi), %rcx
  retq
finish faults_elsewhere
function faults_on_purpose
  fault faults_on_purpose
  movl (%rdi), %eax
  retq
.Lhandler_faults_on_purpose:
  fault on_purpose
  movq 8(%rdi), %rcx
  retq
.Lhandler_on_purpose:
  ud2
finish faults_on_purpose

## Nobody has put anything there.
function reads_garbage
  fault reads_garbage
  movl (%rdi), %eax
  retq
.Lhandler_reads_garbage:
  leal (%rsi,%r11), %eax
  retq
finish reads_garbage
function reads_argument
  fault reads_argument
  movl (%rdi), %eax
  retq
.Lhandler_reads_argument:
  leal (%rsi,%rdx), %eax
  retq
finish reads_argument
function reads_what_it_wrote
  movl $1, %r11d
  fault reads_what_it_wrote
  movl (%rdi), %eax
  retq
.Lhandler_reads_what_it_wrote:
  leal (%rsi,%r11), %eax
  retq
finish reads_what_it_wrote
## It has another calling convention, as this shows.
function reads_always
  addl %r11d, %esi
  fault reads_always
  movl (%rdi), %eax
  retq
.Lhandler_reads_always:
  leal (%rsi,%r11), %eax
  retq
finish reads_always
## The instructions of a check would have set the flags.
function reads_flags
  cmpl %esi, %edx
  fault reads_flags
  movl (%rdi), %eax
  retq
.Lhandler_reads_flags:
  sete %al
  retq
finish reads_flags
function reads_own_flags
  cmpl %esi, %edx
  fault reads_own_flags
  movl (%rdi), %eax
  retq
.Lhandler_reads_own_flags:
  testl %esi, %esi
  sete %al
  retq
finish reads_own_flags

## Nothing jumps to where a function begins.
function restarts
  movl %esi, %eax
  fault restarts, 1, restarts
  movl (%rdi), %eax
  retq
finish restarts
function goes_round
  movl %esi, %ecx
.Lhandler_goes_round:
  movq %rcx, %rdi
  fault goes_round
  movl (%rdi), %ecx
  testl %ecx, %ecx
  jne .Lhandler_goes_round
  retq
finish goes_round

## The handler is passed without any fault.
function midst
  movl %esi, %eax
  movl %esi, %ecx
.Lhandler_midst:
  leal 1(%rcx), %edx
  testl %edx, %edx
  je 1f
  fault midst
  movl (%rdi), %eax
1:
  retq
finish midst
function at_a_join
  testl %edx, %edx
  je .Lhandler_at_a_join
  fault at_a_join
  movl (%rdi), %eax
  retq
.Lhandler_at_a_join:
  leal 1(%rcx), %eax
  retq
finish at_a_join
## What follows the access is only reached past it.
function behind
  fault behind, 3
  movl %eax, (%rdi)
.Lhandler_behind:
  leal 1(%rcx), %eax
  retq
finish behind
function behind_a_call
  fault behind_a_call, 1
  movl (%rdi), %eax
  testl %eax, %eax
  je 1f
  retq
1:
  callq external
.Lhandler_behind_a_call:
  leal 1(%rcx), %eax
  retq
finish behind_a_call

## Most probably the handler of an entry that is lost.
function lost
  movl (%rdi), %eax
  retq
  movl %esi, %eax
  retq
finish lost
function lost_one_of_two
  movl (%rdi), %eax
  fault lost_one_of_two
  movl (%rsi), %eax
  retq
.Lhandler_lost_one_of_two:
  ud2
  movl %esi, %eax
  retq
finish lost_one_of_two
## A part of a function is not called.
function lost_in_a_part
  movl (%rdi), %eax
  retq
finish lost_in_a_part
function lost_in_a_part.cold
  movl %esi, %eax
  retq
finish lost_in_a_part.cold
function jumps_to_a_part
  testl %esi, %esi
  jne jumps_to_a_part.cold
  retq
finish jumps_to_a_part
function jumps_to_a_part.cold
  movl %esi, %eax
  retq
finish jumps_to_a_part.cold
## Not plain enough to say so: padding, traps, single jumps, computed jumps.
function padded
  movl (%rdi), %eax
  retq
  nopw 2(%rax,%rax)
  int3
finish padded
function trap_twice
  movl (%rdi), %eax
  ud2
  movl %eax, %ecx
  ud2
finish trap_twice
function single_jump
  retq
  jmp external
finish single_jump
function computed_jump
  jmpq *%rax
  movl %esi, %eax
  retq
finish computed_jump
## Exceptions come back here.
function catches
  .cfi_startproc
  .cfi_personality 0x1b, personality
  .cfi_lsda 0x1b, .Llanding_pads
  callq external
  retq
  movl %eax, %ebx
  retq
  .cfi_endproc
finish catches
## Without a name it may be one of the parts of another function.
  .cfi_startproc
  retq
  movl %esi, %eax
  retq
  .cfi_endproc

  .section .gcc_except_table, "a", @progbits
.Llanding_pads:
  .byte 0
