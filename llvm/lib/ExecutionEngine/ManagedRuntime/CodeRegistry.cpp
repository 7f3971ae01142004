//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeRegistry.h"
#include "Readers.h"
#include "WideGuard.h"
#include "WriterLock.h"
#include <algorithm>
#include <new>
#include <stdlib.h>

using namespace llvm;
using namespace llvm::managed;

//===----------------------------------------------------------------------===//
// Code objects
//===----------------------------------------------------------------------===//

static_assert(sizeof(CodeObject) % alignof(Segment) == 0,
              "segments follow without a hole");

size_t CodeObject::numEntries() const {
  size_t Count = 0;
  for (const EntryArray &Array : Arrays)
    Count += Array.Count;
  return Count;
}

size_t CodeObject::indexOf(const void *Where, Encoding How) const {
  size_t Before = 0;
  for (const EntryArray &Array : Arrays) {
    size_t Offset = reinterpret_cast<uintptr_t>(Where) -
                    reinterpret_cast<uintptr_t>(Array.First);
    if (Array.How == How && Offset < Array.Count * Array.entrySize())
      return Before + Offset / Array.entrySize();
    Before += Array.Count;
  }
  __builtin_unreachable();
}

const void *CodeObject::entryAt(size_t Index, Encoding &How) const {
  for (const EntryArray &Array : Arrays) {
    if (Index < Array.Count) {
      How = Array.How;
      return Array.at(Index);
    }
    Index -= Array.Count;
  }
  __builtin_unreachable();
}

/// At least as many as there are runs of entries of \p Array that are in the
/// same block.
static size_t boundOfRuns(const EntryArray &Array) {
  if (!Array.Count)
    return 0;
  const uintptr_t First = pcAt(Array.at(0), Array.How);
  const uintptr_t Last = pcAt(Array.at(Array.Count - 1), Array.How);
  return std::min(Array.Count, Last / BlockSize - First / BlockSize + 1);
}

/// Calls \p Visit with (first entry, its PC, PC of the last one, number) for
/// each run of entries from \p First to \p Last that are in the same block.
template <typename EntryT, typename Visitor>
static void forEachRun(const EntryT *First, const EntryT *Last, Visitor Visit) {
  while (First != Last) {
    const uintptr_t FirstPC = pcOf(*First);
    uintptr_t LastPC = FirstPC;
    const EntryT *End = First + 1;
    for (; End != Last; ++End) {
      const uintptr_t PC = pcOf(*End);
      if ((PC ^ FirstPC) >= BlockSize)
        break;
      LastPC = PC;
    }
    Visit(First, FirstPC, LastPC, End - First);
    First = End;
  }
}

template <typename Visitor>
static void forEachRun(const EntryArray &Array, Visitor Visit) {
  if (Array.Count)
    visitEntry(Array.First, Array.How, [&](const auto &Entry) {
      forEachRun(&Entry, &Entry + Array.Count, Visit);
    });
}

static void releaseArrays(EntryArray (&Arrays)[CodeObject::NumArrays]) {
  for (EntryArray &Array : Arrays)
    free(Array.Copy);
}

static void releaseObject(CodeObject *Object) {
  // First, because whoever takes reports reads the entries.
  if (Object->Profile)
    destroyProfile(Object->Profile);
  releaseArrays(Object->Arrays);
  free(Object);
}

static LLVMManagedStatus readTables(const LLVMManagedFaultTables &Tables,
                                    EntryArray (&Arrays)[CodeObject::NumArrays],
                                    LLVMManagedTableError &Error) {
  CodeRange Code;
  if (Tables.CodeEnd) {
    Code.Begin = Tables.CodeBegin;
    Code.End = Tables.CodeEnd;
  }
  LLVMManagedStatus Status = readShortTable(Tables.ShortBegin, Tables.ShortEnd,
                                            Code, Arrays[0], Error);
  if (Status == LLVMManagedSuccess)
    Status =
        readLongTable(Tables.LongBegin, Tables.LongEnd, Code, Arrays[1], Error);
  if (Status == LLVMManagedSuccess)
    Status = readV1Tables(Tables.V1Begin, Tables.V1End, Code, Arrays[2], Error);
  return Status;
}

/// Makes an object of \p Arrays, which belong to it then; null if there is no
/// memory.
static CodeObject *createObject(const LLVMManagedFaultTables &Tables,
                                EntryArray (&Arrays)[CodeObject::NumArrays]) {
  size_t NumSegments = 0;
  for (const EntryArray &Array : Arrays)
    NumSegments += boundOfRuns(Array);
  void *Memory = malloc(sizeof(CodeObject) + NumSegments * sizeof(Segment));
  if (!Memory)
    return nullptr;
  CodeObject *Object = new (Memory) CodeObject;
  Object->GuardSize =
      Tables.GuardSize ? Tables.GuardSize : LLVM_MANAGED_DEFAULT_GUARD;
  Object->Context = Tables.Context;
  for (unsigned I = 0; I < CodeObject::NumArrays; ++I)
    Object->Arrays[I] = Arrays[I];
  if (Tables.Flags & LLVMManagedCountFaults) {
    Object->Profile = createProfile(*Object, Tables.ReportAfter);
    if (!Object->Profile) {
      free(Object);
      return nullptr;
    }
  }
  for (const EntryArray &Array : Arrays) {
    forEachRun(Array, [&](const void *First, uintptr_t PC, uintptr_t Last,
                          size_t Count) {
      Segment &S = *new (&Object->segments()[Object->NumSegments++]) Segment;
      S.First = First;
      S.Context = Object->Context;
      S.FirstOffset = offsetInBlock(PC);
      S.LastOffset = offsetInBlock(Last);
      S.Count = static_cast<uint16_t>(Count);
      S.How = Array.How;
      S.IsPlain = Object->isPlain();
      S.Object.store(Object, std::memory_order_relaxed);
    });
  }
  return Object;
}

//===----------------------------------------------------------------------===//
// The registry
//===----------------------------------------------------------------------===//

std::atomic<uintptr_t> managed::LargestGuard;

static void removeSegments(CodeObject &Object, size_t Count) {
  for (size_t I = 0; I < Count; ++I) {
    const Segment &S = Object.segments()[I];
    removeFromIndex(FaultIndex, S, pcAt(S.First, S.How));
  }
}

static LLVMManagedStatus addSegments(CodeObject &Object,
                                     LLVMManagedTableError &Error) {
  for (size_t I = 0; I < Object.NumSegments; ++I) {
    Segment &S = Object.segments()[I];
    LLVMManagedStatus Status =
        addToIndex(FaultIndex, S, pcAt(S.First, S.How), checkEntriesApart);
    if (Status == LLVMManagedSuccess)
      continue;
    Error.Where = S.First;
    removeSegments(Object, I);
    waitForReaders();
    releaseRetired(/*IfCheap=*/false);
    return Status;
  }
  releaseRetired(/*IfCheap=*/true);
  return LLVMManagedSuccess;
}

LLVMManagedStatus managed::registerObject(const LLVMManagedFaultTables &Tables,
                                          CodeObject *&Object,
                                          LLVMManagedTableError &Error) {
  prepareForFork();
  EntryArray Arrays[CodeObject::NumArrays];
  LLVMManagedStatus Status = readTables(Tables, Arrays, Error);
  if (Status != LLVMManagedSuccess) {
    releaseArrays(Arrays);
    return Status;
  }
  for (const EntryArray &Array : Arrays)
    if (Array.HasWide && !IsGuardReserved.load(std::memory_order_acquire)) {
      releaseArrays(Arrays);
      return LLVMManagedGuardNotReserved;
    }
  CodeObject *New = createObject(Tables, Arrays);
  if (!New) {
    releaseArrays(Arrays);
    return LLVMManagedOutOfMemory;
  }
  {
    WriterLock Lock;
    if (LargestGuard.load(std::memory_order_relaxed) < New->GuardSize)
      LargestGuard.store(New->GuardSize, std::memory_order_relaxed);
    Status = addSegments(*New, Error);
  }
  if (Status != LLVMManagedSuccess) {
    releaseObject(New);
    return Status;
  }
  Object = New;
  return LLVMManagedSuccess;
}

void managed::unregisterObjects(CodeObject *const *Objects, size_t NumObjects) {
  {
    WriterLock Lock;
    for (size_t I = 0; I < NumObjects; ++I)
      removeSegments(*Objects[I], Objects[I]->NumSegments);
    waitForReaders();
    releaseRetired(/*IfCheap=*/false);
  }
  for (size_t I = 0; I < NumObjects; ++I)
    releaseObject(Objects[I]);
}

void managed::waitForHandlers() {
  WriterLock Lock;
  waitForReaders();
}
