//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads fault maps from the bytes of a section, whatever file they are of.
///
//===----------------------------------------------------------------------===//

#include "ManagedMapsFields.h"
#include <cstddef>

using namespace llvm;
using namespace llvm::object;
using namespace llvm::faultmap;

namespace {

/// Only a handler may be empty and stand at the end of its section.
enum PlaceKind { FaultingPC, HandlerPC };

class Parser : ManagedMapFields {
  using Place = ManagedMapPlace;

  FaultMapSection Result;

public:
  Parser(const ManagedMapBytes &Bytes, FaultMapFormat Format)
      : ManagedMapFields(Bytes) {
    Result.Name = Bytes.SectionName.str();
    Result.Index = Bytes.SectionIndex;
    Result.Format = Format;
  }

  Expected<FaultMapSection> parse();

private:
  Error parseTables();
  Error parseTable(uint64_t &Offset);
  Error parseFunction(uint64_t &Offset);
  Error parseEntryV1(uint64_t Offset, Place Function);
  Error parseEntriesV2();
  Error parseShortEntry(uint64_t Offset);
  Error parseLongEntry(uint64_t Offset);

  Expected<FaultMapEntry> makeEntry(uint64_t Offset, uint64_t KindField,
                                    uint32_t Kind) const;
  Expected<Place> advance(uint64_t Field, PlaceKind Kind, Place Base,
                          int64_t Distance) const;
  Expected<Place> readRelative(uint64_t Field, PlaceKind Kind);
};

} // end anonymous namespace

static const char *getName(PlaceKind Kind) {
  return Kind == HandlerPC ? "handler PC" : "faulting PC";
}

Expected<ManagedMapPlace> Parser::advance(uint64_t Field, PlaceKind Kind,
                                          Place Base, int64_t Distance) const {
  return ManagedMapFields::advance(Field, getName(Kind), Kind == HandlerPC,
                                   Base, Distance);
}

Expected<ManagedMapPlace> Parser::readRelative(uint64_t Field, PlaceKind Kind) {
  return ManagedMapFields::readRelative(Field, getName(Kind),
                                        Kind == HandlerPC);
}

/// An entry of \p Kind without its places.
Expected<FaultMapEntry> Parser::makeEntry(uint64_t Offset, uint64_t KindField,
                                          uint32_t Kind) const {
  const uint32_t Last = Result.getVersion() == 1 ? LastKindV1 : LastKind;
  if (Kind < FirstKind || Kind > Last)
    return makeError(KindField, "kind " + Twine(Kind) + " is not known");
  FaultMapEntry Entry;
  Entry.Kind = faultmap::Kind(Kind);
  Entry.Version = Result.getVersion();
  Entry.SectionIndex = Bytes.SectionIndex;
  Entry.Offset = Offset;
  return Entry;
}

Error Parser::parseEntryV1(uint64_t Offset, Place Function) {
  uint64_t Field = Offset + offsetof(EntryV1, Kind);
  Expected<FaultMapEntry> Entry = makeEntry(Offset, Field, read32(Field));
  if (!Entry)
    return Entry.takeError();

  Field = Offset + offsetof(EntryV1, FaultingOffset);
  Expected<Place> Faulting =
      advance(Field, FaultingPC, Function, read32(Field));
  if (!Faulting)
    return Faulting.takeError();
  Entry->FaultingPC = Faulting->Address;

  Field = Offset + offsetof(EntryV1, HandlerOffset);
  Expected<Place> Handler = advance(Field, HandlerPC, Function, read32(Field));
  if (!Handler)
    return Handler.takeError();
  Entry->HandlerPC = Handler->Address;
  Result.Entries.push_back(*Entry);
  return Error::success();
}

/// Reads a function and its entries and moves \p Offset past them.
Error Parser::parseFunction(uint64_t &Offset) {
  if (!has(Offset, sizeof(FunctionV1)))
    return makeError(Offset, "the section ends within a function's record");
  FaultMapFunction Function;
  Function.Offset = Offset;
  Function.FirstEntry = Result.Entries.size();
  Function.NumEntries = read32(Offset + offsetof(FunctionV1, NumEntries));

  uint64_t Field = Offset + offsetof(FunctionV1, Address);
  Function.AddressField = read64(Field);
  Expected<Place> Begin = readFunction(Field);
  if (!Begin)
    return Begin.takeError();
  Function.Address = Begin->Address;
  Function.IsDiscarded = !Bytes.IsRelocatable && Function.Address.Address == 0;

  Field = Offset + offsetof(FunctionV1, Reserved);
  if (read32(Field) != 0)
    return makeError(Field, "the reserved bytes of a function are not 0");
  Offset += sizeof(FunctionV1);
  if ((size() - Offset) / sizeof(EntryV1) < Function.NumEntries)
    return makeError(Function.Offset + offsetof(FunctionV1, NumEntries),
                     "the section ends before the last of " +
                         Twine(Function.NumEntries) + " entries");
  for (size_t I = 0; I != Function.NumEntries; ++I, Offset += sizeof(EntryV1))
    if (Error E = parseEntryV1(Offset, *Begin))
      return E;
  Result.Functions.push_back(Function);
  return Error::success();
}

/// Reads a table and moves \p Offset past it.
Error Parser::parseTable(uint64_t &Offset) {
  unsigned Version = Bytes.Contents[Offset];
  if (Version != 1)
    return makeError(Offset, "version " + Twine(Version) + " is not known");
  if (!has(Offset, sizeof(HeaderV1)))
    return makeError(Offset, "the section ends within a table's header");
  if (Bytes.Contents[Offset + offsetof(HeaderV1, Reserved0)] != 0 ||
      read16(Offset + offsetof(HeaderV1, Reserved1)) != 0)
    return makeError(Offset + offsetof(HeaderV1, Reserved0),
                     "the reserved bytes of a header are not 0");
  FaultMapTable Table;
  Table.Offset = Offset;
  Table.FirstFunction = Result.Functions.size();
  uint64_t Field = Offset + offsetof(HeaderV1, NumFunctions);
  Table.NumFunctions = read32(Field);
  Offset += sizeof(HeaderV1);
  if ((size() - Offset) / sizeof(FunctionV1) < Table.NumFunctions)
    return makeError(Field, "the section ends before the last of " +
                                Twine(Table.NumFunctions) + " functions");
  for (size_t I = 0; I != Table.NumFunctions; ++I)
    if (Error E = parseFunction(Offset))
      return E;
  Result.Tables.push_back(Table);
  return Error::success();
}

/// Tables begin with their version, so zeros before one are a linker's padding.
Error Parser::parseTables() {
  uint64_t Offset = 0;
  while (Offset != size()) {
    if (Bytes.Contents[Offset] == 0)
      ++Offset;
    else if (Error E = parseTable(Offset))
      return E;
  }
  return Error::success();
}

Error Parser::parseShortEntry(uint64_t Offset) {
  uint64_t InfoField = Offset + offsetof(ShortEntryV2, Info);
  uint32_t Info = read32(InfoField);
  Expected<FaultMapEntry> Entry =
      makeEntry(Offset, InfoField, Info & KindMaskV2);
  if (!Entry)
    return Entry.takeError();

  Expected<Place> Faulting = readRelative(Offset, FaultingPC);
  if (!Faulting)
    return Faulting.takeError();
  Entry->FaultingPC = Faulting->Address;

  Expected<Place> Handler =
      advance(InfoField, HandlerPC, *Faulting, getDistanceV2(Info));
  if (!Handler)
    return Handler.takeError();
  Entry->HandlerPC = Handler->Address;
  Result.Entries.push_back(*Entry);
  return Error::success();
}

Error Parser::parseLongEntry(uint64_t Offset) {
  uint64_t InfoField = Offset + offsetof(LongEntryV2, Info);
  uint32_t Info = read32(InfoField);
  Expected<FaultMapEntry> Entry =
      makeEntry(Offset, InfoField, Info & KindMaskV2);
  if (!Entry)
    return Entry.takeError();

  Expected<Place> Faulting = readRelative(Offset, FaultingPC);
  if (!Faulting)
    return Faulting.takeError();
  Entry->FaultingPC = Faulting->Address;

  Expected<Place> Handler =
      readRelative(Offset + offsetof(LongEntryV2, Handler), HandlerPC);
  if (!Handler)
    return Handler.takeError();
  Entry->HandlerPC = Handler->Address;

  uint64_t SiteField = Offset + offsetof(LongEntryV2, Site);
  uint32_t Site = read32(SiteField);
  if (Info & HasSiteV2)
    Entry->Site = Site;
  else if (Site != 0)
    return makeError(SiteField, "the site id is not 0 in an entry without one");
  if (Info & ~LongInfoMaskV2)
    return makeError(InfoField, "reserved bits of Info are set");
  Result.Entries.push_back(*Entry);
  return Error::success();
}

Error Parser::parseEntriesV2() {
  bool IsShort = Result.Format == FaultMapFormat::Short;
  uint64_t EntrySize = IsShort ? sizeof(ShortEntryV2) : sizeof(LongEntryV2);
  uint64_t InfoOffset =
      IsShort ? offsetof(ShortEntryV2, Info) : offsetof(LongEntryV2, Info);
  if (Bytes.AddressBits != 64)
    return makeError(0, "version 2 requires 64-bit addresses");
  for (uint64_t Offset = 0; Offset != size(); Offset += EntrySize) {
    if (!has(Offset, EntrySize))
      return makeError(Offset, "the section ends within an entry");
    if (isZero(Offset, EntrySize) && !hasRelocation(Offset))
      continue;
    uint32_t Info = read32(Offset + InfoOffset);
    if ((Info & KindMaskV2) == VersionMark)
      return makeError(Offset, "version " + Twine(Info >> KindBitsV2) +
                                   " is not known");
    if (Error E = IsShort ? parseShortEntry(Offset) : parseLongEntry(Offset))
      return E;
  }
  return Error::success();
}

Expected<FaultMapSection> Parser::parse() {
  if (Error E = checkAddress())
    return E;
  if (Error E = Result.Format == FaultMapFormat::Tables ? parseTables()
                                                        : parseEntriesV2())
    return E;
  if (Error E = checkPassedRelocations(UINT64_MAX))
    return E;
  return std::move(Result);
}

Expected<FaultMapSection> object::parseFaultMap(const ManagedMapBytes &Bytes,
                                                FaultMapFormat Format) {
  return Parser(Bytes, Format).parse();
}
