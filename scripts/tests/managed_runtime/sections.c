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
/// were registered; with PLUGIN, a shared object that tells it. With HANDLER,
/// it decides itself what happens if one cannot be registered: it goes on.
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

#ifdef HANDLER
void LLVMManagedHandleImageError(const LLVMManagedImageError *Error) {
  printf("no %s map: %s; %s, %u\n", Error->IsStackMap ? "stack" : "fault",
         LLVMManagedStatusMessage(Error->Status),
         Error->Table.Where ? "somewhere" : "as a whole", Error->Table.Version);
}
#endif

const char *registeredMaps(void) {
  return LLVMManagedImageMap && LLVMManagedImageStackMap ? "fault stack"
         : LLVMManagedImageMap                           ? "fault"
         : LLVMManagedImageStackMap                      ? "stack"
                                                         : "";
}

#ifndef PLUGIN
int main(void) {
  puts(registeredMaps());
  return 0;
}
#endif
