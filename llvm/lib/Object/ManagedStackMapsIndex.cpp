//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the index of stack maps of version 4.
///
//===----------------------------------------------------------------------===//

#include "ManagedMapsFields.h"
#include "llvm/Object/ManagedStackMaps.h"
#include <cstddef>

using namespace llvm;
using namespace llvm::object;
using namespace llvm::stackmap;

namespace {

class IndexParser : ManagedMapFields {
  std::vector<StackMapIndexEntry> Entries;

public:
  explicit IndexParser(const ManagedMapBytes &Bytes)
      : ManagedMapFields(Bytes) {}

  Expected<std::vector<StackMapIndexEntry>> parse(size_t &NumPadding);

private:
  Error parseEntry(uint64_t Offset);
};

} // end anonymous namespace

Error IndexParser::parseEntry(uint64_t Offset) {
  StackMapIndexEntry Entry;
  Entry.Offset = Offset;
  uint64_t Field = Offset + offsetof(IndexEntryV4, First);
  // Before it is taken, as taking it goes on to the next one.
  const ManagedMapRelocation *R = nextRelocation(Field);
  Expected<ManagedMapPlace> First =
      readRelative(Field, "first safepoint", /*MayBeEnd=*/true);
  if (!First)
    return First.takeError();
  if (R && !R->IsCode)
    return makeError(Field,
                     "the first safepoint is not in a section with code");
  Entry.FirstPC = First->Address;
  Entry.Limit = First->Limit;

  Field = Offset + offsetof(IndexEntryV4, Run);
  Expected<ManagedMapPlace> Run =
      readRelative(Field, "run", /*MayBeEnd=*/false);
  if (!Run)
    return Run.takeError();
  Entry.Run = Run->Address;
  Entries.push_back(Entry);
  return Error::success();
}

Expected<std::vector<StackMapIndexEntry>>
IndexParser::parse(size_t &NumPadding) {
  NumPadding = 0;
  if (Error E = checkAddress())
    return std::move(E);
  if (Bytes.AddressBits != 64)
    return makeError(0, "version 4 requires 64-bit addresses");
  for (uint64_t Offset = 0; Offset != size(); Offset += sizeof(IndexEntryV4)) {
    if (!has(Offset, sizeof(IndexEntryV4)))
      return makeError(Offset, "the section ends within an entry");
    uint64_t RunField = Offset + offsetof(IndexEntryV4, Run);
    if (!hasRelocation(Offset) && !hasRelocation(RunField) &&
        read32(Offset) == 0) {
      if (uint32_t Version = read32(RunField))
        return makeError(Offset, "version " + Twine(Version) + " is not known");
      ++NumPadding;
      continue;
    }
    if (Error E = parseEntry(Offset))
      return std::move(E);
  }
  if (Error E = checkPassedRelocations(UINT64_MAX))
    return std::move(E);
  return std::move(Entries);
}

Expected<std::vector<StackMapIndexEntry>>
object::parseStackMapIndex(const ManagedMapBytes &Bytes, size_t &NumPadding) {
  return IndexParser(Bytes).parse(NumPadding);
}
