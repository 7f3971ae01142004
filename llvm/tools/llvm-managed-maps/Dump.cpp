//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dump.h"
#include "Code.h"
#include "DumpStackMaps.h"
#include "MapSections.h"
#include "llvm/Object/ManagedMaps.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace llvm::managed_maps;
using namespace llvm::object;

static Expected<std::vector<FaultMapSection>> readAll(const ObjectFile &Obj) {
  ManagedMapReadOptions Options;
  Options.Unrelocated = ManagedMapUnrelocated::Absolute;
  return readFaultMapSections(Obj, Options);
}

/// Stack maps, in files of formats that have any.
static Expected<StackMaps> readAllStackMaps(const ObjectFile &Obj) {
  ManagedMapReadOptions Options;
  Options.Unrelocated = ManagedMapUnrelocated::Absolute;
  return readStackMaps(Obj, Options);
}

std::string llvm::managed_maps::quantity(size_t Number, StringRef Singular,
                                         StringRef Plural) {
  return formatv("{0} {1}", Number, Number == 1 ? Singular : Plural).str();
}

static void writeEntry(const FaultMapEntry &Entry, const Code &C,
                       raw_ostream &OS) {
  OS << formatv("  {0,6:x}  {1,-17}  {2} -> {3}", Entry.Offset,
                getFaultKindName(Entry.Kind), C.describe(Entry.FaultingPC),
                C.describe(Entry.HandlerPC));
  if (Entry.Site)
    OS << "  site " << *Entry.Site;
  OS << '\n';
}

static void writeSection(const FaultMapSection &Section, const Code &C,
                         raw_ostream &OS) {
  OS << formatv("section '{0}' (index {1}), version {2}", Section.Name,
                Section.Index, Section.getVersion());
  if (Section.Format == FaultMapFormat::Tables)
    OS << ", " << quantity(Section.Tables.size(), "table", "tables") << ", "
       << quantity(Section.Functions.size(), "function", "functions");
  OS << ", " << quantity(Section.Entries.size(), "entry", "entries") << '\n';

  if (Section.Format != FaultMapFormat::Tables) {
    for (const FaultMapEntry &Entry : Section.Entries)
      writeEntry(Entry, C, OS);
    return;
  }
  for (const FaultMapFunction &Function : Section.Functions) {
    OS << formatv("  {0,6:x}  function {1}", Function.Offset,
                  C.describe(Function.Address));
    if (Function.IsDiscarded)
      OS << ", discarded";
    OS << '\n';
    for (size_t I = 0; I != Function.NumEntries; ++I)
      writeEntry(Section.Entries[Function.FirstEntry + I], C, OS);
  }
}

Error llvm::managed_maps::dumpText(const ObjectFile &Obj, StringRef Title,
                                   raw_ostream &OS) {
  if (Error E = refuseUnreadStackMaps(Obj))
    return E;
  Expected<std::vector<FaultMapSection>> Sections = readAll(Obj);
  if (!Sections)
    return Sections.takeError();
  Expected<StackMaps> Stack = readAllStackMaps(Obj);
  if (!Stack)
    return Stack.takeError();
  Expected<Code> C = Code::read(Obj);
  if (!C)
    return C.takeError();
  OS << Title << ": " << Obj.getFileFormatName() << ", "
     << quantity(Sections->size() + countStackMapSections(*Stack), "section",
                 "sections")
     << '\n';
  for (const FaultMapSection &Section : *Sections)
    writeSection(Section, *C, OS);
  writeStackMaps(*Stack, *C, OS);
  return Error::success();
}

void llvm::managed_maps::writePlace(StringRef Key, SectionedAddress Place,
                                    const Code &C, json::OStream &J,
                                    bool IsReturn) {
  J.attributeObject(Key, [&] {
    J.attribute("address", Place.Address);
    if (Place.SectionIndex != SectionedAddress::UndefSection) {
      J.attribute("sectionIndex", Place.SectionIndex);
      if (const CodeSection *Section = C.sectionOf(Place.SectionIndex))
        J.attribute("section", json::fixUTF8(Section->Name));
    }
    std::optional<uint64_t> Address =
        IsReturn ? C.addressOfReturn(Place) : C.addressOf(Place);
    if (!Address)
      return;
    const FunctionPart *Part = C.partAt(*Address - IsReturn);
    if (Part && !Part->Name.empty()) {
      J.attribute("function", json::fixUTF8(Part->Name));
      J.attribute("functionOffset", *Address - Part->Begin);
    }
  });
}

static void writeSection(const FaultMapSection &Section, const Code &C,
                         json::OStream &J) {
  J.attribute("name", json::fixUTF8(Section.Name));
  J.attribute("index", Section.Index);
  J.attribute("version", Section.getVersion());
  switch (Section.Format) {
  case FaultMapFormat::Tables:
    J.attribute("format", "tables");
    break;
  case FaultMapFormat::Short:
    J.attribute("format", "short");
    break;
  case FaultMapFormat::Long:
    J.attribute("format", "long");
    break;
  }
  if (Section.Format == FaultMapFormat::Tables)
    J.attributeArray("functions", [&] {
      for (const FaultMapFunction &Function : Section.Functions)
        J.object([&] {
          J.attribute("offset", Function.Offset);
          writePlace("place", Function.Address, C, J);
          J.attribute("discarded", Function.IsDiscarded);
          J.attribute("firstEntry", Function.FirstEntry);
          J.attribute("entries", Function.NumEntries);
        });
    });
  J.attributeArray("entries", [&] {
    for (const FaultMapEntry &Entry : Section.Entries)
      J.object([&] {
        J.attribute("offset", Entry.Offset);
        J.attribute("kind", getFaultKindName(Entry.Kind));
        writePlace("faulting", Entry.FaultingPC, C, J);
        writePlace("handler", Entry.HandlerPC, C, J);
        if (Entry.Site)
          J.attribute("site", *Entry.Site);
      });
  });
}

Error llvm::managed_maps::dumpJSON(const ObjectFile &Obj, StringRef Title,
                                   json::OStream &J) {
  if (Error E = refuseUnreadStackMaps(Obj))
    return E;
  Expected<std::vector<FaultMapSection>> Sections = readAll(Obj);
  if (!Sections)
    return Sections.takeError();
  Expected<StackMaps> Stack = readAllStackMaps(Obj);
  if (!Stack)
    return Stack.takeError();
  Expected<Code> C = Code::read(Obj);
  if (!C)
    return C.takeError();
  J.object([&] {
    J.attribute("file", json::fixUTF8(Title));
    J.attribute("format", Obj.getFileFormatName());
    J.attribute("relocatable", C->isRelocatable());
    J.attributeArray("sections", [&] {
      for (const FaultMapSection &Section : *Sections)
        J.object([&] { writeSection(Section, *C, J); });
    });
    if (countStackMapSections(*Stack))
      writeStackMaps(*Stack, *C, J);
  });
  return Error::success();
}
