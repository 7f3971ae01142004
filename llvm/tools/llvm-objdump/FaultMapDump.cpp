//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Prints fault maps as text, version 1 as upstream does: a line for each of
/// the fields that are counted, then a line for each entry with offsets from
/// the function. Places in relocatable objects are section[index]+offset.
///
//===----------------------------------------------------------------------===//

#include "FaultMapDump.h"
#include "llvm-objdump.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Object/ManagedMaps.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::object;
using namespace llvm::objdump;

namespace {

class FaultMapPrinter {
  raw_ostream &OS;
  DenseMap<uint64_t, SectionRef> Sections;

public:
  FaultMapPrinter(const ObjectFile &Obj, raw_ostream &OS) : OS(OS) {
    for (const SectionRef &Section : Obj.sections())
      Sections[Section.getIndex()] = Section;
  }

  void print(const FaultMapSection &Map);

private:
  void printTables(const FaultMapSection &Map);
  void printEntries(const FaultMapSection &Map);
  void printFunction(const FaultMapSection &Map,
                     const FaultMapFunction &Function);
  void printPlace(SectionedAddress Place);
};

} // end anonymous namespace

void FaultMapPrinter::printPlace(SectionedAddress Place) {
  if (Place.SectionIndex == SectionedAddress::UndefSection) {
    OS << format_hex(Place.Address, 8);
    return;
  }
  Expected<StringRef> Name = Sections.lookup(Place.SectionIndex).getName();
  if (Name)
    OS << *Name;
  else
    consumeError(Name.takeError());
  OS << '[' << Place.SectionIndex << "]+" << format_hex(Place.Address, 3);
}

void FaultMapPrinter::printFunction(const FaultMapSection &Map,
                                    const FaultMapFunction &Function) {
  bool IsPlaced =
      Function.Address.SectionIndex != SectionedAddress::UndefSection;
  OS << "FunctionAddress: "
     << format_hex(IsPlaced ? Function.AddressField : Function.Address.Address,
                   8)
     << ", NumFaultingPCs: " << Function.NumEntries;
  if (IsPlaced) {
    OS << ", at ";
    printPlace(Function.Address);
  }
  if (Function.IsDiscarded)
    OS << ", discarded";
  OS << '\n';
  for (const FaultMapEntry &Entry :
       ArrayRef(Map.Entries).slice(Function.FirstEntry, Function.NumEntries))
    OS << "Fault kind: " << getFaultKindName(Entry.Kind)
       << ", faulting PC offset: "
       << Entry.FaultingPC.Address - Function.Address.Address
       << ", handling PC offset: "
       << Entry.HandlerPC.Address - Function.Address.Address << '\n';
}

void FaultMapPrinter::printTables(const FaultMapSection &Map) {
  for (const FaultMapTable &Table : Map.Tables) {
    OS << "Version: 0x1\n"
       << "NumFunctions: " << Table.NumFunctions << '\n';
    for (const FaultMapFunction &Function :
         ArrayRef(Map.Functions).slice(Table.FirstFunction, Table.NumFunctions))
      printFunction(Map, Function);
  }
}

void FaultMapPrinter::printEntries(const FaultMapSection &Map) {
  OS << "Version: 0x2\n"
     << "Section: " << Map.Name << '[' << Map.Index << "]\n"
     << "NumFaultingPCs: " << Map.Entries.size() << '\n';
  for (const FaultMapEntry &Entry : Map.Entries) {
    OS << "Fault kind: " << getFaultKindName(Entry.Kind) << ", faulting PC: ";
    printPlace(Entry.FaultingPC);
    OS << ", handling PC: ";
    printPlace(Entry.HandlerPC);
    if (Entry.Site)
      OS << ", site: " << *Entry.Site;
    OS << '\n';
  }
}

void FaultMapPrinter::print(const FaultMapSection &Map) {
  if (Map.Format == FaultMapFormat::Tables)
    printTables(Map);
  else
    printEntries(Map);
}

void objdump::printFaultMaps(const ObjectFile &Obj, StringRef ArchiveName) {
  DenseSet<uint64_t> Kept;
  for (const SectionRef &Section : ToolSectionFilter(Obj))
    Kept.insert(Section.getIndex());
  ManagedMapReadOptions Options;
  Options.Filter = [&](const SectionRef &Section) {
    return Kept.contains(Section.getIndex());
  };
  // A table may have been assembled with absolute addresses.
  Options.Unrelocated = ManagedMapUnrelocated::Absolute;
  Expected<std::vector<FaultMapSection>> Maps =
      readFaultMapSections(Obj, Options);
  if (!Maps)
    reportError(Maps.takeError(), Obj.getFileName(), ArchiveName);

  outs() << "FaultMap table:\n";
  if (Maps->empty())
    outs() << "<not found>\n";
  FaultMapPrinter Printer(Obj, outs());
  for (const FaultMapSection &Map : *Maps)
    Printer.print(Map);
}
