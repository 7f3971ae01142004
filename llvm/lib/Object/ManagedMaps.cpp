//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads fault maps of object files of any format.
///
//===----------------------------------------------------------------------===//

#include "llvm/Object/ManagedMaps.h"
#include "ManagedMapsReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Object/MachO.h"

using namespace llvm;
using namespace llvm::object;
using namespace llvm::faultmap;

Error object::sortManagedMapRelocations(
    const ManagedMapBytes &Bytes,
    std::vector<ManagedMapRelocation> &Relocations) {
  llvm::sort(Relocations,
             [](const auto &A, const auto &B) { return A.Offset < B.Offset; });
  for (size_t I = 1; I < Relocations.size(); ++I)
    if (Relocations[I - 1].Offset == Relocations[I].Offset)
      return makeManagedMapError(Bytes.SectionName, Bytes.SectionIndex,
                                 Relocations[I].Offset,
                                 "the field has two relocations");
  return Error::success();
}

std::optional<FaultMapFormat>
object::getFaultMapFormat(const SectionRef &Section) {
  Expected<StringRef> Name = Section.getName();
  if (!Name) {
    consumeError(Name.takeError());
    return std::nullopt;
  }
  const ObjectFile *Obj = Section.getObject();
  if (Obj->isELF()) {
    if (*Name == SectionV1ELF)
      return FaultMapFormat::Tables;
    if (*Name == SectionV2)
      return FaultMapFormat::Short;
    if (*Name == SitesSectionV2)
      return FaultMapFormat::Long;
  }
  if (const auto *MachO = dyn_cast<MachOObjectFile>(Obj)) {
    StringRef Segment =
        MachO->getSectionFinalSegmentName(Section.getRawDataRefImpl());
    if (Segment == SegmentV1MachO && *Name == SectionV1MachO)
      return FaultMapFormat::Tables;
  }
  return std::nullopt;
}

Expected<std::vector<FaultMapSection>>
object::readFaultMapSections(const ObjectFile &Obj,
                             const ManagedMapReadOptions &Options) {
  if (Obj.isELF())
    return readELFFaultMaps(Obj, Options);
  if (const auto *MachO = dyn_cast<MachOObjectFile>(&Obj))
    return readMachOFaultMaps(*MachO, Options);
  return createStringError(object_error::invalid_file_type,
                           "files of the format " + Obj.getFileFormatName() +
                               " have no fault maps");
}

Expected<std::vector<FaultMapEntry>>
object::readFaultMaps(const ObjectFile &Obj) {
  Expected<std::vector<FaultMapSection>> Sections = readFaultMapSections(Obj);
  if (!Sections)
    return Sections.takeError();
  std::vector<FaultMapEntry> Entries;
  for (const FaultMapSection &Section : *Sections) {
    if (Section.Format != FaultMapFormat::Tables) {
      llvm::append_range(Entries, Section.Entries);
      continue;
    }
    for (const FaultMapFunction &Function : Section.Functions)
      if (!Function.IsDiscarded)
        llvm::append_range(
            Entries, ArrayRef(Section.Entries)
                         .slice(Function.FirstEntry, Function.NumEntries));
  }
  return Entries;
}

StringRef object::getFaultKindName(Kind Kind) {
  switch (Kind) {
  case FaultingLoad:
    return "FaultingLoad";
  case FaultingLoadStore:
    return "FaultingLoadStore";
  case FaultingStore:
    return "FaultingStore";
  case WideFaultingLoad:
    return "WideFaultingLoad";
  case WideFaultingLoadStore:
    return "WideFaultingLoadStore";
  case WideFaultingStore:
    return "WideFaultingStore";
  case PollingPage:
    return "PollingPage";
  case NoKind:
  case VersionMark:
    break;
  }
  return "";
}
