//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is in a frame: its references and its deoptimization state.
///
//===----------------------------------------------------------------------===//

#include "FrameWalker.h"
#include <string.h>

using namespace llvm;
using namespace llvm::stackmap;
using namespace llvm::managed;

namespace {

/// The map of the frame's function, up to its sets, and the frame.
class FrameReferences {
public:
  explicit FrameReferences(const FrameCursor &Cursor);

  const uint8_t *site() const { return Cursor.Object->Map + Record->Site; }
  /// Passes over the set that the site at \p Next has or names, and returns it.
  const uint8_t *findSet(const uint8_t *&Next) const;
  SetHeader headerOf(const uint8_t *Set) const {
    return SetHeader(Flags, *Set & 0x7f);
  }
  /// Call \p Visit with the places of the roots of \p Set or with both of its
  /// derived pointers. False if one of them is null.
  template <typename Visitor>
  bool visitRoots(const uint8_t *Set, Visitor Visit) const;
  template <typename Visitor>
  bool visitDerived(const uint8_t *Set, Visitor Visit) const;

  /// The 8 bytes of location \p Number; null if they are at no place.
  uint64_t *place(uint64_t Number) const;

private:
  /// The place that the bytes at \p Next say, which it passes over.
  uint64_t *readPlace(const uint8_t *&Next) const;
  /// The register of number \p Index that frame number 0 saves.
  uint64_t savedRegister(uint64_t Index) const;
  uint64_t *placeOfRegister(uint64_t R) const {
    return R < NumTrackedRegisters ? Cursor.Places[R] : nullptr;
  }
  uint64_t *check(uintptr_t Address) const {
    return Address % WordSize == 0 && Cursor.isInStack(Address, WordSize)
               ? reinterpret_cast<uint64_t *>(Address)
               : nullptr;
  }

  const FrameCursor &Cursor;
  const SafepointRecord *Record;
  uint8_t Flags;
  uintptr_t CFA;
  bool HasCFA;
  /// The frame of number 0.
  const uint8_t *Frame;
  uint64_t NumSaved = 0;
  uint64_t NumLocations;
  uint64_t NumPairs = 0;
  const uint8_t *Pairs;
  /// The sets of the dictionary, if there is one.
  const uint8_t *Dictionary;

  // Places that are found once are used several times.
  static constexpr unsigned NumCached = 32;
  mutable uint64_t *Cache[NumCached];
  mutable unsigned NumKnown = 0;
  mutable const uint8_t *NextUnknown;
};

} // end anonymous namespace

FrameReferences::FrameReferences(const FrameCursor &Cursor) : Cursor(Cursor) {
  HasCFA = findCFA(Cursor, CFA);
  Record = Cursor.Object->Safepoints.find(Cursor.PC);
  const uint8_t *Next = Cursor.Object->Map + Record->Function;
  Flags = *Next++;
  skipLeb(Next);
  Frame = Next;
  FrameReader First(Next);
  First.skipSaves(Next);
  if (Flags & SavedFirst)
    NumSaved = First.IsListed ? First.Saves
                              : countBits(static_cast<uint32_t>(First.Saves));
  if (Flags & HasFrames)
    for (uint64_t I = readUleb(Next); I; --I) {
      FrameReader Other(Next);
      Other.skipSaves(Next);
    }
  uint64_t NumWritten = Flags & HasLocations ? readUleb(Next) : 0;
  NumLocations = NumSaved + NumWritten;
  NextUnknown = Next;
  if (!(Flags & (HasDictionary | HasDerived)))
    return;
  for (; NumWritten; --NumWritten) {
    bool HasDistance = (*Next & ((1u << LocationKindBits) - 1)) == AtRegister;
    skipLeb(Next);
    if (HasDistance)
      skipLeb(Next);
  }
  if (Flags & HasDerived) {
    NumPairs = readUleb(Next);
    Pairs = Next;
    for (uint64_t I = 0; I < 2 * NumPairs; ++I)
      skipLeb(Next);
  }
  if (Flags & HasDictionary) {
    skipLeb(Next);
    Dictionary = Next;
  }
}

uint64_t FrameReferences::savedRegister(uint64_t Index) const {
  const uint8_t *Next = Frame;
  FrameReader First(Next);
  if (!First.IsListed) {
    uint64_t Mask = First.Saves;
    for (; Index; --Index)
      Mask &= Mask - 1;
    return HostTarget.MaskRegisters[__builtin_ctzll(Mask)];
  }
  for (; Index; --Index) {
    skipLeb(Next);
    skipLeb(Next);
  }
  return readUleb(Next);
}

uint64_t *FrameReferences::readPlace(const uint8_t *&Next) const {
  uint64_t Word = readUleb(Next);
  uint64_t N = Word >> LocationKindBits;
  switch (Word & ((1u << LocationKindBits) - 1)) {
  case BelowCFA:
    return HasCFA ? check(CFA - (N + 1) * WordSize) : nullptr;
  case InRegister:
    return placeOfRegister(N);
  case AboveSP:
    return check(Cursor.SP + N * WordSize);
  default: {
    int64_t Distance = readSleb(Next);
    uint64_t Base;
    return Cursor.getRegister(static_cast<unsigned>(N), Base)
               ? check(Base + Distance)
               : nullptr;
  }
  }
}

uint64_t *FrameReferences::place(uint64_t Number) const {
  if (Number < NumSaved)
    return placeOfRegister(savedRegister(Number));
  Number -= NumSaved;
  while (NumKnown <= Number && NumKnown < NumCached)
    Cache[NumKnown++] = readPlace(NextUnknown);
  if (Number < NumCached)
    return Cache[Number];
  const uint8_t *Next = NextUnknown;
  for (uint64_t I = NumCached; I < Number; ++I)
    readPlace(Next);
  return readPlace(Next);
}

//===----------------------------------------------------------------------===//
// References
//===----------------------------------------------------------------------===//

const uint8_t *FrameReferences::findSet(const uint8_t *&Next) const {
  if (!(Flags & HasDictionary)) {
    const uint8_t *Set = Next;
    skipLeb(Next);
    return Set;
  }
  const uint8_t *Set = Dictionary;
  for (uint64_t Number = readUleb(Next); Number; --Number)
    skipLeb(Set);
  return Set;
}

template <typename Visitor>
bool FrameReferences::visitRoots(const uint8_t *Set, Visitor Visit) const {
  const uint64_t First = numHeaderBits(Flags);
  uint64_t Number = 0;
  for (bool IsMore = true; IsMore; ++Set, Number += 7) {
    IsMore = *Set & 0x80;
    for (unsigned Bits = *Set & 0x7f; Bits; Bits &= Bits - 1) {
      uint64_t Bit = Number + __builtin_ctz(Bits);
      if (Bit < First)
        continue;
      if (Bit - First >= NumLocations)
        return true;
      uint64_t *Place = place(Bit - First);
      if (!Place)
        return false;
      Visit(Place);
    }
  }
  return true;
}

template <typename Visitor>
bool FrameReferences::visitDerived(const uint8_t *Set, Visitor Visit) const {
  const uint8_t *End = Set;
  skipLeb(End);
  const uint64_t Size = End - Set;
  const uint64_t First = numHeaderBits(Flags) + NumLocations;
  const uint8_t *Next = Pairs;
  for (uint64_t I = 0; I < NumPairs && (First + I) / 7 < Size; ++I) {
    uint64_t Base = readUleb(Next), Derived = readUleb(Next);
    if (!hasBit(Set, Size, First + I))
      continue;
    uint64_t *BasePlace = place(Base), *DerivedPlace = place(Derived);
    if (!BasePlace || !DerivedPlace)
      return false;
    Visit(BasePlace, DerivedPlace);
  }
  return true;
}

LLVMManagedStatus managed::visitFrame(const FrameCursor &Cursor,
                                      const LLVMManagedVisitor &Visitor) {
  if (!Cursor.Object)
    return LLVMManagedNoFrame;
  FrameReferences References(Cursor);
  const uint8_t *Next = References.site();
  const uint8_t *Set = References.findSet(Next);
  // All or nothing.
  if (!References.visitDerived(Set, [](uint64_t *, uint64_t *) {}) ||
      !References.visitRoots(Set, [](uint64_t *) {}))
    return LLVMManagedNoPlace;
  if (Visitor.Derived)
    References.visitDerived(Set, [&](uint64_t *Base, uint64_t *Derived) {
      Visitor.Derived(Base, Derived, Visitor.Argument);
    });
  if (Visitor.Root)
    References.visitRoots(
        Set, [&](uint64_t *Root) { Visitor.Root(Root, Visitor.Argument); });
  return LLVMManagedSuccess;
}

LLVMManagedStatus LLVMManagedVisitFrame(const LLVMManagedCursor *Cursor,
                                        const LLVMManagedVisitor *Visitor) {
  return visitFrame(unwrap(*Cursor), *Visitor);
}

//===----------------------------------------------------------------------===//
// What a safepoint says besides
//===----------------------------------------------------------------------===//

uint64_t managed::readId(const StackMapObject &Object,
                         const SafepointRecord &Record) {
  const uint8_t *Next = Object.Map + Record.Site;
  skipLeb(Next);
  return readUleb(Next);
}

LLVMManagedStatus LLVMManagedGetFrame(const LLVMManagedCursor *Cursor,
                                      LLVMManagedFrame *Frame) {
  const FrameCursor &C = unwrap(*Cursor);
  *Frame = {};
  if (C.State == LLVMManagedStepEnd || !C.Anchor)
    return LLVMManagedNoFrame;
  Frame->PC = C.PC;
  Frame->SP = C.SP;
  Frame->Anchor = C.Anchor;
  if (!C.Object)
    return LLVMManagedSuccess;
  LLVMManagedSafepoint Safepoint;
  describeSafepoint(*C.Object, *C.Object->Safepoints.find(C.PC), C.PC,
                    Safepoint);
  Frame->HasId = Safepoint.HasId;
  Frame->Id = Safepoint.Id;
  Frame->Map = Safepoint.Map;
  Frame->Context = Safepoint.Context;
  uintptr_t CFA;
  if (findCFA(C, CFA))
    Frame->CFA = CFA;
  return LLVMManagedSuccess;
}

//===----------------------------------------------------------------------===//
// Deoptimization state
//===----------------------------------------------------------------------===//

/// The value in \p Size bytes at \p Where, which may be null or, if
/// \p IsInStack, has to be in the stack.
static LLVMManagedDeoptValue valueAt(const FrameCursor &Cursor,
                                     const void *Where, uint64_t Size,
                                     bool IsInStack) {
  LLVMManagedDeoptValue Value = {LLVMManagedDeoptLost, Size, 0, nullptr};
  if (!Where || (IsInStack &&
                 !Cursor.isInStack(reinterpret_cast<uintptr_t>(Where), Size)))
    return Value;
  Value.Kind = LLVMManagedDeoptMemory;
  Value.Where = Where;
  memcpy(&Value.Value, Where, Size < 8 ? Size : 8);
  return Value;
}

/// Reads a place; false if it cannot be known.
static bool readPlace(const FrameCursor &Cursor, const uint8_t *&Next,
                      uintptr_t &Address) {
  uint64_t Base = readUleb(Next);
  int64_t Distance = readSleb(Next);
  uint64_t Start;
  bool IsKnown =
      Base ? Cursor.getRegister(static_cast<unsigned>(Base - 1), Start)
           : findCFA(Cursor, Start);
  Address = IsKnown ? Start + Distance : 0;
  return IsKnown;
}

static LLVMManagedDeoptValue readDeoptValue(const FrameCursor &Cursor,
                                            const FrameReferences &References,
                                            const uint8_t *&Next) {
  uint64_t Word = readUleb(Next);
  uint64_t N = Word >> DeoptKindBits;
  uintptr_t Address;
  switch (Word & ((1u << DeoptKindBits) - 1)) {
  case PositiveConstant:
    return {LLVMManagedDeoptConstant, 8, N, nullptr};
  case NegativeConstant:
    return {LLVMManagedDeoptConstant, 8, ~N, nullptr};
  case AtLocation:
    return valueAt(Cursor, References.place(N), WordSize, false);
  case OfRegister: {
    // What was saved of it are 8 bytes.
    uint64_t Size = readUleb(Next);
    const uint64_t *Place =
        N < NumTrackedRegisters && Size <= 8 ? Cursor.Places[N] : nullptr;
    return valueAt(Cursor, Place, Size, false);
  }
  case OfPlace:
    return valueAt(Cursor,
                   readPlace(Cursor, Next, Address)
                       ? reinterpret_cast<const void *>(Address)
                       : nullptr,
                   N, true);
  case AddressOfPlace:
    if (!readPlace(Cursor, Next, Address))
      return {LLVMManagedDeoptLost, 8, 0, nullptr};
    return {LLVMManagedDeoptAddress, 8, Address, nullptr};
  default: {
    LLVMManagedDeoptValue Value = {LLVMManagedDeoptConstant, 8, 0, nullptr};
    memcpy(&Value.Value, Next, 8);
    Next += 8;
    return Value;
  }
  }
}

size_t LLVMManagedGetDeoptState(const LLVMManagedCursor *Cursor,
                                LLVMManagedDeoptValue *Values, size_t MaxValues,
                                int *IsEarly) {
  const FrameCursor &C = unwrap(*Cursor);
  if (IsEarly)
    *IsEarly = 0;
  if (!C.Object)
    return 0;
  FrameReferences References(C);
  const uint8_t *Next = References.site();
  const SetHeader Has = References.headerOf(References.findSet(Next));
  if (!Has.Deopt)
    return 0;
  if (Has.Id)
    skipLeb(Next);
  if (Has.Frame)
    skipLeb(Next);
  const uint64_t Word = readUleb(Next);
  if (IsEarly)
    *IsEarly = Word & 1;
  const size_t Count = Word / 2;
  for (size_t I = 0; I < Count && I < MaxValues; ++I)
    Values[I] = readDeoptValue(C, References, Next);
  return Count;
}
