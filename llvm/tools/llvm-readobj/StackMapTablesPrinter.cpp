//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Prints stack maps: version 3 as upstream does, everything else through a
/// ScopedPrinter, as text or JSON.
///
//===----------------------------------------------------------------------===//

#include "StackMapTablesPrinter.h"
#include "llvm-readobj.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Object/MachO.h"
#include "llvm/Object/ManagedStackMaps.h"
#include "llvm/Object/StackMapParser.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace llvm;
using namespace llvm::object;
using namespace llvm::stackmap;

namespace {

class StackMapsPrinter {
  const StackMaps &Maps;
  ScopedPrinter &W;
  DenseMap<uint64_t, SectionRef> Sections;

public:
  StackMapsPrinter(const ObjectFile &Obj, const StackMaps &Maps,
                   ScopedPrinter &W)
      : Maps(Maps), W(W) {
    for (const SectionRef &Section : Obj.sections())
      Sections[Section.getIndex()] = Section;
  }

  void printTables(const StackMapTables &Tables);
  void printIndex(const StackMapSection &Index);

private:
  void printSection(StringRef Label, uint64_t Index);
  void printPlace(StringRef Label, SectionedAddress Place);
  void printRecord(const StackMapTables &Tables, const StackMapTableV3 &Table,
                   const StackMapRecordV3 &Record);
  void printLocation(const StackMapTables &Tables, const StackMapTableV3 &Table,
                     const LocationV3 &Location);
  void printFunction(const StackMapFunction &Function);
  void printSafepoint(const StackMapFunction &Function,
                      const StackMapSite &Site);
  void printFrame(const StackMapFrame &Frame);
  void printDeopt(const StackMapDeopt &Deopt);
};

} // end anonymous namespace

static StringRef getKindName(uint8_t Kind) {
  switch (Kind) {
  case Register:
    return "Register";
  case Direct:
    return "Direct";
  case Indirect:
    return "Indirect";
  case Constant:
    return "Constant";
  default:
    return "ConstantIndex";
  }
}

// Version 3 as text, as upstream has it.

static void writeLocation(const StackMapTables &Tables,
                          const StackMapTableV3 &Table,
                          const LocationV3 &Location, raw_ostream &OS) {
  OS << getKindName(Location.Kind) << ' ';
  switch (Location.Kind) {
  case Register:
    OS << "R#" << Location.Register;
    break;
  case Direct:
    OS << "R#" << Location.Register << " + " << Location.Offset;
    break;
  case Indirect:
    OS << "[R#" << Location.Register << " + " << Location.Offset << "]";
    break;
  case Constant:
    OS << uint32_t(Location.Offset);
    break;
  case ConstantIndex:
    OS << "#" << Location.Offset << " (" << Tables.getConstant(Table, Location)
       << ")";
    break;
  }
  OS << ", size: " << Location.Size << "\n";
}

static void writeRecord(const StackMapTables &Tables,
                        const StackMapTableV3 &Table,
                        const StackMapRecordV3 &Record, ScopedPrinter &W) {
  W.startLine() << "  Record ID: " << Record.Id
                << ", instruction offset: " << Record.InstructionOffset << "\n";
  W.startLine() << "    " << Record.Locations.size() << " locations:\n";
  for (size_t I = 0; I != Record.Locations.size(); ++I) {
    raw_ostream &OS = W.startLine();
    OS << "      #" << I + 1 << ": ";
    writeLocation(Tables, Table, Record.Locations[I], OS);
  }
  raw_ostream &OS = W.startLine();
  OS << "    " << Record.LiveOuts.size() << " live-outs: [ ";
  for (const LiveOutV3 &LiveOut : Record.LiveOuts)
    OS << "R#" << LiveOut.Register << " (" << unsigned(LiveOut.Size)
       << "-bytes) ";
  OS << "]\n";
}

static void writeTables(const StackMapTables &Tables, ScopedPrinter &W) {
  for (const StackMapTableV3 &Table : Tables.Tables) {
    W.printNumber("LLVM StackMap Version", 3);
    W.printNumber("Num Functions", Table.NumFunctions);
    for (const StackMapFunctionV3 &Function :
         ArrayRef(Tables.Functions)
             .slice(Table.FirstFunction, Table.NumFunctions)) {
      // An offset in some section would pass for an address.
      const bool IsAddress =
          Function.Address.SectionIndex == SectionedAddress::UndefSection;
      W.startLine() << "  Function address: "
                    << (IsAddress ? Function.Address.Address
                                  : Function.AddressField)
                    << ", stack size: " << Function.StackSize
                    << ", callsite record count: " << Function.NumRecords
                    << "\n";
    }
    W.printNumber("Num Constants", Table.NumConstants);
    for (size_t I = 0; I != Table.NumConstants; ++I)
      W.startLine() << "  #" << I + 1 << ": "
                    << Tables.Constants[Table.FirstConstant + I] << "\n";
    W.printNumber("Num Records", Table.NumRecords);
    for (const StackMapRecordV3 &Record :
         ArrayRef(Tables.Records).slice(Table.FirstRecord, Table.NumRecords))
      writeRecord(Tables, Table, Record, W);
  }
}

// Through the printer.

void StackMapsPrinter::printSection(StringRef Label, uint64_t Index) {
  Expected<StringRef> Name = Sections.lookup(Index).getName();
  if (!Name)
    consumeError(Name.takeError());
  // json::Value asserts that it is given text.
  W.printNumber(Label, json::fixUTF8(Name ? *Name : "<?>"), Index);
}

void StackMapsPrinter::printPlace(StringRef Label, SectionedAddress Place) {
  DictScope Scope(W, Label);
  if (Place.SectionIndex == SectionedAddress::UndefSection) {
    W.printHex("Address", Place.Address);
    return;
  }
  printSection("Section", Place.SectionIndex);
  W.printHex("Offset", Place.Address);
}

void StackMapsPrinter::printLocation(const StackMapTables &Tables,
                                     const StackMapTableV3 &Table,
                                     const LocationV3 &Location) {
  DictScope Scope(W, "Location");
  W.printString("Kind", getKindName(Location.Kind));
  W.printNumber("Size", Location.Size);
  if (Location.Kind == Constant || Location.Kind == ConstantIndex) {
    W.printNumber("Value", Tables.getConstant(Table, Location));
    return;
  }
  W.printNumber("Register", Location.Register);
  if (Location.Kind != Register)
    W.printNumber("Offset", Location.Offset);
}

void StackMapsPrinter::printRecord(const StackMapTables &Tables,
                                   const StackMapTableV3 &Table,
                                   const StackMapRecordV3 &Record) {
  DictScope Scope(W, "Record");
  W.printHex("Offset", Record.Offset);
  W.printNumber("ID", Record.Id);
  printPlace("PC", Record.PC);
  {
    ListScope Locations(W, "Locations");
    for (const LocationV3 &Location : Record.Locations)
      printLocation(Tables, Table, Location);
  }
  ListScope LiveOuts(W, "LiveOuts");
  for (const LiveOutV3 &LiveOut : Record.LiveOuts) {
    DictScope LiveOutScope(W, "LiveOut");
    W.printNumber("Register", LiveOut.Register);
    W.printNumber("Size", LiveOut.Size);
  }
}

void StackMapsPrinter::printTables(const StackMapTables &Tables) {
  DictScope Scope(W, "StackMap");
  printSection("Section", Tables.Index);
  W.printNumber("Version", 3);
  ListScope TablesScope(W, "Tables");
  for (const StackMapTableV3 &Table : Tables.Tables) {
    DictScope TableScope(W, "Table");
    W.printHex("Offset", Table.Offset);
    ListScope Functions(W, "Functions");
    for (const StackMapFunctionV3 &Function :
         ArrayRef(Tables.Functions)
             .slice(Table.FirstFunction, Table.NumFunctions)) {
      DictScope FunctionScope(W, "Function");
      W.printHex("Offset", Function.Offset);
      printPlace("Begin", Function.Address);
      if (Function.StackSize != UnknownStackSizeV3)
        W.printNumber("StackSize", Function.StackSize);
      W.printBoolean("Discarded", Function.IsDiscarded);
      ListScope Records(W, "Records");
      for (const StackMapRecordV3 &Record :
           ArrayRef(Tables.Records)
               .slice(Function.FirstRecord, Function.NumRecords))
        printRecord(Tables, Table, Record);
    }
  }
}

void StackMapsPrinter::printFrame(const StackMapFrame &Frame) {
  W.printString("Frame", toString(Frame));
  if (!Frame.isWalkable())
    return;
  std::vector<std::string> Saves;
  for (const StackMapSave &Save : Frame.Saves)
    Saves.push_back("R" + std::to_string(Save.Register) + " " +
                    toString(StackMapLocation::fromCFA(Save.Offset)));
  W.printList("Saves", Saves);
}

void StackMapsPrinter::printDeopt(const StackMapDeopt &Deopt) {
  DictScope Scope(W, "Deopt");
  W.printBoolean("Early", Deopt.IsEarly);
  ListScope Values(W, "Values");
  for (const StackMapValue &Value : Deopt.Values) {
    DictScope ValueScope(W, "Value");
    switch (Value.Kind) {
    case StackMapValue::Constant:
      W.printNumber("Constant", Value.Number);
      break;
    case StackMapValue::Contents:
      W.printString("Contents", toString(Value.Where));
      W.printNumber("Size", Value.Size);
      break;
    case StackMapValue::Address:
      W.printString("Address", toString(Value.Where));
      break;
    }
  }
}

void StackMapsPrinter::printSafepoint(const StackMapFunction &Function,
                                      const StackMapSite &Site) {
  const StackMapSafepoint S = getSafepoint(Function, Site);
  DictScope Scope(W, "Safepoint");
  W.printHex("Offset", Site.Offset);
  printPlace("PC", S.PC);
  if (S.Id)
    W.printNumber("ID", *S.Id);
  printFrame(*S.Frame);
  std::vector<std::string> Roots, Derived;
  for (const StackMapLocation &Root : S.Roots)
    Roots.push_back(toString(Root));
  W.printList("Roots", Roots);
  for (const StackMapDerived &P : S.Derived)
    Derived.push_back(toString(P.Derived) + " from " + toString(P.Base));
  if (!Derived.empty())
    W.printList("Derived", Derived);
  if (S.Deopt)
    printDeopt(*S.Deopt);
}

void StackMapsPrinter::printFunction(const StackMapFunction &Function) {
  DictScope Scope(W, "Function");
  W.printHex("Offset", Function.Offset);
  W.printNumber("Size", Function.Size);
  W.printHex("Flags", Function.Flags);
  ListScope Safepoints(W, "Safepoints");
  for (const StackMapSite &Site : Function.Sites)
    printSafepoint(Function, Site);
}

void StackMapsPrinter::printIndex(const StackMapSection &Index) {
  DictScope Scope(W, "StackMap");
  printSection("Section", Index.Index);
  W.printNumber("Version", 4);
  ListScope Runs(W, "Runs");
  for (const StackMapRun &Run : Maps.Runs) {
    if (Run.IndexSection != Index.Index)
      continue;
    DictScope RunScope(W, "Run");
    W.printHex("Entry", Run.IndexOffset);
    printSection("Section", Run.MapSection);
    W.printHex("Offset", Run.MapOffset);
    W.printNumber("Size", Run.MapSize);
    ListScope Functions(W, "Functions");
    for (const StackMapFunction &Function :
         ArrayRef(Maps.Functions).slice(Run.FirstFunction, Run.NumFunctions))
      printFunction(Function);
  }
}

/// The first section of version 3 in \p Obj, which is the one that upstream
/// prints.
static std::optional<SectionRef> findTables(const ObjectFile &Obj) {
  for (const SectionRef &Section : Obj.sections()) {
    Expected<StringRef> Name = Section.getName();
    if (!Name)
      consumeError(Name.takeError());
    else if (*Name == (Obj.isMachO() ? SectionV3MachO : SectionV3ELF))
      return Section;
  }
  return std::nullopt;
}

/// Whether upstream's parser accepts the header of \p Section.
static bool hasHeader(const ObjectFile &Obj, const SectionRef &Section) {
  Expected<StringRef> Contents = Section.getContents();
  if (!Contents) {
    consumeError(Contents.takeError());
    return false;
  }
  ArrayRef<uint8_t> Bytes = arrayRefFromStringRef(*Contents);
  Error E = Obj.isLittleEndian()
                ? StackMapParser<endianness::little>::validateHeader(Bytes)
                : StackMapParser<endianness::big>::validateHeader(Bytes);
  const bool IsValid = !E;
  consumeError(std::move(E));
  return IsValid;
}

bool llvm::printStackMaps(const ObjectFile &Obj, StringRef FileName,
                          ScopedPrinter &W) {
  if (!Obj.isELF() && !Obj.isMachO())
    return false;
  const std::optional<SectionRef> Tables = findTables(Obj);
  if (Obj.isELF() && Tables && !hasHeader(Obj, *Tables))
    return false;
  ManagedMapReadOptions Options;
  Options.Unrelocated = ManagedMapUnrelocated::Absolute;
  Options.Filter = [&](const SectionRef &Section) {
    Expected<StringRef> Name = Section.getName();
    if (!Name) {
      consumeError(Name.takeError());
      return false;
    }
    return *Name == IndexSectionV4 || *Name == MapSectionV4 ||
           (Tables && Section == *Tables);
  };
  Expected<StackMaps> Maps = readStackMaps(Obj, Options);
  if (!Maps) {
    reportWarning(Maps.takeError(), FileName);
    return true;
  }
  const bool IsJSON = opts::Output == opts::OutputStyleTy::JSON;
  if (!IsJSON)
    for (const StackMapTables &T : Maps->Tables)
      writeTables(T, W);
  StackMapsPrinter Printer(Obj, *Maps, W);
  if (!IsJSON && Maps->Runs.empty())
    return true;
  ListScope Scope(W, "StackMaps");
  if (IsJSON)
    for (const StackMapTables &T : Maps->Tables)
      Printer.printTables(T);
  for (const StackMapSection &Section : Maps->Sections)
    if (Section.IsIndex)
      Printer.printIndex(Section);
  return true;
}
