//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Frames of every kind: native code calls frameEntry(),
/// which calls frameOuter(), this frameMiddle(), this frameLeaf(), and this the
/// entry to the native function visited(). Each adds its references, after the
/// call, to what the call returned.
///
//===----------------------------------------------------------------------===//

#ifndef FRAMES_H
#define FRAMES_H

#include "llvm-c/ManagedNativeEntry.h"
#include "llvm-c/ManagedRuntime.h"

#ifdef __cplusplus
extern "C" {
#endif

long frameEntry(void);
void visited(void);
extern const char leafPC[], middlePC[], outerPC[], entryPC[];
extern const char framesBegin[], framesEnd[];

#ifdef __cplusplus
}
#endif

// What the references are before anybody moves them: base pointers of leaf,
// middle, outer and entry, and one derived from the third.
enum {
  NumRoots = 9,
  SumOfReferences = 0x100 + 0x200 + 0x300 + 0x304 + 0x400 + 0x500 + 0x600 +
                    0x700 + 0x800 + 0x900
};

// Without it, the entry is in a shared object (entries.c).
#ifndef ENTRY_IS_ELSEWHERE
LLVM_MANAGED_NATIVE_ENTRY(enterVisited, visited);
#endif

#define GLOBAL(NAME) ".globl " NAME "\n.hidden " NAME "\n" NAME ":\n"
#define BEGIN(NAME)                                                            \
  ".p2align 4\n.type " NAME ", %function\n" GLOBAL(NAME) ".cfi_startproc\n"
#define END(NAME) ".cfi_endproc\n.size " NAME ", .-" NAME "\n"

/// What holds from a return address on is not what holds at the call.
#define ANOTHER_ROW                                                            \
  ".cfi_remember_state\n.cfi_def_cfa_offset 4096\nnop\n.cfi_restore_state\n"

#if defined(__x86_64__)
enum { SP = 7, FIRST = 3, SECOND = 15 };
__asm__(
    ".text\n" GLOBAL("framesBegin")
    // Relative to SP; a mask; references in registers and a derived pointer.
    BEGIN("frameLeaf") "pushq %r12\n"
                       ".cfi_def_cfa_offset 16\n"
                       "pushq %rbx\n"
                       ".cfi_def_cfa_offset 24\n"
                       "subq $24, %rsp\n"
                       ".cfi_def_cfa_offset 48\n"
                       ".cfi_offset %r12, -16\n"
                       ".cfi_offset %rbx, -24\n"
                       "movl $0x100, %ebx\n"
                       "movl $0x200, %r12d\n"
                       "movq $0x300, 8(%rsp)\n"
                       "movq $0x304, 16(%rsp)\n"
                       "call enterVisited\n" GLOBAL(
                           "leafPC") "leaq (%rbx,%r12), %rax\n"
                                     "addq 8(%rsp), %rax\n"
                                     "addq 16(%rsp), %rax\n"
                                     "addq $24, %rsp\n"
                                     ".cfi_def_cfa_offset 24\n"
                                     "popq %rbx\n"
                                     ".cfi_def_cfa_offset 16\n"
                                     "popq %r12\n"
                                     ".cfi_def_cfa_offset 8\n"
                                     "ret\n" END("frameLeaf")
    // Realigned, so relative to FP.
    BEGIN("frameMiddle") "pushq %rbp\n"
                         ".cfi_def_cfa_offset 16\n"
                         ".cfi_offset %rbp, -16\n"
                         "movq %rsp, %rbp\n"
                         ".cfi_def_cfa_register %rbp\n"
                         "andq $-64, %rsp\n"
                         "subq $64, %rsp\n"
                         "movq $0x400, (%rsp)\n"
                         "call frameLeaf\n" GLOBAL(
                             "middlePC") "addq (%rsp), %rax\n"
                                         "leave\n"
                                         ".cfi_def_cfa %rsp, 8\n"
                                         "ret\n" END("frameMiddle")
    // Saves in an order that no mask has.
    BEGIN("frameOuter") "pushq %rbx\n"
                        ".cfi_def_cfa_offset 16\n"
                        "pushq %r15\n"
                        ".cfi_def_cfa_offset 24\n"
                        "subq $24, %rsp\n"
                        ".cfi_def_cfa_offset 48\n"
                        ".cfi_offset %rbx, -16\n"
                        ".cfi_offset %r15, -24\n"
                        "movl $0x500, %ebx\n"
                        "movl $0x600, %r15d\n"
                        "movq $0x1234567, (%rsp)\n"
                        "call frameMiddle\n" GLOBAL("outerPC") ANOTHER_ROW
    "addq %rbx, %rax\n"
    "addq %r15, %rax\n"
    "addq $24, %rsp\n"
    ".cfi_def_cfa_offset 24\n"
    "popq %r15\n"
    ".cfi_def_cfa_offset 16\n"
    "popq %rbx\n"
    ".cfi_def_cfa_offset 8\n"
    "ret\n" END("frameOuter")
    // Saves everything, and has references in what its callees save.
    BEGIN("frameEntry") "pushq %rbp\n"
                        "pushq %r15\n"
                        "pushq %r14\n"
                        "pushq %r13\n"
                        "pushq %r12\n"
                        "pushq %rbx\n"
                        "subq $8, %rsp\n"
                        ".cfi_def_cfa_offset 64\n"
                        ".cfi_offset %rbp, -16\n"
                        ".cfi_offset %r15, -24\n"
                        ".cfi_offset %r14, -32\n"
                        ".cfi_offset %r13, -40\n"
                        ".cfi_offset %r12, -48\n"
                        ".cfi_offset %rbx, -56\n"
                        "movl $0x700, %ebx\n"
                        "movl $0x800, %ebp\n"
                        "movl $0x900, %r15d\n"
                        "call frameOuter\n" GLOBAL(
                            "entryPC") "addq %rbx, %rax\n"
                                       "addq %rbp, %rax\n"
                                       "addq %r15, %rax\n"
                                       "addq $8, %rsp\n"
                                       "popq %rbx\n"
                                       "popq %r12\n"
                                       "popq %r13\n"
                                       "popq %r14\n"
                                       "popq %r15\n"
                                       "popq %rbp\n"
                                       ".cfi_def_cfa_offset 8\n"
                                       "ret\n" END("frameEntry")
                                           GLOBAL("framesEnd"));
#else
enum { SP = 31, FIRST = 19, SECOND = 27 };
__asm__(
    ".text\n" GLOBAL("framesBegin")
    // Relative to SP; a mask; references in registers and a derived pointer.
    BEGIN("frameLeaf") "sub sp, sp, #64\n"
                       ".cfi_def_cfa_offset 64\n"
                       "stp x20, x19, [sp, #48]\n"
                       "str x30, [sp, #32]\n"
                       ".cfi_offset x19, -8\n"
                       ".cfi_offset x20, -16\n"
                       ".cfi_offset x30, -32\n"
                       "mov x19, #0x100\n"
                       "mov x20, #0x200\n"
                       "mov x9, #0x300\n"
                       "mov x10, #0x304\n"
                       "stp x9, x10, [sp, #8]\n"
                       "bl enterVisited\n" GLOBAL(
                           "leafPC") "ldp x9, x10, [sp, #8]\n"
                                     "add x0, x19, x20\n"
                                     "add x0, x0, x9\n"
                                     "add x0, x0, x10\n"
                                     "ldr x30, [sp, #32]\n"
                                     "ldp x20, x19, [sp, #48]\n"
                                     "add sp, sp, #64\n"
                                     ".cfi_def_cfa_offset 0\n"
                                     "ret\n" END("frameLeaf")
    // Realigned, so relative to FP; its return address is signed.
    BEGIN("frameMiddle") "hint #25\n" // PACIASP
                         ".cfi_negate_ra_state\n"
                         "stp x29, x30, [sp, #-16]!\n"
                         ".cfi_def_cfa_offset 16\n"
                         ".cfi_offset x29, -16\n"
                         ".cfi_offset x30, -8\n"
                         "mov x29, sp\n"
                         ".cfi_def_cfa_register x29\n"
                         "sub x9, sp, #64\n"
                         "and sp, x9, #-64\n"
                         "mov x9, #0x400\n"
                         "str x9, [sp]\n"
                         "bl frameLeaf\n" GLOBAL(
                             "middlePC") "ldr x9, [sp]\n"
                                         "add x0, x0, x9\n"
                                         "mov sp, x29\n"
                                         ".cfi_def_cfa_register sp\n"
                                         "ldp x29, x30, [sp], #16\n"
                                         ".cfi_def_cfa_offset 0\n"
                                         "hint #29\n" // AUTIASP
                                         ".cfi_negate_ra_state\n"
                                         "ret\n" END("frameMiddle")
    // Saves in an order that no mask has.
    BEGIN("frameOuter") "sub sp, sp, #48\n"
                        ".cfi_def_cfa_offset 48\n"
                        "str x27, [sp, #32]\n"
                        "str x19, [sp, #24]\n"
                        "str x30, [sp, #16]\n"
                        ".cfi_offset x27, -16\n"
                        ".cfi_offset x19, -24\n"
                        ".cfi_offset x30, -32\n"
                        "mov x19, #0x500\n"
                        "mov x27, #0x600\n"
                        "movz x9, #0x4567\n"
                        "movk x9, #0x123, lsl #16\n"
                        "str x9, [sp]\n"
                        "bl frameMiddle\n" GLOBAL("outerPC") ANOTHER_ROW
    "add x0, x0, x19\n"
    "add x0, x0, x27\n"
    "ldr x30, [sp, #16]\n"
    "ldr x19, [sp, #24]\n"
    "ldr x27, [sp, #32]\n"
    "add sp, sp, #48\n"
    ".cfi_def_cfa_offset 0\n"
    "ret\n" END("frameOuter")
    // Saves everything, and has references in what its callees save.
    BEGIN("frameEntry") "stp x29, x30, [sp, #-96]!\n"
                        "stp x28, x27, [sp, #16]\n"
                        "stp x26, x25, [sp, #32]\n"
                        "stp x24, x23, [sp, #48]\n"
                        "stp x22, x21, [sp, #64]\n"
                        "stp x20, x19, [sp, #80]\n"
                        ".cfi_def_cfa_offset 96\n"
                        ".cfi_offset x29, -96\n"
                        ".cfi_offset x30, -88\n"
                        ".cfi_offset x28, -80\n"
                        ".cfi_offset x27, -72\n"
                        ".cfi_offset x26, -64\n"
                        ".cfi_offset x25, -56\n"
                        ".cfi_offset x24, -48\n"
                        ".cfi_offset x23, -40\n"
                        ".cfi_offset x22, -32\n"
                        ".cfi_offset x21, -24\n"
                        ".cfi_offset x20, -16\n"
                        ".cfi_offset x19, -8\n"
                        "mov x19, #0x700\n"
                        "mov x29, #0x800\n"
                        "mov x27, #0x900\n"
                        "bl frameOuter\n" GLOBAL(
                            "entryPC") "add x0, x0, x19\n"
                                       "add x0, x0, x29\n"
                                       "add x0, x0, x27\n"
                                       "ldp x20, x19, [sp, #80]\n"
                                       "ldp x22, x21, [sp, #64]\n"
                                       "ldp x24, x23, [sp, #48]\n"
                                       "ldp x26, x25, [sp, #32]\n"
                                       "ldp x28, x27, [sp, #16]\n"
                                       "ldp x29, x30, [sp], #96\n"
                                       ".cfi_def_cfa_offset 0\n"
                                       "ret\n" END("frameEntry")
                                           GLOBAL("framesEnd"));
#endif

#endif // FRAMES_H
