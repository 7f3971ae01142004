//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FaultMapFuzz.h"

using namespace llvm;
using namespace llvm::object;
using namespace llvm::faultmap;

namespace {

class Writer : public FuzzWriter {
public:
  using FuzzWriter::FuzzWriter;

  void writeTables(const FaultMapSection &Map);
  void writeEntries(const FaultMapSection &Map);

private:
  void putRelative(uint64_t Offset, SectionedAddress Place);
};

} // end anonymous namespace

void Writer::writeTables(const FaultMapSection &Map) {
  for (const FaultMapTable &Table : Map.Tables) {
    put<uint8_t>(Table.Offset, 1);
    put<uint32_t>(Table.Offset + offsetof(HeaderV1, NumFunctions),
                  Table.NumFunctions);
  }
  for (const FaultMapFunction &Function : Map.Functions) {
    put<uint64_t>(Function.Offset, Function.AddressField);
    put<uint32_t>(Function.Offset + offsetof(FunctionV1, NumEntries),
                  Function.NumEntries);
    for (const FaultMapEntry &Entry :
         ArrayRef(Map.Entries)
             .slice(Function.FirstEntry, Function.NumEntries)) {
      put<uint32_t>(Entry.Offset, Entry.Kind);
      put<uint32_t>(Entry.Offset + offsetof(EntryV1, FaultingOffset),
                    Entry.FaultingPC.Address - Function.Address.Address);
      put<uint32_t>(Entry.Offset + offsetof(EntryV1, HandlerOffset),
                    Entry.HandlerPC.Address - Function.Address.Address);
    }
  }
}

/// A field that is relocated holds what it likes.
void Writer::putRelative(uint64_t Offset, SectionedAddress Place) {
  if (Bytes.IsRelocatable)
    put<uint32_t>(
        Offset, support::endian::read32(&Bytes.Contents[Offset], Bytes.Endian));
  else
    put<uint32_t>(Offset, Place.Address - (Bytes.Address + Offset));
}

void Writer::writeEntries(const FaultMapSection &Map) {
  for (const FaultMapEntry &Entry : Map.Entries) {
    putRelative(Entry.Offset, Entry.FaultingPC);
    if (Map.Format == FaultMapFormat::Short) {
      uint32_t Distance = Entry.HandlerPC.Address - Entry.FaultingPC.Address;
      put<uint32_t>(Entry.Offset + offsetof(ShortEntryV2, Info),
                    Distance << KindBitsV2 | Entry.Kind);
      continue;
    }
    putRelative(Entry.Offset + offsetof(LongEntryV2, Handler), Entry.HandlerPC);
    put<uint32_t>(Entry.Offset + offsetof(LongEntryV2, Site),
                  Entry.Site.value_or(0));
    put<uint32_t>(Entry.Offset + offsetof(LongEntryV2, Info),
                  Entry.Kind | (Entry.Site ? HasSiteV2 : 0));
  }
}

std::optional<FaultMapSection>
llvm::fuzzFaultMap(const ManagedMapFuzzInput &Input, FaultMapFormat Format) {
  Expected<FaultMapSection> Map = parseFaultMap(Input.Bytes, Format);
  if (!Map) {
    checkFuzzError(Map.takeError(), Input);
    return std::nullopt;
  }
  for (const FaultMapEntry &Entry : Map->Entries)
    if (getFaultKindName(Entry.Kind).empty())
      failFuzzing("an entry has no kind");
  Writer W(Input.Bytes);
  if (Format == FaultMapFormat::Tables)
    W.writeTables(*Map);
  else
    W.writeEntries(*Map);
  W.compare();
  return std::move(*Map);
}
