//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the runs of stack maps of version 4.
///
//===----------------------------------------------------------------------===//

#include "ManagedStackMapsCursor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Object/ManagedStackMaps.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::object;
using namespace llvm::stackmap;

namespace {

/// Reads the function maps of a run.
class RunParser {
  const uint64_t Section;
  const TargetV4 &Target;
  StackMapCursor C;
  SectionedAddress PC;
  const uint64_t Limit;
  StackMapFunction F;
  /// The saves of frame 0 are a mask.
  bool HasMask = false;
  /// The derived pointers that sets may have.
  std::vector<StackMapSet::Pair> Pairs;
  /// What each set says of its safepoints.
  struct SetFlags {
    bool HasId = false, HasFrame = false, HasDeopt = false;
    /// It has places that count from the CFA.
    bool UsesCFA = false;
  };
  std::vector<SetFlags> Sets;
  /// Of each location, the last set that has it as a root, or as a derived
  /// pointer. Sets count from 1 here.
  std::vector<uint32_t> RootOf, DerivedOf;

public:
  RunParser(const ManagedMapBytes &Bytes, uint64_t Offset,
            SectionedAddress FirstPC, uint64_t Limit, const TargetV4 &Target)
      : Section(Bytes.SectionIndex), Target(Target), C(Bytes, Offset),
        PC(FirstPC), Limit(Limit) {}

  Expected<uint64_t> parse(std::vector<StackMapFunction> &Functions);

private:
  void readFunction();
  void readFrame();
  void readListedSaves(uint64_t Count, StackMapFrame &Frame);
  void readMask(uint64_t Offset, uint64_t Mask, StackMapFrame &Frame);
  void readLocations();
  StackMapLocation readLocation(unsigned &Kind);
  uint32_t readLocationNumber();
  void readPairs();
  void readSet();
  void readSite(bool IsFirst);
  void readDeopt(StackMapSite &Site);
  StackMapValue readValue(const StackMapFrame &Frame);
  StackMapLocation readPlace(const StackMapFrame &Frame);
  void advancePC(uint64_t Offset, uint64_t Distance);
  uint16_t checkRegister(uint64_t Offset, uint64_t Register);
  int64_t scale(uint64_t Offset, uint64_t Words);
  void checkCFA(uint64_t Offset, const StackMapFrame &Frame);
};

} // end anonymous namespace

uint16_t RunParser::checkRegister(uint64_t Offset, uint64_t Register) {
  if (Register <= UINT16_MAX)
    return Register;
  C.fail(Offset, "there is no register " + Twine(Register));
  return 0;
}

/// \p Words in bytes.
int64_t RunParser::scale(uint64_t Offset, uint64_t Words) {
  if (Words <= uint64_t(INT64_MAX) / WordSize)
    return Words * WordSize;
  C.fail(Offset, "the distance has more than 64 bits");
  return 0;
}

void RunParser::advancePC(uint64_t Offset, uint64_t Distance) {
  if (Distance == 0)
    return C.fail(Offset, "the distance of a safepoint is zero");
  if (Distance > (Limit - PC.Address) / Target.CodeUnit)
    return C.fail(Offset, "the safepoint is outside its section");
  PC.Address += Distance * Target.CodeUnit;
}

// Frames.

void RunParser::readListedSaves(uint64_t Count, StackMapFrame &Frame) {
  const uint64_t Begin = C.position();
  for (uint64_t I = 0; I != Count && !C.hasFailed(); ++I) {
    const uint64_t Offset = C.position();
    const uint16_t Register = checkRegister(Offset, C.readULEB());
    const uint64_t WordOffset = C.position();
    const uint64_t Word = C.readULEB();
    if (Word == 0)
      C.fail(WordOffset, "a register is saved outside the frame");
    Frame.Saves.push_back({Register, -scale(WordOffset, Word)});
  }
  SmallVector<int64_t, 16> Registers, Places;
  for (const StackMapSave &S : Frame.Saves) {
    Registers.push_back(S.Register);
    Places.push_back(S.Offset);
  }
  llvm::sort(Registers);
  llvm::sort(Places);
  if (llvm::adjacent_find(Registers) != Registers.end())
    C.fail(Begin, "a register is saved twice");
  if (llvm::adjacent_find(Places) != Places.end())
    C.fail(Begin, "two registers are saved at the same offset");
  if (Target.ReturnAddress != NoRegister &&
      !is_contained(Registers, Target.ReturnAddress))
    C.fail(Begin, "the return address is not saved");
}

void RunParser::readMask(uint64_t Offset, uint64_t Mask, StackMapFrame &Frame) {
  if (Mask >> Target.NumMaskRegisters)
    return C.fail(Offset, "the mask has bits without a register");
  SavedRegister Saves[12];
  const unsigned Count = expandMask(Target, Mask, Saves);
  for (const SavedRegister &S : ArrayRef(Saves, Count))
    Frame.Saves.push_back({S.Register, -int64_t(S.Word) * int(WordSize)});
}

void RunParser::readFrame() {
  const uint64_t Offset = C.position();
  const uint64_t Rule = C.readULEB();
  const unsigned Base = Rule & maskTrailingOnes<uint64_t>(FrameBaseBits);
  if (Base != FromSP && Base != FromFP && Base != Unwalkable)
    C.fail(Offset, "frame base " + Twine(Base) + " is not known");
  StackMapFrame Frame;
  Frame.Base = FrameBase(Base);
  Frame.Offset = scale(Offset, Rule >> FrameBaseBits);
  if (!Frame.isWalkable()) {
    if (Frame.Offset != 0)
      C.fail(Offset, "a frame that cannot be walked has an offset");
    F.Frames.push_back(std::move(Frame));
    return;
  }
  const uint64_t SavesOffset = C.position();
  const uint64_t Saves = C.readULEB();
  const bool IsListed = Saves & SavesListed;
  if (F.Frames.empty())
    HasMask = !IsListed;
  if (!IsListed)
    readMask(SavesOffset, Saves >> 1, Frame);
  else if (Saves >> 1 > C.left() / 2)
    C.fail(SavesOffset, "the section ends before the last of " +
                            Twine(Saves >> 1) + " saved registers");
  else
    readListedSaves(Saves >> 1, Frame);
  F.Frames.push_back(std::move(Frame));
}

/// \p Frame must have a CFA.
void RunParser::checkCFA(uint64_t Offset, const StackMapFrame &Frame) {
  if (!Frame.isWalkable())
    C.fail(
        Offset,
        "a location is relative to the CFA of a frame that cannot be walked");
}

// Locations.

StackMapLocation RunParser::readLocation(unsigned &Kind) {
  const uint64_t Offset = C.position();
  const uint64_t Value = C.readULEB();
  const uint64_t N = Value >> LocationKindBits;
  Kind = Value & maskTrailingOnes<uint64_t>(LocationKindBits);
  switch (Kind) {
  case BelowCFA:
    return StackMapLocation::fromCFA(-scale(Offset, N + 1));
  case InRegister:
    return StackMapLocation::inRegister(checkRegister(Offset, N));
  case AboveSP:
    return StackMapLocation::fromRegister(Target.SP, scale(Offset, N));
  default:
    const uint16_t Register = checkRegister(Offset, N);
    return StackMapLocation::fromRegister(Register, C.readSLEB());
  }
}

void RunParser::readLocations() {
  // One place may be expressed in several ways, but not twice in the same.
  std::vector<std::pair<StackMapLocation, unsigned>> Expressed;
  if (F.Flags & SavedFirst)
    for (const StackMapSave &S : F.Frames.front().Saves)
      if (!HasMask || S.Register != Target.ReturnAddress) {
        F.Locations.push_back(StackMapLocation::inRegister(S.Register));
        Expressed.push_back({F.Locations.back(), InRegister});
      }
  const uint64_t Begin = C.position();
  uint64_t Count = 0;
  if (F.Flags & HasLocations)
    Count = C.readCount(1, "locations");
  for (uint64_t I = 0; I != Count && !C.hasFailed(); ++I) {
    unsigned Kind = 0;
    F.Locations.push_back(readLocation(Kind));
    Expressed.push_back({F.Locations.back(), Kind});
  }
  llvm::sort(Expressed);
  if (llvm::adjacent_find(Expressed) != Expressed.end())
    C.fail(Begin, "two locations are the same");
  RootOf.assign(F.Locations.size(), 0);
  DerivedOf.assign(F.Locations.size(), 0);
}

uint32_t RunParser::readLocationNumber() {
  const uint64_t Offset = C.position();
  const uint64_t Number = C.readULEB();
  if (Number < F.Locations.size())
    return Number;
  C.fail(Offset, "there is no location " + Twine(Number));
  return 0;
}

void RunParser::readPairs() {
  Pairs.clear();
  if (!(F.Flags & HasDerived))
    return;
  const uint64_t Begin = C.position();
  const uint64_t Count = C.readCount(2, "derived pointers");
  std::vector<std::pair<uint32_t, uint32_t>> Sorted;
  for (uint64_t I = 0; I != Count && !C.hasFailed(); ++I) {
    const uint32_t Base = readLocationNumber();
    const uint32_t Derived = readLocationNumber();
    Pairs.push_back({Base, Derived});
    Sorted.push_back({Base, Derived});
  }
  llvm::sort(Sorted);
  if (llvm::adjacent_find(Sorted) != Sorted.end())
    C.fail(Begin, "two derived pointers are the same");
}

// Sets.

void RunParser::readSet() {
  const uint64_t Offset = C.position();
  SetFlags New;
  SmallVector<bool *, 3> Bits;
  if (F.Flags & HasIds)
    Bits.push_back(&New.HasId);
  if (F.Flags & HasFrames)
    Bits.push_back(&New.HasFrame);
  if (F.Flags & HasDeopt)
    Bits.push_back(&New.HasDeopt);
  const size_t FirstPair = Bits.size() + F.Locations.size();
  std::vector<uint32_t> Numbers;
  C.readBits(FirstPair + Pairs.size(), Numbers);

  StackMapSet Set;
  const uint32_t Stamp = F.Sets.size() + 1;
  for (uint32_t Number : Numbers) {
    if (Number < Bits.size()) {
      *Bits[Number] = true;
    } else if (Number < FirstPair) {
      Set.Roots.push_back(Number - Bits.size());
      RootOf[Set.Roots.back()] = Stamp;
    } else {
      Set.Derived.push_back(Pairs[Number - FirstPair]);
    }
  }
  auto UseLocation = [&](uint32_t Number) {
    New.UsesCFA |= F.Locations[Number].Kind == StackMapLocation::FromCFA;
  };
  for (uint32_t Root : Set.Roots)
    UseLocation(Root);
  for (const StackMapSet::Pair &P : Set.Derived) {
    UseLocation(P.Derived);
    if (RootOf[P.Base] != Stamp)
      C.fail(Offset, "the base of a derived pointer is not a root");
    if (RootOf[P.Derived] == Stamp)
      C.fail(Offset, "a derived pointer is a root");
    if (DerivedOf[P.Derived] == Stamp)
      C.fail(Offset, "a derived pointer is in a set twice");
    DerivedOf[P.Derived] = Stamp;
  }
  F.Sets.push_back(std::move(Set));
  Sets.push_back(New);
}

// Deoptimization state.

StackMapLocation RunParser::readPlace(const StackMapFrame &Frame) {
  const uint64_t Offset = C.position();
  const uint64_t Base = C.readULEB();
  const int64_t Distance = C.readSLEB();
  if (Base == 0) {
    checkCFA(Offset, Frame);
    return StackMapLocation::fromCFA(Distance);
  }
  return StackMapLocation::fromRegister(checkRegister(Offset, Base - 1),
                                        Distance);
}

StackMapValue RunParser::readValue(const StackMapFrame &Frame) {
  const uint64_t Offset = C.position();
  const uint64_t Number = C.readULEB();
  const uint64_t N = Number >> DeoptKindBits;
  StackMapValue Value;
  switch (Number & maskTrailingOnes<uint64_t>(DeoptKindBits)) {
  case PositiveConstant:
    Value.Number = N;
    break;
  case NegativeConstant:
    Value.Number = ~N;
    break;
  case AtLocation:
    Value.Kind = StackMapValue::Contents;
    Value.Size = WordSize;
    if (N >= F.Locations.size()) {
      C.fail(Offset, "there is no location " + Twine(N));
      break;
    }
    Value.Where = F.Locations[N];
    if (Value.Where.Kind == StackMapLocation::FromCFA)
      checkCFA(Offset, Frame);
    break;
  case OfRegister:
    Value.Kind = StackMapValue::Contents;
    Value.Where = StackMapLocation::inRegister(checkRegister(Offset, N));
    Value.Size = C.readULEB();
    break;
  case OfPlace:
    Value.Kind = StackMapValue::Contents;
    Value.Size = N;
    Value.Where = readPlace(Frame);
    break;
  case AddressOfPlace:
    Value.Kind = StackMapValue::Address;
    Value.Where = readPlace(Frame);
    if (N != 0)
      C.fail(Offset, "an address has nonzero unused bits");
    break;
  case LargeConstant:
    Value.Number = C.readWord();
    if (N != 0)
      C.fail(Offset, "a large constant has nonzero unused bits");
    break;
  default:
    C.fail(Offset, "value kind 7 is not known");
  }
  return Value;
}

void RunParser::readDeopt(StackMapSite &Site) {
  const uint64_t Offset = C.position();
  const uint64_t Number = C.readULEB();
  const uint64_t Count = Number / 2;
  if (Count > C.left())
    return C.fail(Offset, "the section ends before the last of " +
                              Twine(Count) + " values");
  Site.Deopt.emplace();
  Site.Deopt->IsEarly = Number % 2;
  for (uint64_t I = 0; I != Count && !C.hasFailed(); ++I)
    Site.Deopt->Values.push_back(readValue(F.Frames[Site.Frame]));
}

// Safepoints.

void RunParser::readSite(bool IsFirst) {
  StackMapSite Site;
  Site.Offset = C.position();
  if (!IsFirst) {
    const uint64_t Distance = C.readULEB(/*IsPadded=*/true);
    if (!C.hasFailed())
      advancePC(Site.Offset, Distance);
  }
  Site.PC = PC;

  uint64_t Offset = C.position();
  uint64_t Set = F.Sets.size();
  if (F.Flags & HasDictionary)
    Set = C.readULEB();
  else
    readSet();
  if (Set >= F.Sets.size())
    return C.fail(Offset, "there is no root set " + Twine(Set));
  Site.Set = Set;

  const SetFlags &Flags = Sets[Set];
  Offset = C.position();
  if (Flags.HasId) {
    Site.Id = C.readULEB();
    if (*Site.Id == DefaultId || *Site.Id == InvalidId)
      C.fail(Offset, "the id is reserved for safepoints without one");
  }

  Offset = C.position();
  if (Flags.HasFrame) {
    const uint64_t Frame = C.readULEB();
    if (Frame == 0 || Frame >= F.Frames.size())
      return C.fail(Offset, "there is no additional frame " + Twine(Frame));
    Site.Frame = Frame;
  }
  if (Flags.UsesCFA)
    checkCFA(Site.Offset, F.Frames[Site.Frame]);

  if (Flags.HasDeopt)
    readDeopt(Site);
  F.Sites.push_back(std::move(Site));
}

void RunParser::readFunction() {
  F = StackMapFunction();
  Sets.clear();
  F.SectionIndex = Section;
  F.Offset = C.position();
  F.Flags = C.readByte();
  if (F.Flags & ~AllFlagsV4)
    C.fail(F.Offset, "flags 0x" + Twine::utohexstr(F.Flags & ~AllFlagsV4) +
                         " are not known");
  const uint64_t Offset = C.position();
  const uint64_t Sites = C.readULEB();
  // Each has a set at least.
  if (Sites >= C.left())
    C.fail(Offset, "the section ends before the last of the safepoints");
  readFrame();
  if (F.Flags & HasFrames) {
    const uint64_t Frames = C.readCount(1, "frames");
    for (uint64_t I = 0; I != Frames && !C.hasFailed(); ++I)
      readFrame();
  }
  readLocations();
  readPairs();
  if (F.Flags & HasDictionary) {
    const uint64_t Count = C.readCount(1, "root sets");
    for (uint64_t I = 0; I != Count && !C.hasFailed(); ++I)
      readSet();
  }
  for (uint64_t I = 0; I <= Sites && !C.hasFailed(); ++I)
    readSite(/*IsFirst=*/I == 0);
  F.Size = C.position() - F.Offset;
}

Expected<uint64_t> RunParser::parse(std::vector<StackMapFunction> &Functions) {
  while (true) {
    readFunction();
    if (C.hasFailed())
      return C.takeError();
    Functions.push_back(std::move(F));
    const uint64_t Offset = C.position();
    const uint64_t Distance = C.readULEB(/*IsPadded=*/true);
    if (C.hasFailed())
      return C.takeError();
    // The end has one byte.
    if (Distance == 0 && C.position() == Offset + 1)
      return C.position();
    advancePC(Offset, Distance);
  }
}

Expected<uint64_t>
object::parseStackMapRun(const ManagedMapBytes &Bytes, uint64_t Offset,
                         SectionedAddress FirstPC, uint64_t Limit,
                         const TargetV4 &Target,
                         std::vector<StackMapFunction> &Functions) {
  return RunParser(Bytes, Offset, FirstPC, Limit, Target).parse(Functions);
}
