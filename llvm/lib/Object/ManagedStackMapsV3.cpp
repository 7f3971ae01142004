//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads stack maps of version 3 from the bytes of a section.
///
//===----------------------------------------------------------------------===//

#include "ManagedMapsFields.h"
#include "llvm/Object/ManagedStackMaps.h"
#include "llvm/Support/MathExtras.h"
#include <cstddef>

using namespace llvm;
using namespace llvm::object;
using namespace llvm::stackmap;

namespace {

class TablesParser : ManagedMapFields {
  StackMapTables Result;
  /// The sections of the functions, as far as they are known.
  std::vector<uint64_t> Limits;

public:
  explicit TablesParser(const ManagedMapBytes &Bytes)
      : ManagedMapFields(Bytes) {
    Result.Name = Bytes.SectionName.str();
    Result.Index = Bytes.SectionIndex;
  }

  Expected<StackMapTables> parse();

private:
  Error parseTable(uint64_t &Offset);
  Error parseFunctions(const StackMapTableV3 &Table, uint64_t &Offset);
  Error parseRecord(const StackMapTableV3 &Table, size_t Function,
                    uint64_t &Offset);
  Expected<LocationV3> parseLocation(const StackMapTableV3 &Table,
                                     uint64_t Offset) const;
  Error skipPadding(uint64_t &Offset) const;
  Error checkCount(uint64_t Field, uint64_t Offset, uint64_t Size,
                   uint64_t Count, const char *What) const;
};

} // end anonymous namespace

/// \p Count records of at least \p Size bytes must have space from \p Offset
/// on;
/// \p Field says how many they are.
Error TablesParser::checkCount(uint64_t Field, uint64_t Offset, uint64_t Size,
                               uint64_t Count, const char *What) const {
  if ((size() - Offset) / Size >= Count)
    return Error::success();
  return makeError(Field, "the section ends before the last of " +
                              Twine(Count) + " " + What);
}

/// Moves \p Offset to the next multiple of 8.
Error TablesParser::skipPadding(uint64_t &Offset) const {
  uint64_t Next = alignTo(Offset, AlignmentV3);
  if (!has(Offset, Next - Offset))
    return makeError(Offset, "the section ends within a record");
  if (!isZero(Offset, Next - Offset))
    return makeError(Offset, "the padding of a record is not 0");
  Offset = Next;
  return Error::success();
}

Expected<LocationV3> TablesParser::parseLocation(const StackMapTableV3 &Table,
                                                 uint64_t Offset) const {
  LocationV3 Location;
  Location.Kind = Bytes.Contents[Offset + offsetof(LocationV3, Kind)];
  Location.Reserved0 = Bytes.Contents[Offset + offsetof(LocationV3, Reserved0)];
  Location.Size = read16(Offset + offsetof(LocationV3, Size));
  Location.Register = read16(Offset + offsetof(LocationV3, Register));
  Location.Reserved1 = read16(Offset + offsetof(LocationV3, Reserved1));
  Location.Offset = int32_t(read32(Offset + offsetof(LocationV3, Offset)));
  if (Location.Kind < Register || Location.Kind > ConstantIndex)
    return makeError(Offset, "kind " + Twine(unsigned(Location.Kind)) +
                                 " is not known");
  if (Location.Reserved0 || Location.Reserved1)
    return makeError(Offset, "the reserved bytes of a location are not 0");
  if (Location.Kind == ConstantIndex &&
      uint32_t(Location.Offset) >= Table.NumConstants)
    return makeError(Offset + offsetof(LocationV3, Offset),
                     "there is no constant " +
                         Twine(uint32_t(Location.Offset)));
  return Location;
}

/// Reads a record and moves \p Offset past it.
Error TablesParser::parseRecord(const StackMapTableV3 &Table, size_t Function,
                                uint64_t &Offset) {
  if (!has(Offset, sizeof(RecordV3)))
    return makeError(Offset, "the section ends within a record");
  StackMapRecordV3 Record;
  Record.Offset = Offset;
  Record.Function = Function;
  Record.Id = read64(Offset + offsetof(RecordV3, Id));
  uint64_t Field = Offset + offsetof(RecordV3, Offset);
  Record.InstructionOffset = read32(Field);
  ManagedMapPlace Begin{Result.Functions[Function].Address, Limits[Function]};
  Expected<ManagedMapPlace> PC =
      advance(Field, "PC", /*MayBeEnd=*/true, Begin, Record.InstructionOffset);
  if (!PC)
    return PC.takeError();
  Record.PC = PC->Address;
  if (read16(Offset + offsetof(RecordV3, Reserved)) != 0)
    return makeError(Offset + offsetof(RecordV3, Reserved),
                     "the reserved bytes of a record are not 0");

  Field = Offset + offsetof(RecordV3, NumLocations);
  unsigned NumLocations = read16(Field);
  Offset += sizeof(RecordV3);
  if (Error E = checkCount(Field, Offset, sizeof(LocationV3), NumLocations,
                           "locations"))
    return E;
  Record.Locations.reserve(NumLocations);
  for (unsigned I = 0; I != NumLocations; ++I, Offset += sizeof(LocationV3)) {
    Expected<LocationV3> Location = parseLocation(Table, Offset);
    if (!Location)
      return Location.takeError();
    Record.Locations.push_back(*Location);
  }
  if (Error E = skipPadding(Offset))
    return E;

  if (!has(Offset, sizeof(LiveOutsV3)))
    return makeError(Offset, "the section ends within a record");
  if (read16(Offset) != 0)
    return makeError(Offset, "the reserved bytes of a record are not 0");
  Field = Offset + offsetof(LiveOutsV3, NumLiveOuts);
  unsigned NumLiveOuts = read16(Field);
  Offset += sizeof(LiveOutsV3);
  if (Error E = checkCount(Field, Offset, sizeof(LiveOutV3), NumLiveOuts,
                           "live-out registers"))
    return E;
  Record.LiveOuts.reserve(NumLiveOuts);
  for (unsigned I = 0; I != NumLiveOuts; ++I, Offset += sizeof(LiveOutV3)) {
    uint8_t Reserved = Bytes.Contents[Offset + offsetof(LiveOutV3, Reserved)];
    if (Reserved)
      return makeError(Offset,
                       "the reserved byte of a live-out register is not 0");
    Record.LiveOuts.push_back(
        {read16(Offset), 0,
         Bytes.Contents[Offset + offsetof(LiveOutV3, Size)]});
  }
  if (Error E = skipPadding(Offset))
    return E;
  Result.Records.push_back(std::move(Record));
  return Error::success();
}

/// Reads the functions of \p Table and moves \p Offset past them.
Error TablesParser::parseFunctions(const StackMapTableV3 &Table,
                                   uint64_t &Offset) {
  uint64_t NumRecords = 0;
  for (size_t I = 0; I != Table.NumFunctions;
       ++I, Offset += sizeof(FunctionV3)) {
    StackMapFunctionV3 Function;
    Function.Offset = Offset;
    uint64_t Field = Offset + offsetof(FunctionV3, Address);
    Function.AddressField = read64(Field);
    Expected<ManagedMapPlace> Begin = readFunction(Field);
    if (!Begin)
      return Begin.takeError();
    Function.Address = Begin->Address;
    Function.IsDiscarded =
        !Bytes.IsRelocatable && Function.Address.Address == 0;
    Function.StackSize = read64(Offset + offsetof(FunctionV3, StackSize));
    Field = Offset + offsetof(FunctionV3, NumRecords);
    Function.FirstRecord = Table.FirstRecord + NumRecords;
    Function.NumRecords = read64(Field);
    if (Function.NumRecords > Table.NumRecords - NumRecords)
      return makeError(Field, "the functions have more records than the " +
                                  Twine(Table.NumRecords) + " of the table");
    NumRecords += Function.NumRecords;
    Result.Functions.push_back(Function);
    Limits.push_back(Begin->Limit);
  }
  if (NumRecords != Table.NumRecords)
    return makeError(Table.Offset + offsetof(HeaderV3, NumRecords),
                     "the functions have " + Twine(NumRecords) + " of " +
                         Twine(Table.NumRecords) + " records");
  return Error::success();
}

/// Reads a table and moves \p Offset past it.
Error TablesParser::parseTable(uint64_t &Offset) {
  unsigned Version = Bytes.Contents[Offset];
  if (Version != 3)
    return makeError(Offset, "version " + Twine(Version) + " is not known");
  if (Offset % AlignmentV3)
    return makeError(Offset, "the table is not at a multiple of 8");
  if (!has(Offset, sizeof(HeaderV3)))
    return makeError(Offset, "the section ends within a table's header");
  if (!isZero(Offset + offsetof(HeaderV3, Reserved0), 3))
    return makeError(Offset + offsetof(HeaderV3, Reserved0),
                     "the reserved bytes of a header are not 0");
  StackMapTableV3 Table;
  Table.Offset = Offset;
  Table.FirstFunction = Result.Functions.size();
  Table.FirstConstant = Result.Constants.size();
  Table.FirstRecord = Result.Records.size();
  uint64_t FunctionsField = Offset + offsetof(HeaderV3, NumFunctions);
  uint64_t ConstantsField = Offset + offsetof(HeaderV3, NumConstants);
  uint64_t RecordsField = Offset + offsetof(HeaderV3, NumRecords);
  Table.NumFunctions = read32(FunctionsField);
  Table.NumConstants = read32(ConstantsField);
  Table.NumRecords = read32(RecordsField);
  Offset += sizeof(HeaderV3);

  if (Error E = checkCount(FunctionsField, Offset, sizeof(FunctionV3),
                           Table.NumFunctions, "functions"))
    return E;
  if (Error E = parseFunctions(Table, Offset))
    return E;
  if (Error E = checkCount(ConstantsField, Offset, sizeof(uint64_t),
                           Table.NumConstants, "constants"))
    return E;
  for (size_t I = 0; I != Table.NumConstants; ++I, Offset += sizeof(uint64_t))
    Result.Constants.push_back(read64(Offset));
  // A record without locations has 8 bytes for live-out registers.
  if (Error E = checkCount(RecordsField, Offset, sizeof(RecordV3) + AlignmentV3,
                           Table.NumRecords, "records"))
    return E;
  for (size_t I = 0; I != Table.NumFunctions; ++I) {
    const size_t Number = Table.FirstFunction + I;
    for (size_t R = 0; R != Result.Functions[Number].NumRecords; ++R)
      if (Error E = parseRecord(Table, Number, Offset))
        return E;
  }
  Result.Tables.push_back(Table);
  return Error::success();
}

/// Tables begin with their version, so zeros before one are a linker's padding.
Expected<StackMapTables> TablesParser::parse() {
  if (Error E = checkAddress())
    return E;
  for (uint64_t Offset = 0; Offset != size();)
    if (Bytes.Contents[Offset] == 0)
      ++Offset;
    else if (Error E = parseTable(Offset))
      return E;
  if (Error E = checkPassedRelocations(UINT64_MAX))
    return E;
  return std::move(Result);
}

Expected<StackMapTables>
object::parseStackMapTables(const ManagedMapBytes &Bytes) {
  return TablesParser(Bytes).parse();
}

uint64_t StackMapTables::getConstant(const StackMapTableV3 &Table,
                                     const LocationV3 &Location) const {
  if (Location.Kind == ConstantIndex)
    return Constants[Table.FirstConstant + uint32_t(Location.Offset)];
  return int64_t(Location.Offset);
}
