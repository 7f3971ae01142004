//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A shared object without checks; with WITH_REPORTER, it has a thread of the
/// runtime's when it is loaded.
///
//===----------------------------------------------------------------------===//

#include "llvm-c/ManagedRuntime.h"

#include <stddef.h>
#include <unistd.h>

static void callback(const LLVMManagedFaultReport *Report, void *Argument) {
  (void)Report;
  (void)Argument;
}

__attribute__((constructor)) static void useRuntime(void) {
#ifdef WITH_REPORTER
  if (LLVMManagedStartFaultReporter(callback, NULL))
    _exit(72);
#else
  (void)callback;
  if (LLVMManagedRecoveredFaults())
    _exit(73);
#endif
}
