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
/// thread-local storage. While it reads, each occupies one of a number of
/// slots, which holds the epoch in which it came; zero is nobody. Where a
/// reader looks for a free slot first follows from the address of its stack,
/// so threads rarely meet.
///
/// A writer overwrites a pointer, begins a new epoch, and waits for each slot
/// to be free or of the new epoch. That suffices:
///
///  1. A reader of the new epoch has loaded the epoch after the writer stored
///     it, so it sees the new pointer.
///  2. A reader of an older epoch takes its slot and then loads the pointer;
///     the writer overwrites the pointer and then loads the slot. All four are
///     sequentially consistent, so either the writer sees the reader in its
///     slot and waits, or the reader sees the new pointer.
///
/// And it ends: only readers who loaded the old epoch can hold the writer up,
/// each of them once; and those who found all slots taken.
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

/// What a thread writes when it handles a fault, in a cache line of its own.
struct alignas(64) ReaderSlot {
  /// The epoch of the reader, or zero.
  std::atomic<uint64_t> Epoch;
  /// What has happened while this slot was taken.
  std::atomic<uint64_t> NumRecovered;
  std::atomic<uint64_t> NumPassedOn;
};

constexpr unsigned NumReaderSlots = 128;
extern ReaderSlot ReaderSlots[NumReaderSlots];
/// For readers who find all slots taken: their number. Writers wait for zero.
extern ReaderSlot CrowdedSlot;
/// Greater than zero.
extern std::atomic<uint64_t> ReaderEpoch;

/// While one exists, what its thread loads stays valid.  Async-signal-safe;
/// they may nest.
class ReadSection {
public:
  ReadSection() : Slot(take(__builtin_frame_address(0))) {}
  ~ReadSection() {
    if (__builtin_expect(&Slot == &CrowdedSlot, false))
      Slot.Epoch.fetch_sub(1, std::memory_order_release);
    else
      Slot.Epoch.store(0, std::memory_order_release);
  }
  ReadSection(const ReadSection &) = delete;
  ReadSection &operator=(const ReadSection &) = delete;

  ReaderSlot &slot() const { return Slot; }

private:
  static ReaderSlot &take(const void *Stack) {
    uint64_t Page = reinterpret_cast<uintptr_t>(Stack) >> 12;
    unsigned I = Page * UINT64_C(0x9e3779b97f4a7c15) >> (64 - 7);
    static_assert(NumReaderSlots == 1 << 7, "the hash has 7 bits");
    uint64_t Epoch = ReaderEpoch.load(std::memory_order_acquire);
    for (unsigned Count = 0; Count < NumReaderSlots; ++Count) {
      ReaderSlot &Slot = ReaderSlots[(I + Count) % NumReaderSlots];
      uint64_t Nobody = 0;
      if (Slot.Epoch.compare_exchange_strong(Nobody, Epoch,
                                             std::memory_order_seq_cst,
                                             std::memory_order_relaxed))
        return Slot;
    }
    CrowdedSlot.Epoch.fetch_add(1, std::memory_order_seq_cst);
    return CrowdedSlot;
  }

  ReaderSlot &Slot;
};

/// Waits until all readers have left that could have loaded what was
/// overwritten before the call.  Callers exclude each other.
void waitForReaders();

/// Whether they have left already; does not wait.
bool haveReadersLeft();

/// For a process that was forked: no thread but the caller is left, so there
/// are no readers.
void forgetReaders();

} // namespace LLVM_MANAGED_PRIVATE managed
} // end namespace llvm

#endif // LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_READERS_H
