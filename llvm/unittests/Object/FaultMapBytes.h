//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Bytes of fault maps for tests.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_UNITTESTS_OBJECT_FAULTMAPBYTES_H
#define LLVM_UNITTESTS_OBJECT_FAULTMAPBYTES_H

#include "llvm/Object/ManagedMaps.h"
#include "llvm/Support/Endian.h"
#include <string>
#include <vector>

namespace llvm {

/// Appends the parts of tables to a section and parses it.
class FaultMapBuilder {
  std::vector<uint8_t> Contents;

public:
  object::ManagedMapBytes Bytes;

  FaultMapBuilder() {
    Bytes.SectionName = "maps";
    Bytes.SectionIndex = 5;
    Bytes.Address = 0x1000;
  }

  uint64_t size() const { return Contents.size(); }
  uint8_t &operator[](size_t Offset) { return Contents[Offset]; }

  template <typename T> FaultMapBuilder &add(T Value) {
    Contents.resize(size() + sizeof(T));
    support::endian::write<T>(&Contents[size() - sizeof(T)], Value,
                              Bytes.Endian);
    return *this;
  }
  FaultMapBuilder &zeros(size_t Count) {
    Contents.resize(size() + Count);
    return *this;
  }
  FaultMapBuilder &shrink(size_t Count) {
    Contents.resize(size() - Count);
    return *this;
  }

  // Version 1.
  FaultMapBuilder &header(uint32_t NumFunctions) {
    return add<uint8_t>(1).add<uint8_t>(0).add<uint16_t>(0).add(NumFunctions);
  }
  FaultMapBuilder &function(uint64_t Address, uint32_t NumEntries) {
    return add(Address).add(NumEntries).add<uint32_t>(0);
  }
  FaultMapBuilder &entry(uint32_t Kind, uint32_t Faulting, uint32_t Handler) {
    return add(Kind).add(Faulting).add(Handler);
  }

  // Version 2.
  FaultMapBuilder &shortEntry(int32_t Faulting, int32_t Distance,
                              uint32_t Kind) {
    return add(Faulting).add<uint32_t>(uint32_t(Distance) << 4 | Kind);
  }
  FaultMapBuilder &longEntry(int32_t Faulting, int32_t Handler, uint32_t Site,
                             uint32_t Info) {
    return add(Faulting).add(Handler).add(Site).add(Info);
  }

  Expected<object::FaultMapSection> parse(object::FaultMapFormat Format) {
    Bytes.Contents = Contents;
    return object::parseFaultMap(Bytes, Format);
  }

  /// The error, or "success".
  std::string parseError(object::FaultMapFormat Format) {
    Expected<object::FaultMapSection> Section = parse(Format);
    if (Section)
      return "success";
    return toString(Section.takeError());
  }
};

} // end namespace llvm

#endif // LLVM_UNITTESTS_OBJECT_FAULTMAPBYTES_H
