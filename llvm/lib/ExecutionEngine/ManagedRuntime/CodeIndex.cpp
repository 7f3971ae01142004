//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeIndex.h"
#include "Readers.h"
#include <new>
#include <stdlib.h>

using namespace llvm;
using namespace llvm::faultmap;
using namespace llvm::managed;

//===----------------------------------------------------------------------===//
// The tree
//===----------------------------------------------------------------------===//

/// Null, a Segment, or a SegmentList whose address has the lowest bit set.
using Slot = std::atomic<uintptr_t>;
static constexpr uintptr_t ListBit = 1;

static constexpr unsigned LeafBits = 16, MiddleBits = 16, RootBits = 15;
static_assert(EndOfCode == uintptr_t(1) << (BlockBits + LeafBits + MiddleBits +
                                            RootBits),
              "the tree has a place for every PC");

using Leaf = Slot[size_t(1) << LeafBits];
using Middle = std::atomic<Leaf *>[size_t(1) << MiddleBits];
static std::atomic<Middle *> Root[size_t(1) << RootBits];

static_assert(Slot::is_always_lock_free, "readers must not wait");

static size_t leafIndex(uintptr_t PC) {
  return PC >> BlockBits & ((size_t(1) << LeafBits) - 1);
}
static size_t middleIndex(uintptr_t PC) {
  return PC >> (BlockBits + LeafBits) & ((size_t(1) << MiddleBits) - 1);
}
static size_t rootIndex(uintptr_t PC) {
  return PC >> (BlockBits + LeafBits + MiddleBits);
}

static Slot *findSlot(uintptr_t PC) {
  if (PC >= EndOfCode)
    return nullptr;
  Middle *M = Root[rootIndex(PC)].load(std::memory_order_acquire);
  if (!M)
    return nullptr;
  Leaf *L = (*M)[middleIndex(PC)].load(std::memory_order_acquire);
  return L ? &(*L)[leafIndex(PC)] : nullptr;
}

/// The node that \p Edge leads to, which is made if there is none.  Memory of
/// zeros is a node without children.
template <typename NodeT> static NodeT *ensureNode(std::atomic<NodeT *> &Edge) {
  NodeT *Node = Edge.load(std::memory_order_relaxed);
  if (!Node && (Node = static_cast<NodeT *>(calloc(1, sizeof(NodeT)))))
    Edge.store(Node, std::memory_order_release);
  return Node;
}

static Slot *ensureSlot(uintptr_t PC) {
  Middle *M = ensureNode(Root[rootIndex(PC)]);
  Leaf *L = M ? ensureNode((*M)[middleIndex(PC)]) : nullptr;
  return L ? &(*L)[leafIndex(PC)] : nullptr;
}

//===----------------------------------------------------------------------===//
// Lists of segments
//===----------------------------------------------------------------------===//

SegmentList *SegmentList::create(unsigned Count) {
  // Two arrays of a multiple of 4 elements of 2 bytes end at a multiple of 8.
  unsigned Capacity = (Count + 3) / 4 * 4;
  size_t Size =
      sizeof(SegmentList) + Capacity * (2 * sizeof(uint16_t) + sizeof(Element));
  void *Memory = malloc(Size);
  if (!Memory)
    return nullptr;
  SegmentList *List = new (Memory) SegmentList;
  List->Count = Count;
  List->Capacity = Capacity;
  return List;
}

static SegmentList *listOf(uintptr_t Value) {
  return reinterpret_cast<SegmentList *>(Value & ~ListBit);
}

static Segment *segmentOf(uintptr_t Value) {
  return reinterpret_cast<Segment *>(Value);
}

static SegmentList *Retired;
static unsigned NumRetired;

static void retire(SegmentList *List) {
  List->NextRetired = Retired;
  Retired = List;
  ++NumRetired;
}

void managed::releaseRetired(bool IfCheap) {
  if (IfCheap && (NumRetired < 64 || NumRetired % 64 || !haveReadersLeft()))
    return;
  while (SegmentList *List = Retired) {
    Retired = List->NextRetired;
    free(List);
  }
  NumRetired = 0;
}

//===----------------------------------------------------------------------===//
// Finding
//===----------------------------------------------------------------------===//

template <typename EntryT>
static const void *searchEntries(const void *Where, size_t Count,
                                 uintptr_t PC) {
  const auto *First = static_cast<const EntryT *>(Where);
  // The last entry that is not above PC, if there is one, without branches.
  while (Count > 1) {
    size_t Half = Count / 2;
    First = pcOf(First[Half]) <= PC ? First + Half : First;
    Count -= Half;
  }
  return pcOf(*First) == PC ? First : nullptr;
}

static const void *searchSegment(const Segment &S, uintptr_t PC) {
  uint16_t Offset = offsetInBlock(PC);
  if (Offset < S.FirstOffset || Offset > S.LastOffset)
    return nullptr;
  switch (S.How) {
  case Encoding::Short:
    return searchEntries<ShortEntryV2>(S.First, S.Count, PC);
  case Encoding::Long:
    return searchEntries<LongEntryV2>(S.First, S.Count, PC);
  case Encoding::Decoded:
    break;
  }
  return searchEntries<DecodedEntry>(S.First, S.Count, PC);
}

/// The number of segments of \p List that begin at \p Offset or below.
static unsigned countUpTo(const SegmentList &List, uint16_t Offset) {
  const uint16_t *Firsts = List.firsts();
  unsigned Begin = 0;
  for (unsigned Count = List.count(); Count;) {
    unsigned Half = (Count + 1) / 2;
    Begin = Firsts[Begin + Half - 1] <= Offset ? Begin + Half : Begin;
    Count -= Half;
  }
  return Begin;
}

static FoundEntry searchList(const SegmentList &List, uintptr_t PC) {
  uint16_t Offset = offsetInBlock(PC);
  // Segments of different arrays may overlap, so more than one may be it.
  for (unsigned I = countUpTo(List, Offset); I-- > 0;) {
    if (List.lasts()[I] < Offset)
      break;
    const Segment *S = List.elements()[I].load(std::memory_order_seq_cst);
    if (!S)
      continue;
    if (const void *Where = searchSegment(*S, PC))
      return {Where, S};
  }
  return {};
}

FoundEntry managed::findInIndex(uintptr_t PC) {
  const Slot *Place = findSlot(PC);
  uintptr_t Value = Place ? Place->load(std::memory_order_seq_cst) : 0;
  if (!Value)
    return {};
  if (Value & ListBit)
    return searchList(*listOf(Value), PC);
  const Segment *S = segmentOf(Value);
  return {searchSegment(*S, PC), S};
}

//===----------------------------------------------------------------------===//
// Changing
//===----------------------------------------------------------------------===//

/// Whether two segments of a block have a PC in common, which is an error of
/// the object if both are its own.
static LLVMManagedStatus checkApart(const Segment &New, const Segment &Old) {
  if (New.LastOffset < Old.FirstOffset || Old.LastOffset < New.FirstOffset)
    return LLVMManagedSuccess;
  EntryArray Entries;
  Entries.First = New.First;
  Entries.How = New.How;
  for (unsigned I = 0; I < New.Count; ++I)
    if (searchSegment(Old, pcAt(Entries.at(I), New.How)))
      return New.Object == Old.Object ? LLVMManagedDuplicatePC
                                      : LLVMManagedAlreadyRegistered;
  return LLVMManagedSuccess;
}

/// Makes \p List from the \p Count segments at \p Segments, which ascend.
static void fill(SegmentList &List, Segment *const *Segments) {
  uint16_t Last = 0;
  for (unsigned I = 0; I < List.count(); ++I) {
    Segment *S = Segments[I];
    Last = Last < S->LastOffset ? S->LastOffset : Last;
    List.firsts()[I] = S->FirstOffset;
    List.lasts()[I] = Last;
    new (&List.elements()[I]) SegmentList::Element(S);
  }
  List.NumLive = List.count();
}

LLVMManagedStatus managed::addToIndex(Segment *New, uintptr_t PC) {
  Slot *Place = ensureSlot(PC);
  if (!Place)
    return LLVMManagedOutOfMemory;
  uintptr_t Value = Place->load(std::memory_order_relaxed);
  if (!Value) {
    Place->store(reinterpret_cast<uintptr_t>(New), std::memory_order_release);
    return LLVMManagedSuccess;
  }

  // All segments that the new list has, in order. A block has no room for more
  // of them than it has bytes.
  Segment *Segments[BlockSize + 1];
  unsigned Count = 0;
  bool IsIn = false;
  auto Append = [&](Segment *S) {
    LLVMManagedStatus Status = checkApart(*New, *S);
    if (Status != LLVMManagedSuccess)
      return Status;
    if (!IsIn && New->FirstOffset < S->FirstOffset) {
      Segments[Count++] = New;
      IsIn = true;
    }
    Segments[Count++] = S;
    return LLVMManagedSuccess;
  };
  SegmentList *Old = nullptr;
  if (!(Value & ListBit)) {
    LLVMManagedStatus Status = Append(segmentOf(Value));
    if (Status != LLVMManagedSuccess)
      return Status;
  } else {
    Old = listOf(Value);
    for (unsigned I = 0; I < Old->count(); ++I) {
      Segment *S = Old->elements()[I].load(std::memory_order_relaxed);
      if (!S)
        continue;
      LLVMManagedStatus Status = Append(S);
      if (Status != LLVMManagedSuccess)
        return Status;
    }
  }
  if (!IsIn)
    Segments[Count++] = New;

  SegmentList *List = SegmentList::create(Count);
  if (!List)
    return LLVMManagedOutOfMemory;
  fill(*List, Segments);
  Place->store(reinterpret_cast<uintptr_t>(List) | ListBit,
               std::memory_order_seq_cst);
  if (Old)
    retire(Old);
  return LLVMManagedSuccess;
}

void managed::removeFromIndex(Segment *Old, uintptr_t PC) {
  Slot *Place = findSlot(PC);
  uintptr_t Value = Place->load(std::memory_order_relaxed);
  if (!(Value & ListBit)) {
    Place->store(0, std::memory_order_seq_cst);
    return;
  }
  SegmentList *List = listOf(Value);
  unsigned I = countUpTo(*List, Old->FirstOffset);
  while (List->elements()[--I].load(std::memory_order_relaxed) != Old)
    ;
  List->elements()[I].store(nullptr, std::memory_order_seq_cst);
  if (--List->NumLive == 0) {
    Place->store(0, std::memory_order_seq_cst);
    retire(List);
  }
}
