//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Readers.h"
#include <sched.h>
#include <time.h>

using namespace llvm;
using namespace llvm::managed;

ReaderStripe managed::ReaderStripes[NumReaderStripes];
std::atomic<uint32_t> managed::ReaderPhase;

/// Waits for something that takes a reader far less than a microsecond, unless
/// its thread does not run.
static void pause(unsigned Round) {
  if (Round < 64) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb" ::: "memory");
#endif
  } else if (Round < 96) {
    sched_yield();
  } else {
    // Yielding does not let threads of a lower priority run.
    timespec Delay = {0, 50000};
    nanosleep(&Delay, nullptr);
  }
}

static void waitForCounter(unsigned Phase) {
  for (ReaderStripe &Stripe : ReaderStripes)
    for (unsigned Round = 0;
         Stripe.Active[Phase].load(std::memory_order_seq_cst) != 0; ++Round)
      pause(Round);
}

void managed::waitForReaders() {
  uint32_t Phase = ReaderPhase.load(std::memory_order_relaxed);
  waitForCounter(1 - Phase);
  ReaderPhase.store(1 - Phase, std::memory_order_relaxed);
  waitForCounter(Phase);
}

bool managed::haveReadersLeft() {
  for (ReaderStripe &Stripe : ReaderStripes)
    for (std::atomic<uint32_t> &Counter : Stripe.Active)
      if (Counter.load(std::memory_order_seq_cst) != 0)
        return false;
  return true;
}

void managed::forgetReaders() {
  for (ReaderStripe &Stripe : ReaderStripes)
    for (std::atomic<uint32_t> &Counter : Stripe.Active)
      Counter.store(0, std::memory_order_relaxed);
}
