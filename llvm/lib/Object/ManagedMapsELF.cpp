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

static std::optional<FaultMapFormat>
getFormat(StringRef StringTable, uint32_t NameOffset, StringRef &Name) {
  static const std::pair<StringRef, FaultMapFormat> Names[] = {
      {SectionV1ELF, FaultMapFormat::Tables},
      {SectionV2, FaultMapFormat::Short},
      {SitesSectionV2, FaultMapFormat::Long}};
  // The names are compared without finding the end of the other one, which
  // could be far away for every section.
  for (auto [Known, Format] : Names) {
    StringRef Found = StringTable.substr(NameOffset, Known.size() + 1);
    if (Found.size() == Known.size() + 1 && Found.back() == 0 &&
        Found.starts_with(Known)) {
      Name = Known;
      return Format;
    }
  }
  return std::nullopt;
}

/// Describes the section \p Header, all but its relocations.
template <class ELFT>
static Error describe(const ELFFile<ELFT> &File, ELFFaultMap<ELFT> &Map,
                      uint64_t Index, FaultMapBudget &Budget,
                      const FaultMapReadOptions &Options) {
  const typename ELFT::Shdr &Header = *Map.Header;
  FaultMapBytes &Bytes = Map.Bytes;
  Bytes.SectionIndex = Index;
  if (Header.sh_type == ELF::SHT_NOBITS)
    return Map.makeError(0, "the section has no bytes in this file");
  if (Header.sh_flags & ELF::SHF_COMPRESSED)
    return Map.makeError(0, "the section is compressed");
  Expected<ArrayRef<uint8_t>> Contents = File.getSectionContents(Header);
  if (!Contents)
    return Map.makeError(0, toString(Contents.takeError()));
  if (!Budget.spend(Contents->size()))
    return Map.makeError(0, "the section overlaps others");
  Bytes.Contents = *Contents;
  Bytes.IsRelocatable = File.getHeader().e_type == ELF::ET_REL;
  Bytes.Address = Bytes.IsRelocatable ? 0 : uint64_t(Header.sh_addr);
  Bytes.Endian = ELFT::Endianness;
  Bytes.AddressBits = ELFT::Is64Bits ? 64 : 32;
  Bytes.Unrelocated = Options.Unrelocated;
  return Error::success();
}

template <class ELFT>
static Expected<std::vector<ELFFaultMap<ELFT>>>
findMaps(const ELFObjectFile<ELFT> &Obj, ArrayRef<typename ELFT::Shdr> Sections,
         FaultMapBudget &Budget, const FaultMapReadOptions &Options) {
  std::vector<ELFFaultMap<ELFT>> Maps;
  if (Sections.empty())
    return Maps;
  Expected<StringRef> Names = Obj.getELFFile().getSectionStringTable(Sections);
  if (!Names)
    return Names.takeError();
  for (const typename ELFT::Shdr &Header : Sections) {
    ELFFaultMap<ELFT> Map;
    std::optional<FaultMapFormat> Format =
        getFormat(*Names, Header.sh_name, Map.Bytes.SectionName);
    if (!Format ||
        (Options.Filter && !Options.Filter(Obj.toSectionRef(&Header))))
      continue;
    Map.Header = &Header;
    Map.Format = *Format;
    if (Error E = describe(Obj.getELFFile(), Map, &Header - Sections.begin(),
                           Budget, Options))
      return E;
    Maps.push_back(std::move(Map));
  }
  return Maps;
}

template <class ELFT>
static Expected<std::vector<FaultMapSection>>
readMaps(const ELFObjectFile<ELFT> &Obj, const FaultMapReadOptions &Options) {
  auto Sections = Obj.getELFFile().sections();
  if (!Sections)
    return Sections.takeError();
  FaultMapBudget Budget(Obj.getData().size());
  Expected<std::vector<ELFFaultMap<ELFT>>> Maps =
      findMaps<ELFT>(Obj, *Sections, Budget, Options);
  if (!Maps)
    return Maps.takeError();
  std::vector<FaultMapSection> Result;
  if (Maps->empty())
    return Result;

  ELFFaultMapRelocations<ELFT> Finder(Obj.getELFFile(), *Sections, Budget);
  if (Error E = Finder.find(*Maps))
    return E;
  for (ELFFaultMap<ELFT> &Map : *Maps) {
    std::vector<FaultMapRelocation> Relocations;
    if (Error E = Finder.resolve(Map, Relocations))
      return E;
    if (Error E = sortFaultMapRelocations(Map.Bytes, Relocations))
      return E;
    Map.Bytes.Relocations = Relocations;
    Expected<FaultMapSection> Section = parseFaultMap(Map.Bytes, Map.Format);
    if (!Section)
      return Section.takeError();
    Result.push_back(std::move(*Section));
  }
  return Result;
}

Expected<std::vector<FaultMapSection>>
object::readELFFaultMaps(const ObjectFile &Obj,
                         const FaultMapReadOptions &Options) {
  if (const auto *O = dyn_cast<ELF64LEObjectFile>(&Obj))
    return readMaps(*O, Options);
  if (const auto *O = dyn_cast<ELF64BEObjectFile>(&Obj))
    return readMaps(*O, Options);
  if (const auto *O = dyn_cast<ELF32LEObjectFile>(&Obj))
    return readMaps(*O, Options);
  return readMaps(*cast<ELF32BEObjectFile>(&Obj), Options);
}
