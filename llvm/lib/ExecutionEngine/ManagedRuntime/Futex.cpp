//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Futex.h"
#include "Threads.h"

using namespace llvm;
using namespace llvm::managed;

timespec managed::deadlineIn(uint64_t Nanoseconds) {
  constexpr uint64_t Second = 1000000000;
  timespec Time;
  clock_gettime(CLOCK_MONOTONIC, &Time);
  const uint64_t Sum =
      static_cast<uint64_t>(Time.tv_nsec) + Nanoseconds % Second;
  // The largest number of nanoseconds has fewer than 2^35 seconds.
  Time.tv_sec += static_cast<time_t>(Nanoseconds / Second + Sum / Second);
  Time.tv_nsec = static_cast<long>(Sum % Second);
  return Time;
}

/// A thread that unlocks and locks again at once would starve those who have to
/// be woken first. They get a millisecond.
void FutexLock::letOthersGoFirst(const void *Self) {
  for (unsigned I = 0; I < 20; ++I) {
    if (LastOwner.load(std::memory_order_relaxed) != Self ||
        !NumWaiting.load(std::memory_order_relaxed))
      return;
    const timespec Deadline = deadlineIn(50000);
    const uint32_t Never = 0;
    futexWait(&Never, 0, &Deadline);
  }
}

bool FutexLock::lock(const timespec *Deadline) {
  const void *Self = &thisThread();
  letOthersGoFirst(Self);
  uint32_t Found;
  if (!tryToLock(Held, Found)) {
    // From here on the word says that somebody waits until all who do have
    // given up or had the lock: whoever gets it leaves it at that.
    NumWaiting.fetch_add(1, std::memory_order_relaxed);
    bool IsInTime = true;
    while (!tryToLock(WaitedFor, Found)) {
      if (!IsInTime) {
        NumWaiting.fetch_sub(1, std::memory_order_relaxed);
        return false;
      }
      if (Found == WaitedFor ||
          __atomic_compare_exchange_n(&Word, &Found, WaitedFor, false,
                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        IsInTime = futexWait(&Word, WaitedFor, Deadline);
    }
    NumWaiting.fetch_sub(1, std::memory_order_relaxed);
  }
  LastOwner.store(Self, std::memory_order_relaxed);
  return true;
}

void FutexLock::unlock() {
  if (__atomic_exchange_n(&Word, Free, __ATOMIC_RELEASE) == WaitedFor)
    futexWake(&Word, 1);
}
