//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Readers.h"
#include <pthread.h>
#include <sched.h>
#include <time.h>

using namespace llvm;
using namespace llvm::managed;

ReaderSlot managed::ReaderSlots[NumReaderSlots];
ReaderSlot managed::CrowdedSlot;
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
    // Yielding does not let threads of a lower priority run. Writers hold a
    // lock, so they must not be cancelled here.
    timespec Delay = {0, 50000};
    int State;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &State);
    nanosleep(&Delay, nullptr);
    pthread_setcancelstate(State, nullptr);
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
  return Reader == 0 || (&Slot != &CrowdedSlot && Reader >= Epoch);
}

static void waitFor(const ReaderSlot &Slot, uint64_t Epoch) {
  for (unsigned Round = 0; !hasLeft(Slot, Epoch); ++Round)
    pause(Round);
}

void managed::waitForReaders() {
  uint64_t Epoch = beginEpoch();
  for (const ReaderSlot &Slot : ReaderSlots)
    waitFor(Slot, Epoch);
  waitFor(CrowdedSlot, Epoch);
}

bool managed::haveReadersLeft() {
  uint64_t Epoch = beginEpoch();
  for (const ReaderSlot &Slot : ReaderSlots)
    if (!hasLeft(Slot, Epoch))
      return false;
  return hasLeft(CrowdedSlot, Epoch);
}

void managed::forgetReaders() {
  for (ReaderSlot &Slot : ReaderSlots)
    Slot.Epoch.store(0, std::memory_order_relaxed);
  CrowdedSlot.Epoch.store(0, std::memory_order_relaxed);
}
