## Fault maps of both versions in a relocatable object. Places are relocated;
## the address of a function is also printed as the bytes have it.

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux %s -o %t.o
# RUN: llvm-objdump --fault-map-section %t.o \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines
# RUN: llvm-mc -filetype=obj -triple=x86_64-linux --crel %s -o %t.crel.o
# RUN: llvm-objdump --fault-map-section %t.crel.o \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

#      CHECK:FaultMap table:
# CHECK-NEXT:Version: 0x2
# CHECK-NEXT:Section: llvm_faultmaps{{\[[0-9]+\]}}
# CHECK-NEXT:NumFaultingPCs: 2
# CHECK-NEXT:Fault kind: FaultingLoad, faulting PC: .text[[TEXT:\[[0-9]+\]]]+0x1, handling PC: .text[[TEXT]]+0x8
# CHECK-NEXT:Fault kind: FaultingLoadStore, faulting PC: .text[[TEXT]]+0x5, handling PC: .text[[TEXT]]+0x0
# CHECK-NEXT:Version: 0x2
# CHECK-NEXT:Section: llvm_faultsites{{\[[0-9]+\]}}
# CHECK-NEXT:NumFaultingPCs: 2
# CHECK-NEXT:Fault kind: FaultingStore, faulting PC: .text[[TEXT]]+0x3, handling PC: .text.unlikely[[COLD:\[[0-9]+\]]]+0x1, site: 4711
# CHECK-NEXT:Fault kind: FaultingLoad, faulting PC: .text.unlikely[[COLD]]+0x0, handling PC: .text[[TEXT]]+0x9
# CHECK-NEXT:Version: 0x1
# CHECK-NEXT:NumFunctions: 2
# CHECK-NEXT:FunctionAddress: 0x000000, NumFaultingPCs: 1, at .text[[TEXT]]+0x0
# CHECK-NEXT:Fault kind: FaultingLoad, faulting PC offset: 1, handling PC offset: 8
# CHECK-NEXT:FunctionAddress: 0x000000, NumFaultingPCs: 0, at .text[[TEXT]]+0x9
#  CHECK-NOT:{{.}}

  .text
  .globl f, g
f:
.Lback:
  nop
.Lload:
  movl (%rdi), %eax
.Lstore:
  movl %eax, (%rsi)
.Lboth:
  incl (%rdi)
  retq
.Lhandler:
  retq
g:
.Lother:
  retq

  .section .text.unlikely,"ax",@progbits
.Lcold:
  nop
.Lcoldhandler:
  retq

  .section llvm_faultmaps,"ao",@progbits,.text
  .p2align 3
  .long .Lload - .
  .long ((.Lhandler - .Lload) << 4) | 1
  .quad 0
  .long .Lboth - .
  .long ((.Lback - .Lboth) << 4) | 2

  .section llvm_faultsites,"ao",@progbits,.text
  .p2align 3
  .long .Lstore - .
  .long .Lcoldhandler - .
  .long 4711
  .long 0x13
  .long .Lcold - .
  .long .Lother - .
  .long 0
  .long 1

  .section .llvm_faultmaps,"a",@progbits
  .byte 1, 0, 0, 0
  .long 2
  .quad f
  .long 1, 0
  .long 1, .Lload - f, .Lhandler - f
  .quad g
  .long 0, 0
