# A relocation of type NONE asks for nothing, whatever its symbol.
#
# RUN: llvm-mc -triple=aarch64-linux -filetype=obj -o %t.o %s
# RUN: llvm-readelf -r %t.o | FileCheck %s
# RUN: llvm-jitlink -noexec -check=%s %t.o

# CHECK: R_AARCH64_NONE {{.*}} .text + 5

        .text
        .globl  main
        .p2align 2
        .type   main,@function
main:
        .reloc  main, BFD_RELOC_NONE, .text+5
# jitlink-check: *{4}main = 0xd65f03c0
        ret
        .size   main, .-main
