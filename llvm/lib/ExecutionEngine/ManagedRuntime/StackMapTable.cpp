//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StackMapTable.h"
#include "StackMapFunction.h"
#include <algorithm>

using namespace llvm;
using namespace llvm::stackmap;
using namespace llvm::managed;

/// An entry of the index, at \p Where, that leads to something.
namespace {
struct RunStart {
  uintptr_t PC;
  uintptr_t Run;
  const IndexEntryV4 *Where;
};
} // end anonymous namespace

static LLVMManagedStatus fail(LLVMManagedStatus Status, const void *Where,
                              LLVMManagedTableError &Error) {
  Error.Where = Where;
  return Status;
}

static bool precedes(const RunStart &Left, const RunStart &Right) {
  return Left.PC < Right.PC;
}

/// Adds what the index of \p Table leads to, in ascending order.
static LLVMManagedStatus readIndex(const StackMapBytes &Table,
                                   GrowingArray<RunStart> &Runs,
                                   LLVMManagedTableError &Error) {
  uintptr_t Begin = reinterpret_cast<uintptr_t>(Table.IndexBegin);
  size_t Size = reinterpret_cast<uintptr_t>(Table.IndexEnd) - Begin;
  if (Begin % IndexAlignmentV4)
    return fail(LLVMManagedMisalignedTable, Table.IndexBegin, Error);
  const auto *Entry = static_cast<const IndexEntryV4 *>(Table.IndexBegin);
  const IndexEntryV4 *Last = Entry + Size / sizeof(IndexEntryV4);
  const uintptr_t Map = reinterpret_cast<uintptr_t>(Table.MapBegin);
  const size_t MapSize = Table.MapEnd - Table.MapBegin;
  bool IsSorted = true;
  for (; Entry != Last; ++Entry) {
    if (!Entry->First && !Entry->Run)
      continue;
    if (!Entry->First) {
      Error.Version = static_cast<uint32_t>(Entry->Run);
      return fail(LLVMManagedUnknownVersion, Entry, Error);
    }
    uintptr_t PC = reinterpret_cast<uintptr_t>(&Entry->First) + Entry->First;
    uintptr_t Run = reinterpret_cast<uintptr_t>(&Entry->Run) + Entry->Run;
    if (Run - Map >= MapSize)
      return fail(LLVMManagedRunOutOfRange, Entry, Error);
    if (Runs.size() && PC <= Runs[Runs.size() - 1].PC)
      IsSorted = false;
    if (!Runs.add({PC, Run, Entry}))
      return LLVMManagedOutOfMemory;
  }
  if (Size % sizeof(IndexEntryV4))
    return fail(LLVMManagedTruncatedTable, Last, Error);
  if (!IsSorted)
    std::sort(Runs.begin(), Runs.end(), precedes);
  return LLVMManagedSuccess;
}

LLVMManagedStatus managed::readStackMap(const StackMapBytes &Table,
                                        const CodeRange &Code,
                                        GrowingArray<Safepoint> &Safepoints,
                                        LLVMManagedTableError &Error) {
  size_t MapSize = Table.MapEnd - Table.MapBegin;
  if (MapSize > MaxMapSize)
    return LLVMManagedInvalidArgument;
  GrowingArray<RunStart> Runs;
  LLVMManagedStatus Status = readIndex(Table, Runs, Error);
  if (Status != LLVMManagedSuccess)
    return Status;

  // Entries that share bytes could make a small table take for ever.
  size_t Unused = MapSize;
  FunctionChecker Checker(Table.MapBegin, Table.MapEnd, Code, Safepoints);
  for (const RunStart &Run : Runs) {
    size_t Before = Safepoints.size();
    if (Before && Run.PC <= Safepoints[Before - 1].PC)
      return fail(Run.PC == Safepoints[Before - 1].PC ? LLVMManagedDuplicatePC
                                                      : LLVMManagedRunsOverlap,
                  Run.Where, Error);
    if (!Code.contains(Run.PC) || Run.PC % HostTarget.CodeUnit)
      return fail(LLVMManagedPCOutOfRange, Run.Where, Error);
    const auto *Begin = reinterpret_cast<const uint8_t *>(Run.Run);
    size_t Used;
    Status = Checker.readRun(Begin, Run.PC, Used);
    if (Status != LLVMManagedSuccess)
      return fail(Status, Checker.position(), Error);
    if (Used > Unused)
      return fail(LLVMManagedRunsOverlap, Run.Where, Error);
    Unused -= Used;
  }
  return LLVMManagedSuccess;
}
