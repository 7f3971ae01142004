//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads fault maps of ELF files.
///
//===----------------------------------------------------------------------===//

#include "ManagedMapsELF.h"
#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;
using namespace llvm::object;
using namespace llvm::faultmap;

static const StringRef SectionNames[] = {SectionV1ELF, SectionV2,
                                         SitesSectionV2};
static constexpr FaultMapFormat Formats[] = {
    FaultMapFormat::Tables, FaultMapFormat::Short, FaultMapFormat::Long};
static const ELFManagedMapNames Names = {"fault maps", SectionNames};

template <class ELFT>
static Expected<std::vector<FaultMapSection>>
readMaps(const ELFObjectFile<ELFT> &Obj, const ManagedMapReadOptions &Options) {
  auto Sections = Obj.getELFFile().sections();
  if (!Sections)
    return Sections.takeError();
  ManagedMapBudget Budget(Obj.getData().size());
  Expected<std::vector<ELFManagedMap<ELFT>>> Maps =
      findELFManagedMaps<ELFT>(Obj, *Sections, Names, Budget, Options);
  if (!Maps)
    return Maps.takeError();
  std::vector<FaultMapSection> Result;
  if (Maps->empty())
    return Result;

  ELFManagedMapRelocations<ELFT> Finder(Obj.getELFFile(), *Sections, Budget);
  if (Error E = Finder.find(*Maps))
    return E;
  for (ELFManagedMap<ELFT> &Map : *Maps) {
    std::vector<ManagedMapRelocation> Relocations;
    if (Error E = Finder.resolve(Map, Relocations))
      return E;
    if (Error E = sortManagedMapRelocations(Map.Bytes, Relocations))
      return E;
    Map.Bytes.Relocations = Relocations;
    Expected<FaultMapSection> Section =
        parseFaultMap(Map.Bytes, Formats[Map.NameNumber]);
    if (!Section)
      return Section.takeError();
    Result.push_back(std::move(*Section));
  }
  return Result;
}

Expected<std::vector<FaultMapSection>>
object::readELFFaultMaps(const ObjectFile &Obj,
                         const ManagedMapReadOptions &Options) {
  if (const auto *O = dyn_cast<ELF64LEObjectFile>(&Obj))
    return readMaps(*O, Options);
  if (const auto *O = dyn_cast<ELF64BEObjectFile>(&Obj))
    return readMaps(*O, Options);
  if (const auto *O = dyn_cast<ELF32LEObjectFile>(&Obj))
    return readMaps(*O, Options);
  return readMaps(*cast<ELF32BEObjectFile>(&Obj), Options);
}
