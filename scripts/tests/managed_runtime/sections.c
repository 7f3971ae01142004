//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A program with all sections of maps, which prints which maps of its image
/// were registered.
///
//===----------------------------------------------------------------------===//

#define DEFINE_PROBES
#include "probes.h"
#include "llvm-c/ManagedRuntime.h"

#include <stdio.h>

// A safepoint at which CFA = SP + 128, and nothing is saved but, on AArch64,
// the return address at CFA - 8.
#if defined(__aarch64__)
#define CALL "bl plainLoad\n"
#define SAVES "1 | 1 << 1, 30, 1"
#else
#define CALL "call plainLoad\n"
#define SAVES "0"
#endif
__asm__(BEGIN(waiting) CALL ".Lpc:\n" RETURN END(waiting) //
        ".section llvm_gcmap, \"ao\", %progbits, .text.waiting\n"
        ".Lrun:\n"
        ".byte 0, 0, 16 << 2, " SAVES ", 0, 0\n"
        ".section llvm_gcidx, \"ao\", %progbits, .text.waiting\n"
        ".p2align 2\n"
        ".long .Lpc - ., .Lrun - .\n"
        ".text\n");

int main(void) {
  puts(LLVMManagedImageMap && LLVMManagedImageStackMap ? "fault stack"
       : LLVMManagedImageMap                           ? "fault"
       : LLVMManagedImageStackMap                      ? "stack"
                                                       : "");
  return 0;
}
