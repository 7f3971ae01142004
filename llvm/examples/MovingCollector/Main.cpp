//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// main() of Program.ll and of NullChecks.ll. docs/MovingCollector.md explains
/// the whole.
///
/// Usage: program [N]: what managed_main returns for N (100).
///
//===----------------------------------------------------------------------===//

#include "Native.h"
#include "llvm-c/ManagedRuntime.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>

extern "C" {
int64_t managed_main(int64_t N);

// The linker defines the boundaries of the section of Program.ll.
extern const char __start_managed_text[], __stop_managed_text[];

/// Where managed code is: a frame there that waits for no safepoint is an
/// error, and not the end of managed frames. LLVMManagedImage.o reads it.
extern const LLVMManagedStackMapTables LLVMManagedImageStackMapOptions = {
    sizeof(LLVMManagedStackMapTables),
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    reinterpret_cast<uintptr_t>(__start_managed_text),
    reinterpret_cast<uintptr_t>(__stop_managed_text),
    nullptr};
}

int main(int argc, char **argv) {
  // Recovers the faults of implicit null checks. LLVMManagedImage.o has
  // registered the fault map, too.
  if (LLVMManagedInstallFaultHandler() != LLVMManagedSuccess) {
    std::fputs("the fault handler cannot be installed\n", stderr);
    return 1;
  }
  return runManaged(managed_main, argc > 1 ? std::atoll(argv[1]) : 100);
}
