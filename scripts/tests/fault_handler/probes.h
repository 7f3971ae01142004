//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Functions in assembly with fault maps written by hand, so that the handler
/// is tested without the pass that makes such maps.
///
/// probeLoad(P) gives *P, or -1 if P is null, by means of an implicit check.
/// plainLoad(P) gives *P and crashes if P is null: it has no entry in a map.
/// probeRaise(P) is listed as probeLoad is, but its instruction raises another
/// exception than a page fault.
///
//===----------------------------------------------------------------------===//

#ifndef FAULT_HANDLER_PROBES_H
#define FAULT_HANDLER_PROBES_H

int probeLoad(const int *P);
int probeSecond(const int *P);
int plainLoad(const int *P);
int probeRaise(const int *P);
extern const char probeLoadPC[], probeLoadNull[], probeSecondPC[];

#if defined(__x86_64__)
#define LOAD "movl (%rdi), %eax\n"
#define RETURN_NULL "movl $-1, %eax\nret\n"
// Only the operating system's kernel may halt the processor.
#define RAISE "hlt\n"
#elif defined(__aarch64__)
#define LOAD "ldr w0, [x0]\n"
#define RETURN_NULL "mov w0, #-1\nret\n"
#define RAISE "udf #0\n"
#endif

#define FUNCTION(NAME, BODY)                                                   \
  ".globl " #NAME "\n.type " #NAME ", %function\n" #NAME ":\n.globl " #NAME    \
  "PC\n" #NAME "PC:\n" BODY "ret\n.globl " #NAME "Null\n" #NAME                \
  "Null:\n" RETURN_NULL ".size " #NAME ", .-" #NAME "\n"

#define TABLE(NUM_FUNCTIONS) ".byte 1, 0\n.short 0\n.long " #NUM_FUNCTIONS "\n"

#define RECORD(NAME)                                                           \
  ".quad " #NAME "\n.long 1, 0\n.long 1, " #NAME "PC-" #NAME ", " #NAME        \
  "Null-" #NAME "\n"

#ifdef DEFINE_PROBES
__asm__(".text\n.p2align 4\n"                          //
        FUNCTION(probeLoad, LOAD)                      //
        FUNCTION(probeSecond, LOAD)                    //
        FUNCTION(plainLoad, LOAD)                      //
        FUNCTION(probeRaise, RAISE)                    //
        ".section .llvm_faultmaps, \"a\", %progbits\n" //
        TABLE(2) RECORD(probeSecond) RECORD(probeLoad) //
        TABLE(1) RECORD(probeRaise)                    //
        ".text\n");
#endif

#endif // FAULT_HANDLER_PROBES_H
