# A fault map for a target that has none is not passed over.
#
# REQUIRES: riscv-registered-target
# RUN: llvm-mc -triple=riscv64-linux -filetype=obj %s -o %t.o
# RUN: llvm-jitlink -noexec %t.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t.o 2>&1 | FileCheck %s
# CHECK: llvm_faultmaps is not read for riscv64

        .globl main
main:
        ret

        .section llvm_faultmaps,"ao",@progbits,.text
        .zero 8
