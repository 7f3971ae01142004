//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeIndex.h"
#include "IndexLookup.h"
#include "Readers.h"
#include <new>
#include <stdlib.h>

using namespace llvm;
using namespace llvm::managed;

IndexRoot managed::FaultIndex;

/// The node that \p Edge leads to, which is made if there is none.  Memory of
/// zeros is a node without children.
template <typename NodeT> static NodeT *ensureNode(std::atomic<NodeT *> &Edge) {
  NodeT *Node = Edge.load(std::memory_order_relaxed);
  if (!Node && (Node = static_cast<NodeT *>(calloc(1, sizeof(NodeT)))))
    Edge.store(Node, std::memory_order_release);
  return Node;
}

static IndexSlot *ensureSlot(IndexRoot &Index, uintptr_t PC) {
  uintptr_t Block = PC >> BlockBits;
  IndexMiddle *Middle = ensureNode(Index[Block >> (LeafBits + MiddleBits)]);
  if (!Middle)
    return nullptr;
  size_t InMiddle = Block >> LeafBits & ((size_t(1) << MiddleBits) - 1);
  return ensureNode((*Middle)[InMiddle]) ? findSlot(Index, PC) : nullptr;
}

//===----------------------------------------------------------------------===//
// Lists of segments
//===----------------------------------------------------------------------===//

SegmentList *SegmentList::create(unsigned Capacity) {
  static_assert(alignof(Segment) == alignof(SegmentList) &&
                    2 * sizeof(SegmentKey) % alignof(Segment) == 0,
                "after an even number of keys, segments are aligned");
  void *Memory = malloc(sizeof(SegmentList) +
                        Capacity * (sizeof(SegmentKey) + sizeof(Segment)));
  return Memory ? new (Memory) SegmentList(static_cast<uint16_t>(Capacity))
                : nullptr;
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
// Changing
//===----------------------------------------------------------------------===//

LLVMManagedStatus managed::checkEntriesApart(const Segment &New,
                                             const Segment &Old) {
  if (New.LastOffset < Old.FirstOffset || Old.LastOffset < New.FirstOffset)
    return LLVMManagedSuccess;
  EntryArray Entries;
  Entries.First = New.First;
  Entries.How = New.How;
  for (unsigned I = 0; I < New.Count; ++I)
    if (searchSegment(Old, pcAt(Entries.at(I), New.How)))
      return New.object() == Old.object() ? LLVMManagedDuplicatePC
                                          : LLVMManagedAlreadyRegistered;
  return LLVMManagedSuccess;
}

/// Puts \p New into place \p I of \p List, which no reader looks at.
static void put(SegmentList &List, unsigned I, const Segment &New) {
  if (I == List.Count.load(std::memory_order_relaxed))
    new (&List.segments()[I]) Segment;
  Segment &S = List.segments()[I];
  S.First = New.First;
  S.Context = New.Context;
  S.FirstOffset = New.FirstOffset;
  S.LastOffset = New.LastOffset;
  S.Count = New.Count;
  S.How = New.How;
  S.IsPlain = New.IsPlain;
  S.Object.store(New.object(), std::memory_order_release);
  if (I == List.Count.load(std::memory_order_relaxed)) {
    new (&List.keys()[I]) SegmentKey(makeKey(New));
    List.Count.store(I + 1, std::memory_order_release);
  } else {
    List.keys()[I].store(makeKey(New), std::memory_order_release);
  }
  ++List.NumLive;
}

/// A list of the \p NumLive segments in \p Slot, with room for as many again.
static SegmentList *makeLarger(uintptr_t Slot, unsigned NumLive) {
  SegmentList *New = SegmentList::create(NumLive < 2 ? 4 : NumLive * 2);
  if (!New)
    return nullptr;
  if (!(Slot & ListBit)) {
    put(*New, 0, *reinterpret_cast<const Segment *>(Slot));
    return New;
  }
  const SegmentList &Old = listOf(Slot);
  unsigned Count = Old.Count.load(std::memory_order_relaxed);
  for (unsigned I = 0, Next = 0; I < Count; ++I)
    if (Old.segments()[I].object())
      put(*New, Next++, Old.segments()[I]);
  return New;
}

LLVMManagedStatus managed::addToIndex(IndexRoot &Index, Segment &New,
                                      uintptr_t PC, SegmentsApart Check) {
  IndexSlot *Slot = ensureSlot(Index, PC);
  if (!Slot)
    return LLVMManagedOutOfMemory;
  uintptr_t Value = Slot->load(std::memory_order_relaxed);
  if (!Value) {
    Slot->store(reinterpret_cast<uintptr_t>(&New), std::memory_order_release);
    return LLVMManagedSuccess;
  }

  auto *List =
      Value & ListBit ? const_cast<SegmentList *>(&listOf(Value)) : nullptr;
  const Segment *Old =
      List ? List->segments() : reinterpret_cast<const Segment *>(Value);
  unsigned Count = List ? List->Count.load(std::memory_order_relaxed) : 1;
  unsigned Place = Count;
  for (unsigned I = Count; I-- > 0;) {
    if (!Old[I].object()) {
      Place = I;
      continue;
    }
    LLVMManagedStatus Status = Check(New, Old[I]);
    if (Status != LLVMManagedSuccess)
      return Status;
  }
  if (List && Place < List->Capacity) {
    put(*List, Place, New);
    return LLVMManagedSuccess;
  }
  // No place is free, so all segments are live.
  SegmentList *Larger = makeLarger(Value, Count);
  if (!Larger)
    return LLVMManagedOutOfMemory;
  put(*Larger, Count, New);
  Slot->store(reinterpret_cast<uintptr_t>(Larger) | ListBit,
              std::memory_order_seq_cst);
  if (List)
    retire(List);
  return LLVMManagedSuccess;
}

void managed::removeFromIndex(IndexRoot &Index, const Segment &Old,
                              uintptr_t PC) {
  IndexSlot *Slot = findSlot(Index, PC);
  uintptr_t Value = Slot->load(std::memory_order_relaxed);
  if (!(Value & ListBit)) {
    Slot->store(0, std::memory_order_seq_cst);
    return;
  }
  auto &List = const_cast<SegmentList &>(listOf(Value));
  Segment *S = List.segments();
  while (S->First != Old.First || S->object() != Old.object())
    ++S;
  S->Object.store(nullptr, std::memory_order_seq_cst);
  if (--List.NumLive == 0) {
    Slot->store(0, std::memory_order_seq_cst);
    retire(&List);
  }
}
