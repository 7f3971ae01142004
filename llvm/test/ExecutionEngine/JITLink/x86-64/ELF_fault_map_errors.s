# A table of version 2 that breaks a rule is an error that says where, and not a
# table that is half read.
#
# RUN: rm -rf %t && mkdir %t

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=SHORT_TRUNCATED=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=SHORT-TRUNCATED
# SHORT-TRUNCATED: in {{.*}}f.o, llvm_faultmaps+0x8: the table ends inside an entry{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=SHORT_KIND=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=SHORT-KIND
# SHORT-KIND: in {{.*}}f.o, llvm_faultmaps+0x4: unknown kind 8{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=SHORT_NO_KIND=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=SHORT-NO-KIND
# SHORT-NO-KIND: in {{.*}}f.o, llvm_faultmaps+0x4: unknown kind 0{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=SHORT_VERSION=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=SHORT-VERSION
# SHORT-VERSION: in {{.*}}f.o, llvm_faultmaps+0x4: the table has unknown version 3{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=SHORT_ABSOLUTE=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=SHORT-ABSOLUTE
# SHORT-ABSOLUTE: in {{.*}}f.o, llvm_faultmaps+0x0: the faulting instruction is not relocated{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=SHORT_RELOCATION=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=SHORT-RELOCATION
# SHORT-RELOCATION: in {{.*}}f.o, llvm_faultmaps+0x0: the faulting instruction has the wrong kind of relocation instead of a 32-bit distance: Pointer32{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=SHORT_EXTERNAL=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=SHORT-EXTERNAL
# SHORT-EXTERNAL: in {{.*}}f.o, llvm_faultmaps+0x0: the faulting instruction is not in this object{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=SHORT_DATA=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=SHORT-DATA
# SHORT-DATA: in {{.*}}f.o, llvm_faultmaps+0x0: the faulting instruction is not in code{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=SHORT_IN_FRONT=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=SHORT-IN-FRONT
# SHORT-IN-FRONT: in {{.*}}f.o, llvm_faultmaps+0x0: the faulting instruction is outside its block of code{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=SHORT_BEHIND=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=SHORT-BEHIND
# SHORT-BEHIND: in {{.*}}f.o, llvm_faultmaps+0x0: the faulting instruction is outside its block of code{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=SHORT_HANDLER_IN_FRONT=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=SHORT-HANDLER-IN-FRONT
# SHORT-HANDLER-IN-FRONT: in {{.*}}f.o, llvm_faultmaps+0x4: the handler is outside its block of code{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=SHORT_HANDLER_BEHIND=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=SHORT-HANDLER-BEHIND
# SHORT-HANDLER-BEHIND: in {{.*}}f.o, llvm_faultmaps+0x4: the handler is outside its block of code{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=SHORT_SELF=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=SHORT-SELF
# SHORT-SELF: in {{.*}}f.o, fault map entry of .text+0x0: the faulting instruction is its own handler{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=SHORT_TWICE=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=SHORT-TWICE
# SHORT-TWICE: in {{.*}}f.o, fault map entry of .text+0x2: there is another entry for this instruction{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=SHORT_TWO_RELOCATIONS=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=SHORT-TWO-RELOCATIONS
# SHORT-TWO-RELOCATIONS: in {{.*}}f.o, llvm_faultmaps+0x0: a field is relocated twice{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=SHORT_STRAY_RELOCATION=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=SHORT-STRAY-RELOCATION
# SHORT-STRAY-RELOCATION: in {{.*}}f.o, llvm_faultmaps+0x4: a relocation is not at an address field{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=LONG_TRUNCATED=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=LONG-TRUNCATED
# LONG-TRUNCATED: in {{.*}}f.o, llvm_faultsites+0x0: the table ends inside an entry{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=LONG_KIND=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=LONG-KIND
# LONG-KIND: in {{.*}}f.o, llvm_faultsites+0xc: unknown kind 14{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=LONG_VERSION=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=LONG-VERSION
# LONG-VERSION: in {{.*}}f.o, llvm_faultsites+0xc: the table has unknown version 9{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=LONG_RESERVED=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=LONG-RESERVED
# LONG-RESERVED: in {{.*}}f.o, llvm_faultsites+0x8: reserved bits are not zero{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=LONG_SITE_WITHOUT_FLAG=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=LONG-SITE-WITHOUT-FLAG
# LONG-SITE-WITHOUT-FLAG: in {{.*}}f.o, llvm_faultsites+0x8: reserved bits are not zero{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=LONG_HANDLER_ABSOLUTE=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=LONG-HANDLER-ABSOLUTE
# LONG-HANDLER-ABSOLUTE: in {{.*}}f.o, llvm_faultsites+0x4: the handler is not relocated{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=LONG_HANDLER_EXTERNAL=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=LONG-HANDLER-EXTERNAL
# LONG-HANDLER-EXTERNAL: in {{.*}}f.o, llvm_faultsites+0x4: the handler is not in this object{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=LONG_AND_SHORT=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=LONG-AND-SHORT
# LONG-AND-SHORT: in {{.*}}f.o, fault map entry of .text+0x2: there is another entry for this instruction{{$}}

# RUN: llvm-mc -triple=x86_64-linux -filetype=obj -defsym=RESERVED_NAME=1 %s -o %t/f.o
# RUN: not llvm-jitlink -noexec -managed-runtime %t/f.o 2>&1 \
# RUN:   | FileCheck %s --check-prefix=RESERVED-NAME
# RESERVED-NAME: in {{.*}}f.o: the section name llvm_faultmaps.jit is reserved{{$}}

# What is no error: no table, and padding.
# RUN: llvm-mc -triple=x86_64-linux -filetype=obj %s -o %t/f.o
# RUN: llvm-jitlink -noexec -managed-runtime %t/f.o
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
        .section llvm_faultmaps,"ao",@progbits,.text
        .zero 8
        .long f - .
        .long (15 << 4) + 1
        .zero 8
        .section llvm_faultsites,"ao",@progbits,.text
        .zero 16
        .long f + 15 - .
        .long f - .
        .long 0, 0x13
        .endif

        .ifdef SHORT_TRUNCATED
        .section llvm_faultmaps,"ao",@progbits,.text
        .long f - .
        .long (2 << 4) + 1
        .long f + 3 - .
        .endif

        .ifdef SHORT_KIND
        .section llvm_faultmaps,"ao",@progbits,.text
        .long f - .
        .long (2 << 4) + 8
        .endif

        .ifdef SHORT_NO_KIND
        .section llvm_faultmaps,"ao",@progbits,.text
        .long f - .
        .long (2 << 4)
        .endif

        .ifdef SHORT_VERSION
        .section llvm_faultmaps,"ao",@progbits,.text
        .long 0
        .long (3 << 4) + 15
        .endif

        .ifdef SHORT_ABSOLUTE
        .section llvm_faultmaps,"ao",@progbits,.text
        .long 4
        .long (2 << 4) + 1
        .endif

        .ifdef SHORT_RELOCATION
        .section llvm_faultmaps,"ao",@progbits,.text
        .long f
        .long (2 << 4) + 1
        .endif

        .ifdef SHORT_EXTERNAL
        .section llvm_faultmaps,"ao",@progbits,.text
        .long elsewhere - .
        .long (2 << 4) + 1
        .endif

        .ifdef SHORT_DATA
        .section llvm_faultmaps,"ao",@progbits,.text
        .long data - .
        .long (2 << 4) + 1
        .endif

        .ifdef SHORT_IN_FRONT
        .section llvm_faultmaps,"ao",@progbits,.text
        .long f - 1 - .
        .long (2 << 4) + 1
        .endif

        .ifdef SHORT_BEHIND
        .section llvm_faultmaps,"ao",@progbits,.text
        .long f + 16 - .
        .long (2 << 4) + 1
        .endif

        .ifdef SHORT_HANDLER_IN_FRONT
        .section llvm_faultmaps,"ao",@progbits,.text
        .long f + 2 - .
        .long (-3 << 4) + 1
        .endif

        .ifdef SHORT_HANDLER_BEHIND
        .section llvm_faultmaps,"ao",@progbits,.text
        .long f + 2 - .
        .long (14 << 4) + 1
        .endif

        .ifdef SHORT_SELF
        .section llvm_faultmaps,"ao",@progbits,.text
        .long f - .
        .long 1
        .endif

        .ifdef SHORT_TWICE
        .section llvm_faultmaps,"ao",@progbits,.text
        .long f + 2 - .
        .long (1 << 4) + 1
        .long f - .
        .long (1 << 4) + 1
        .long f + 2 - .
        .long (1 << 4) + 1
        .endif

        .ifdef SHORT_TWO_RELOCATIONS
        .section llvm_faultmaps,"ao",@progbits,.text
        .reloc ., R_X86_64_PC32, f
        .long f - .
        .long (2 << 4) + 1
        .endif

        .ifdef SHORT_STRAY_RELOCATION
        .section llvm_faultmaps,"ao",@progbits,.text
        .long f - .
        .reloc ., R_X86_64_PC32, f
        .long (2 << 4) + 1
        .endif

        .ifdef LONG_TRUNCATED
        .section llvm_faultsites,"ao",@progbits,.text
        .long f - .
        .long f + 3 - .
        .long 0
        .endif

        .ifdef LONG_KIND
        .section llvm_faultsites,"ao",@progbits,.text
        .long f - .
        .long f + 3 - .
        .long 0, 14
        .endif

        .ifdef LONG_VERSION
        .section llvm_faultsites,"ao",@progbits,.text
        .long 0, 0, 0, (9 << 4) + 15
        .endif

        .ifdef LONG_RESERVED
        .section llvm_faultsites,"ao",@progbits,.text
        .long f - .
        .long f + 3 - .
        .long 0, 0x21
        .endif

        .ifdef LONG_SITE_WITHOUT_FLAG
        .section llvm_faultsites,"ao",@progbits,.text
        .long f - .
        .long f + 3 - .
        .long 5, 1
        .endif

        .ifdef LONG_HANDLER_ABSOLUTE
        .section llvm_faultsites,"ao",@progbits,.text
        .long f - .
        .long 8
        .long 5, 0x11
        .endif

        .ifdef LONG_HANDLER_EXTERNAL
        .section llvm_faultsites,"ao",@progbits,.text
        .long f - .
        .long elsewhere - .
        .long 5, 0x11
        .endif

        .ifdef LONG_AND_SHORT
        .section llvm_faultmaps,"ao",@progbits,.text
        .long f + 2 - .
        .long (1 << 4) + 1
        .section llvm_faultsites,"ao",@progbits,.text
        .long f + 2 - .
        .long f + 3 - .
        .long 5, 0x11
        .endif

        .ifdef RESERVED_NAME
        .section llvm_faultmaps.jit,"a",@progbits
        .long 0
        .endif
