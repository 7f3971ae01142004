//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DumpStackMaps.h"
#include "Code.h"
#include "Dump.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace llvm::managed_maps;
using namespace llvm::object;
using namespace llvm::stackmap;

size_t llvm::managed_maps::countStackMapSections(const StackMaps &Maps) {
  return Maps.Tables.size() +
         count_if(Maps.Sections,
                  [](const StackMapSection &S) { return S.IsIndex; });
}

// Text.

static std::string print(const StackMapValue &Value) {
  switch (Value.Kind) {
  case StackMapValue::Constant:
    return std::to_string(int64_t(Value.Number));
  case StackMapValue::Contents:
    return toString(Value.Where) +
           (Value.Size == WordSize ? "" : ":" + std::to_string(Value.Size));
  case StackMapValue::Address:
    return "&" + toString(Value.Where);
  }
  llvm_unreachable("unknown kind of value");
}

/// Roots, derived pointers and deoptimization state.
static void writeContents(const StackMapSafepoint &S, raw_ostream &OS) {
  auto WriteList = [&](StringRef Title, const auto &List, auto Print) {
    OS << Title << (List.empty() ? "" : " ");
    interleaveComma(List, OS, [&](const auto &Item) { OS << Print(Item); });
  };
  if (!S.Roots.empty())
    WriteList("  roots", S.Roots,
              [](const StackMapLocation &Root) { return toString(Root); });
  if (!S.Derived.empty())
    WriteList("  derived", S.Derived, [](const StackMapDerived &P) {
      return toString(P.Derived) + " from " + toString(P.Base);
    });
  if (S.Deopt)
    WriteList(S.Deopt->IsEarly ? "  early deopt" : "  deopt", S.Deopt->Values,
              [](const StackMapValue &Value) { return print(Value); });
}

static void writeSite(const StackMapFunction &Function,
                      const StackMapSite &Site, const Code &C,
                      raw_ostream &OS) {
  const StackMapSafepoint S = getSafepoint(Function, Site);
  OS << formatv("  {0,6:x}  {1}", Site.Offset, C.describePC(S.PC));
  if (S.Id)
    OS << "  id " << *S.Id;
  OS << "  " << toString(*S.Frame);
  for (const StackMapSave &Save : S.Frame->Saves)
    OS << formatv(" R{0}{1}", Save.Register,
                  toString(StackMapLocation::fromCFA(Save.Offset)));
  writeContents(S, OS);
  OS << '\n';
}

static void writeIndex(const StackMaps &Maps, const StackMapSection &Index,
                       const Code &C, raw_ostream &OS) {
  size_t NumRuns = 0, NumFunctions = 0, NumSites = 0;
  auto ForEach = [&](function_ref<void(const StackMapRun &)> VisitRun,
                     function_ref<void(const StackMapFunction &)> Visit) {
    for (const StackMapRun &Run : Maps.Runs) {
      if (Run.IndexSection != Index.Index)
        continue;
      VisitRun(Run);
      for (const StackMapFunction &F :
           ArrayRef(Maps.Functions).slice(Run.FirstFunction, Run.NumFunctions))
        Visit(F);
    }
  };
  ForEach([&](const StackMapRun &) { ++NumRuns; },
          [&](const StackMapFunction &F) {
            ++NumFunctions;
            NumSites += F.Sites.size();
          });
  OS << formatv("section '{0}' (index {1}), version 4, {2}, {3}, {4}\n",
                Index.Name, Index.Index, quantity(NumRuns, "run", "runs"),
                quantity(NumFunctions, "function", "functions"),
                quantity(NumSites, "safepoint", "safepoints"));
  ForEach(
      [&](const StackMapRun &Run) {
        OS << formatv("  {0,6:x}  run of {1} bytes at {2:x} of section {3}\n",
                      Run.IndexOffset, Run.MapSize, Run.MapOffset,
                      Run.MapSection);
      },
      [&](const StackMapFunction &F) {
        OS << formatv("  {0,6:x}  function of {1}\n", F.Offset,
                      quantity(F.Size, "byte", "bytes"));
        for (const StackMapSite &Site : F.Sites)
          writeSite(F, Site, C, OS);
      });
}

static std::string print(const StackMapTables &Tables,
                         const StackMapTableV3 &Table,
                         const LocationV3 &Location) {
  const std::string Register = "R" + std::to_string(Location.Register);
  switch (Location.Kind) {
  case stackmap::Register:
    return formatv("{0}:{1}", Register, Location.Size);
  case Direct:
    return formatv("&[{0}{1}{2}]", Register, Location.Offset < 0 ? "" : "+",
                   Location.Offset);
  case Indirect:
    return formatv("[{0}{1}{2}]:{3}", Register, Location.Offset < 0 ? "" : "+",
                   Location.Offset, Location.Size);
  default:
    return std::to_string(int64_t(Tables.getConstant(Table, Location)));
  }
}

static void writeTables(const StackMapTables &Tables, const Code &C,
                        raw_ostream &OS) {
  OS << formatv("section '{0}' (index {1}), version 3, {2}, {3}, {4}\n",
                Tables.Name, Tables.Index,
                quantity(Tables.Tables.size(), "table", "tables"),
                quantity(Tables.Functions.size(), "function", "functions"),
                quantity(Tables.Records.size(), "record", "records"));
  for (const StackMapTableV3 &Table : Tables.Tables)
    for (const StackMapFunctionV3 &Function :
         ArrayRef(Tables.Functions)
             .slice(Table.FirstFunction, Table.NumFunctions)) {
      OS << formatv("  {0,6:x}  function {1}, stack size ", Function.Offset,
                    C.describe(Function.Address));
      if (Function.StackSize == UnknownStackSizeV3)
        OS << "unknown";
      else
        OS << Function.StackSize;
      OS << (Function.IsDiscarded ? ", discarded\n" : "\n");
      for (const StackMapRecordV3 &Record :
           ArrayRef(Tables.Records)
               .slice(Function.FirstRecord, Function.NumRecords)) {
        OS << formatv("  {0,6:x}  {1}  id {2}", Record.Offset,
                      C.describePC(Record.PC), Record.Id);
        if (!Record.Locations.empty())
          OS << "  ";
        interleaveComma(Record.Locations, OS, [&](const LocationV3 &Location) {
          OS << print(Tables, Table, Location);
        });
        if (!Record.LiveOuts.empty())
          OS << "  live out ";
        interleaveComma(Record.LiveOuts, OS, [&](const LiveOutV3 &LiveOut) {
          OS << formatv("R{0}:{1}", LiveOut.Register, unsigned(LiveOut.Size));
        });
        OS << '\n';
      }
    }
}

void llvm::managed_maps::writeStackMaps(const StackMaps &Maps, const Code &C,
                                        raw_ostream &OS) {
  for (const StackMapTables &Tables : Maps.Tables)
    writeTables(Tables, C, OS);
  for (const StackMapSection &Section : Maps.Sections)
    if (Section.IsIndex)
      writeIndex(Maps, Section, C, OS);
}

// JSON.

static void writeLocation(const StackMapLocation &Location, json::OStream &J) {
  J.object([&] {
    switch (Location.Kind) {
    case StackMapLocation::InRegister:
      J.attribute("kind", "register");
      break;
    case StackMapLocation::FromCFA:
      J.attribute("kind", "cfa");
      break;
    case StackMapLocation::FromRegister:
      J.attribute("kind", "memory");
      break;
    }
    if (Location.Kind != StackMapLocation::FromCFA)
      J.attribute("register", Location.Register);
    if (Location.Kind != StackMapLocation::InRegister)
      J.attribute("offset", Location.Offset);
  });
}

static void writeFrame(const StackMapFrame &Frame, json::OStream &J) {
  J.attributeObject("frame", [&] {
    J.attribute("base", Frame.Base == FromSP   ? "SP"
                        : Frame.Base == FromFP ? "FP"
                                               : "unwalkable");
    if (!Frame.isWalkable())
      return;
    J.attribute("offset", Frame.Offset);
    J.attributeArray("saves", [&] {
      for (const StackMapSave &Save : Frame.Saves)
        J.object([&] {
          J.attribute("register", Save.Register);
          J.attribute("offset", Save.Offset);
        });
    });
  });
}

static void writeValue(const StackMapValue &Value, json::OStream &J) {
  J.object([&] {
    switch (Value.Kind) {
    case StackMapValue::Constant:
      J.attribute("constant", Value.Number);
      return;
    case StackMapValue::Contents:
      J.attributeBegin("contents");
      break;
    case StackMapValue::Address:
      J.attributeBegin("address");
      break;
    }
    writeLocation(Value.Where, J);
    J.attributeEnd();
    if (Value.Kind == StackMapValue::Contents)
      J.attribute("size", Value.Size);
  });
}

static void writeContents(const StackMapSafepoint &S, json::OStream &J) {
  J.attributeArray("roots", [&] {
    for (const StackMapLocation &Root : S.Roots)
      writeLocation(Root, J);
  });
  J.attributeArray("derived", [&] {
    for (const StackMapDerived &P : S.Derived)
      J.object([&] {
        J.attributeBegin("base");
        writeLocation(P.Base, J);
        J.attributeEnd();
        J.attributeBegin("derived");
        writeLocation(P.Derived, J);
        J.attributeEnd();
      });
  });
  if (S.Deopt)
    J.attributeObject("deopt", [&] {
      J.attribute("early", S.Deopt->IsEarly);
      J.attributeArray("values", [&] {
        for (const StackMapValue &Value : S.Deopt->Values)
          writeValue(Value, J);
      });
    });
}

static void writeRecord(const StackMapTables &Tables,
                        const StackMapTableV3 &Table,
                        const StackMapRecordV3 &Record, const Code &C,
                        json::OStream &J) {
  const StackMapFunctionV3 &Function = Tables.Functions[Record.Function];
  J.attribute("version", 3);
  J.attribute("section", Tables.Index);
  J.attribute("offset", Record.Offset);
  writePlace("function", Function.Address, C, J);
  J.attribute("discarded", Function.IsDiscarded);
  if (Function.StackSize != UnknownStackSizeV3)
    J.attribute("stackSize", Function.StackSize);
  writePlace("pc", Record.PC, C, J, /*IsReturn=*/true);
  J.attribute("recordId", Record.Id);
  Expected<StackMapSafepoint> S = readStatepoint(Tables, Table, Record);
  if (!S) {
    J.attribute("noStatepoint", toString(S.takeError()));
    return;
  }
  if (S->Id)
    J.attribute("id", *S->Id);
  writeContents(*S, J);
}

static void writeSite(const StackMapFunction &Function,
                      const StackMapSite &Site, const Code &C,
                      json::OStream &J) {
  const StackMapSafepoint S = getSafepoint(Function, Site);
  J.attribute("version", 4);
  J.attribute("section", Function.SectionIndex);
  J.attribute("offset", Site.Offset);
  writePlace("pc", S.PC, C, J, /*IsReturn=*/true);
  if (S.Id)
    J.attribute("id", *S.Id);
  writeFrame(*S.Frame, J);
  writeContents(S, J);
}

void llvm::managed_maps::writeStackMaps(const StackMaps &Maps, const Code &C,
                                        json::OStream &J) {
  J.attributeObject("stackMaps", [&] {
    J.attributeArray("sections", [&] {
      auto Write = [&](StringRef Name, uint64_t Index, unsigned Version) {
        J.object([&] {
          J.attribute("name", Name);
          J.attribute("index", Index);
          J.attribute("version", Version);
        });
      };
      for (const StackMapTables &Tables : Maps.Tables)
        Write(Tables.Name, Tables.Index, 3);
      for (const StackMapSection &Section : Maps.Sections)
        Write(Section.Name, Section.Index, 4);
    });
    J.attributeArray("safepoints", [&] {
      for (const StackMapTables &Tables : Maps.Tables)
        for (const StackMapTableV3 &Table : Tables.Tables)
          for (const StackMapRecordV3 &Record : Tables.getRecords(Table))
            J.object([&] { writeRecord(Tables, Table, Record, C, J); });
      for (const StackMapFunction &Function : Maps.Functions)
        for (const StackMapSite &Site : Function.Sites)
          J.object([&] { writeSite(Function, Site, C, J); });
    });
  });
}
