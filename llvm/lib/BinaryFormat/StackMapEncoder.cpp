//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/BinaryFormat/StackMapEncoder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"
#include <algorithm>
#include <map>

using namespace llvm;
using namespace llvm::stackmap;

using Bytes = SmallVector<char, 8>;

/// The bytes of a LEB128 number of 64 bits.
static constexpr unsigned MaxLEBSize = 10;

static void appendULEB(SmallVectorImpl<char> &Out, uint64_t Value) {
  // Nearly all are small.
  if (isUInt<7>(Value)) {
    Out.push_back(char(Value));
    return;
  }
  uint8_t Buffer[MaxLEBSize];
  Out.append(Buffer, Buffer + encodeULEB128(Value, Buffer));
}

static void appendSLEB(SmallVectorImpl<char> &Out, int64_t Value) {
  uint8_t Buffer[MaxLEBSize];
  Out.append(Buffer, Buffer + encodeSLEB128(Value, Buffer));
}

void stackmap::appendDistance(SmallVectorImpl<char> &Out, uint64_t Distance) {
  appendULEB(Out, Distance);
}

/// The mask that stands for the places of \p F, if there is one.
static std::optional<uint64_t> maskOf(const Frame &F, const TargetV4 &Target) {
  uint64_t Mask = 0;
  for (unsigned Bit = 0; Bit != Target.NumMaskRegisters; ++Bit)
    if (any_of(F.Saves, [&](const SavedRegister &S) {
          return S.Register == Target.MaskRegisters[Bit];
        }))
      Mask |= uint64_t(1) << Bit;

  SavedRegister Places[12];
  const unsigned Count = expandMask(Target, Mask, Places);
  if (Count != F.Saves.size())
    return std::nullopt;
  for (unsigned I = 0; I != Count; ++I)
    if (!is_contained(F.Saves, Places[I]))
      return std::nullopt;
  return Mask;
}

/// The registers that the first locations of a function are with SavedFirst, if
/// \p F is its frame.
static SmallVector<uint8_t, 12> savedFirst(const Frame &F,
                                           const TargetV4 &Target) {
  SmallVector<uint8_t, 12> Registers;
  const std::optional<uint64_t> Mask = maskOf(F, Target);
  if (!Mask) {
    for (const SavedRegister &S : F.Saves)
      Registers.push_back(S.Register);
    return Registers;
  }
  for (unsigned Bit = 0; Bit != Target.NumMaskRegisters; ++Bit)
    if (*Mask >> Bit & 1)
      Registers.push_back(Target.MaskRegisters[Bit]);
  return Registers;
}

static void appendFrame(SmallVectorImpl<char> &Out, const Frame &F,
                        const TargetV4 &Target) {
  appendULEB(Out, F.Words << FrameBaseBits | F.Base);
  if (F.Base == Unwalkable)
    return;
  if (const std::optional<uint64_t> Mask = maskOf(F, Target)) {
    appendULEB(Out, *Mask << 1);
    return;
  }
  appendULEB(Out, uint64_t(F.Saves.size()) << 1 | SavesListed);
  for (const SavedRegister &S : F.Saves) {
    appendULEB(Out, S.Register);
    appendULEB(Out, S.Word);
  }
}

static void appendLocation(SmallVectorImpl<char> &Out, const Location &L) {
  appendULEB(Out, L.N << LocationKindBits | L.Kind);
  if (L.Kind == AtRegister)
    appendSLEB(Out, L.Offset);
}

namespace {

/// Encodes one function, with or without SavedFirst.
class FunctionEncoder {
public:
  FunctionEncoder(ArrayRef<Safepoint> Sites, const TargetV4 &Target,
                  endianness Order)
      : Sites(Sites), Target(Target), Order(Order) {}

  EncodedFunction encode(bool WithSavedFirst);

private:
  void numberFrames();
  void numberLocations(bool WithSavedFirst);
  void numberPairs();
  Bytes encodeSet(size_t Index) const;
  void encodeSets();
  void appendDeopt(SmallVectorImpl<char> &Out, const DeoptState &State) const;
  void appendHead(SmallVectorImpl<char> &Out) const;

  bool has(FunctionFlagsV4 Flag) const { return Flags & Flag; }

  ArrayRef<Safepoint> Sites;
  const TargetV4 &Target;
  const endianness Order;
  uint8_t Flags = 0;

  /// The frames, and the number of each site's.
  std::vector<Frame> Frames;
  std::vector<unsigned> FrameOfSite;
  /// All locations, and those that are written: not those of SavedFirst.
  DenseMap<std::tuple<unsigned, uint64_t, int64_t>, unsigned> NumberOf;
  std::vector<Location> Written;
  using Pair = std::pair<Location, Location>;
  std::map<Pair, unsigned> NumberOfPair;
  std::vector<Pair> Pairs;
  /// With HasDictionary the sets, and the number of each site's; otherwise each
  /// site's set.
  std::vector<Bytes> Sets;
  std::vector<unsigned> SetOfSite;
};

} // namespace

/// Sorts \p Items by \p Uses, most used first, and changes the numbers of items
/// in \p Numbers accordingly.
template <typename T>
static void sortByUse(std::vector<T> &Items, ArrayRef<unsigned> Uses,
                      std::vector<unsigned> &Numbers) {
  std::vector<unsigned> Order(Items.size()), Rank(Items.size());
  for (auto [I, Old] : enumerate(Order))
    Old = I;
  stable_sort(Order, [&](unsigned A, unsigned B) { return Uses[A] > Uses[B]; });
  std::vector<T> Sorted;
  for (auto [New, Old] : enumerate(Order)) {
    Rank[Old] = New;
    Sorted.push_back(std::move(Items[Old]));
  }
  Items = std::move(Sorted);
  for (unsigned &Number : Numbers)
    Number = Rank[Number];
}

void FunctionEncoder::numberFrames() {
  std::vector<unsigned> Uses;
  for (const Safepoint &S : Sites) {
    // Most often, it is the frame of the site before.
    const bool Same =
        !FrameOfSite.empty() && S.Caller == Frames[FrameOfSite.back()];
    unsigned Number =
        Same ? FrameOfSite.back() : find(Frames, S.Caller) - Frames.begin();
    if (Number == Frames.size()) {
      Frames.push_back(S.Caller);
      Uses.push_back(0);
    }
    ++Uses[Number];
    FrameOfSite.push_back(Number);
  }
  sortByUse(Frames, Uses, FrameOfSite);
  if (Frames.size() > 1)
    Flags |= HasFrames;
}

void FunctionEncoder::numberLocations(bool WithSavedFirst) {
  if (WithSavedFirst) {
    Flags |= SavedFirst;
    for (uint8_t Register : savedFirst(Frames.front(), Target))
      NumberOf.try_emplace(Location::inRegister(Register).key(),
                           NumberOf.size());
  }

  // What is used most has the lowest number, as the bits of a root set end with
  // the last root.
  std::vector<std::pair<Location, unsigned>> Uses;
  for (const Safepoint &S : Sites) {
    for (const Location &Root : S.Roots)
      Uses.emplace_back(Root, 1);
    for (const auto &[Base, Derived] : S.Derived)
      Uses.emplace_back(Derived, 0);
    if (S.Deopt)
      for (const DeoptValue &V : S.Deopt->Values)
        if (V.Kind == DeoptValue::Contents)
          Uses.emplace_back(V.Where, 0);
  }
  llvm::sort(Uses);
  size_t NumDistinct = 0;
  for (const auto &[L, Count] : Uses)
    if (NumDistinct && Uses[NumDistinct - 1].first == L)
      Uses[NumDistinct - 1].second += Count;
    else
      Uses[NumDistinct++] = {L, Count};
  Uses.resize(NumDistinct);
  stable_sort(Uses,
              [](const auto &A, const auto &B) { return A.second > B.second; });
  for (const auto &[L, Count] : Uses)
    if (!NumberOf.count(L.key()))
      Written.push_back(L);
  for (const Location &L : Written)
    NumberOf.try_emplace(L.key(), NumberOf.size());
  if (!Written.empty())
    Flags |= HasLocations;
}

void FunctionEncoder::numberPairs() {
  std::map<Pair, unsigned> Uses;
  for (const Safepoint &S : Sites)
    for (const Pair &P : S.Derived)
      ++Uses[P];
  for (const auto &[P, Count] : Uses)
    Pairs.push_back(P);
  stable_sort(Pairs, [&](const Pair &A, const Pair &B) {
    return Uses.at(A) > Uses.at(B);
  });
  for (const auto &[Number, P] : enumerate(Pairs))
    NumberOfPair.try_emplace(P, Number);
}

Bytes FunctionEncoder::encodeSet(size_t Index) const {
  const Safepoint &S = Sites[Index];
  Bytes Out;
  unsigned NextBit = 0;
  auto SetBit = [&](unsigned Bit) {
    constexpr unsigned BitsPerByte = 7;
    const unsigned Byte = Bit / BitsPerByte;
    if (Byte >= Out.size())
      Out.resize(Byte + 1, 0);
    Out[Byte] |= 1 << Bit % BitsPerByte;
  };
  auto AddFlag = [&](FunctionFlagsV4 Flag, bool Value) {
    if (has(Flag) && Value)
      SetBit(NextBit);
    NextBit += has(Flag);
  };
  AddFlag(HasIds, S.Id.has_value());
  AddFlag(HasFrames, FrameOfSite[Index] != 0);
  AddFlag(HasDeopt, S.Deopt.has_value());
  for (const Location &Root : S.Roots)
    SetBit(NextBit + NumberOf.at(Root.key()));
  for (const Pair &P : S.Derived)
    SetBit(NextBit + NumberOf.size() + NumberOfPair.at(P));

  if (Out.empty())
    Out.push_back(0);
  for (char &Byte : drop_end(Out))
    Byte |= char(0x80);
  return Out;
}

void FunctionEncoder::encodeSets() {
  std::map<Bytes, unsigned> NumberOfSet;
  std::vector<Bytes> Distinct;
  std::vector<unsigned> Uses;
  size_t Inline = 0;
  SetOfSite.reserve(Sites.size());
  Sets.reserve(Sites.size());
  Distinct.reserve(Sites.size());
  for (size_t I = 0; I != Sites.size(); ++I) {
    Bytes Set = encodeSet(I);
    Inline += Set.size();
    const auto [It, IsNew] = NumberOfSet.try_emplace(Set, Distinct.size());
    if (IsNew) {
      Distinct.push_back(Set);
      Uses.push_back(0);
    }
    ++Uses[It->second];
    SetOfSite.push_back(It->second);
    Sets.push_back(std::move(Set));
  }

  sortByUse(Distinct, Uses, SetOfSite);
  size_t WithDictionary = getULEB128Size(Distinct.size());
  for (const Bytes &Set : Distinct)
    WithDictionary += Set.size();
  for (unsigned Number : SetOfSite)
    WithDictionary += getULEB128Size(Number);
  if (WithDictionary >= Inline)
    return;
  Flags |= HasDictionary;
  Sets = std::move(Distinct);
}

void FunctionEncoder::appendDeopt(SmallVectorImpl<char> &Out,
                                  const DeoptState &State) const {
  auto AppendValue = [&](uint64_t N, DeoptKind Kind) {
    appendULEB(Out, N << DeoptKindBits | Kind);
  };
  auto AppendPlace = [&](const DeoptValue &V) {
    appendULEB(Out, V.Base);
    appendSLEB(Out, V.Offset);
  };
  auto AppendConstant = [&](int64_t Value) {
    const bool IsNegative = Value < 0;
    // -1 - Value, without leaving the range.
    const uint64_t N = IsNegative ? ~uint64_t(Value) : uint64_t(Value);
    if (N << DeoptKindBits >> DeoptKindBits == N) {
      AppendValue(N, IsNegative ? NegativeConstant : PositiveConstant);
      return;
    }
    AppendValue(0, LargeConstant);
    char Word[WordSize];
    support::endian::write64(Word, Value, Order);
    Out.append(std::begin(Word), std::end(Word));
  };

  appendULEB(Out, uint64_t(State.Values.size()) << 1 | State.Early);
  for (const DeoptValue &V : State.Values)
    switch (V.Kind) {
    case DeoptValue::Constant:
      AppendConstant(V.Value);
      break;
    case DeoptValue::Contents:
      AppendValue(NumberOf.at(V.Where.key()), AtLocation);
      break;
    case DeoptValue::Register:
      AppendValue(V.Base, OfRegister);
      appendULEB(Out, V.Size);
      break;
    case DeoptValue::Memory:
      AppendValue(V.Size, OfPlace);
      AppendPlace(V);
      break;
    case DeoptValue::Address:
      AppendValue(0, AddressOfPlace);
      AppendPlace(V);
      break;
    }
}

void FunctionEncoder::appendHead(SmallVectorImpl<char> &Out) const {
  Out.push_back(Flags);
  appendULEB(Out, Sites.size() - 1);
  appendFrame(Out, Frames.front(), Target);
  if (has(HasFrames)) {
    appendULEB(Out, Frames.size() - 1);
    for (const Frame &F : drop_begin(Frames))
      appendFrame(Out, F, Target);
  }
  if (has(HasLocations)) {
    appendULEB(Out, Written.size());
    for (const Location &L : Written)
      appendLocation(Out, L);
  }
  if (has(HasDerived)) {
    appendULEB(Out, Pairs.size());
    for (const auto &[Base, Derived] : Pairs) {
      appendULEB(Out, NumberOf.at(Base.key()));
      appendULEB(Out, NumberOf.at(Derived.key()));
    }
  }
  if (has(HasDictionary)) {
    appendULEB(Out, Sets.size());
    for (const Bytes &Set : Sets)
      Out.append(Set.begin(), Set.end());
  }
}

EncodedFunction FunctionEncoder::encode(bool WithSavedFirst) {
  for (const Safepoint &S : Sites) {
    if (!S.Derived.empty())
      Flags |= HasDerived;
    if (S.Id)
      Flags |= HasIds;
    if (S.Deopt)
      Flags |= HasDeopt;
  }
  numberFrames();
  numberLocations(WithSavedFirst);
  numberPairs();
  encodeSets();

  EncodedFunction Result;
  Result.Sites.reserve(Sites.size());
  appendHead(Result.Head);
  for (auto [I, S] : enumerate(Sites)) {
    Bytes &Out = Result.Sites.emplace_back();
    if (has(HasDictionary))
      appendULEB(Out, SetOfSite[I]);
    else
      Out = std::move(Sets[I]);
    if (S.Id)
      appendULEB(Out, *S.Id);
    if (FrameOfSite[I] != 0)
      appendULEB(Out, FrameOfSite[I]);
    if (S.Deopt)
      appendDeopt(Out, *S.Deopt);
  }
  return Result;
}

static size_t sizeOf(const EncodedFunction &F) {
  size_t Size = F.Head.size();
  for (const Bytes &Site : F.Sites)
    Size += Site.size();
  return Size;
}

EncodedFunction stackmap::encodeFunction(ArrayRef<Safepoint> Sites,
                                         const TargetV4 &Target,
                                         endianness Order) {
  EncodedFunction Plain = FunctionEncoder(Sites, Target, Order).encode(false);
  auto IsRegister = [](const Location &L) { return L.Kind == InRegister; };
  if (none_of(Sites,
              [&](const Safepoint &S) { return any_of(S.Roots, IsRegister); }))
    return Plain;
  EncodedFunction Saved = FunctionEncoder(Sites, Target, Order).encode(true);
  return sizeOf(Saved) < sizeOf(Plain) ? std::move(Saved) : std::move(Plain);
}

uint64_t stackmap::hashSafepoint(const Safepoint &Site) {
  SmallVector<char, 128> Text;
  auto Add = [&](uint64_t Value) { appendULEB(Text, Value); };
  auto AddLocation = [&](const Location &L) {
    Add(L.Kind);
    Add(L.N);
    Add(L.Offset);
  };
  Add(Site.Id.has_value());
  Add(Site.Id.value_or(0));
  Add(Site.Caller.Base);
  Add(Site.Caller.Words);
  Add(Site.Caller.Saves.size());
  for (const SavedRegister &S : Site.Caller.Saves) {
    Add(S.Register);
    Add(S.Word);
  }
  // Readers do not get to know the order.
  SmallVector<Location, 8> Roots = Site.Roots;
  llvm::sort(Roots);
  Add(Roots.size());
  for (const Location &Root : Roots)
    AddLocation(Root);
  SmallVector<std::pair<Location, Location>, 2> Pairs = Site.Derived;
  llvm::sort(Pairs);
  Add(Pairs.size());
  for (const auto &[Base, Derived] : Pairs) {
    AddLocation(Base);
    AddLocation(Derived);
  }
  Add(Site.Deopt.has_value());
  if (!Site.Deopt)
    return xxh3_64bits(StringRef(Text.data(), Text.size()));
  Add(Site.Deopt->Early);
  for (const DeoptValue &V : Site.Deopt->Values) {
    Add(V.Kind);
    Add(V.Value);
    AddLocation(V.Where);
    Add(V.Base);
    Add(V.Offset);
    Add(V.Size);
  }
  return xxh3_64bits(StringRef(Text.data(), Text.size()));
}
