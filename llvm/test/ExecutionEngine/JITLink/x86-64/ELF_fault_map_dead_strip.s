# Code keeps the entries of both versions that describe it, and no others: those
# of functions that are not needed go with them, and a handler in another
# section stays only because an entry needs it.
#
# RUN: rm -rf %t && mkdir %t
# RUN: llvm-mc -triple=x86_64-linux -filetype=obj %s -o %t/f.o
# RUN: llvm-jitlink -noexec -managed-runtime -entry=kept -show-graphs=f.o \
# RUN:   -check=%s -show-addrs %t/f.o | FileCheck %s
#
# Without the option nothing is kept.
# RUN: llvm-jitlink -noexec -entry=kept -show-graphs=f.o %t/f.o \
# RUN:   | FileCheck %s --check-prefix=WITHOUT

# CHECK-LABEL: section .llvm_faultmaps:
# CHECK-NOT: block 0x
# CHECK-LABEL: section .text.cold:
# CHECK: block 0x{{[0-9a-f]+}} size = 0x00000001
# CHECK-LABEL: section .text.dead:
# CHECK-NOT: block 0x
# CHECK-LABEL: section .text.kept:
# CHECK: block 0x{{[0-9a-f]+}} size = 0x0000000e
# CHECK-LABEL: section llvm_faultmaps:
# CHECK-NOT: block 0x
# CHECK-LABEL: section llvm_faultmaps.jit:
# CHECK: block 0x{{[0-9a-f]+}} size = 0x00000010
# CHECK-NOT: block 0x
# CHECK-LABEL: section llvm_faultsites:
# CHECK-NOT: block 0x
# CHECK-LABEL: section llvm_faultsites.jit:
# CHECK: block 0x{{[0-9a-f]+}} size = 0x00000010
# CHECK-NOT: block 0x
# CHECK: Absolute symbols:

# WITHOUT-LABEL: section .text.cold:
# WITHOUT-NOT: block 0x
# WITHOUT: section .text.dead:
# WITHOUT-NOT: section llvm_faultmaps.jit

# Two short entries, the second of version 1, and a long one.
# jitlink-check: *{4}(section_addr(f.o, llvm_faultmaps.jit)) = \
# jitlink-check:   (kept - section_addr(f.o, llvm_faultmaps.jit))[31:0]
# jitlink-check: *{4}(section_addr(f.o, llvm_faultmaps.jit) + 4) = 0x81
# jitlink-check: *{4}(section_addr(f.o, llvm_faultmaps.jit) + 8) = \
# jitlink-check:   ((kept + 6) - (section_addr(f.o, llvm_faultmaps.jit) + 8))[31:0]
# jitlink-check: *{4}(section_addr(f.o, llvm_faultmaps.jit) + 12) = 0x22
# jitlink-check: *{4}(section_addr(f.o, llvm_faultsites.jit)) = \
# jitlink-check:   ((kept + 3) - section_addr(f.o, llvm_faultsites.jit))[31:0]
# jitlink-check: *{4}(section_addr(f.o, llvm_faultsites.jit) + 4) = \
# jitlink-check:   (section_addr(f.o, .text.cold) - (section_addr(f.o, llvm_faultsites.jit) + 4))[31:0]
# jitlink-check: *{4}(section_addr(f.o, llvm_faultsites.jit) + 8) = 77
# jitlink-check: *{4}(section_addr(f.o, llvm_faultsites.jit) + 12) = 0x13

        .section .text.kept,"ax",@progbits
        .globl kept
        .type kept,@function
kept:
        movl (%rdi), %eax
        nop
        movl %eax, (%rdi)
        nop
        incl (%rdi)
        ret
        .zero 5

        .section .text.dead,"ax",@progbits
        .type dead,@function
dead:
        movl (%rdi), %eax
        incl (%rdi)
        ret

        .section .text.cold,"ax",@progbits
cold:
        ret

        .section llvm_faultmaps,"ao",@progbits,.text.dead
        .p2align 3
        .long dead - .
        .long (4 << 4) + 1

        .section llvm_faultmaps,"ao",@progbits,.text.kept,unique,1
        .p2align 3
        .long kept - .
        .long (8 << 4) + 1

        .section llvm_faultsites,"ao",@progbits,.text.kept
        .p2align 3
        .zero 16
        .long kept + 3 - .
        .long cold - .
        .long 77
        .long 0x13
        .zero 16

        .section .llvm_faultmaps,"a",@progbits
        .byte 1, 0, 0, 0
        .long 2
        .quad dead
        .long 1, 0
        .long 2, 2, 4
        .quad kept
        .long 1, 0
        .long 2, 6, 8
