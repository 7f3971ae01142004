//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A fault that is nobody's in a process that may not change what SIGSEGV does
/// any more: it has to end. The program is linked with --wrap=sigaction.
///
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include "llvm-c/ManagedRuntime.h"

#include <signal.h>

static int IsRefused;

int __real_sigaction(int, const struct sigaction *, struct sigaction *);
int __wrap_sigaction(int Signal, const struct sigaction *New,
                     struct sigaction *Old) {
  return IsRefused ? -1 : __real_sigaction(Signal, New, Old);
}

int main(void) {
  if (LLVMManagedInstallFaultHandler())
    return 1;
  IsRefused = 1;
  return *(volatile int *)8;
}
