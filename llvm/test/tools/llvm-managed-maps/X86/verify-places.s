## Where faulting PCs and handlers may be, and of which kind an entry is. Each
## function that breaks a rule has one beside it that almost does.

# RUN: llvm-mc -filetype=obj -triple=x86_64 %s -o %t
# RUN: not llvm-managed-maps verify %t 2>&1 | FileCheck %s

# CHECK:      error: {{.*}}: section 'llvm_faultmaps' (index 3) does not ascend by faulting PC at offset 0x18 [order]
# CHECK-NEXT: error: {{.*}} (itself+0x2): the handler is the faulting instruction [handler-self]
# CHECK-NEXT: error: {{.*}} entry at llvm_faultmaps+0x18, {{.*}} (twice+0x0): there is another entry at llvm_faultmaps+0x10 [duplicate]
# CHECK-NEXT: error: {{.*}} entry at llvm_faultsites+0x0, {{.*}} (both_sections+0x0): there is another entry at llvm_faultmaps+0x20 [duplicate]
# CHECK-NEXT: error: {{.*}} (elsewhere+0x0): handler PC .text+{{.*}} (other+0x0) is in another function [handler-function]
# CHECK-NEXT: error: {{.*}} (inside_access+0x1): is not the beginning of an instruction [pc-start]
# CHECK-NEXT: error: {{.*}} (inside_handler+0x0): handler PC {{.*}} (inside_handler+0x4) is not the beginning of an instruction [handler-start]
# CHECK-NEXT: warning: {{.*}} no path leads to {{.*}} (inside_handler+0x3)
# CHECK-NEXT: error: {{.*}} (behind_data+0x4): cannot be told from data: there is no instruction at {{.*}} (behind_data+0x3) [pc-start, unproved]
# CHECK-NEXT: error: {{.*}} (handler_behind_data+0x0): handler PC {{.*}} (handler_behind_data+0x4) cannot be told from data: there is no instruction at {{.*}} (handler_behind_data+0x3) [handler-start, unproved]
# CHECK-NEXT: error: {{.*}} (wrong_kind+0x0): 'movl (%rdi), %eax' is not a FaultingStore but a FaultingLoad [kind]
# CHECK-NEXT: error: {{.*}} (other_kind+0x0): 'incl (%rdi)' is not a FaultingLoad but a FaultingLoadStore [kind]
# CHECK-NEXT: : 22 entries, 12 proved; rules broken: 9, unproved: 2; suspicions: 1
# CHECK-NOT:  {{.}}

.macro entry pc, handler, kind
  .section llvm_faultmaps, "ao", @progbits, .text
  .p2align 3
  .long \pc - .
  .long (\handler - \pc) << 4 + \kind
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

## A function with nothing else in it.
.macro simple name
function \name
  movl (%rdi), %eax
  retq
.Lhandler_\name:
  ud2
finish \name
.endm

function itself
  movl %esi, %eax
  entry .Litself, .Litself, 1
.Litself:
  movl (%rdi), %eax
  retq
finish itself
function next_one
  entry next_one, .Lnext, 3
  movl %eax, (%rdi)
.Lnext:
  retq
finish next_one

simple twice
  entry twice, .Lhandler_twice, 1
  entry twice, .Lhandler_twice, 1
simple both_sections
  entry both_sections, .Lhandler_both_sections, 1
  .section llvm_faultsites, "ao", @progbits, .text
  .p2align 3
  .long both_sections - .
  .long .Lhandler_both_sections - .
  .long 7
  .long 0x11
## Two entries with one handler are fine.
function shared_handler
  entry shared_handler, .Lshared, 1
  entry .Lsecond, .Lshared, 1
  movl (%rdi), %eax
.Lsecond:
  movl (%rsi), %eax
  retq
.Lshared:
  ud2
finish shared_handler

function elsewhere
  entry elsewhere, other, 1
  movl (%rdi), %eax
  retq
finish elsewhere
function other
  ud2
finish other
## A part of a function that is elsewhere belongs to it.
function split
  entry split, split.cold, 1
  movl (%rdi), %eax
  retq
finish split
function split.cold
  ud2
finish split.cold
## Another name for the same code is not another function.
function aliased
  entry aliased, .Lalias, 1
  movl (%rdi), %eax
  retq
  .globl alias
  .type alias, @function
alias:
  movl %esi, %eax
.Lalias:
  ud2
  .size alias, . - alias
finish aliased

function inside_access
  entry .Linside_access, .Lhandler_inside_access, 1
  .byte 0x8b
.Linside_access:
  .byte 0x07
  testl %eax, %eax
  je .Lhandler_inside_access
  retq
.Lhandler_inside_access:
  ud2
finish inside_access
function inside_handler
  entry inside_handler, .Linside_handler, 1
  movl (%rdi), %eax
  retq
  .byte 0x0f
.Linside_handler:
  .byte 0x0b
finish inside_handler
## The first byte is the prefix.
function prefix
  entry prefix, .Lhandler_prefix, 1
  movzwl (%r8), %eax
  retq
.Lhandler_prefix:
  ud2
finish prefix

function behind_data
  entry .Lbehind_data, .Lbehind_handler, 1
  ud2
.Lbehind_handler:
  retq
  .byte 0x06
.Lbehind_data:
  movl (%rdi), %eax
  retq
finish behind_data
function handler_behind_data
  entry handler_behind_data, .Lhandler_behind_data, 1
  movl (%rdi), %eax
  retq
  .byte 0x06
.Lhandler_behind_data:
  ud2
finish handler_behind_data
## What comes before it is no matter.
function before_data
  entry before_data, .Lbefore_data, 1
  movl (%rdi), %eax
  retq
.Lbefore_data:
  ud2
  .byte 0x06
finish before_data

simple wrong_kind
  entry wrong_kind, .Lhandler_wrong_kind, 3
function other_kind
  entry other_kind, .Lother_kind, 1
  incl (%rdi)
  retq
.Lother_kind:
  ud2
finish other_kind
simple load
  entry load, .Lhandler_load, 1
function load_and_store
  entry load_and_store, .Lload_and_store, 2
  incl (%rdi)
  retq
.Lload_and_store:
  ud2
finish load_and_store
function store
  entry store, .Lstore, 3
  movl %eax, (%rdi)
  retq
.Lstore:
  ud2
finish store
