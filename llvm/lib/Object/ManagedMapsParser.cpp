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
/// Relocations are sorted by offset, and so are the fields, so both are walked
/// side by side: each field that needs a relocation takes the next one, and a
/// relocation that is passed over belongs to no field.
///
//===----------------------------------------------------------------------===//

#include "ManagedMapsReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include <cstddef>

using namespace llvm;
using namespace llvm::object;
using namespace llvm::faultmap;

Error object::makeFaultMapError(StringRef SectionName, uint64_t SectionIndex,
                                uint64_t Offset, const Twine &Rule) {
  return make_error<StringError>("section '" + SectionName + "' (index " +
                                     Twine(SectionIndex) + ") at offset 0x" +
                                     Twine::utohexstr(Offset) + ": " + Rule,
                                 object_error::parse_failed);
}

namespace {

enum PlaceKind { FunctionStart, FaultingPC, HandlerPC };

/// A place in the code, and the size of its section as far as it is known.
struct Place {
  SectionedAddress Address;
  uint64_t Limit = UINT64_MAX;
};

class Parser {
  const FaultMapBytes &Bytes;
  FaultMapSection Result;
  /// The first relocation that no field has taken.
  size_t NextRelocation = 0;

public:
  Parser(const FaultMapBytes &Bytes, FaultMapFormat Format) : Bytes(Bytes) {
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

  Error makeError(uint64_t Offset, const Twine &Rule) const {
    return makeFaultMapError(Bytes.SectionName, Bytes.SectionIndex, Offset,
                             Rule);
  }

  uint64_t size() const { return Bytes.Contents.size(); }
  /// Whether \p Size bytes are left at \p Offset, which is at most size().
  bool has(uint64_t Offset, uint64_t Size) const {
    return size() - Offset >= Size;
  }
  uint16_t read16(uint64_t Offset) const {
    return support::endian::read16(&Bytes.Contents[Offset], Bytes.Endian);
  }
  uint32_t read32(uint64_t Offset) const {
    return support::endian::read32(&Bytes.Contents[Offset], Bytes.Endian);
  }
  uint64_t read64(uint64_t Offset) const {
    return support::endian::read64(&Bytes.Contents[Offset], Bytes.Endian);
  }

  /// Whether the next relocation is of the field at \p Offset.
  bool hasRelocation(uint64_t Offset) const {
    return NextRelocation != Bytes.Relocations.size() &&
           Bytes.Relocations[NextRelocation].Offset == Offset;
  }
  Error checkPassedRelocations(uint64_t Offset) const;
  Expected<const FaultMapRelocation *>
  takeRelocation(uint64_t Offset, FaultMapRelocation::FieldType Type);

  Expected<FaultMapEntry> makeEntry(uint64_t Offset, uint64_t KindField,
                                    uint32_t Kind) const;
  Expected<Place> advance(uint64_t Field, PlaceKind Kind, Place Base,
                          int64_t Distance) const;
  Expected<Place> readRelative(uint64_t Field, PlaceKind Kind);
};

} // end anonymous namespace

/// No relocation before \p Offset may be left.
Error Parser::checkPassedRelocations(uint64_t Offset) const {
  if (NextRelocation == Bytes.Relocations.size())
    return Error::success();
  uint64_t Passed = Bytes.Relocations[NextRelocation].Offset;
  if (Passed >= Offset)
    return Error::success();
  return makeError(Passed, "there is a relocation but no field that takes one");
}

/// The relocation of the field at \p Offset, or null if it has none and needs
/// none.
Expected<const FaultMapRelocation *>
Parser::takeRelocation(uint64_t Offset, FaultMapRelocation::FieldType Type) {
  if (Error E = checkPassedRelocations(Offset))
    return E;
  if (!hasRelocation(Offset)) {
    if (!Bytes.IsRelocatable ||
        (Bytes.Unrelocated == FaultMapUnrelocated::Absolute &&
         Type == FaultMapRelocation::Absolute64))
      return nullptr;
    return makeError(Offset, "the field has no relocation");
  }
  const FaultMapRelocation &R = Bytes.Relocations[NextRelocation++];
  if (R.Type != Type)
    return makeError(Offset, Type == FaultMapRelocation::Absolute64
                                 ? "the relocation is not absolute, of 64 bits"
                                 : "the relocation is not relative, of 32 "
                                   "bits");
  return &R;
}

/// The place at \p Distance from \p Base, to which \p Field leads, if there can
/// be code. A handler may be empty and stand at the end of the section.
Expected<Place> Parser::advance(uint64_t Field, PlaceKind Kind, Place Base,
                                int64_t Distance) const {
  static const char *const Names[] = {"function", "faulting PC", "handler PC"};
  uint64_t From = Base.Address.Address;
  uint64_t Sum = From + uint64_t(Distance);
  bool Wraps = Distance < 0 ? Sum > From : Sum < From;
  if (Base.Address.SectionIndex != SectionedAddress::UndefSection) {
    if (Wraps || Sum > Base.Limit || (Sum == Base.Limit && Kind == FaultingPC))
      return makeError(Field,
                       Twine("the ") + Names[Kind] + " is outside its section");
  } else if (Wraps || Sum > maxUIntN(Bytes.AddressBits)) {
    return makeError(Field, Twine("the ") + Names[Kind] +
                                " is outside the address space");
  }
  return Place{{Sum, Base.Address.SectionIndex}, Base.Limit};
}

/// An entry of \p Kind without its places.
Expected<FaultMapEntry> Parser::makeEntry(uint64_t Offset, uint64_t KindField,
                                          uint32_t Kind) const {
  if (Kind < FirstKind || Kind > LastKind)
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

/// Reads a function and its entries and moves \p Offset behind them.
Error Parser::parseFunction(uint64_t &Offset) {
  if (!has(Offset, sizeof(FunctionV1)))
    return makeError(Offset, "the section ends within a function's record");
  FaultMapFunction Function;
  Function.Offset = Offset;
  Function.FirstEntry = Result.Entries.size();
  Function.NumEntries = read32(Offset + offsetof(FunctionV1, NumEntries));

  uint64_t Field = Offset + offsetof(FunctionV1, Address);
  Function.AddressField = read64(Field);
  Expected<const FaultMapRelocation *> Relocation =
      takeRelocation(Field, FaultMapRelocation::Absolute64);
  if (!Relocation)
    return Relocation.takeError();
  Place Begin;
  Begin.Address.Address = Function.AddressField;
  if (*Relocation)
    Begin = {(*Relocation)->Target, (*Relocation)->Limit};
  Expected<Place> Checked = advance(Field, FunctionStart, Begin, 0);
  if (!Checked)
    return Checked.takeError();
  Function.Address = Begin.Address;
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
    if (Error E = parseEntryV1(Offset, Begin))
      return E;
  Result.Functions.push_back(Function);
  return Error::success();
}

/// Reads a table and moves \p Offset behind it.
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

/// What \p Field, which counts from itself, leads to.
Expected<Place> Parser::readRelative(uint64_t Field, PlaceKind Kind) {
  Expected<const FaultMapRelocation *> Relocation =
      takeRelocation(Field, FaultMapRelocation::Relative32);
  if (!Relocation)
    return Relocation.takeError();
  Place Base;
  if (const FaultMapRelocation *R = *Relocation) {
    if (!Bytes.IsRelocatable)
      return makeError(Field, "a relocation is left for the dynamic linker");
    Base = {R->Target, R->Limit};
    return advance(Field, Kind, Base, 0);
  }
  Base.Address.Address = Bytes.Address + Field;
  return advance(Field, Kind, Base, int32_t(read32(Field)));
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
    return makeError(SiteField, "there is a site id in an entry without one");
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
    return makeError(0, "version 2 is for addresses of 64 bits");
  for (uint64_t Offset = 0; Offset != size(); Offset += EntrySize) {
    if (!has(Offset, EntrySize))
      return makeError(Offset, "the section ends within an entry");
    ArrayRef<uint8_t> Entry = Bytes.Contents.slice(Offset, EntrySize);
    if (all_of(Entry, [](uint8_t B) { return B == 0; }) &&
        !hasRelocation(Offset))
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
  if (Bytes.Address > maxUIntN(Bytes.AddressBits) - size())
    return makeError(0, "the section is outside the address space");
  if (Error E = Result.Format == FaultMapFormat::Tables ? parseTables()
                                                        : parseEntriesV2())
    return E;
  if (Error E = checkPassedRelocations(UINT64_MAX))
    return E;
  return std::move(Result);
}

Expected<FaultMapSection> object::parseFaultMap(const FaultMapBytes &Bytes,
                                                FaultMapFormat Format) {
  return Parser(Bytes, Format).parse();
}
