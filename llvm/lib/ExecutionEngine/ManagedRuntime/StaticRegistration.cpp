//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Registers the fault map of an executable or shared object when it is loaded,
/// and takes it out before it is unloaded.
///
/// A process that exits runs destructors while other threads may go on in
/// managed code, so nothing is taken out then. An executable is never
/// unloaded, so whoever calls its destructors exits.
///
//===----------------------------------------------------------------------===//

#include "llvm-c/ManagedRuntime.h"
#include <atomic>
#include <elf.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

static std::atomic<bool> IsExiting;

static void noteExit() { IsExiting.store(true, std::memory_order_relaxed); }

/// Whether \p Address is in the main program.
static bool isInProgram(const void *Address) {
  auto Report = [](dl_phdr_info *Info, size_t, void *Argument) {
    // The first object is the main program.
    auto *Where = static_cast<uintptr_t *>(Argument);
    for (unsigned I = 0; I < Info->dlpi_phnum; ++I) {
      const ElfW(Phdr) &Header = Info->dlpi_phdr[I];
      if (Header.p_type == PT_LOAD &&
          *Where - (Info->dlpi_addr + Header.p_vaddr) < Header.p_memsz)
        return 1;
    }
    return 2;
  };
  auto Where = reinterpret_cast<uintptr_t>(Address);
  return dl_iterate_phdr(Report, &Where) == 1;
}

static void print(const char *Text) {
  // Nothing can be done if it fails.
  ssize_t Size = write(STDERR_FILENO, Text, strlen(Text));
  (void)Size;
}

void LLVMManagedRegisterImage(const LLVMManagedFaultTables *Tables,
                              LLVMManagedFaultMapRef *Map) {
  static std::atomic<bool> IsExitNoted;
  if (!IsExitNoted.exchange(true, std::memory_order_relaxed))
    atexit(noteExit);
  LLVMManagedStatus Status =
      LLVMManagedRegisterFaultTables(Tables, Map, nullptr);
  if (Status == LLVMManagedSuccess)
    return;
  *Map = nullptr;
  print("LLVMManagedRuntime: a fault map was not registered: ");
  print(LLVMManagedStatusMessage(Status));
  print("\n");
}

void LLVMManagedUnregisterImage(LLVMManagedFaultMapRef *Map) {
  if (!*Map || IsExiting.load(std::memory_order_relaxed) || isInProgram(Map))
    return;
  LLVMManagedUnregisterFaultTables(*Map);
  *Map = nullptr;
}
