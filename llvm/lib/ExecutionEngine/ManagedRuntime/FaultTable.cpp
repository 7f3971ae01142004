//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FaultTable.h"
#include <algorithm>
#include <stdlib.h>
#include <string.h>

using namespace llvm;
using namespace llvm::faultmap;
using namespace llvm::managed;

static LLVMManagedStatus fail(LLVMManagedStatus Status, const void *Where,
                              LLVMManagedTableError &Error) {
  Error.Where = Where;
  return Status;
}

/// Memory for \p Count entries; null if there is none.
static DecodedEntry *allocate(size_t Count) {
  if (Count > SIZE_MAX / sizeof(DecodedEntry))
    return nullptr;
  return static_cast<DecodedEntry *>(malloc(Count * sizeof(DecodedEntry)));
}

//===----------------------------------------------------------------------===//
// Version 2
//===----------------------------------------------------------------------===//

static bool isPadding(const ShortEntryV2 &Entry) {
  return !Entry.Faulting && !Entry.Info;
}

static bool isPadding(const LongEntryV2 &Entry) {
  return !Entry.Faulting && !Entry.Handler && !Entry.Site && !Entry.Info;
}

static bool hasReservedBits(const ShortEntryV2 &) { return false; }

static bool hasReservedBits(const LongEntryV2 &Entry) {
  return (Entry.Info & ~LongInfoMaskV2) || (!hasSite(Entry) && Entry.Site);
}

/// The rules for one entry, except that it must not be there twice.
template <typename EntryT>
static LLVMManagedStatus checkEntry(const EntryT &Entry, const CodeRange &Code,
                                    LLVMManagedTableError &Error) {
  uint32_t Kind = Entry.Info & KindMaskV2;
  if (Kind == VersionMark) {
    Error.Version = Entry.Info >> KindBitsV2;
    return fail(LLVMManagedUnknownVersion, &Entry, Error);
  }
  if (Kind < FirstKind || Kind > LastKind)
    return fail(LLVMManagedUnknownKind, &Entry, Error);
  if (hasReservedBits(Entry))
    return fail(LLVMManagedReservedBits, &Entry, Error);
  if (!Code.contains(pcOf(Entry)) || !Code.contains(handlerOf(Entry)))
    return fail(LLVMManagedPCOutOfRange, &Entry, Error);
  if (handlerOf(Entry) == pcOf(Entry))
    return fail(LLVMManagedHandlerFaults, &Entry, Error);
  return LLVMManagedSuccess;
}

static bool precedes(const DecodedEntry &Left, const DecodedEntry &Right) {
  return Left.PC < Right.PC;
}

/// Copies all entries but padding and sorts them.
template <typename EntryT>
static LLVMManagedStatus
copySorted(const EntryT *First, const EntryT *Last, size_t Count, Encoding How,
           EntryArray &Array, LLVMManagedTableError &Error) {
  Array.How = Encoding::Decoded;
  Array.First = nullptr;
  Array.Count = Count;
  if (!Count)
    return LLVMManagedSuccess;
  DecodedEntry *Copy = allocate(Count);
  if (!Copy)
    return LLVMManagedOutOfMemory;
  DecodedEntry *Next = Copy;
  for (const EntryT *Entry = First; Entry != Last; ++Entry)
    if (!isPadding(*Entry))
      *Next++ = decode(Entry, How);
  std::sort(Copy, Next, precedes);
  const DecodedEntry *Twice = std::adjacent_find(
      Copy, Next, [](const DecodedEntry &Left, const DecodedEntry &Right) {
        return Left.PC == Right.PC;
      });
  if (Twice != Next) {
    uintptr_t PC = Twice->PC;
    free(Copy);
    for (const EntryT *Entry = Last; Entry != First;)
      if (!isPadding(*--Entry) && pcOf(*Entry) == PC)
        return fail(LLVMManagedDuplicatePC, Entry, Error);
    return LLVMManagedDuplicatePC;
  }
  Array.First = Array.Copy = Copy;
  return LLVMManagedSuccess;
}

/// Whether all entries keep the rules, and none is padding or out of order. A
/// program's tables are like that, and are read whenever it starts. So this
/// takes few instructions for an entry, and does not tell what is wrong.
template <typename EntryT>
static bool isCleanTable(const EntryT *First, const EntryT *Last,
                         const CodeRange &Code, bool &HasWide) {
  constexpr uint32_t GoodKinds = (2u << LastKind) - (1u << FirstKind);
  uintptr_t Previous = 0;
  uint32_t Kinds = 0;
  for (const EntryT *Entry = First; Entry != Last; ++Entry) {
    const uintptr_t PC = pcOf(*Entry);
    const uintptr_t Handler = handlerOf(*Entry);
    if (PC <= Previous || Handler == PC || !Code.contains(Handler) ||
        hasReservedBits(*Entry))
      return false;
    Kinds |= 1u << (Entry->Info & KindMaskV2);
    Previous = PC;
  }
  for (uint32_t Kind = FirstKind; Kind <= LastKind; ++Kind)
    HasWide |= isWide(Kind) && (Kinds >> Kind & 1);
  // The PCs between the first and the last are between them.
  return !(Kinds & ~GoodKinds) &&
         (First == Last ||
          (Code.contains(pcOf(*First)) && Code.contains(Previous)));
}

template <typename EntryT>
static LLVMManagedStatus
readTable(const void *Begin, const void *End, const CodeRange &Code,
          Encoding How, EntryArray &Array, LLVMManagedTableError &Error) {
  uintptr_t Address = reinterpret_cast<uintptr_t>(Begin);
  uintptr_t Size = reinterpret_cast<uintptr_t>(End) - Address;
  if (Address % AlignmentV2)
    return fail(LLVMManagedMisalignedTable, Begin, Error);
  const auto *First = static_cast<const EntryT *>(Begin);
  const EntryT *Last = First + Size / sizeof(EntryT);

  Array.HasWide = false;
  const bool IsCut = Size % sizeof(EntryT);
  if (IsCut || !isCleanTable(First, Last, Code, Array.HasWide)) {
    size_t Count = 0;
    Array.HasWide = false;
    for (const EntryT *Entry = First; Entry != Last; ++Entry) {
      if (isPadding(*Entry))
        continue;
      LLVMManagedStatus Status = checkEntry(*Entry, Code, Error);
      if (Status != LLVMManagedSuccess)
        return Status;
      Array.HasWide |= isWide(Entry->Info & KindMaskV2);
      ++Count;
    }
    if (IsCut)
      return fail(LLVMManagedTruncatedTable, Last, Error);
    return copySorted(First, Last, Count, How, Array, Error);
  }
  Array.First = First;
  Array.Count = Last - First;
  Array.How = How;
  Array.Copy = nullptr;
  return LLVMManagedSuccess;
}

LLVMManagedStatus managed::readShortTable(const void *Begin, const void *End,
                                          const CodeRange &Code,
                                          EntryArray &Array,
                                          LLVMManagedTableError &Error) {
  return readTable<ShortEntryV2>(Begin, End, Code, Encoding::Short, Array,
                                 Error);
}

LLVMManagedStatus managed::readLongTable(const void *Begin, const void *End,
                                         const CodeRange &Code,
                                         EntryArray &Array,
                                         LLVMManagedTableError &Error) {
  return readTable<LongEntryV2>(Begin, End, Code, Encoding::Long, Array, Error);
}

//===----------------------------------------------------------------------===//
// Version 1
//===----------------------------------------------------------------------===//

namespace {

/// The bytes that are not read yet.
class ReaderV1 {
public:
  ReaderV1(const void *Begin, const void *End)
      : Next(static_cast<const char *>(Begin)),
        Left(static_cast<const char *>(End) - Next) {}

  const void *position() const { return Next; }
  size_t bytesLeft() const { return Left; }

  /// Takes a record; false if there is less.
  template <typename RecordT> bool read(RecordT &Record) {
    if (Left < sizeof(Record))
      return false;
    memcpy(&Record, Next, sizeof(Record));
    Next += sizeof(Record);
    Left -= sizeof(Record);
    return true;
  }

private:
  const char *Next;
  size_t Left;
};

/// Entries under construction: first they are only counted, then stored.
struct Sink {
  DecodedEntry *Entries = nullptr;
  size_t Count = 0;

  void add(const DecodedEntry &Entry) {
    if (Entries)
      Entries[Count] = Entry;
    ++Count;
  }
};

} // end anonymous namespace

static LLVMManagedStatus readFunctionV1(ReaderV1 &Reader, const CodeRange &Code,
                                        Sink &Out,
                                        LLVMManagedTableError &Error) {
  const void *Where = Reader.position();
  FunctionV1 Function;
  if (!Reader.read(Function))
    return fail(LLVMManagedTruncatedTable, Where, Error);
  if (Function.Reserved)
    return fail(LLVMManagedReservedBits, Where, Error);
  bool IsDiscarded = Function.Address == 0;
  if (!IsDiscarded && !Code.contains(Function.Address))
    return fail(LLVMManagedPCOutOfRange, Where, Error);

  for (uint32_t I = 0; I < Function.NumEntries; ++I) {
    Where = Reader.position();
    EntryV1 Entry;
    if (!Reader.read(Entry))
      return fail(LLVMManagedTruncatedTable, Where, Error);
    if (Entry.Kind < FirstKind || Entry.Kind > LastKindV1)
      return fail(LLVMManagedUnknownKind, Where, Error);
    if (Entry.FaultingOffset == Entry.HandlerOffset)
      return fail(LLVMManagedHandlerFaults, Where, Error);
    if (IsDiscarded)
      continue;
    // Code ends far below where 32 bits more could wrap around.
    uintptr_t PC = Function.Address + Entry.FaultingOffset;
    uintptr_t Handler = Function.Address + Entry.HandlerOffset;
    if (!Code.contains(PC) || !Code.contains(Handler))
      return fail(LLVMManagedPCOutOfRange, Where, Error);
    Out.add({PC, Handler, 0, Entry.Kind});
  }
  return LLVMManagedSuccess;
}

static LLVMManagedStatus walkV1(const void *Begin, const void *End,
                                const CodeRange &Code, Sink &Out,
                                LLVMManagedTableError &Error) {
  ReaderV1 Reader(Begin, End);
  while (Reader.bytesLeft()) {
    const void *Where = Reader.position();
    // The version comes first, whatever follows in other versions.
    uint8_t Version = *static_cast<const uint8_t *>(Where);
    if (Version != 1) {
      Error.Version = Version;
      return fail(LLVMManagedUnknownVersion, Where, Error);
    }
    HeaderV1 Header;
    if (!Reader.read(Header))
      return fail(LLVMManagedTruncatedTable, Where, Error);
    if (Header.Reserved0 || Header.Reserved1)
      return fail(LLVMManagedReservedBits, Where, Error);
    for (uint32_t I = 0; I < Header.NumFunctions; ++I) {
      LLVMManagedStatus Status = readFunctionV1(Reader, Code, Out, Error);
      if (Status != LLVMManagedSuccess)
        return Status;
    }
  }
  return LLVMManagedSuccess;
}

/// Keeps one of the entries that agree and none of those that do not; returns
/// the number of those left.
static size_t mergeV1(DecodedEntry *Entries, size_t Count) {
  size_t Kept = 0;
  for (size_t Begin = 0, End; Begin < Count; Begin = End) {
    bool Agree = true;
    for (End = Begin + 1; End < Count && Entries[End].PC == Entries[Begin].PC;
         ++End)
      Agree &= Entries[End].Handler == Entries[Begin].Handler &&
               Entries[End].Info == Entries[Begin].Info;
    if (Agree)
      Entries[Kept++] = Entries[Begin];
  }
  return Kept;
}

LLVMManagedStatus managed::readV1Tables(const void *Begin, const void *End,
                                        const CodeRange &Code,
                                        EntryArray &Array,
                                        LLVMManagedTableError &Error) {
  Array = EntryArray();
  Sink Counter;
  LLVMManagedStatus Status = walkV1(Begin, End, Code, Counter, Error);
  if (Status != LLVMManagedSuccess || !Counter.Count)
    return Status;
  Sink Out;
  Out.Entries = allocate(Counter.Count);
  if (!Out.Entries)
    return LLVMManagedOutOfMemory;
  walkV1(Begin, End, Code, Out, Error);
  std::sort(Out.Entries, Out.Entries + Out.Count, precedes);
  Array.First = Array.Copy = Out.Entries;
  Array.Count = mergeV1(Out.Entries, Out.Count);
  return LLVMManagedSuccess;
}
