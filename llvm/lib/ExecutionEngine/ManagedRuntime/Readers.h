//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Grace periods: a writer that made something unreachable waits until no
/// reader can hold it any more, and then releases it.
///
/// Readers are signal handlers, so they must not wait, allocate or depend on
/// thread-local storage. Each counts itself in one of several stripes, chosen
/// by the address of its stack, in one of the stripe's two counters.
///
/// Why waiting for zero suffices. A reader increments a counter and then loads
/// a pointer; a writer overwrites the pointer and then loads the counter. All
/// four are sequentially consistent, so either the writer sees the reader, or
/// the reader sees the new pointer. Hence, if each counter was seen at zero
/// once after the pointer was overwritten, every reader that had loaded the old
/// pointer has left.
///
/// Why there are two counters. New readers could keep a single one from ever
/// being zero. So the writer waits for the counter that new readers do not use,
/// swaps the two, and waits for the other. Only readers that chose a counter
/// before the swap and increment it later can hold this up, each of them once.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_READERS_H
#define LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_READERS_H

#include "Visibility.h"
#include <atomic>
#include <stddef.h>
#include <stdint.h>

namespace llvm {
namespace LLVM_MANAGED_PRIVATE managed {

/// What threads write when they handle faults, in cache lines that few of them
/// share.
struct alignas(128) ReaderStripe {
  std::atomic<uint32_t> Active[2];
  std::atomic<uint64_t> Recovered;
  std::atomic<uint64_t> PassedOn;
};

constexpr unsigned NumReaderStripes = 64;
extern ReaderStripe ReaderStripes[NumReaderStripes];
/// Which counter of each stripe new readers use.
extern std::atomic<uint32_t> ReaderPhase;

/// The stripe for code that runs on the stack at \p Stack.
inline ReaderStripe &stripeAt(const void *Stack) {
  uint64_t Page = reinterpret_cast<uintptr_t>(Stack) >> 12;
  return ReaderStripes[Page * UINT64_C(0x9e3779b97f4a7c15) >> 58];
}
static_assert(NumReaderStripes == 1u << (64 - 58), "the hash has 6 bits");

/// While one exists, what its thread loads stays valid.  Async-signal-safe;
/// they may nest.
class ReadSection {
public:
  ReadSection() : Stripe(stripeAt(__builtin_frame_address(0))) {
    Phase = ReaderPhase.load(std::memory_order_relaxed);
    Stripe.Active[Phase].fetch_add(1, std::memory_order_seq_cst);
  }
  ~ReadSection() {
    Stripe.Active[Phase].fetch_sub(1, std::memory_order_release);
  }
  ReadSection(const ReadSection &) = delete;
  ReadSection &operator=(const ReadSection &) = delete;

  ReaderStripe &stripe() const { return Stripe; }

private:
  ReaderStripe &Stripe;
  uint32_t Phase;
};

/// Waits until all readers have left that were there when it was called.
/// Callers exclude each other.
void waitForReaders();

/// Whether they have left already; does not wait.
bool haveReadersLeft();

/// For a process that was forked: no thread but the caller is left, so there
/// are no readers.
void forgetReaders();

} // namespace LLVM_MANAGED_PRIVATE managed
} // end namespace llvm

#endif // LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_READERS_H
