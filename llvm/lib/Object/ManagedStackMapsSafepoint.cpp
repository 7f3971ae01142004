//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What safepoints of stack maps of versions 3 and 4 say, in one form.
///
//===----------------------------------------------------------------------===//

#include "llvm/ADT/STLExtras.h"
#include "llvm/Object/Error.h"
#include "llvm/Object/ManagedStackMaps.h"
#include <set>

using namespace llvm;
using namespace llvm::object;
using namespace llvm::stackmap;

StackMapSafepoint object::getSafepoint(const StackMapFunction &Function,
                                       const StackMapSite &Site) {
  StackMapSafepoint S;
  S.PC = Site.PC;
  S.Id = Site.Id;
  S.Frame = Function.Frames[Site.Frame];
  S.Deopt = Site.Deopt;
  const StackMapSet &Set = Function.Sets[Site.Set];
  for (uint32_t Root : Set.Roots)
    S.Roots.push_back(Function.Locations[Root]);
  for (const StackMapSet::Pair &P : Set.Derived)
    S.Derived.push_back(
        {Function.Locations[P.Base], Function.Locations[P.Derived]});
  return S;
}

namespace {

/// The locations of a statepoint's record.
class StatepointReader {
  const StackMapTables &Tables;
  const StackMapTableV3 &Table;
  const StackMapRecordV3 &Record;
  StackMapSafepoint Result;
  std::set<StackMapLocation> Roots;

public:
  StatepointReader(const StackMapTables &Tables, const StackMapTableV3 &Table,
                   const StackMapRecordV3 &Record)
      : Tables(Tables), Table(Table), Record(Record) {}

  Expected<StackMapSafepoint> read();

private:
  Error refuse(const Twine &Why) const {
    return createStringError(
        object_error::parse_failed,
        "section '" + Tables.Name + "' (index " + Twine(Tables.Index) +
            ") at offset 0x" + Twine::utohexstr(Record.Offset) +
            ": the record does not describe a statepoint: " + Why);
  }
  Expected<uint64_t> readConstant(size_t Number, const char *What) const;
  StackMapValue readValue(const LocationV3 &Location) const;
  Expected<unsigned> countPointers(const LocationV3 &Location) const;
  Error readPair(const LocationV3 &Base, const LocationV3 &Derived,
                 std::vector<StackMapDerived> &Pairs);
  void addRoot(const StackMapLocation &Root) {
    if (Roots.insert(Root).second)
      Result.Roots.push_back(Root);
  }
};

} // end anonymous namespace

static bool isConstant(const LocationV3 &Location) {
  return Location.Kind == Constant || Location.Kind == ConstantIndex;
}

/// The \p Word-th 8 bytes of \p Location, which is no constant.
static StackMapLocation locate(const LocationV3 &Location, unsigned Word = 0) {
  if (Location.Kind == Register)
    return StackMapLocation::inRegister(Location.Register);
  return StackMapLocation::fromRegister(
      Location.Register, int64_t(Location.Offset) + Word * WordSize);
}

Expected<uint64_t> StatepointReader::readConstant(size_t Number,
                                                  const char *What) const {
  if (Number >= Record.Locations.size() ||
      !isConstant(Record.Locations[Number]))
    return refuse(Twine("location ") + Twine(Number + 1) +
                  " is not a constant, the " + What);
  return Tables.getConstant(Table, Record.Locations[Number]);
}

StackMapValue StatepointReader::readValue(const LocationV3 &Location) const {
  StackMapValue Value;
  if (isConstant(Location)) {
    Value.Number = Tables.getConstant(Table, Location);
    return Value;
  }
  Value.Where = locate(Location);
  Value.Kind = Location.Kind == Direct ? StackMapValue::Address
                                       : StackMapValue::Contents;
  if (Location.Kind != Direct)
    Value.Size = Location.Size;
  return Value;
}

/// How many pointers there are in \p Location, none in constants and addresses.
Expected<unsigned>
StatepointReader::countPointers(const LocationV3 &Location) const {
  if (Location.Kind != Register && Location.Kind != Indirect)
    return 0;
  if (Location.Size == 0 || Location.Size % WordSize ||
      (Location.Kind == Register && Location.Size != WordSize))
    return refuse("a reference has " + Twine(Location.Size) + " bytes");
  return Location.Size / WordSize;
}

Error StatepointReader::readPair(const LocationV3 &Base,
                                 const LocationV3 &Derived,
                                 std::vector<StackMapDerived> &Pairs) {
  Expected<unsigned> NumBases = countPointers(Base);
  if (!NumBases)
    return NumBases.takeError();
  Expected<unsigned> NumDerived = countPointers(Derived);
  if (!NumDerived)
    return NumDerived.takeError();
  for (unsigned I = 0; I != *NumBases; ++I)
    addRoot(locate(Base, I));
  // What is derived from a constant does not move.
  if (*NumBases == 0)
    return Error::success();
  if (*NumDerived != *NumBases && *NumBases != 1 && *NumDerived != 0)
    return refuse(Twine(*NumDerived) + " references have " + Twine(*NumBases) +
                  " base pointers");
  for (unsigned I = 0; I != *NumDerived; ++I)
    Pairs.push_back({locate(Base, *NumBases == 1 ? 0 : I), locate(Derived, I)});
  return Error::success();
}

Expected<StackMapSafepoint> StatepointReader::read() {
  if (Record.Id == InvalidId)
    return refuse("its id says that it could not be recorded");
  ArrayRef<LocationV3> Left = Record.Locations;
  Expected<uint64_t> Convention = readConstant(0, "calling convention");
  if (!Convention)
    return Convention.takeError();
  Expected<uint64_t> Flags = readConstant(1, "flags");
  if (!Flags)
    return Flags.takeError();
  Expected<uint64_t> NumValues =
      readConstant(2, "number of deoptimization values");
  if (!NumValues)
    return NumValues.takeError();
  Left = Left.drop_front(3);
  if (*NumValues > Left.size())
    return refuse("it has fewer than " + Twine(*NumValues) +
                  " deoptimization values");
  if (!Record.LiveOuts.empty())
    return refuse("it has live-out registers");
  Result.PC = Record.PC;
  if (Record.Id != DefaultId)
    Result.Id = Record.Id;
  if (*NumValues) {
    Result.Deopt.emplace();
    // The flag is StatepointFlags::DeoptLiveIn.
    Result.Deopt->IsEarly = *Flags & 2;
    for (const LocationV3 &Value : Left.take_front(*NumValues))
      Result.Deopt->Values.push_back(readValue(Value));
  }
  Left = Left.drop_front(*NumValues);

  // Nothing tells how many pairs there are, but stack objects are addresses,
  // and the number of pointers in pairs is even.
  size_t NumPointers = Left.size();
  while (NumPointers && Left[NumPointers - 1].Kind == Direct)
    --NumPointers;
  NumPointers += NumPointers % 2;
  if (NumPointers > Left.size())
    return refuse("a base pointer has no derived pointer");
  std::vector<StackMapDerived> Pairs;
  for (size_t I = 0; I != NumPointers; I += 2)
    if (Error E = readPair(Left[I], Left[I + 1], Pairs))
      return std::move(E);
  for (const LocationV3 &Object : Left.drop_front(NumPointers))
    for (unsigned I = 0; I == 0 || I < Object.Size / WordSize; ++I)
      addRoot(locate(Object, I));

  // A pointer that is some other's base is a base pointer, whatever it is
  // derived from; and of several base pointers, one is enough.
  std::set<StackMapLocation> Derived;
  for (const StackMapDerived &P : Pairs)
    if (!Roots.count(P.Derived) && Derived.insert(P.Derived).second)
      Result.Derived.push_back(P);
  return std::move(Result);
}

Expected<StackMapSafepoint>
object::readStatepoint(const StackMapTables &Tables,
                       const StackMapTableV3 &Table,
                       const StackMapRecordV3 &Record) {
  return StatepointReader(Tables, Table, Record).read();
}

void object::normalizeSafepoint(StackMapSafepoint &Safepoint,
                                const StackMapFrame &Frame,
                                const TargetV4 &Target) {
  auto Normalize = [&](StackMapLocation &Location) {
    if (!Frame.isWalkable() ||
        Location.Kind != StackMapLocation::FromRegister ||
        Location.Register != (Frame.Base == FromSP ? Target.SP : Target.FP))
      return;
    Location = StackMapLocation::fromCFA(
        int64_t(uint64_t(Location.Offset) - Frame.Offset));
  };
  for (StackMapLocation &Root : Safepoint.Roots)
    Normalize(Root);
  for (StackMapDerived &P : Safepoint.Derived) {
    Normalize(P.Base);
    Normalize(P.Derived);
  }
  if (Safepoint.Deopt)
    for (StackMapValue &Value : Safepoint.Deopt->Values)
      if (Value.Kind != StackMapValue::Constant)
        Normalize(Value.Where);
  llvm::sort(Safepoint.Roots);
  Safepoint.Roots.erase(llvm::unique(Safepoint.Roots), Safepoint.Roots.end());
  llvm::sort(Safepoint.Derived);
  Safepoint.Derived.erase(llvm::unique(Safepoint.Derived),
                          Safepoint.Derived.end());
}
