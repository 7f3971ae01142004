//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StackMapFunction.h"
#include <algorithm>

using namespace llvm;
using namespace llvm::stackmap;
using namespace llvm::managed;

// Leaves the function with what Expression says unless that is success.
#define CHECK(Expression)                                                      \
  do {                                                                         \
    if (Status Result = (Expression); Result != LLVMManagedSuccess)            \
      return Result;                                                           \
  } while (false)

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

LLVMManagedStatus FunctionChecker::readByte(uint8_t &Value) {
  Where = Next;
  if (Next == MapEnd)
    return LLVMManagedTruncatedTable;
  Value = *Next++;
  return LLVMManagedSuccess;
}

LLVMManagedStatus FunctionChecker::readUleb(uint64_t &Value, bool IsPadded) {
  Where = Next;
  Value = 0;
  for (unsigned Shift = 0;; Shift += 7) {
    if (Next == MapEnd)
      return LLVMManagedTruncatedTable;
    uint8_t Byte = *Next++;
    if (Shift == 63 && Byte > 1)
      return LLVMManagedMalformedNumber;
    Value |= uint64_t(Byte & 0x7f) << Shift;
    if (Byte & 0x80)
      continue;
    return Byte || !Shift || IsPadded ? LLVMManagedSuccess
                                      : LLVMManagedMalformedNumber;
  }
}

LLVMManagedStatus FunctionChecker::readSleb(int64_t &Value) {
  Where = Next;
  uint64_t Bits = 0;
  uint8_t Previous = 0;
  for (unsigned Shift = 0;; Shift += 7) {
    if (Next == MapEnd)
      return LLVMManagedTruncatedTable;
    uint8_t Byte = *Next++;
    // Only the sign is left for the tenth byte.
    if (Shift == 63 && Byte != 0 && Byte != 0x7f)
      return LLVMManagedMalformedNumber;
    Bits |= uint64_t(Byte & 0x7f) << Shift;
    if (Byte & 0x80) {
      Previous = Byte;
      continue;
    }
    bool IsNegative = Byte & 0x40;
    if (Shift + 7 < 64 && IsNegative)
      Bits |= ~UINT64_C(0) << (Shift + 7);
    Value = static_cast<int64_t>(Bits);
    // Nothing but copies of the sign that the byte before has already.
    bool IsTooLong = Shift && Byte == (Previous & 0x40 ? 0x7f : 0);
    return IsTooLong ? LLVMManagedMalformedNumber : LLVMManagedSuccess;
  }
}

LLVMManagedStatus FunctionChecker::readCount(uint64_t &Count) {
  CHECK(readUleb(Count));
  return Count ? LLVMManagedSuccess : LLVMManagedEmptyList;
}

LLVMManagedStatus FunctionChecker::readDistance() {
  uint64_t Distance;
  CHECK(readUleb(Distance, /*IsPadded=*/true));
  if (!Distance)
    return LLVMManagedDuplicatePC;
  if (Distance >= EndOfCode)
    return LLVMManagedPCOutOfRange;
  PC += Distance * HostTarget.CodeUnit;
  return Code.contains(PC) ? LLVMManagedSuccess : LLVMManagedPCOutOfRange;
}

//===----------------------------------------------------------------------===//
// Frames
//===----------------------------------------------------------------------===//

/// Checks the list of saves at Next, of a frame that can be walked.
LLVMManagedStatus FunctionChecker::checkSaves(const FrameReader &Frame) {
  const uint8_t *const First = Where;
  SavedRegister Saves[NumRegisters];
  uint64_t Count = 0;
  if (!Frame.IsListed) {
    if (Frame.Saves >> HostTarget.NumMaskRegisters)
      return LLVMManagedBadFrame;
    Count = expandMask(HostTarget, Frame.Saves, Saves);
  } else {
    if (Frame.Saves > NumRegisters)
      return LLVMManagedBadFrame;
    for (uint64_t R, Word; Count < Frame.Saves; ++Count) {
      CHECK(readUleb(R));
      CHECK(readUleb(Word));
      Where = First;
      if (R >= NumRegisters || R == HostTarget.SP || !Word || Word > UINT32_MAX)
        return LLVMManagedBadFrame;
      Saves[Count] = {static_cast<uint8_t>(R), static_cast<uint32_t>(Word)};
      for (uint64_t I = 0; I < Count; ++I)
        if (Saves[I].Register == R || Saves[I].Word == Word)
          return LLVMManagedBadFrame;
    }
  }

  bool HasReturnAddress = HostTarget.ReturnAddress == NoRegister;
  // Where no register has it, the return address is in the first word.
  uint64_t FirstWord = HasReturnAddress ? 2 : 1, LastWord = FirstWord - 1;
  for (uint64_t I = 0; I < Count; ++I) {
    HasReturnAddress |= Saves[I].Register == HostTarget.ReturnAddress;
    if (Saves[I].Word < FirstWord)
      return LLVMManagedBadFrame;
    LastWord = std::max<uint64_t>(LastWord, Saves[I].Word);
  }
  if (!HasReturnAddress || (Frame.Base == FromSP && LastWord > Frame.Offset))
    return LLVMManagedBadFrame;
  if (Frames.size() == 0) {
    // The return address is no location, except of a list.
    uint64_t NumSaved =
        Frame.IsListed || Count == 0 || HostTarget.ReturnAddress == NoRegister
            ? Count
            : Count - 1;
    for (uint64_t I = 0; I < NumSaved; ++I)
      if (!Saved.add(Saves[I].Register))
        return LLVMManagedOutOfMemory;
  }
  return LLVMManagedSuccess;
}

LLVMManagedStatus FunctionChecker::readFrame() {
  const uint8_t *Begin = Next;
  uint64_t Rule, Saves = 0;
  CHECK(readUleb(Rule));
  unsigned Base = Rule & ((1u << FrameBaseBits) - 1);
  if (Base == Unwalkable) {
    if (Rule >> FrameBaseBits)
      return LLVMManagedReservedBits;
  } else {
    if (Base != FromSP && Base != FromFP)
      return LLVMManagedUnknownKind;
    // As an address it would not be one.
    if (Rule >> FrameBaseBits >= EndOfCode / WordSize)
      return LLVMManagedBadFrame;
    CHECK(readUleb(Saves));
  }
  const uint8_t *Again = Begin;
  FrameReader Frame(Again);
  if (Base != Unwalkable)
    CHECK(checkSaves(Frame));
  PackedFrame Packed =
      PackedFrame::canHold(Frame)
          ? PackedFrame::of(Frame)
          : PackedFrame::inMap(static_cast<uint32_t>(Begin - MapBegin));
  return Frames.add(Packed) ? LLVMManagedSuccess : LLVMManagedOutOfMemory;
}

//===----------------------------------------------------------------------===//
// Locations and sets of them
//===----------------------------------------------------------------------===//

LLVMManagedStatus FunctionChecker::readLocations() {
  Locations.clear();
  uint64_t Count = 0;
  if (Flags & HasLocations)
    CHECK(readCount(Count));
  const uint8_t *const First = Where;
  if (Flags & SavedFirst)
    for (uint8_t R : Saved)
      if (!Locations.add({R, 0, InRegister}))
        return LLVMManagedOutOfMemory;
  for (uint64_t I = 0; I < Count; ++I) {
    uint64_t Word;
    CHECK(readUleb(Word));
    const uint8_t *const Begin = Where;
    Location New = {
        Word >> LocationKindBits, 0,
        static_cast<uint8_t>(Word & ((1u << LocationKindBits) - 1))};
    if (New.Kind == AtRegister)
      CHECK(readSleb(New.Distance));
    Where = Begin;
    bool IsKnown = New.Kind == InRegister ? isTracked(New.N)
                   : New.Kind == AtRegister
                       ? isTracked(New.N) || New.N == HostTarget.SP
                       : New.N < EndOfCode / WordSize;
    if (!IsKnown)
      return LLVMManagedBadLocation;
    if (!Locations.add(New))
      return LLVMManagedOutOfMemory;
  }
  NumLocations = Locations.size();
  if (!DerivedIn.grow(NumLocations))
    return LLVMManagedOutOfMemory;
  std::sort(Locations.begin(), Locations.end());
  for (size_t I = 1; I < NumLocations; ++I)
    if (!(Locations[I - 1] < Locations[I])) {
      Where = First;
      return LLVMManagedBadLocation;
    }
  return LLVMManagedSuccess;
}

LLVMManagedStatus FunctionChecker::readPairs() {
  Pairs.clear();
  SortedPairs.clear();
  if (!(Flags & HasDerived))
    return LLVMManagedSuccess;
  uint64_t Count;
  CHECK(readCount(Count));
  const uint8_t *const First = Where;
  for (uint64_t I = 0; I < Count; ++I) {
    Pair New;
    CHECK(readUleb(New.Base));
    if (New.Base >= NumLocations)
      return LLVMManagedBadRootSet;
    CHECK(readUleb(New.Derived));
    if (New.Derived >= NumLocations)
      return LLVMManagedBadRootSet;
    if (!Pairs.add(New) || !SortedPairs.add(New))
      return LLVMManagedOutOfMemory;
  }
  std::sort(SortedPairs.begin(), SortedPairs.end());
  for (size_t I = 1; I < Count; ++I)
    if (!(SortedPairs[I - 1] < SortedPairs[I])) {
      Where = First;
      return LLVMManagedBadRootSet;
    }
  return LLVMManagedSuccess;
}

LLVMManagedStatus FunctionChecker::checkPairs(const uint8_t *Set, uint64_t Size,
                                              uint64_t NumBits) {
  ++SetNumber;
  const uint64_t FirstRoot = numHeaderBits(Flags);
  const uint64_t FirstPair = FirstRoot + NumLocations;
  for (uint64_t Bit = FirstPair; Bit < NumBits; ++Bit) {
    if (!hasBit(Set, Size, Bit))
      continue;
    const Pair &P = Pairs[Bit - FirstPair];
    if (!hasBit(Set, Size, FirstRoot + P.Base) ||
        hasBit(Set, Size, FirstRoot + P.Derived) ||
        DerivedIn[P.Derived] == SetNumber)
      return LLVMManagedBadRootSet;
    DerivedIn[P.Derived] = SetNumber;
  }
  return LLVMManagedSuccess;
}

LLVMManagedStatus FunctionChecker::readSet(uint8_t &Header) {
  const uint8_t *const Set = Where = Next;
  uint8_t Byte;
  do {
    if (Next == MapEnd)
      return LLVMManagedTruncatedTable;
    Byte = *Next++;
  } while (Byte & 0x80);
  uint64_t Size = Next - Set;
  if (!Byte && Size > 1)
    return LLVMManagedMalformedNumber;
  uint64_t NumBits = (Size - 1) * 7 + (Byte ? 32 - __builtin_clz(Byte) : 0);
  if (NumBits > numHeaderBits(Flags) + NumLocations + Pairs.size())
    return LLVMManagedBadRootSet;
  Header = *Set & ((1u << numHeaderBits(Flags)) - 1);
  return checkPairs(Set, Size, NumBits);
}

//===----------------------------------------------------------------------===//
// Deoptimization state
//===----------------------------------------------------------------------===//

LLVMManagedStatus FunctionChecker::readPlace() {
  uint64_t Base;
  int64_t Distance;
  CHECK(readUleb(Base));
  if (Base > NumRegisters)
    return LLVMManagedBadDeopt;
  return readSleb(Distance);
}

LLVMManagedStatus FunctionChecker::readDeoptValue() {
  uint64_t Value, Size;
  CHECK(readUleb(Value));
  uint64_t N = Value >> DeoptKindBits;
  switch (Value & ((1u << DeoptKindBits) - 1)) {
  case PositiveConstant:
  case NegativeConstant:
    return LLVMManagedSuccess;
  case AtLocation:
    return N < NumLocations ? LLVMManagedSuccess : LLVMManagedBadDeopt;
  case OfRegister:
    if (N >= NumRegisters)
      return LLVMManagedBadDeopt;
    return readUleb(Size);
  case OfPlace:
    return readPlace();
  case AddressOfPlace:
    return N ? LLVMManagedReservedBits : readPlace();
  case LargeConstant:
    if (N)
      return LLVMManagedReservedBits;
    if (MapEnd - Next < 8)
      return LLVMManagedTruncatedTable;
    Next += 8;
    return LLVMManagedSuccess;
  }
  return LLVMManagedUnknownKind;
}

LLVMManagedStatus FunctionChecker::readDeopt() {
  uint64_t Word;
  CHECK(readUleb(Word));
  for (uint64_t I = 0, Count = Word / 2; I < Count; ++I)
    CHECK(readDeoptValue());
  return LLVMManagedSuccess;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

LLVMManagedStatus FunctionChecker::readSite(uint32_t Function) {
  const auto Site = static_cast<uint32_t>(Next - MapBegin);
  uint64_t Number;
  uint8_t Header;
  if (Flags & HasDictionary) {
    CHECK(readUleb(Number));
    if (Number >= Headers.size())
      return LLVMManagedBadRootSet;
    Header = Headers[Number];
  } else {
    CHECK(readSet(Header));
  }
  const SetHeader Has(Flags, Header);
  if (Has.Id) {
    CHECK(readUleb(Number));
    if (Number == DefaultId || Number == InvalidId)
      return LLVMManagedBadId;
  }
  Number = 0;
  if (Has.Frame) {
    CHECK(readUleb(Number));
    if (!Number || Number >= Frames.size())
      return LLVMManagedBadFrame;
  }
  PackedFrame Frame = Frames[Number];
  if (Has.Deopt)
    CHECK(readDeopt());
  return Safepoints.add({PC, Frame, Function, Site, Has.Id})
             ? LLVMManagedSuccess
             : LLVMManagedOutOfMemory;
}

LLVMManagedStatus FunctionChecker::readFunction() {
  const auto Function = static_cast<uint32_t>(Next - MapBegin);
  CHECK(readByte(Flags));
  if (Flags & ~AllFlagsV4)
    return LLVMManagedReservedBits;
  uint64_t MoreSites, Count;
  CHECK(readUleb(MoreSites));
  Frames.clear();
  Saved.clear();
  CHECK(readFrame());
  if (Flags & HasFrames) {
    CHECK(readCount(Count));
    for (uint64_t I = 0; I < Count; ++I)
      CHECK(readFrame());
  }
  CHECK(readLocations());
  CHECK(readPairs());
  Headers.clear();
  if (Flags & HasDictionary) {
    CHECK(readCount(Count));
    for (uint64_t I = 0; I < Count; ++I) {
      uint8_t Header;
      CHECK(readSet(Header));
      if (!Headers.add(Header))
        return LLVMManagedOutOfMemory;
    }
  }
  CHECK(readSite(Function));
  for (uint64_t I = 0; I < MoreSites; ++I) {
    CHECK(readDistance());
    CHECK(readSite(Function));
  }
  return LLVMManagedSuccess;
}

LLVMManagedStatus FunctionChecker::readRun(const uint8_t *Begin,
                                           uintptr_t First, size_t &Used) {
  Next = Begin;
  PC = First;
  for (;;) {
    CHECK(readFunction());
    uint8_t More;
    CHECK(readByte(More));
    if (!More)
      break;
    --Next;
    CHECK(readDistance());
  }
  Used = Next - Begin;
  return LLVMManagedSuccess;
}
