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
/// Nodes of the tree stay for good: each serves 64 MiB of code or more. A list
/// has places for segments, in no order. A segment that is taken out loses its
/// object, so taking out cannot fail; whoever takes it out waits for a grace
/// period, after which its place can be used again. A list that is full is
/// replaced by one of twice the size.
///
/// Writers exclude each other; readers are in a ReadSection and load slots and
/// the objects of segments with sequential consistency, as its theory asks.
/// How they read is in IndexLookup.h.
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

/// What segments belong to: a CodeObject, or in a tree of stack maps a
/// StackMapObject.
class IndexedObject {};

constexpr unsigned BlockBits = 10;
constexpr uintptr_t BlockSize = uintptr_t(1) << BlockBits;

/// The part of a PC that its block does not tell.
inline uint16_t offsetInBlock(uintptr_t PC) { return PC & (BlockSize - 1); }

/// Entries of one object in one block.  Lists hold copies.  What the object
/// knows and every lookup wants is here too, because the object is elsewhere.
struct Segment {
  /// Null in a place of a list that is free.  Written last, read first.
  std::atomic<IndexedObject *> Object{nullptr};
  /// An entry, followed by Count - 1 others.  Of stack maps, the address of
  /// the block, and nothing is there.
  const void *First = nullptr;
  void *Context = nullptr;
  /// Where in the block the first and the last PC are.
  uint16_t FirstOffset = 0;
  uint16_t LastOffset = 0;
  uint16_t Count = 0;
  Encoding How = Encoding::Decoded;
  /// The object has the default guard and no profile.
  bool IsPlain = false;

  IndexedObject *object() const {
    return Object.load(std::memory_order_relaxed);
  }
};

/// Where the PCs of a segment may be: the offset of the first in the
/// lower half, and how far the last is from it in the upper.
using SegmentKey = std::atomic<uint32_t>;

inline uint32_t makeKey(const Segment &S) {
  return S.FirstOffset | uint32_t(S.LastOffset - S.FirstOffset) << 16;
}
inline bool covers(uint32_t Key, uint16_t Offset) {
  return uint16_t(Offset - uint16_t(Key)) <= Key >> 16;
}

/// The segments of a block that has several.  Their keys follow in memory, and
/// then they themselves.
class SegmentList {
public:
  /// A list without segments; null if there is no memory.
  static SegmentList *create(unsigned Capacity);

  SegmentKey *keys() { return reinterpret_cast<SegmentKey *>(this + 1); }
  const SegmentKey *keys() const {
    return reinterpret_cast<const SegmentKey *>(this + 1);
  }
  Segment *segments() { return reinterpret_cast<Segment *>(keys() + Capacity); }
  const Segment *segments() const {
    return reinterpret_cast<const Segment *>(keys() + Capacity);
  }

  /// How many places have ever been used.
  std::atomic<uint32_t> Count{0};
  const uint16_t Capacity;
  // For writers only.
  uint16_t NumLive = 0;
  SegmentList *NextRetired = nullptr;

private:
  explicit SegmentList(uint16_t Capacity) : Capacity(Capacity) {}
};

/// Null, a Segment, or a SegmentList whose address has the lowest bit set.
using IndexSlot = std::atomic<uintptr_t>;
constexpr uintptr_t ListBit = 1;

constexpr unsigned LeafBits = 16, MiddleBits = 16, RootBits = 15;
using IndexLeaf = IndexSlot[size_t(1) << LeafBits];
using IndexMiddle = std::atomic<IndexLeaf *>[size_t(1) << MiddleBits];
using IndexRoot = std::atomic<IndexMiddle *>[size_t(1) << RootBits];

/// The index of faulting PCs.
extern IndexRoot FaultIndex;

static_assert(EndOfCode == BlockSize << (LeafBits + MiddleBits + RootBits),
              "the tree has a place for every PC");
static_assert(IndexSlot::is_always_lock_free, "readers must not wait");

/// Says whether two segments of a block have a PC in common.
using SegmentsApart = LLVMManagedStatus (*)(const Segment &New,
                                            const Segment &Old);

/// Adds to \p Index a copy of \p New, or itself, which then has to stay until
/// it is taken out again; its first PC is \p PC.  Fails if there is no memory
/// or if \p Check fails for another segment of the block.  For writers.
LLVMManagedStatus addToIndex(IndexRoot &Index, Segment &New, uintptr_t PC,
                             SegmentsApart Check);

/// Takes out what was added as \p Old, whose first PC is \p PC.  Readers may
/// have it until the next grace period is over.  For writers.
void removeFromIndex(IndexRoot &Index, const Segment &Old, uintptr_t PC);

/// For faulting PCs: an error of the object if both segments are its own.
LLVMManagedStatus checkEntriesApart(const Segment &New, const Segment &Old);

/// Releases what the index does not use any more.  For writers, after a grace
/// period; or, if \p IfCheap, whenever there is much to release and no reader
/// to wait for.
void releaseRetired(bool IfCheap);

} // namespace LLVM_MANAGED_PRIVATE managed
} // end namespace llvm

#endif // LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_CODEINDEX_H
