//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Prints fault maps through a ScopedPrinter, as text or JSON.
///
//===----------------------------------------------------------------------===//

#include "FaultMapPrinter.h"
#include "llvm-readobj.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Object/ManagedMaps.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace llvm;
using namespace llvm::object;

namespace {

class FaultMapPrinter {
  ScopedPrinter &W;
  DenseMap<uint64_t, SectionRef> Sections;

public:
  FaultMapPrinter(const ObjectFile &Obj, ScopedPrinter &W) : W(W) {
    for (const SectionRef &Section : Obj.sections())
      Sections[Section.getIndex()] = Section;
  }

  void print(const FaultMapSection &Map);

private:
  void printTables(const FaultMapSection &Map);
  void printEntries(const FaultMapSection &Map, size_t First, size_t Count);
  void printEntry(const FaultMapEntry &Entry);
  void printSection(uint64_t Index);
  void printPlace(StringRef Label, SectionedAddress Place);
};

} // end anonymous namespace

void FaultMapPrinter::printSection(uint64_t Index) {
  Expected<StringRef> Name = Sections.lookup(Index).getName();
  if (!Name)
    consumeError(Name.takeError());
  // json::Value asserts that it is given text.
  W.printNumber("Section", json::fixUTF8(Name ? *Name : "<?>"), Index);
}

void FaultMapPrinter::printPlace(StringRef Label, SectionedAddress Place) {
  DictScope Scope(W, Label);
  if (Place.SectionIndex == SectionedAddress::UndefSection) {
    W.printHex("Address", Place.Address);
    return;
  }
  printSection(Place.SectionIndex);
  W.printHex("Offset", Place.Address);
}

void FaultMapPrinter::printEntry(const FaultMapEntry &Entry) {
  DictScope Scope(W, "Entry");
  W.printHex("Offset", Entry.Offset);
  W.printHex("Kind", getFaultKindName(Entry.Kind), uint32_t(Entry.Kind));
  printPlace("FaultingPC", Entry.FaultingPC);
  printPlace("HandlerPC", Entry.HandlerPC);
  if (Entry.Site)
    W.printNumber("SiteID", *Entry.Site);
}

void FaultMapPrinter::printEntries(const FaultMapSection &Map, size_t First,
                                   size_t Count) {
  ListScope Scope(W, "Entries");
  for (const FaultMapEntry &Entry : ArrayRef(Map.Entries).slice(First, Count))
    printEntry(Entry);
}

void FaultMapPrinter::printTables(const FaultMapSection &Map) {
  ListScope Tables(W, "Tables");
  for (const FaultMapTable &Table : Map.Tables) {
    DictScope TableScope(W, "Table");
    W.printHex("Offset", Table.Offset);
    ListScope Functions(W, "Functions");
    for (const FaultMapFunction &Function :
         ArrayRef(Map.Functions)
             .slice(Table.FirstFunction, Table.NumFunctions)) {
      DictScope FunctionScope(W, "Function");
      W.printHex("Offset", Function.Offset);
      printPlace("Begin", Function.Address);
      W.printBoolean("Discarded", Function.IsDiscarded);
      printEntries(Map, Function.FirstEntry, Function.NumEntries);
    }
  }
}

void FaultMapPrinter::print(const FaultMapSection &Map) {
  DictScope Scope(W, "FaultMap");
  printSection(Map.Index);
  W.printNumber("Version", Map.getVersion());
  if (Map.Format == FaultMapFormat::Tables)
    printTables(Map);
  else
    printEntries(Map, 0, Map.Entries.size());
}

void llvm::printFaultMaps(const ObjectFile &Obj, StringRef FileName,
                          ScopedPrinter &W) {
  Expected<std::vector<FaultMapSection>> Maps = readFaultMapSections(Obj);
  if (!Maps) {
    reportWarning(Maps.takeError(), FileName);
    return;
  }
  ListScope Scope(W, "FaultMaps");
  FaultMapPrinter Printer(Obj, W);
  for (const FaultMapSection &Map : *Maps)
    Printer.print(Map);
}
