//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MapSections.h"
#include "TargetVerifier.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;
using namespace llvm::managed_maps;
using namespace llvm::object;

/// Formats of stack maps begin here; there are less of fault maps.
static constexpr unsigned StackMapFormat = 16;

bool llvm::managed_maps::hasStackMapSection(const ObjectFile &Obj) {
  return any_of(Obj.sections(), [](const SectionRef &Section) {
    Expected<StringRef> Name = Section.getName();
    if (Name)
      return *Name == ".llvm_stackmaps" || *Name == "__llvm_stackmaps";
    consumeError(Name.takeError());
    return false;
  });
}

Error llvm::managed_maps::refuseUnreadStackMaps(const ObjectFile &Obj) {
  if (!hasStackMapSection(Obj))
    return Error::success();
  const StringRef Format = Obj.getFileFormatName();
  if (!Obj.isELF() && !Obj.isMachO())
    return refuse("has stack maps, which can be read in ELF and Mach-O files, "
                  "not in " +
                  Format);
  if (Obj.isRelocatableObject() && !getStackMapTarget(Obj))
    return refuse("has stack maps whose relocations are not known, those of " +
                  Format + "; link it first");
  return Error::success();
}

std::vector<MapSection>
llvm::managed_maps::describeSections(const ObjectFile &Obj,
                                     ArrayRef<FaultMapSection> Sections) {
  DenseMap<uint64_t, uint64_t> Sizes;
  for (SectionRef Section : Obj.sections())
    Sizes[Section.getIndex()] = Section.getSize();
  std::vector<MapSection> Result;
  for (const FaultMapSection &Section : Sections) {
    MapSection New;
    New.Name = Section.Name;
    New.What = "faulting PC";
    New.Index = Section.Index;
    New.IsLinked = Section.getVersion() != 1;
    New.Alignment = faultmap::AlignmentV2;
    New.Format = static_cast<unsigned>(Section.Format);
    for (const FaultMapEntry &E : Section.Entries)
      New.Places.push_back({E.FaultingPC, E.FaultingPC, E.Offset});
    for (const FaultMapFunction &Function : Section.Functions)
      if (!Function.IsDiscarded)
        New.Functions.push_back(
            {Function.Address, Function.Address, Function.Offset});
    if (New.IsLinked)
      New.NumPadding =
          Sizes.lookup(Section.Index) / (Section.Format == FaultMapFormat::Short
                                             ? sizeof(faultmap::ShortEntryV2)
                                             : sizeof(faultmap::LongEntryV2)) -
          Section.Entries.size();
    Result.push_back(std::move(New));
  }
  return Result;
}

std::vector<MapSection>
llvm::managed_maps::describeSections(const StackMaps &Maps) {
  std::vector<MapSection> Result;
  std::map<uint64_t, size_t> ByIndex;
  for (const StackMapTables &Tables : Maps.Tables) {
    MapSection New;
    New.Name = Tables.Name;
    New.Index = Tables.Index;
    for (const StackMapFunctionV3 &Function : Tables.Functions)
      if (!Function.IsDiscarded)
        New.Functions.push_back(
            {Function.Address, Function.Address, Function.Offset});
    Result.push_back(std::move(New));
  }
  for (const StackMapSection &Section : Maps.Sections) {
    ByIndex[Section.Index] = Result.size();
    MapSection New;
    New.Name = Section.Name;
    New.What = "safepoint";
    New.Index = Section.Index;
    New.IsLinked = true;
    New.Alignment = Section.IsIndex ? stackmap::IndexAlignmentV4 : 1;
    New.Format = StackMapFormat + Section.IsIndex;
    New.NumPadding = Section.NumPadding;
    Result.push_back(std::move(New));
  }
  for (const StackMapRun &Run : Maps.Runs) {
    const StackMapFunction &Last =
        Maps.Functions[Run.FirstFunction + Run.NumFunctions - 1];
    Result[ByIndex[Run.IndexSection]].Places.push_back(
        {Run.FirstPC, Last.Sites.back().PC, Run.IndexOffset});
    Result[ByIndex[Run.MapSection]].Places.push_back(
        {Run.FirstPC, Last.Sites.back().PC, Run.MapOffset});
  }
  // Runs are in the order of the index.
  for (MapSection &Section : Result)
    llvm::stable_sort(Section.Places, [](const MapPlace &A, const MapPlace &B) {
      return A.Offset < B.Offset;
    });
  return Result;
}
