//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Waiting for a word of memory to change, by system calls alone: without
/// errno and without vector registers, which a thread that polls or returns
/// from native code has to keep. Async-signal-safe, and no cancellation points.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_FUTEX_H
#define LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_FUTEX_H

#include "Visibility.h"
#include <atomic>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>

namespace llvm {
namespace LLVM_MANAGED_PRIVATE managed {

/// Returns what the kernel does: a negative error number, or the result.
inline long systemCall(long Number, long A, long B, long C, long D = 0,
                       long E = 0, long F = 0) {
#if defined(__x86_64__)
  register long R10 __asm__("r10") = D;
  register long R8 __asm__("r8") = E;
  register long R9 __asm__("r9") = F;
  long Result;
  __asm__ volatile("syscall"
                   : "=a"(Result)
                   : "a"(Number), "D"(A), "S"(B), "d"(C), "r"(R10), "r"(R8),
                     "r"(R9)
                   : "rcx", "r11", "memory");
  return Result;
#elif defined(__aarch64__)
  register long X8 __asm__("x8") = Number;
  register long X0 __asm__("x0") = A;
  register long X1 __asm__("x1") = B;
  register long X2 __asm__("x2") = C;
  register long X3 __asm__("x3") = D;
  register long X4 __asm__("x4") = E;
  register long X5 __asm__("x5") = F;
  __asm__ volatile("svc #0"
                   : "+r"(X0)
                   : "r"(X8), "r"(X1), "r"(X2), "r"(X3), "r"(X4), "r"(X5)
                   : "memory");
  return X0;
#endif
}

/// Waits until it is woken, unless \p Word is not \p Value: until \p Deadline
/// of the monotonic clock, if that is not null. Returns whether there is time
/// left. May return early.
inline bool futexWait(const uint32_t *Word, uint32_t Value,
                      const timespec *Deadline = nullptr) {
  return systemCall(SYS_futex, reinterpret_cast<long>(Word),
                    FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG, Value,
                    reinterpret_cast<long>(Deadline), 0,
                    static_cast<long>(FUTEX_BITSET_MATCH_ANY)) != -ETIMEDOUT;
}

/// Wakes up to \p Count threads that wait for \p Word.
inline void futexWake(const uint32_t *Word, int Count = INT_MAX) {
  systemCall(SYS_futex, reinterpret_cast<long>(Word),
             FUTEX_WAKE | FUTEX_PRIVATE_FLAG, Count);
}

/// A lock that may be held by a thread for as long as it wants, whose owner may
/// be waited for with a deadline, and that a process which was forked while it
/// was held can make free.
class FutexLock {
public:
  /// Returns whether it got the lock before \p Deadline, if there is one.
  bool lock(const timespec *Deadline = nullptr);
  void unlock();
  void forget() {
    Word = Free;
    NumWaiting.store(0, std::memory_order_relaxed);
    LastOwner.store(nullptr, std::memory_order_relaxed);
  }

private:
  enum : uint32_t { Free, Held, WaitedFor };

  void letOthersGoFirst(const void *Self);
  bool tryToLock(uint32_t How, uint32_t &Found) {
    Found = Free;
    return __atomic_compare_exchange_n(&Word, &Found, How, false,
                                       __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
  }

  uint32_t Word = Free;
  std::atomic<uint32_t> NumWaiting{0};
  /// Who had it last; just compared.
  std::atomic<const void *> LastOwner{nullptr};
};

/// Nanoseconds of the monotonic clock from now on, as a deadline.
timespec deadlineIn(uint64_t Nanoseconds);

} // namespace LLVM_MANAGED_PRIVATE managed
} // end namespace llvm

#endif // LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_FUTEX_H
