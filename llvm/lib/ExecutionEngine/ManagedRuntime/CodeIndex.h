//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From a PC to the entries of its neighbourhood, in constant time.
///
/// Code is divided into blocks of 1 KiB. A *segment* is the run of entries that
/// an array of a code object has in one block. A radix tree of three levels
/// leads from a PC to the *slot* of its block, which is null, a segment, or a
/// list of all segments of the block.
///
/// Lists are replaced, never changed, except that a segment that is taken out
/// leaves a null in its place; so taking out cannot fail. Nodes of the tree
/// stay for good: each serves 64 MiB of code or more.
///
/// Writers exclude each other; readers are in a ReadSection and load slots and
/// list elements with sequential consistency, as its theory asks.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_CODEINDEX_H
#define LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_CODEINDEX_H

#include "FaultTable.h"
#include "Visibility.h"
#include <atomic>
#include <stddef.h>
#include <stdint.h>

namespace llvm {
namespace LLVM_MANAGED_PRIVATE managed {

class CodeObject;

constexpr unsigned BlockBits = 10;
constexpr uintptr_t BlockSize = uintptr_t(1) << BlockBits;

/// The part of a PC that its block does not tell.
inline uint16_t offsetInBlock(uintptr_t PC) { return PC & (BlockSize - 1); }

/// Entries of one object in one block; immutable once it is in the index.
struct Segment {
  /// An entry, followed by Count - 1 others.
  const void *First;
  CodeObject *Object;
  /// Where in the block the first and the last faulting PC are.
  uint16_t FirstOffset;
  uint16_t LastOffset;
  uint16_t Count;
  Encoding How;
};

/// The segments of a block that has several, by ascending FirstOffset. The
/// arrays follow in memory in the order of the accessors.
class SegmentList {
public:
  using Element = std::atomic<Segment *>;

  /// Null if there is no memory.
  static SegmentList *create(unsigned Count);

  unsigned count() const { return Count; }
  /// The FirstOffset of each segment.
  uint16_t *firsts() { return reinterpret_cast<uint16_t *>(this + 1); }
  const uint16_t *firsts() const {
    return reinterpret_cast<const uint16_t *>(this + 1);
  }
  /// For each segment the greatest LastOffset up to it.
  uint16_t *lasts() { return firsts() + Capacity; }
  const uint16_t *lasts() const { return firsts() + Capacity; }
  /// The segments; null for one that was taken out.
  Element *elements() {
    return reinterpret_cast<Element *>(lasts() + Capacity);
  }
  const Element *elements() const {
    return reinterpret_cast<const Element *>(lasts() + Capacity);
  }

  // For writers only.
  SegmentList *NextRetired = nullptr;
  unsigned NumLive = 0;

private:
  uint16_t Count = 0;
  /// Count, rounded up so that the elements are aligned.
  uint16_t Capacity = 0;
};

/// What a lookup finds.
struct FoundEntry {
  const void *Where = nullptr;
  const Segment *In = nullptr;

  explicit operator bool() const { return Where; }
};

/// The entry whose faulting instruction is at \p PC.  For readers.
FoundEntry findInIndex(uintptr_t PC);

/// Adds \p New, whose first PC is \p PC. Fails if there is no memory or if one
/// of its PCs is in the index already. For writers.
LLVMManagedStatus addToIndex(Segment *New, uintptr_t PC);

/// Takes out \p Old, whose first PC is \p PC.  Readers may have it until the
/// next grace period is over.  For writers.
void removeFromIndex(Segment *Old, uintptr_t PC);

/// Releases what the index does not use any more.  For writers, after a grace
/// period; or, if \p IfCheap, whenever there is much to release and no reader
/// to wait for.
void releaseRetired(bool IfCheap);

} // namespace LLVM_MANAGED_PRIVATE managed
} // end namespace llvm

#endif // LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_CODEINDEX_H
