# A table of version 1 names functions by symbols, and that of the second object
# names a weak one, which the first object's definition replaces. The code is
# needed nevertheless, for its other name, and so are its entries.
#
# REQUIRES: native, target=x86_64{{.*}}-linux{{.*}}
# RUN: rm -rf %t && mkdir %t
# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=FIRST=1 %s -o %t/a.o
# RUN: llvm-mc -triple=x86_64-linux -filetype=obj %s -o %t/b.o
# RUN: llvm-jitlink -managed-runtime %t/a.o %t/b.o
# RUN: not --crash llvm-jitlink %t/a.o %t/b.o

        .text
        .ifdef FIRST
        .globl main
main:
        xorl %edi, %edi
        jmp strong
        .endif

        .section .text.weak,"ax",@progbits
        .weak weak
weak:
        .ifdef FIRST
        ud2
        .else
        .globl strong
strong:
        movl (%rdi), %eax
        ret
.Lhandler:
        xorl %eax, %eax
        ret

        .section .llvm_faultmaps,"a",@progbits
        .byte 1, 0, 0, 0
        .long 1
        .quad weak
        .long 1, 0
        .long 1, 0, .Lhandler - strong
        .endif
