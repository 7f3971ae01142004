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

ReaderSlot managed::ReaderSlots[NumReaderSlots];
std::atomic<uint64_t> managed::ReaderEpoch{1};

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

static uint64_t beginEpoch() {
  uint64_t Epoch = ReaderEpoch.load(std::memory_order_relaxed) + 1;
  ReaderEpoch.store(Epoch, std::memory_order_seq_cst);
  return Epoch;
}

/// Whether nobody is in \p Slot who came before \p Epoch.
static bool hasLeft(const ReaderSlot &Slot, uint64_t Epoch) {
  uint64_t Reader = Slot.Epoch.load(std::memory_order_seq_cst);
  return Reader == 0 || Reader >= Epoch;
}

void managed::waitForReaders() {
  uint64_t Epoch = beginEpoch();
  for (const ReaderSlot &Slot : ReaderSlots)
    for (unsigned Round = 0; !hasLeft(Slot, Epoch); ++Round)
      pause(Round);
}

bool managed::haveReadersLeft() {
  uint64_t Epoch = beginEpoch();
  for (const ReaderSlot &Slot : ReaderSlots)
    if (!hasLeft(Slot, Epoch))
      return false;
  return true;
}

void managed::forgetReaders() {
  for (ReaderSlot &Slot : ReaderSlots)
    Slot.Epoch.store(0, std::memory_order_relaxed);
}
