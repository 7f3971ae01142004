//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Malformed fault maps, from bytes: each test breaks one rule.
///
//===----------------------------------------------------------------------===//

#include "FaultMapBytes.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace llvm::object;
using namespace llvm::faultmap;

/// A well-formed table of one function with one entry, of 36 bytes.
static FaultMapBuilder makeTable() {
  FaultMapBuilder Builder;
  Builder.header(1).function(0x400000, 1).entry(1, 4, 20);
  EXPECT_EQ(Builder.parseError(FaultMapFormat::Tables), "success");
  return Builder;
}

static std::string tableError(FaultMapBuilder Builder) {
  return Builder.parseError(FaultMapFormat::Tables);
}
static std::string shortError(FaultMapBuilder Builder) {
  return Builder.parseError(FaultMapFormat::Short);
}
static std::string longError(FaultMapBuilder Builder) {
  return Builder.parseError(FaultMapFormat::Long);
}

namespace {

TEST(ManagedMapsParserError, VersionOfTheTable) {
  FaultMapBuilder Builder = makeTable();
  Builder[0] = 2;
  EXPECT_EQ(tableError(Builder),
            "section 'maps' (index 5) at offset 0x0: version 2 is not known");
}

TEST(ManagedMapsParserError, VersionOfTheSecondTable) {
  FaultMapBuilder Builder = makeTable();
  Builder.zeros(2).add<uint8_t>(3);
  EXPECT_EQ(tableError(Builder),
            "section 'maps' (index 5) at offset 0x26: version 3 is not known");
}

TEST(ManagedMapsParserError, ReservedBytesOfTheHeader) {
  for (unsigned Offset : {1, 2, 3}) {
    FaultMapBuilder Builder = makeTable();
    Builder[Offset] = 1;
    EXPECT_EQ(tableError(Builder),
              "section 'maps' (index 5) at offset 0x1: the reserved bytes of a "
              "header are not 0");
  }
}

TEST(ManagedMapsParserError, HeaderIsCutOff) {
  FaultMapBuilder Builder;
  Builder.header(0).shrink(1);
  EXPECT_EQ(tableError(Builder), "section 'maps' (index 5) at offset 0x0: the "
                                 "section ends within a table's header");
}

TEST(ManagedMapsParserError, NumberOfFunctions) {
  FaultMapBuilder Builder = makeTable();
  Builder[7] = 0xff;
  EXPECT_EQ(tableError(Builder),
            "section 'maps' (index 5) at offset 0x4: the section ends before "
            "the last of 4278190081 functions");
}

TEST(ManagedMapsParserError, FunctionIsCutOffByEntries) {
  FaultMapBuilder Builder;
  Builder.header(2).function(0x400000, 1).entry(1, 4, 20).zeros(15);
  EXPECT_EQ(tableError(Builder),
            "section 'maps' (index 5) at offset 0x24: the section ends within "
            "a function's record");
}

TEST(ManagedMapsParserError, NumberOfEntries) {
  FaultMapBuilder Builder = makeTable();
  Builder[19] = 0xff;
  EXPECT_EQ(tableError(Builder),
            "section 'maps' (index 5) at offset 0x10: the section ends before "
            "the last of 4278190081 entries");
}

TEST(ManagedMapsParserError, EntryIsCutOff) {
  EXPECT_EQ(tableError(makeTable().shrink(1)),
            "section 'maps' (index 5) at offset 0x10: the section ends before "
            "the last of 1 entries");
}

TEST(ManagedMapsParserError, ReservedBytesOfAFunction) {
  FaultMapBuilder Builder = makeTable();
  Builder[23] = 1;
  EXPECT_EQ(tableError(Builder),
            "section 'maps' (index 5) at offset 0x14: the reserved bytes of a "
            "function are not 0");
}

TEST(ManagedMapsParserError, KindInATable) {
  for (unsigned Kind : {0, 4, 15}) {
    FaultMapBuilder Builder = makeTable();
    Builder[24] = Kind;
    EXPECT_EQ(tableError(Builder), "section 'maps' (index 5) at offset 0x18: "
                                   "kind " +
                                       std::to_string(Kind) + " is not known");
  }
}

TEST(ManagedMapsParserError, PlacesInATableWrapAround) {
  FaultMapBuilder Faulting;
  Faulting.header(1).function(UINT64_MAX - 3, 1).entry(1, 4, 0);
  EXPECT_EQ(tableError(Faulting),
            "section 'maps' (index 5) at offset 0x1c: the faulting PC is "
            "outside the address space");
  FaultMapBuilder Handler;
  Handler.header(1).function(UINT64_MAX - 3, 1).entry(1, 0, 4);
  EXPECT_EQ(tableError(Handler),
            "section 'maps' (index 5) at offset 0x20: the handler PC is "
            "outside the address space");
}

TEST(ManagedMapsParserError, AddressesOf32BitsAreLimited) {
  FaultMapBuilder Function;
  Function.Bytes.AddressBits = 32;
  Function.header(1).function(0x100000000, 0);
  EXPECT_EQ(tableError(Function),
            "section 'maps' (index 5) at offset 0x8: the function is outside "
            "the address space");
  FaultMapBuilder Handler;
  Handler.Bytes.AddressBits = 32;
  Handler.header(1).function(0xffffffff, 1).entry(1, 0, 1);
  EXPECT_EQ(tableError(Handler),
            "section 'maps' (index 5) at offset 0x20: the handler PC is "
            "outside the address space");
}

TEST(ManagedMapsParserError, SectionWrapsAround) {
  FaultMapBuilder Builder = makeTable();
  Builder.Bytes.Address = UINT64_MAX - 10;
  EXPECT_EQ(tableError(Builder), "section 'maps' (index 5) at offset 0x0: the "
                                 "section is outside the address space");
}

TEST(ManagedMapsParserError, ShortEntryIsCutOff) {
  FaultMapBuilder Builder;
  Builder.shortEntry(8, 4, 1).shortEntry(8, 4, 1).shrink(1);
  EXPECT_EQ(shortError(Builder), "section 'maps' (index 5) at offset 0x8: the "
                                 "section ends within an entry");
}

TEST(ManagedMapsParserError, LongEntryIsCutOff) {
  FaultMapBuilder Builder;
  Builder.longEntry(8, 4, 0, 1).zeros(8);
  EXPECT_EQ(longError(Builder), "section 'maps' (index 5) at offset 0x10: the "
                                "section ends within an entry");
}

TEST(ManagedMapsParserError, KindOfAShortEntry) {
  for (unsigned Kind : {0, 8, 9, 14})
    EXPECT_EQ(shortError(FaultMapBuilder().shortEntry(8, 4, Kind)),
              "section 'maps' (index 5) at offset 0x4: kind " +
                  std::to_string(Kind) + " is not known");
}

TEST(ManagedMapsParserError, KindOfALongEntry) {
  for (unsigned Kind : {0, 8, 9, 14})
    EXPECT_EQ(longError(FaultMapBuilder().longEntry(8, 4, 0, Kind)),
              "section 'maps' (index 5) at offset 0xc: kind " +
                  std::to_string(Kind) + " is not known");
}

TEST(ManagedMapsParserError, LaterVersionsAreNamed) {
  FaultMapBuilder Short;
  Short.shortEntry(8, 4, 1).add<uint32_t>(0).add(makeVersionMark(3));
  EXPECT_EQ(shortError(Short),
            "section 'maps' (index 5) at offset 0x8: version 3 is not known");
  EXPECT_EQ(
      longError(FaultMapBuilder().longEntry(0, 0, 0, makeVersionMark(77))),
      "section 'maps' (index 5) at offset 0x0: version 77 is not known");
}

TEST(ManagedMapsParserError, ReservedBitsOfALongEntry) {
  for (unsigned Bit = 5; Bit != 32; ++Bit)
    EXPECT_EQ(longError(FaultMapBuilder().longEntry(8, 4, 0, 1 | 1u << Bit)),
              "section 'maps' (index 5) at offset 0xc: reserved bits of Info "
              "are set");
}

TEST(ManagedMapsParserError, SiteIdInAnEntryWithoutOne) {
  EXPECT_EQ(longError(FaultMapBuilder().longEntry(8, 4, 1, 1)),
            "section 'maps' (index 5) at offset 0x8: the site id is not 0 in "
            "an entry without one");
}

TEST(ManagedMapsParserError, PlacesOfEntriesWrapAround) {
  EXPECT_EQ(shortError(FaultMapBuilder().shortEntry(-0x1001, 4, 1)),
            "section 'maps' (index 5) at offset 0x0: the faulting PC is "
            "outside the address space");
  EXPECT_EQ(shortError(FaultMapBuilder().shortEntry(-0x1000, -1, 1)),
            "section 'maps' (index 5) at offset 0x4: the handler PC is outside "
            "the address space");
  EXPECT_EQ(longError(FaultMapBuilder().longEntry(0, -0x1005, 0, 1)),
            "section 'maps' (index 5) at offset 0x4: the handler PC is outside "
            "the address space");
  FaultMapBuilder High;
  High.Bytes.Address = UINT64_MAX - 8;
  EXPECT_EQ(shortError(High.shortEntry(9, 4, 1)),
            "section 'maps' (index 5) at offset 0x0: the faulting PC is "
            "outside the address space");
}

TEST(ManagedMapsParserError, Version2HasNo32BitAddresses) {
  FaultMapBuilder Builder;
  Builder.Bytes.AddressBits = 32;
  EXPECT_EQ(shortError(Builder.shortEntry(8, 4, 1)),
            "section 'maps' (index 5) at offset 0x0: version 2 requires 64-bit "
            "addresses");
}

} // namespace
