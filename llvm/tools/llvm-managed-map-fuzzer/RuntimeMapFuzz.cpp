//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeMapFuzz.h"
#include "llvm-c/ManagedRuntime.h"
#include "llvm/BinaryFormat/StackMaps.h"
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

using namespace llvm;

static constexpr size_t CodeSize = 1 << 20, MapSize = 1 << 16, PageSize = 4096;
static constexpr size_t StackSize = 1 << 13;

static void check(bool Condition) {
  if (!Condition)
    abort();
}

/// Code that is not there, an index, a map, and a page that cannot be read.
static uint8_t *makeMemory() {
  const size_t Size = CodeSize + PageSize + MapSize;
  void *Memory = mmap(nullptr, Size + PageSize, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  check(Memory != MAP_FAILED);
  auto *Bytes = static_cast<uint8_t *>(Memory);
  check(mprotect(Bytes + Size, PageSize, PROT_NONE) == 0);
  return Bytes;
}

static void lead(stackmap::IndexEntryV4 &Entry, const uint8_t *PC,
                 const uint8_t *Run) {
  Entry.First = static_cast<int32_t>(reinterpret_cast<intptr_t>(PC) -
                                     reinterpret_cast<intptr_t>(&Entry.First));
  Entry.Run = static_cast<int32_t>(reinterpret_cast<intptr_t>(Run) -
                                   reinterpret_cast<intptr_t>(&Entry.Run));
}

/// Has the frame of the safepoint at \p PC be on a stack of its own.
static void useSafepoint(uintptr_t PC) {
  alignas(64) static uint64_t Stack[StackSize / 8];
  const uintptr_t Begin = reinterpret_cast<uintptr_t>(Stack);
  LLVMManagedAnchor Anchor = {};
  Anchor.PC = PC;
  Anchor.SP = Begin + StackSize / 4;
  for (uint64_t &Register : Anchor.Registers)
    Register = Begin + StackSize / 2;
  LLVMManagedWalkOptions Options = {sizeof(Options), Begin, Begin + StackSize,
                                    /*NativeCallers=*/0};
  LLVMManagedCursor Cursor;
  check(LLVMManagedStartWalk(&Cursor, &Anchor, &Options) ==
        LLVMManagedStepFrame);
  LLVMManagedVisitor Visitor = {
      [](const uint64_t *Base, uint64_t *Derived, void *) { *Derived = *Base; },
      [](uint64_t *Root, void *) { ++*Root; }, nullptr};
  LLVMManagedVisitFrame(&Cursor, &Visitor);
  LLVMManagedDeoptValue Values[8];
  LLVMManagedGetDeoptState(&Cursor, Values, 8, nullptr);
  LLVMManagedFrame Frame;
  check(LLVMManagedGetFrame(&Cursor, &Frame) == LLVMManagedSuccess);
  LLVMManagedNextFrame(&Cursor);
}

void llvm::fuzzStackMap(const uint8_t *Data, size_t Size) {
  if (Size < 10 || Size < 10 + size_t(8) * Data[9])
    return;
  const size_t Second = Data[1] | size_t(Data[2]) << 8;
  Size -= 10 + 8 * Data[9];
  Data += 10 + 8 * Data[9];
  if (Size > MapSize)
    return;
  static uint8_t *const Memory = makeMemory();
  auto *Index = reinterpret_cast<stackmap::IndexEntryV4 *>(Memory + CodeSize);
  uint8_t *Map = Memory + CodeSize + PageSize + MapSize - Size;
  memcpy(Map, Data, Size);
  lead(Index[0], Memory + 64, Map);
  lead(Index[1], Memory + CodeSize / 2, Map + Second);

  LLVMManagedStackMapTables Tables = {};
  Tables.StructSize = sizeof(Tables);
  Tables.IndexBegin = Index;
  Tables.IndexEnd = Index + (Second ? 2 : 1);
  Tables.MapBegin = Map;
  Tables.MapEnd = Map + Size;
  LLVMManagedStackMapRef Ref;
  LLVMManagedTableError Error;
  LLVMManagedStatus Status = LLVMManagedRegisterStackMap(&Tables, &Ref, &Error);
  if (Status != LLVMManagedSuccess) {
    auto *Where = static_cast<const uint8_t *>(Error.Where);
    check(!Where || Where == reinterpret_cast<uint8_t *>(&Index[0]) ||
          Where == reinterpret_cast<uint8_t *>(&Index[1]) ||
          (Where >= Map && Where <= Map + Size));
    return;
  }
  // Few of the first safepoints, so that an input does not take long.
  LLVMManagedSafepoint Safepoint;
  unsigned Count = 0;
  for (uintptr_t PC = reinterpret_cast<uintptr_t>(Memory), End = PC + 4096;
       PC < End && Count < 64; ++PC)
    if (LLVMManagedLookupSafepoint(PC, &Safepoint)) {
      check(Safepoint.PC == PC && Safepoint.Map == Ref);
      useSafepoint(PC);
      ++Count;
    }
  check(Count);
  LLVMManagedUnregisterStackMap(Ref);
}
