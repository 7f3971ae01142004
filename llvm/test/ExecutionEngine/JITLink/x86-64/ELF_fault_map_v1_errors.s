# A table of version 1 that breaks a rule is an error that says where, and not a
# table that is half read.
#
# RUN: rm -rf %t && mkdir %t

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=V1_VERSION=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=V1-VERSION
# V1-VERSION: in {{.*}}f.o, .llvm_faultmaps+0x0: the table has unknown version 2{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=V1_HEADER=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=V1-HEADER
# V1-HEADER: in {{.*}}f.o, .llvm_faultmaps+0x4: the table ends before the number of functions{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=V1_RESERVED_HEADER=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=V1-RESERVED-HEADER
# V1-RESERVED-HEADER: in {{.*}}f.o, .llvm_faultmaps+0x0: reserved bytes are not zero{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=V1_FUNCTIONS=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=V1-FUNCTIONS
# V1-FUNCTIONS: in {{.*}}f.o, .llvm_faultmaps+0x8: the table ends before the function{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=V1_ENTRIES=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=V1-ENTRIES
# V1-ENTRIES: in {{.*}}f.o, .llvm_faultmaps+0x24: the table ends before the kind{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=V1_RESERVED_FUNCTION=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=V1-RESERVED-FUNCTION
# V1-RESERVED-FUNCTION: in {{.*}}f.o, .llvm_faultmaps+0x14: reserved bytes are not zero{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=V1_KIND=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=V1-KIND
# V1-KIND: in {{.*}}f.o, .llvm_faultmaps+0x18: unknown kind 0{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=V1_ABSOLUTE=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=V1-ABSOLUTE
# V1-ABSOLUTE: in {{.*}}f.o, .llvm_faultmaps+0x8: the function is not relocated{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=V1_RELOCATION=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=V1-RELOCATION
# V1-RELOCATION: in {{.*}}f.o, .llvm_faultmaps+0x8: the function has the wrong kind of relocation instead of a 64-bit address: Delta64{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=V1_EXTERNAL=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=V1-EXTERNAL
# V1-EXTERNAL: in {{.*}}f.o, .llvm_faultmaps+0x8: the function is not in this object{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=V1_FAULTING_BEHIND=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=V1-FAULTING-BEHIND
# V1-FAULTING-BEHIND: in {{.*}}f.o, .llvm_faultmaps+0x18: the faulting instruction is outside its block of code{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=V1_HANDLER_BEHIND=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=V1-HANDLER-BEHIND
# V1-HANDLER-BEHIND: in {{.*}}f.o, .llvm_faultmaps+0x18: the handler is outside its block of code{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=V1_SELF=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=V1-SELF
# V1-SELF: in {{.*}}f.o, fault map entry of .text+0x3: the faulting instruction is its own handler{{$}}

# What is no error: tables one behind the other, and a function that a link left
# out.
# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=FINE=1 %s -o %t/f.o
# RUN: llvm-jitlink -noexec -managed-runtime %t/f.o

        .text
        .globl main
main:
f:
        .zero 16, 0x90

        .data
data:
        .zero 16

        .ifdef FINE
        .section .llvm_faultmaps,"a",@progbits
        .byte 1, 0, 0, 0
        .long 1
        .quad 0
        .long 1, 0
        .long 1, 100, 200
        .byte 1, 0, 0, 0
        .long 2
        .quad f
        .long 0, 0
        .quad f + 1
        .long 2, 0
        .long 2, 0, 1
        .long 2, 14, 0
        .endif

        .ifdef V1_VERSION
        .section .llvm_faultmaps,"a",@progbits
        .byte 2, 0, 0, 0
        .long 0
        .endif

        .ifdef V1_HEADER
        .section .llvm_faultmaps,"a",@progbits
        .byte 1, 0, 0, 0
        .endif

        .ifdef V1_RESERVED_HEADER
        .section .llvm_faultmaps,"a",@progbits
        .byte 1, 0, 1, 0
        .long 0
        .endif

        .ifdef V1_FUNCTIONS
        .section .llvm_faultmaps,"a",@progbits
        .byte 1, 0, 0, 0
        .long 1
        .endif

        .ifdef V1_ENTRIES
        .section .llvm_faultmaps,"a",@progbits
        .byte 1, 0, 0, 0
        .long 1
        .quad f
        .long 2, 0
        .long 1, 0, 3
        .endif

        .ifdef V1_RESERVED_FUNCTION
        .section .llvm_faultmaps,"a",@progbits
        .byte 1, 0, 0, 0
        .long 1
        .quad f
        .long 1, 1
        .long 1, 0, 3
        .endif

        .ifdef V1_KIND
        .section .llvm_faultmaps,"a",@progbits
        .byte 1, 0, 0, 0
        .long 1
        .quad f
        .long 1, 0
        .long 0, 0, 3
        .endif

        .ifdef V1_ABSOLUTE
        .section .llvm_faultmaps,"a",@progbits
        .byte 1, 0, 0, 0
        .long 1
        .quad 4096
        .long 1, 0
        .long 1, 0, 3
        .endif

        .ifdef V1_RELOCATION
        .section .llvm_faultmaps,"a",@progbits
        .byte 1, 0, 0, 0
        .long 1
        .quad f - .
        .long 1, 0
        .long 1, 0, 3
        .endif

        .ifdef V1_EXTERNAL
        .section .llvm_faultmaps,"a",@progbits
        .byte 1, 0, 0, 0
        .long 1
        .quad elsewhere
        .long 1, 0
        .long 1, 0, 3
        .endif

        .ifdef V1_FAULTING_BEHIND
        .section .llvm_faultmaps,"a",@progbits
        .byte 1, 0, 0, 0
        .long 1
        .quad f
        .long 1, 0
        .long 1, 16, 3
        .endif

        .ifdef V1_HANDLER_BEHIND
        .section .llvm_faultmaps,"a",@progbits
        .byte 1, 0, 0, 0
        .long 1
        .quad f
        .long 1, 0
        .long 1, 3, 16
        .endif

        .ifdef V1_SELF
        .section .llvm_faultmaps,"a",@progbits
        .byte 1, 0, 0, 0
        .long 1
        .quad f
        .long 1, 0
        .long 1, 3, 3
        .endif
