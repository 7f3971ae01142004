//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the sections of ELF files that have fault maps or stack maps.
///
//===----------------------------------------------------------------------===//

#include "ManagedMapsELF.h"
#include "llvm/BinaryFormat/ELF.h"

using namespace llvm;
using namespace llvm::object;

/// The number of the name at \p Offset of \p StringTable among \p Names.
static std::optional<size_t> findName(ArrayRef<StringRef> Names,
                                      StringRef StringTable, uint32_t Offset) {
  // The names are compared without finding the end of the other one, which
  // could be far away for every section.
  for (size_t I = 0; I != Names.size(); ++I) {
    StringRef Found = StringTable.substr(Offset, Names[I].size() + 1);
    if (Found.size() == Names[I].size() + 1 && Found.back() == 0 &&
        Found.starts_with(Names[I]))
      return I;
  }
  return std::nullopt;
}

/// Describes the section of \p Map, all but its relocations.
template <class ELFT>
static Error describeSection(const ELFFile<ELFT> &File,
                             ELFManagedMap<ELFT> &Map, ManagedMapBudget &Budget,
                             const ManagedMapReadOptions &Options) {
  const typename ELFT::Shdr &Header = *Map.Header;
  ManagedMapBytes &Bytes = Map.Bytes;
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
Expected<std::vector<ELFManagedMap<ELFT>>> object::findELFManagedMaps(
    const ELFObjectFile<ELFT> &Obj, ArrayRef<typename ELFT::Shdr> Sections,
    const ELFManagedMapNames &Names, ManagedMapBudget &Budget,
    const ManagedMapReadOptions &Options) {
  std::vector<ELFManagedMap<ELFT>> Maps;
  if (Sections.empty())
    return Maps;
  Expected<StringRef> Table = Obj.getELFFile().getSectionStringTable(Sections);
  if (!Table)
    return Table.takeError();
  for (const typename ELFT::Shdr &Header : Sections) {
    std::optional<size_t> Number =
        findName(Names.Sections, *Table, Header.sh_name);
    if (!Number ||
        (Options.Filter && !Options.Filter(Obj.toSectionRef(&Header))))
      continue;
    ELFManagedMap<ELFT> Map;
    Map.Header = &Header;
    Map.Names = &Names;
    Map.NameNumber = *Number;
    Map.Bytes.SectionName = Names.Sections[*Number];
    Map.Bytes.SectionIndex = &Header - Sections.begin();
    if (Error E = describeSection(Obj.getELFFile(), Map, Budget, Options))
      return E;
    Maps.push_back(std::move(Map));
  }
  return Maps;
}

#define INSTANTIATE(ELFT)                                                      \
  template Expected<std::vector<ELFManagedMap<ELFT>>>                          \
  object::findELFManagedMaps<ELFT>(                                            \
      const ELFObjectFile<ELFT> &, ArrayRef<typename ELFT::Shdr>,              \
      const ELFManagedMapNames &, ManagedMapBudget &,                          \
      const ManagedMapReadOptions &)

INSTANTIATE(ELF32LE);
INSTANTIATE(ELF32BE);
INSTANTIATE(ELF64LE);
INSTANTIATE(ELF64BE);
