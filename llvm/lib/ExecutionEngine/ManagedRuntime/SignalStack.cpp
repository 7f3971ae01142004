//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SignalStack.h"
#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace llvm;
using namespace llvm::managed;

// In C libraries since glibc 2.34.
#ifndef _SC_MINSIGSTKSZ
#define _SC_MINSIGSTKSZ 249
#endif

/// Room for the kernel's frame, which vector registers make large, and for
/// handlers that call the C library. What is not touched takes no memory.
static size_t leastSize() {
  const long Frame = sysconf(_SC_MINSIGSTKSZ);
  return (Frame > 2048 ? static_cast<size_t>(Frame) : 2048) + 16384;
}

static constexpr size_t DefaultSize = 65536;

LLVMManagedStatus
managed::addSignalStack(LLVMManagedThread &Thread,
                        const LLVMManagedAttachOptions &Options) {
  Thread.SignalStack = nullptr;
  Thread.SignalStackSize = 0;
  if (!(Options.Flags & LLVMManagedAlternateStack))
    return LLVMManagedSuccess;
  stack_t Old;
  if (sigaltstack(nullptr, &Old) || !(Old.ss_flags & SS_DISABLE))
    return LLVMManagedSuccess;

  const auto Page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  size_t Size = Options.SignalStackSize;
  if (Size < leastSize())
    Size = leastSize() < DefaultSize ? DefaultSize : leastSize();
  if (Size > SIZE_MAX / 2)
    return LLVMManagedInvalidArgument;
  Size = (Size + Page - 1) / Page * Page;
  void *Memory = mmap(nullptr, Page + Size, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Memory == MAP_FAILED)
    return LLVMManagedOutOfMemory;
  stack_t New = {};
  New.ss_sp = static_cast<char *>(Memory) + Page;
  New.ss_size = Size;
  if (mprotect(New.ss_sp, Size, PROT_READ | PROT_WRITE) ||
      sigaltstack(&New, nullptr)) {
    munmap(Memory, Page + Size);
    return LLVMManagedOutOfMemory;
  }
  Thread.SignalStack = Memory;
  Thread.SignalStackSize = Page + Size;
  return LLVMManagedSuccess;
}

void managed::removeSignalStack(LLVMManagedThread &Thread) {
  if (!Thread.SignalStack)
    return;
  const auto Page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  stack_t Current;
  const bool IsInUse =
      !sigaltstack(nullptr, &Current) && !(Current.ss_flags & SS_DISABLE) &&
      Current.ss_sp == static_cast<char *>(Thread.SignalStack) + Page;
  stack_t None = {};
  None.ss_flags = SS_DISABLE;
  // The kernel refuses while a handler runs there; then it stays.
  if (!IsInUse || !sigaltstack(&None, nullptr))
    munmap(Thread.SignalStack, Thread.SignalStackSize);
  Thread.SignalStack = nullptr;
  Thread.SignalStackSize = 0;
}
