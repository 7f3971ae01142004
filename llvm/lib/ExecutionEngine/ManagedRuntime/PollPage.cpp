//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The page that polls load from. A fault there means that the thread is asked
/// to stop, if it still is when the signal is handled: whoever handles it goes
/// to waitForResume() if Poll is set, and otherwise lets the thread load again.
///
//===----------------------------------------------------------------------===//

#include "FaultHandler.h"
#include "PagePolls.h"
#include "Threads.h"
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace llvm;
using namespace llvm::managed;

extern "C" {
LLVM_MANAGED_RUNTIME_ABI alignas(
    LLVM_MANAGED_POLL_PAGE_SIZE) char LLVMManagedPollPage
    [LLVM_MANAGED_POLL_PAGE_SIZE];
LLVM_MANAGED_RUNTIME_ABI extern char *const LLVMManagedPollAddress;
char *const LLVMManagedPollAddress = LLVMManagedPollPage;
}

static FutexLock PageLock;
/// How often the page was armed and not disarmed.
static unsigned NumArmed;
/// Set before the page is armed for the first time, so that a child knows.
static std::atomic<bool> WasArmed;

static bool protect(int Access) {
  return mprotect(LLVMManagedPollPage, LLVM_MANAGED_POLL_PAGE_SIZE, Access) ==
         0;
}

/// Nothing is left to do but to try again: as long as the page is armed, all
/// threads that poll wait.
static void disarm() {
  while (!protect(PROT_READ))
    sched_yield();
}

LLVMManagedStatus managed::armPage() {
  PageLock.lock();
  LLVMManagedStatus Status = LLVMManagedSuccess;
  if (!NumArmed) {
    PollHandler.store(waitAtPoll, std::memory_order_release);
    WasArmed.store(true, std::memory_order_seq_cst);
    if (!protect(PROT_NONE))
      Status = LLVMManagedNoResources;
  }
  if (Status == LLVMManagedSuccess)
    ++NumArmed;
  PageLock.unlock();
  return Status;
}

bool managed::disarmPage() {
  PageLock.lock();
  const bool IsArmed = NumArmed > 0;
  if (IsArmed && --NumArmed == 0)
    disarm();
  PageLock.unlock();
  return IsArmed;
}

void managed::forgetPage() {
  PageLock.forget();
  NumArmed = 0;
  if (WasArmed.load(std::memory_order_seq_cst))
    disarm();
}

LLVMManagedStatus LLVMManagedArmPolls(void) {
  NoCancellation Guard;
  return armPage();
}

LLVMManagedStatus LLVMManagedDisarmPolls(void) {
  NoCancellation Guard;
  return disarmPage() ? LLVMManagedSuccess : LLVMManagedNotArmed;
}
