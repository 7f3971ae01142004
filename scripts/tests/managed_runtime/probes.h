//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Functions in assembly with fault maps written by hand, so that the runtime
/// is tested without the pass that makes such maps.
///
/// probeLoad(P) gives *P, or -1 if P is null, by means of an implicit check;
/// probeStore(P) stores 7 to *P and gives 0, or -1. probeSite(P) is a
/// probeLoad() with site id 4711, in a table of long entries. plainLoad(P)
/// gives *P and crashes if P is null: it has no entry in a map. probeRaise(P)
/// is listed as probeLoad() is, but its instruction raises another exception
/// than a page fault. probeTwice(P, Q) loads P and, if that is null, Q.
///
///
//===----------------------------------------------------------------------===//

#ifndef MANAGED_RUNTIME_PROBES_H
#define MANAGED_RUNTIME_PROBES_H

int probeLoad(const int *P);
int probeStore(int *P);
int probeSite(const int *P);
int probeTwice(const int *P, const int *Q);
int plainLoad(const int *P);
int probeRaise(const int *P);
extern const char probeLoadPC[], probeLoadNull[], probeStorePC[], probeSitePC[],
    probeSiteNull[];

#if defined(__x86_64__)
#define LOAD "movl (%rdi), %eax\n"
#define LOAD_SECOND "movl (%rsi), %eax\n"
#define STORE "movl $7, (%rdi)\n"
#define RETURN "ret\n"
#define RETURN_ZERO "xorl %eax, %eax\nret\n"
#define RETURN_NULL "movl $-1, %eax\nret\n"
// Only the operating system's kernel may halt the processor.
#define RAISE "hlt\n"
#elif defined(__aarch64__)
#define LOAD "ldr w0, [x0]\n"
#define LOAD_SECOND "ldr w0, [x1]\n"
#define STORE "mov w1, #7\n.LprobeStorePC:\nstr w1, [x0]\n"
#define RETURN "ret\n"
#define RETURN_ZERO "mov w0, #0\nret\n"
#define RETURN_NULL "mov w0, #-1\nret\n"
#define RAISE "udf #0\n"
#endif

// Each in a section of its own, as with -ffunction-sections.
#define BEGIN(NAME)                                                            \
  ".section .text." #NAME ", \"ax\", %progbits\n.p2align 4\n.globl " #NAME     \
  "\n.type " #NAME ", %function\n" #NAME ":\n"
#define END(NAME) ".size " #NAME ", .-" #NAME "\n"
#define LABEL(NAME) ".globl " #NAME "\n" #NAME ":\n"
#define FRAGMENT(SECTION, NAME)                                                \
  ".section " #SECTION ", \"ao\", %progbits, .text." #NAME "\n.p2align 3\n"

#define SHORT(NAME, PC, HANDLER, KIND)                                         \
  FRAGMENT(llvm_faultmaps, NAME)                                               \
  ".long " PC " - .\n.long ((" HANDLER " - " PC ") << 4) + " #KIND "\n"
#define LONG(NAME, PC, HANDLER, SITE, INFO)                                    \
  FRAGMENT(llvm_faultsites, NAME)                                              \
  ".long " PC " - .\n.long " HANDLER " - .\n.long " #SITE ", " #INFO "\n"

#ifdef DEFINE_PROBES
__asm__(BEGIN(probeLoad) LABEL(probeLoadPC) ".LprobeLoadPC:\n" LOAD RETURN //
            LABEL(probeLoadNull) ".LprobeLoadNull:\n" RETURN_NULL END(probeLoad)
                SHORT(probeLoad, ".LprobeLoadPC", ".LprobeLoadNull", 1)
        //
        BEGIN(probeStore)
#if defined(__x86_64__)
            ".LprobeStorePC:\n"
#endif
        STORE RETURN_ZERO ".LprobeStoreNull:\n" RETURN_NULL
            ".globl probeStorePC\n.set probeStorePC, .LprobeStorePC\n" END(
                probeStore)
                SHORT(probeStore, ".LprobeStorePC", ".LprobeStoreNull", 3)
        //
        BEGIN(probeSite) LABEL(probeSitePC) ".LprobeSitePC:\n" LOAD RETURN //
            LABEL(probeSiteNull) ".LprobeSiteNull:\n" RETURN_NULL END(probeSite)
                LONG(probeSite, ".LprobeSitePC", ".LprobeSiteNull", 4711, 0x11)
        //
        BEGIN(probeTwice) ".LprobeTwicePC:\n" LOAD RETURN
                          ".LprobeTwiceNull:\n" LOAD_SECOND RETURN
                          ".LprobeTwiceBoth:\n" RETURN_NULL END(probeTwice)
                              SHORT(probeTwice, ".LprobeTwicePC",
                                    ".LprobeTwiceNull", 1)
                                  SHORT(probeTwice, ".LprobeTwiceNull",
                                        ".LprobeTwiceBoth", 1)
        //
        BEGIN(plainLoad) LOAD RETURN END(plainLoad)
        //
        BEGIN(probeRaise) ".LprobeRaisePC:\n" RAISE RETURN
                          ".LprobeRaiseNull:\n" RETURN_NULL END(probeRaise)
                              SHORT(probeRaise, ".LprobeRaisePC",
                                    ".LprobeRaiseNull", 1) ".text\n");
#endif

#endif // MANAGED_RUNTIME_PROBES_H
