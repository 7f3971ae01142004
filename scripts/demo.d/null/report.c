//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What happens in the null path of a check, for both forms of the sanitizer:
///  - with handlers, the check calls the function below, which prints where
///    the check is from the data that the compiler passes;
///  - with traps, the check executes a trap instruction, and the signal handler
///    below prints its address, which the debug info turns into a line.
/// Both say how many faults were recovered on the way, and end the program.
///
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include "llvm-c/ManagedRuntime.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What the compiler passes to the handler of a check of a pointer.
struct TypeMismatch {
  const char *File;
  uint32_t Line;
  uint32_t Column;
  const struct {
    uint16_t Kind;
    uint16_t Info;
    char Name[];
  } *Type;
  uint8_t LogAlignment;
  uint8_t Use;
};

// The uses of a pointer that are told apart, by number.
static const char *const Uses[] = {"load",        "store",
                                   "reference",   "member access",
                                   "member call", "construction"};

enum { ExitAtNull = 3 };

_Noreturn void __ubsan_handle_type_mismatch_v1_abort(struct TypeMismatch *Data,
                                                     uintptr_t Pointer);

void __ubsan_handle_type_mismatch_v1_abort(struct TypeMismatch *Data,
                                           uintptr_t Pointer) {
  const char *File = strrchr(Data->File, '/');
  const char *Use = Data->Use < sizeof(Uses) / sizeof(Uses[0]) ? Uses[Data->Use]
                                                               : "other use";
  printf("recovered %" PRIu64 "\nat %s:%u:%u\n%s of type %s, pointer %" PRIuPTR
         "\n",
         LLVMManagedRecoveredFaults(), File ? File + 1 : Data->File, Data->Line,
         Data->Column, Use, Data->Type->Name, Pointer);
  fflush(stdout);
  _Exit(ExitAtNull);
}

// A trap is raised by the program itself, in the null path, where nothing of
// the C library runs; so printing is as safe as anywhere.
static void reportTrap(int Signal, siginfo_t *Info, void *Context) {
  (void)Signal;
  (void)Context;
  // The address in the image's file, which debug information has.
  Dl_info Image = {0};
  dladdr(Info->si_addr, &Image);
  printf("recovered %" PRIu64 "\ntrap %#tx\n", LLVMManagedRecoveredFaults(),
         (char *)Info->si_addr - (char *)Image.dli_fbase);
  fflush(stdout);
  _Exit(ExitAtNull);
}

__attribute__((constructor(102))) static void catchTraps(void) {
  struct sigaction Action;
  memset(&Action, 0, sizeof(Action));
  Action.sa_sigaction = reportTrap;
  Action.sa_flags = SA_SIGINFO;
  sigaction(SIGILL, &Action, NULL);
  sigaction(SIGTRAP, &Action, NULL);
}
