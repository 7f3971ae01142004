//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Convert.h"
#include "Code.h"
#include "FrameRules.h"
#include "Frames.h"
#include "Rewriter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/BinaryFormat/StackMapEncoder.h"
#include "llvm/Object/ManagedStackMaps.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include <map>

using namespace llvm;
using namespace llvm::managed_maps;
using namespace llvm::object;
using namespace llvm::stackmap;

namespace {

/// A statepoint in the form that the encoder takes.
struct ConvertedSite {
  uint64_t PC = 0;
  /// Where its function begins.
  uint64_t Function = 0;
  Safepoint Site;
};

class Converter {
public:
  Converter(const ELF64LEObjectFile &Obj, const StackMaps &Maps, const Code &C)
      : Obj(Obj), Maps(Maps), C(C), Target(*Maps.Target),
        Frames(CallFrames::read(Obj, C)) {}

  Expected<std::vector<uint8_t>> run();

private:
  Error convertRecord(const StackMapTables &Tables,
                      const StackMapTableV3 &Table,
                      const StackMapRecordV3 &Record);
  Error checkOrder(uint64_t Text, ArrayRef<ConvertedSite> Sites) const;
  void addSections(uint64_t Text, ArrayRef<ConvertedSite> Sites,
                   Rewriter &Output) const;

  uint32_t relativeType() const {
    return Obj.getArch() == Triple::x86_64 ? uint32_t(ELF::R_X86_64_PC32)
                                           : uint32_t(ELF::R_AARCH64_PREL32);
  }
  uint32_t markType() const {
    return Obj.getArch() == Triple::x86_64 ? uint32_t(ELF::R_X86_64_NONE)
                                           : uint32_t(ELF::R_AARCH64_NONE);
  }

  const ELF64LEObjectFile &Obj;
  const StackMaps &Maps;
  const Code &C;
  const TargetV4 &Target;
  const CallFrames Frames;
  /// Those of each text section, by its number.
  std::map<uint64_t, std::vector<ConvertedSite>> Sites;
};

/// Places of one frame, in the encoder's terms.
class PlaceConverter {
public:
  PlaceConverter(const Frame &Caller, const TargetV4 &Target)
      : Caller(Caller), Target(Target) {}

  Location locate(const StackMapLocation &Place) const;
  DeoptValue convert(const StackMapValue &Value) const;

private:
  std::optional<int64_t> fromCFA(const StackMapLocation &Place) const;

  const Frame &Caller;
  const TargetV4 &Target;
};

} // end anonymous namespace

std::optional<int64_t>
PlaceConverter::fromCFA(const StackMapLocation &Place) const {
  if (Caller.Base == Unwalkable ||
      Place.Register != (Caller.Base == FromSP ? Target.SP : Target.FP))
    return std::nullopt;
  return Place.Offset - int64_t(Caller.Words * WordSize);
}

Location PlaceConverter::locate(const StackMapLocation &Place) const {
  if (Place.Kind == StackMapLocation::InRegister)
    return Location::inRegister(Place.Register);
  const std::optional<int64_t> Offset = fromCFA(Place);
  if (Offset && *Offset < 0 && *Offset % WordSize == 0)
    return {BelowCFA, uint64_t(-*Offset / WordSize - 1), 0};
  if (Place.Register == Target.SP && Place.Offset >= 0 &&
      Place.Offset % WordSize == 0)
    return {AboveSP, uint64_t(Place.Offset / WordSize), 0};
  return {AtRegister, Place.Register, Place.Offset};
}

DeoptValue PlaceConverter::convert(const StackMapValue &Value) const {
  DeoptValue Result;
  if (Value.Kind == StackMapValue::Constant) {
    Result.Kind = DeoptValue::Constant;
    Result.Value = Value.Number;
    return Result;
  }
  const bool IsContents = Value.Kind == StackMapValue::Contents;
  if (IsContents && Value.Size == WordSize) {
    Result.Kind = DeoptValue::Contents;
    Result.Where = locate(Value.Where);
    return Result;
  }
  Result.Size = Value.Size;
  if (Value.Where.Kind == StackMapLocation::InRegister) {
    Result.Kind = DeoptValue::Register;
    Result.Base = Value.Where.Register;
    return Result;
  }
  Result.Kind = IsContents ? DeoptValue::Memory : DeoptValue::Address;
  const std::optional<int64_t> Offset = fromCFA(Value.Where);
  Result.Base = Offset ? 0 : uint64_t(Value.Where.Register) + 1;
  Result.Offset = Offset.value_or(Value.Where.Offset);
  return Result;
}

static Frame convertFrame(const StackMapFrame &From) {
  Frame Result;
  Result.Base = From.Base;
  Result.Words = From.Offset / WordSize;
  for (const StackMapSave &S : From.Saves)
    Result.Saves.push_back(
        {uint8_t(S.Register), uint32_t(-S.Offset / int64_t(WordSize))});
  return Result;
}

Error Converter::convertRecord(const StackMapTables &Tables,
                               const StackMapTableV3 &Table,
                               const StackMapRecordV3 &Record) {
  Expected<StackMapSafepoint> Read = readStatepoint(Tables, Table, Record);
  if (!Read)
    return Read.takeError();
  const std::optional<uint64_t> PC = C.addressOfReturn(Record.PC);
  auto Refuse = [&](const Twine &Why) {
    return refuse(formatv("safepoint at {0}+{1:x}, PC {2}: {3}", Tables.Name,
                          Record.Offset, C.describePC(Record.PC), Why.str())
                      .str());
  };
  if (!PC)
    return Refuse("is not in a section with code");
  const CallFrame *Row = Frames.find(*PC - 1);
  if (!Row)
    return Refuse("there is no call frame information");

  ConvertedSite New;
  New.PC = Record.PC.Address;
  New.Function = Tables.Functions[Record.Function].Address.Address;
  New.Site.Id = Read->Id;
  New.Site.Caller = convertFrame(frameOf(*Row, Target));
  const PlaceConverter Places(New.Site.Caller, Target);
  for (const StackMapLocation &Root : Read->Roots)
    New.Site.Roots.push_back(Places.locate(Root));
  for (const StackMapDerived &P : Read->Derived)
    New.Site.Derived.push_back(
        {Places.locate(P.Base), Places.locate(P.Derived)});
  if (Read->Deopt) {
    New.Site.Deopt.emplace();
    New.Site.Deopt->Early = Read->Deopt->IsEarly;
    for (const StackMapValue &Value : Read->Deopt->Values)
      New.Site.Deopt->Values.push_back(Places.convert(Value));
  }
  Sites[Record.PC.SectionIndex].push_back(std::move(New));
  return Error::success();
}

/// The sites of a function must be together, and apart.
Error Converter::checkOrder(uint64_t Text,
                            ArrayRef<ConvertedSite> Sites) const {
  std::map<uint64_t, bool> Seen;
  for (size_t I = 0; I != Sites.size(); ++I) {
    auto Describe = [&](const ConvertedSite &S) {
      return C.describePC({S.PC, Text});
    };
    if (I && Sites[I - 1].PC == Sites[I].PC)
      return refuse("two records have the PC " + Describe(Sites[I]));
    if ((!I || Sites[I - 1].Function != Sites[I].Function) &&
        !Seen.emplace(Sites[I].Function, true).second)
      return refuse("the safepoint at " + Describe(Sites[I]) +
                    " is inside another function");
    if (Sites[I].PC % Target.CodeUnit)
      return refuse("the PC " + Describe(Sites[I]) +
                    " is not the beginning of an instruction");
  }
  return Error::success();
}

/// Adds what version 4 has for the section \p Text, whose sites ascend.
void Converter::addSections(uint64_t Text, ArrayRef<ConvertedSite> Sites,
                            Rewriter &Output) const {
  SmallVector<char, 256> Map;
  // The first safepoint and the offset of each run.
  std::vector<std::pair<uint64_t, uint64_t>> Runs;
  std::vector<AddedRelocation> Marks;
  size_t InRun = 0;
  uint64_t LastPC = 0;
  auto AppendDistance = [&](uint64_t PC) {
    appendDistance(Map, (PC - LastPC) / Target.CodeUnit);
  };
  for (size_t Begin = 0, End; Begin != Sites.size(); Begin = End) {
    std::vector<Safepoint> Function;
    for (End = Begin;
         End != Sites.size() && Sites[End].Function == Sites[Begin].Function;
         ++End)
      Function.push_back(Sites[End].Site);
    if (Runs.empty() || InRun >= SitesPerRun) {
      if (!Runs.empty())
        Map.push_back(0);
      Runs.push_back({Sites[Begin].PC, Map.size()});
      InRun = 0;
    } else {
      AppendDistance(Sites[Begin].PC);
    }
    InRun += Function.size();
    const EncodedFunction Encoded = encodeFunction(Function, Target);
    Map.append(Encoded.Head.begin(), Encoded.Head.end());
    for (size_t I = 0; I != Function.size(); ++I) {
      const uint64_t PC = Sites[Begin + I].PC;
      if (I)
        AppendDistance(PC);
      Map.append(Encoded.Sites[I].begin(), Encoded.Sites[I].end());
      LastPC = PC;
      Marks.push_back(
          {PC - 1, markType(), Text, int64_t(hashSafepoint(Function[I]))});
    }
  }
  Map.push_back(0);

  const uint64_t MapSection =
      Output.addLinked(MapSectionV4, Text, 1, {Map.begin(), Map.end()});
  const uint64_t Index = Output.addLinked(
      IndexSectionV4, Text, IndexAlignmentV4,
      std::vector<uint8_t>(Runs.size() * sizeof(IndexEntryV4)));
  std::vector<AddedRelocation> Relocations;
  for (size_t I = 0; I != Runs.size(); ++I) {
    const uint64_t Entry = I * sizeof(IndexEntryV4);
    Relocations.push_back({Entry + offsetof(IndexEntryV4, First),
                           relativeType(), Text, int64_t(Runs[I].first)});
    Relocations.push_back({Entry + offsetof(IndexEntryV4, Run), relativeType(),
                           MapSection, int64_t(Runs[I].second)});
  }
  Output.relocate(Index, std::move(Relocations));
  Output.relocate(Text, std::move(Marks));
}

Expected<std::vector<uint8_t>> Converter::run() {
  for (const StackMapTables &Tables : Maps.Tables)
    for (const StackMapTableV3 &Table : Tables.Tables)
      for (const StackMapRecordV3 &Record : Tables.getRecords(Table))
        if (Error E = convertRecord(Tables, Table, Record))
          return std::move(E);
  Expected<Rewriter> Output = Rewriter::create(Obj);
  if (!Output)
    return Output.takeError();
  for (const StackMapTables &Tables : Maps.Tables)
    Output->remove(Tables.Index);
  for (auto &[Text, InText] : Sites) {
    llvm::stable_sort(InText,
                      [](const ConvertedSite &A, const ConvertedSite &B) {
                        return A.PC < B.PC;
                      });
    if (Error E = checkOrder(Text, InText))
      return std::move(E);
    addSections(Text, InText, *Output);
  }
  return Output->write();
}

Expected<std::vector<uint8_t>>
llvm::managed_maps::convertStackMaps(const ObjectFile &Obj) {
  const auto *ELF = dyn_cast<ELF64LEObjectFile>(&Obj);
  if (!ELF || !Obj.isRelocatableObject())
    return refuse("is not a relocatable object in 64-bit little-endian ELF");
  if (!getStackMapTarget(Obj))
    return refuse("is for a machine that version 4 does not support");
  Expected<StackMaps> Maps = readStackMaps(Obj);
  if (!Maps)
    return Maps.takeError();
  if (Maps->Tables.empty())
    return refuse("has no stack maps of version 3");
  if (!Maps->Runs.empty())
    return refuse("already has stack maps of version 4");
  Expected<Code> C = Code::read(Obj);
  if (!C)
    return C.takeError();
  Expected<std::vector<uint8_t>> Result = Converter(*ELF, *Maps, *C).run();
  if (!Result)
    return Result.takeError();
  // Nothing is handed out that cannot be read again.
  MemoryBufferRef Buffer(
      StringRef(reinterpret_cast<const char *>(Result->data()), Result->size()),
      Obj.getFileName());
  Expected<std::unique_ptr<ObjectFile>> Written =
      ObjectFile::createELFObjectFile(Buffer);
  if (!Written)
    return Written.takeError();
  Expected<StackMaps> Read = readStackMaps(**Written);
  if (!Read)
    return Read.takeError();
  return Result;
}
