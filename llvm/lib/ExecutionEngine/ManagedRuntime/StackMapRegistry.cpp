//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StackMapRegistry.h"
#include "CodeRegistry.h"
#include "IndexLookup.h"
#include "Readers.h"
#include "StackMapTable.h"
#include "WriterLock.h"
#include <new>
#include <stdlib.h>

using namespace llvm;
using namespace llvm::managed;

IndexRoot managed::StackMapIndex;

//===----------------------------------------------------------------------===//
// Looking up
//===----------------------------------------------------------------------===//

/// True if the search is over.
static bool findInMapOf(const Segment &S, uintptr_t PC, FoundSafepoint &Found) {
  // First of all: without an object, there may be no map any more.
  const auto *Object = static_cast<const StackMapObject *>(
      S.Object.load(std::memory_order_seq_cst));
  uint16_t Offset = offsetInBlock(PC);
  if (!Object || Offset < S.FirstOffset || Offset > S.LastOffset)
    return false;
  Found.IsInCode |= Object->HasCode;
  Found.Record = Object->Safepoints.find(PC);
  Found.Object = Found.Record ? Object : nullptr;
  return Found.Record;
}

void managed::findSafepoint(const IndexSlot *Slot, uintptr_t PC,
                            FoundSafepoint &Found) {
  uintptr_t Value = Slot ? Slot->load(std::memory_order_seq_cst) : 0;
  if (!Value)
    return;
  if (!(Value & ListBit)) {
    findInMapOf(*reinterpret_cast<const Segment *>(Value), PC, Found);
    return;
  }
  const SegmentList &List = listOf(Value);
  uint16_t Offset = offsetInBlock(PC);
  unsigned Count = List.Count.load(std::memory_order_acquire);
  for (unsigned I = 0; I < Count; ++I)
    if (covers(List.keys()[I].load(std::memory_order_relaxed), Offset) &&
        findInMapOf(List.segments()[I], PC, Found))
      return;
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

static_assert(sizeof(StackMapObject) % alignof(Segment) == 0 &&
                  sizeof(Segment) % 8 == 0,
              "segments and safepoints follow without a hole");

/// Calls \p Visit with (first PC, last PC) for each block that the code of the
/// map is in, if it is said where that is, or else its safepoints.
template <typename Visitor>
static void forEachBlock(const LLVMManagedStackMapTables &Tables,
                         const GrowingArray<Safepoint> &Safepoints,
                         Visitor Visit) {
  if (Tables.CodeEnd) {
    // A call's return address is after it.
    uintptr_t PC = Tables.CodeBegin + 1;
    while (PC <= Tables.CodeEnd) {
      uintptr_t Last = PC | (BlockSize - 1);
      Visit(PC, Last < Tables.CodeEnd ? Last : Tables.CodeEnd);
      PC = Last + 1;
    }
    return;
  }
  const Safepoint *Last = Safepoints.end();
  for (const Safepoint *S = Safepoints.begin(), *End; S != Last; S = End) {
    for (End = S + 1; End != Last && End->PC / BlockSize == S->PC / BlockSize;)
      ++End;
    Visit(S->PC, End[-1].PC);
  }
}

/// Null if there is no memory.
static StackMapObject *createObject(const LLVMManagedStackMapTables &Tables,
                                    const GrowingArray<Safepoint> &Safepoints,
                                    const SafepointSet &Set) {
  size_t NumSegments = 0;
  forEachBlock(Tables, Safepoints,
               [&](uintptr_t, uintptr_t) { ++NumSegments; });
  size_t SizeOfSegments = NumSegments * sizeof(Segment);
  void *Memory = malloc(sizeof(StackMapObject) + SizeOfSegments + Set.size());
  if (!Memory)
    return nullptr;
  StackMapObject *Object = new (Memory) StackMapObject;
  Object->Safepoints = Set;
  Object->Map = static_cast<const uint8_t *>(Tables.MapBegin);
  Object->Context = Tables.Context;
  Object->HasCode = Tables.CodeEnd;
  for (const Safepoint &S : Safepoints)
    Object->HasIds |= S.HasId;
  if (!Object->Safepoints.fill(Safepoints, Object->segments() + NumSegments)) {
    free(Memory);
    return nullptr;
  }
  forEachBlock(Tables, Safepoints, [&](uintptr_t First, uintptr_t Last) {
    Segment &S = *new (&Object->segments()[Object->NumSegments++]) Segment;
    S.First = reinterpret_cast<const void *>(First - offsetInBlock(First));
    S.FirstOffset = offsetInBlock(First);
    S.LastOffset = offsetInBlock(Last);
    S.Object.store(Object, std::memory_order_relaxed);
  });
  return Object;
}

//===----------------------------------------------------------------------===//
// The registry
//===----------------------------------------------------------------------===//

static LLVMManagedStatus checkMapsApart(const Segment &New,
                                        const Segment &Old) {
  if (New.LastOffset < Old.FirstOffset || Old.LastOffset < New.FirstOffset)
    return LLVMManagedSuccess;
  const auto &Mine = static_cast<const StackMapObject &>(*New.object());
  const auto &Other = static_cast<const StackMapObject &>(*Old.object());
  if (Mine.HasCode && Other.HasCode)
    return LLVMManagedAlreadyRegistered;
  uintptr_t Block = reinterpret_cast<uintptr_t>(New.First);
  for (uintptr_t PC = Block + New.FirstOffset; PC <= Block + New.LastOffset;
       ++PC)
    if (Mine.Safepoints.find(PC) && Other.Safepoints.find(PC))
      return LLVMManagedAlreadyRegistered;
  return LLVMManagedSuccess;
}

static void removeSegments(StackMapObject &Object, size_t Count) {
  for (size_t I = 0; I < Count; ++I) {
    const Segment &S = Object.segments()[I];
    removeFromIndex(StackMapIndex, S, reinterpret_cast<uintptr_t>(S.First));
  }
}

static LLVMManagedStatus addSegments(StackMapObject &Object) {
  for (size_t I = 0; I < Object.NumSegments; ++I) {
    Segment &S = Object.segments()[I];
    LLVMManagedStatus Status = addToIndex(
        StackMapIndex, S, reinterpret_cast<uintptr_t>(S.First), checkMapsApart);
    if (Status == LLVMManagedSuccess)
      continue;
    removeSegments(Object, I);
    waitForReaders();
    releaseRetired(/*IfCheap=*/false);
    return Status;
  }
  releaseRetired(/*IfCheap=*/true);
  return LLVMManagedSuccess;
}

LLVMManagedStatus
managed::registerStackMap(const LLVMManagedStackMapTables &Tables,
                          StackMapObject *&Object,
                          LLVMManagedTableError &Error) {
  prepareForFork();
  CodeRange Code;
  if (Tables.CodeEnd) {
    Code.Begin = Tables.CodeBegin + 1;
    Code.End = Tables.CodeEnd + 1;
  }
  StackMapBytes Bytes;
  Bytes.IndexBegin = Tables.IndexBegin;
  Bytes.IndexEnd = Tables.IndexEnd;
  Bytes.MapBegin = static_cast<const uint8_t *>(Tables.MapBegin);
  Bytes.MapEnd = static_cast<const uint8_t *>(Tables.MapEnd);
  GrowingArray<Safepoint> Safepoints;
  LLVMManagedStatus Status = readStackMap(Bytes, Code, Safepoints, Error);
  if (Status != LLVMManagedSuccess)
    return Status;
  SafepointSet Set;
  if (!Set.measure(Safepoints))
    return LLVMManagedPCOutOfRange;
  StackMapObject *New = createObject(Tables, Safepoints, Set);
  if (!New)
    return LLVMManagedOutOfMemory;
  {
    WriterLock Lock;
    Status = addSegments(*New);
  }
  if (Status != LLVMManagedSuccess) {
    free(New);
    return Status;
  }
  Object = New;
  return LLVMManagedSuccess;
}

void managed::unregisterStackMaps(StackMapObject *const *Objects,
                                  size_t NumObjects) {
  {
    WriterLock Lock;
    for (size_t I = 0; I < NumObjects; ++I)
      removeSegments(*Objects[I], Objects[I]->NumSegments);
    waitForReaders();
    releaseRetired(/*IfCheap=*/false);
  }
  for (size_t I = 0; I < NumObjects; ++I)
    free(Objects[I]);
}
