//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the fuzzers of the readers of fault maps share.
///
//===----------------------------------------------------------------------===//

#include "FaultMapFuzz.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace llvm;
using namespace llvm::object;
using namespace llvm::faultmap;

void llvm::failFuzzing(const Twine &Message) {
  errs() << "fuzzing: " << Message << '\n';
  abort();
}

FaultMapFuzzInput::FaultMapFuzzInput(ArrayRef<uint8_t> Input) {
  constexpr size_t HeaderSize = 10, RelocationSize = 8;
  std::vector<uint8_t> Header(Input.take_front(HeaderSize));
  Header.resize(HeaderSize);
  Input = Input.drop_front(std::min(Input.size(), HeaderSize));
  unsigned Flags = Header[0];
  Bytes.SectionName = "fuzzed";
  Bytes.SectionIndex = 7;
  Bytes.Endian = Flags & 1 ? endianness::big : endianness::little;
  Bytes.IsRelocatable = Flags & 2;
  Bytes.AddressBits = Flags & 4 ? 32 : 64;
  Bytes.Unrelocated = Flags & 8 ? ManagedMapUnrelocated::Absolute
                                : ManagedMapUnrelocated::Refuse;
  IsLong = Flags & 16;
  if (!Bytes.IsRelocatable)
    Bytes.Address = support::endian::read64le(&Header[1]);

  for (unsigned Count = Header[9]; Count && Input.size() >= RelocationSize;
       --Count, Input = Input.drop_front(RelocationSize)) {
    ManagedMapRelocation R;
    R.Offset = support::endian::read16le(&Input[0]);
    R.Type = Input[2] & 1 ? ManagedMapRelocation::Relative32
                          : ManagedMapRelocation::Absolute64;
    R.Target.Address = support::endian::read16le(&Input[4]);
    if (Bytes.IsRelocatable) {
      R.Target.SectionIndex = Input[3];
      R.Limit = support::endian::read16le(&Input[6]);
      R.Target.Address = std::min(R.Target.Address, R.Limit);
    }
    Relocations.push_back(R);
  }
  llvm::sort(Relocations,
             [](const auto &A, const auto &B) { return A.Offset < B.Offset; });
  Bytes.Relocations = Relocations;
  Contents.assign(Input.begin(), Input.end());
  Contents.shrink_to_fit();
  Bytes.Contents = Contents;
}

namespace {

/// Writes down what a reader has read.
class Writer {
  const ManagedMapBytes &Bytes;
  std::vector<uint8_t> Written;

public:
  explicit Writer(const ManagedMapBytes &Bytes)
      : Bytes(Bytes), Written(Bytes.Contents.size()) {}

  void writeTables(const FaultMapSection &Map);
  void writeEntries(const FaultMapSection &Map);

  void compare() const {
    if (ArrayRef(Written) != Bytes.Contents)
      failFuzzing("the section is not what was read of it");
  }

private:
  template <typename T> void put(uint64_t Offset, T Value) {
    if (Offset > Written.size() || Written.size() - Offset < sizeof(T))
      failFuzzing("an offset is outside of the section");
    support::endian::write<T>(&Written[Offset], Value, Bytes.Endian);
  }
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

/// An error names the section, an offset that is there and the rule.
static void checkError(StringRef Message, const FaultMapFuzzInput &Input) {
  StringRef Rest = Message;
  uint64_t Offset;
  if (!Rest.consume_front("section 'fuzzed' (index 7) at offset 0x") ||
      Rest.consumeInteger(16, Offset) || !Rest.consume_front(": ") ||
      Rest.empty())
    failFuzzing("the error has another form: " + Message);
  bool IsOfRelocation = any_of(Input.Bytes.Relocations, [&](const auto &R) {
    return R.Offset == Offset;
  });
  if (Offset > Input.Bytes.Contents.size() && !IsOfRelocation)
    failFuzzing("the error is at an offset outside of the section: " + Message);
}

std::optional<FaultMapSection>
llvm::fuzzFaultMap(const FaultMapFuzzInput &Input, FaultMapFormat Format) {
  Expected<FaultMapSection> Map = parseFaultMap(Input.Bytes, Format);
  if (!Map) {
    checkError(toString(Map.takeError()), Input);
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
