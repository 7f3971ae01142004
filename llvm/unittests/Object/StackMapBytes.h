//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Bytes of stack maps for tests.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_UNITTESTS_OBJECT_STACKMAPBYTES_H
#define LLVM_UNITTESTS_OBJECT_STACKMAPBYTES_H

#include "llvm/Object/ManagedStackMaps.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/raw_ostream.h"
#include <initializer_list>
#include <string>
#include <vector>

namespace llvm {

/// Appends the parts of stack maps to a section and parses it.
class StackMapBuilder {
  std::vector<uint8_t> Contents;

public:
  object::ManagedMapBytes Bytes;
  stackmap::TargetV4 Target = stackmap::X86_64V4;
  /// Of the section that safepoints are in.
  uint64_t Limit = 0x100;
  std::vector<object::StackMapFunction> Functions;

  StackMapBuilder() {
    Bytes.SectionName = "maps";
    Bytes.SectionIndex = 5;
    Bytes.Address = 0x1000;
  }

  uint64_t size() const { return Contents.size(); }
  uint8_t &operator[](size_t Offset) { return Contents[Offset]; }

  template <typename T> StackMapBuilder &add(T Value) {
    Contents.resize(size() + sizeof(T));
    support::endian::write<T>(&Contents[size() - sizeof(T)], Value,
                              Bytes.Endian);
    return *this;
  }
  StackMapBuilder &zeros(size_t Count) {
    Contents.resize(size() + Count);
    return *this;
  }
  StackMapBuilder &shrink(size_t Count) {
    Contents.resize(size() - Count);
    return *this;
  }
  StackMapBuilder &bytes(std::initializer_list<unsigned> Values) {
    Contents.insert(Contents.end(), Values.begin(), Values.end());
    return *this;
  }
  StackMapBuilder &uleb(uint64_t Value) {
    std::string Text;
    raw_string_ostream OS(Text);
    encodeULEB128(Value, OS);
    Contents.insert(Contents.end(), Text.begin(), Text.end());
    return *this;
  }
  StackMapBuilder &sleb(int64_t Value) {
    std::string Text;
    raw_string_ostream OS(Text);
    encodeSLEB128(Value, OS);
    Contents.insert(Contents.end(), Text.begin(), Text.end());
    return *this;
  }

  // Version 3.
  StackMapBuilder &header(uint32_t NumFunctions, uint32_t NumConstants,
                          uint32_t NumRecords) {
    return add<uint8_t>(3)
        .add<uint8_t>(0)
        .add<uint16_t>(0)
        .add(NumFunctions)
        .add(NumConstants)
        .add(NumRecords);
  }
  StackMapBuilder &function(uint64_t Address, uint64_t StackSize,
                            uint64_t NumRecords) {
    return add(Address).add(StackSize).add(NumRecords);
  }
  StackMapBuilder &record(uint64_t Id, uint32_t Offset, uint16_t NumLocations) {
    return add(Id).add(Offset).add<uint16_t>(0).add(NumLocations);
  }
  StackMapBuilder &location(uint8_t Kind, uint16_t Size, uint16_t Register,
                            int32_t Offset) {
    return add(Kind)
        .add<uint8_t>(0)
        .add(Size)
        .add(Register)
        .add<uint16_t>(0)
        .add(Offset);
  }
  StackMapBuilder &constant(int32_t Value) {
    return location(stackmap::Constant, 8, 0, Value);
  }
  /// Padding, no live-out registers, and padding.
  StackMapBuilder &endRecord() {
    zeros((8 - size() % 8) % 8).zeros(4);
    return zeros((8 - size() % 8) % 8);
  }

  Expected<object::StackMapTables> parseTables() {
    Bytes.Contents = Contents;
    return object::parseStackMapTables(Bytes);
  }
  Expected<std::vector<object::StackMapIndexEntry>> parseIndex() {
    Bytes.Contents = Contents;
    size_t NumPadding;
    return object::parseStackMapIndex(Bytes, NumPadding);
  }
  /// Parses the run at offset 0, whose first safepoint is at offset 0x10 of
  /// section 2.
  Expected<uint64_t> parseRun() {
    Bytes.Contents = Contents;
    Functions.clear();
    return object::parseStackMapRun(Bytes, 0, {0x10, 2}, Limit, Target,
                                    Functions);
  }

  // The error, or "success".
  std::string tablesError() {
    Expected<object::StackMapTables> Tables = parseTables();
    return Tables ? "success" : toString(Tables.takeError());
  }
  std::string indexError() {
    auto Entries = parseIndex();
    return Entries ? "success" : toString(Entries.takeError());
  }
  std::string runError() {
    Expected<uint64_t> End = parseRun();
    return End ? "success" : toString(End.takeError());
  }
};

} // end namespace llvm

#endif // LLVM_UNITTESTS_OBJECT_STACKMAPBYTES_H
