//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Looking up a PC in the index.  All of it is inlined into the signal handler
/// and the public lookup: it is what they spend their time on.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_INDEXLOOKUP_H
#define LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_INDEXLOOKUP_H

#include "CodeIndex.h"

namespace llvm {
namespace LLVM_MANAGED_PRIVATE managed {

/// What a lookup finds; nothing, if Where is null.
struct FoundEntry {
  const void *Where = nullptr;
  const Segment *In = nullptr;
  IndexedObject *Object = nullptr;
};

/// The slot of \p Index for the block of \p PC; null if nobody ever had code
/// near it.
inline IndexSlot *findSlot(IndexRoot &Index, uintptr_t PC) {
  if (PC >= EndOfCode)
    return nullptr;
  constexpr size_t MiddleMask = (size_t(1) << MiddleBits) - 1;
  constexpr size_t LeafMask = (size_t(1) << LeafBits) - 1;
  IndexMiddle *Middle = Index[PC >> (BlockBits + LeafBits + MiddleBits)].load(
      std::memory_order_acquire);
  if (!Middle)
    return nullptr;
  IndexLeaf *Leaf = (*Middle)[PC >> (BlockBits + LeafBits) & MiddleMask].load(
      std::memory_order_acquire);
  return Leaf ? &(*Leaf)[PC >> BlockBits & LeafMask] : nullptr;
}

inline const SegmentList &listOf(uintptr_t Slot) {
  return *reinterpret_cast<const SegmentList *>(Slot & ~ListBit);
}

/// The entry for \p PC of \p Count entries at \p Where, or null.
template <typename EntryT>
inline const void *searchEntries(const void *Where, size_t Count,
                                 uintptr_t PC) {
  const auto *First = static_cast<const EntryT *>(Where);
  __builtin_prefetch(First);
  __builtin_prefetch(First + Count - 1);
  // The last entry that is not above PC, if there is one, without branches.
  while (Count > 1) {
    size_t Half = Count / 2;
    First = pcOf(First[Half]) <= PC ? First + Half : First;
    Count -= Half;
  }
  return pcOf(*First) == PC ? First : nullptr;
}

inline const void *searchSegment(const Segment &S, uintptr_t PC) {
  uint16_t Offset = offsetInBlock(PC);
  if (Offset < S.FirstOffset || Offset > S.LastOffset)
    return nullptr;
  if (S.FirstOffset == S.LastOffset)
    return S.First;
  switch (S.How) {
  case Encoding::Short:
    return searchEntries<faultmap::ShortEntryV2>(S.First, S.Count, PC);
  case Encoding::Long:
    return searchEntries<faultmap::LongEntryV2>(S.First, S.Count, PC);
  case Encoding::Decoded:
    break;
  }
  return searchEntries<DecodedEntry>(S.First, S.Count, PC);
}

/// The entry for \p PC of \p S; false if there is none.
inline bool findInSegment(const Segment &S, uintptr_t PC, FoundEntry &Found) {
  // First of all: without an object, there may be no entries any more.
  Found.Object = S.Object.load(std::memory_order_seq_cst);
  if (!Found.Object)
    return false;
  Found.In = &S;
  Found.Where = searchSegment(S, PC);
  return Found.Where;
}

inline bool findInList(const SegmentList &List, uintptr_t PC,
                       FoundEntry &Found) {
  uint16_t Offset = offsetInBlock(PC);
  unsigned Count = List.Count.load(std::memory_order_acquire);
  for (unsigned Begin = 0; Begin < Count; Begin += 32) {
    unsigned End = Begin + 32 < Count ? Begin + 32 : Count;
    // Which segments may have it; usually one, but nobody could foretell which.
    uint32_t Candidates = 0;
    for (unsigned I = Begin; I < End; ++I) {
      uint32_t Key = List.keys()[I].load(std::memory_order_relaxed);
      Candidates |= uint32_t(covers(Key, Offset)) << (I - Begin);
    }
    for (; Candidates; Candidates &= Candidates - 1)
      if (findInSegment(List.segments()[Begin + __builtin_ctz(Candidates)], PC,
                        Found))
        return true;
  }
  return false;
}

/// The slot for \p PC, or null, before the reader enters its section: slots
/// stay for good. What is in it now is probably what will be found in it;
/// entering takes as long as getting it into the cache.
inline const IndexSlot *prepareLookup(IndexRoot &Index, uintptr_t PC) {
  const IndexSlot *Slot = findSlot(Index, PC);
  if (Slot)
    __builtin_prefetch(reinterpret_cast<const void *>(
        Slot->load(std::memory_order_relaxed) & ~ListBit));
  return Slot;
}

/// Finds the entry whose faulting instruction is at \p PC; false if there is
/// none.  \p Slot is that for \p PC.  For readers.
inline bool findInIndex(const IndexSlot *Slot, uintptr_t PC,
                        FoundEntry &Found) {
  uintptr_t Value = Slot ? Slot->load(std::memory_order_seq_cst) : 0;
  if (!Value)
    return false;
  if (Value & ListBit)
    return findInList(listOf(Value), PC, Found);
  return findInSegment(*reinterpret_cast<const Segment *>(Value), PC, Found);
}

} // namespace LLVM_MANAGED_PRIVATE managed
} // end namespace llvm

#endif // LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_INDEXLOOKUP_H
