# REQUIRES: x86-registered-target, aarch64-registered-target

## Mach-O has version 1. Relocations are against symbols, or against sections
## when the symbol is a temporary one.

# RUN: llvm-mc -filetype=obj -triple=x86_64-apple-macosx %s -o %t.x86_64.o
# RUN: llvm-readobj --fault-maps %t.x86_64.o | FileCheck %s
# RUN: llvm-objdump --fault-map-section %t.x86_64.o \
# RUN:   | FileCheck %s --check-prefix=OBJDUMP
# RUN: llvm-mc -filetype=obj -triple=arm64-apple-macosx %s -o %t.arm64.o
# RUN: llvm-readobj --fault-maps %t.arm64.o | FileCheck %s
# RUN: llvm-objdump --fault-map-section %t.arm64.o \
# RUN:   | FileCheck %s --check-prefix=OBJDUMP

#      CHECK:    Section: __llvm_faultmaps (2)
# CHECK-NEXT:    Version: 1
#      CHECK:            Begin {
# CHECK-NEXT:              Section: __text (0)
# CHECK-NEXT:              Offset: 0x0
#      CHECK:                FaultingPC {
# CHECK-NEXT:                  Section: __text (0)
# CHECK-NEXT:                  Offset: 0x4
# CHECK-NEXT:                }
# CHECK-NEXT:                HandlerPC {
# CHECK-NEXT:                  Section: __text (0)
# CHECK-NEXT:                  Offset: 0x8
#      CHECK:            Begin {
# CHECK-NEXT:              Section: __other (1)
# CHECK-NEXT:              Offset: 0x4
#      CHECK:                FaultingPC {
# CHECK-NEXT:                  Section: __other (1)
# CHECK-NEXT:                  Offset: 0x8

#      OBJDUMP: NumFunctions: 2
# OBJDUMP-NEXT: FunctionAddress: 0x000000, NumFaultingPCs: 1, at __text[0]+0x0{{$}}
# OBJDUMP-NEXT: Fault kind: FaultingLoad, faulting PC offset: 4, handling PC offset: 8
# OBJDUMP-NEXT: FunctionAddress: 0x{{.*}}, NumFaultingPCs: 1, at __other[1]+0x4{{$}}
# OBJDUMP-NEXT: Fault kind: FaultingStore, faulting PC offset: 4, handling PC offset: 8

  .section __TEXT,__text,regular,pure_instructions
_f:
  .long 0
  .long 0
  .long 0

## A section that some program chose has but some_instructions, once it has any.
  .section __TEXT,__other
  nop
  .p2align 2, 0
L_g:
  .long 0
  .long 0
  .long 0

  .section __LLVM_FAULTMAPS,__llvm_faultmaps
  .byte 1
  .byte 0
  .short 0
  .long 2
  .quad _f
  .long 1
  .long 0
  .long 1
  .long 4
  .long 8
  .quad L_g
  .long 1
  .long 0
  .long 3
  .long 4
  .long 8
