//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Well-formed fault maps, from bytes.
///
//===----------------------------------------------------------------------===//

#include "FaultMapBytes.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace llvm::object;
using namespace llvm::faultmap;

static SectionedAddress absolute(uint64_t Address) { return {Address}; }

static FaultMapSection parseOrFail(FaultMapBuilder &Builder,
                                   FaultMapFormat Format) {
  Expected<FaultMapSection> Section = Builder.parse(Format);
  if (Section)
    return std::move(*Section);
  ADD_FAILURE() << toString(Section.takeError());
  return {};
}

namespace {

TEST(ManagedMapsParser, EmptySectionsHaveNoEntries) {
  for (FaultMapFormat Format :
       {FaultMapFormat::Tables, FaultMapFormat::Short, FaultMapFormat::Long}) {
    FaultMapBuilder Empty;
    FaultMapSection Section = parseOrFail(Empty, Format);
    EXPECT_TRUE(Section.Entries.empty());
    EXPECT_EQ(Section.Name, "maps");
    EXPECT_EQ(Section.Index, 5u);
  }
}

TEST(ManagedMapsParser, ATableHasFunctionsAndTheirEntries) {
  FaultMapBuilder Builder;
  Builder.header(2);
  Builder.function(0x400000, 2).entry(1, 4, 20).entry(3, 8, 0xfffffff0);
  Builder.function(0x500000, 1).entry(2, 0, 1);
  FaultMapSection Section = parseOrFail(Builder, FaultMapFormat::Tables);

  EXPECT_EQ(Section.getVersion(), 1u);
  ASSERT_EQ(Section.Tables.size(), 1u);
  EXPECT_EQ(Section.Tables[0].NumFunctions, 2u);
  ASSERT_EQ(Section.Functions.size(), 2u);
  EXPECT_EQ(Section.Functions[0].Offset, 8u);
  EXPECT_EQ(Section.Functions[0].Address, absolute(0x400000));
  EXPECT_EQ(Section.Functions[1].FirstEntry, 2u);
  EXPECT_EQ(Section.Functions[1].NumEntries, 1u);
  ASSERT_EQ(Section.Entries.size(), 3u);
  EXPECT_EQ(Section.Entries[0].FaultingPC, absolute(0x400004));
  EXPECT_EQ(Section.Entries[0].HandlerPC, absolute(0x400014));
  EXPECT_EQ(Section.Entries[0].Kind, FaultingLoad);
  EXPECT_EQ(Section.Entries[0].Version, 1);
  EXPECT_EQ(Section.Entries[0].SectionIndex, 5u);
  EXPECT_EQ(Section.Entries[0].Offset, 24u);
  EXPECT_EQ(Section.Entries[0].Site, std::nullopt);
  // The offsets have no sign.
  EXPECT_EQ(Section.Entries[1].HandlerPC, absolute(0x1003ffff0));
  EXPECT_EQ(Section.Entries[2].Kind, FaultingLoadStore);
}

TEST(ManagedMapsParser, TablesFollowEachOtherAtAnyAlignment) {
  FaultMapBuilder Builder;
  Builder.zeros(3);
  Builder.header(1).function(0x10, 1).entry(1, 1, 2);
  Builder.header(0);
  Builder.zeros(5);
  Builder.header(1).function(0x20, 1).entry(1, 1, 2);
  Builder.zeros(9);
  FaultMapSection Section = parseOrFail(Builder, FaultMapFormat::Tables);
  ASSERT_EQ(Section.Tables.size(), 3u);
  EXPECT_EQ(Section.Tables[0].Offset, 3u);
  EXPECT_EQ(Section.Tables[1].NumFunctions, 0u);
  EXPECT_EQ(Section.Tables[2].FirstFunction, 1u);
  ASSERT_EQ(Section.Entries.size(), 2u);
  EXPECT_EQ(Section.Entries[1].FaultingPC, absolute(0x21));
}

TEST(ManagedMapsParser, AFunctionAtAddressZeroOfAnImageIsDiscarded) {
  FaultMapBuilder Builder;
  Builder.header(2);
  Builder.function(0, 1).entry(1, 4, 20);
  Builder.function(0x40, 0);
  FaultMapSection Section = parseOrFail(Builder, FaultMapFormat::Tables);
  ASSERT_EQ(Section.Functions.size(), 2u);
  EXPECT_TRUE(Section.Functions[0].IsDiscarded);
  EXPECT_EQ(Section.Functions[0].NumEntries, 1u);
  EXPECT_FALSE(Section.Functions[1].IsDiscarded);
}

TEST(ManagedMapsParser, ShortEntriesCountFromThemselves) {
  FaultMapBuilder Builder;
  Builder.shortEntry(-0x100, 12, 1);
  Builder.shortEntry(0x7fffffff, -8, 3);
  FaultMapSection Section = parseOrFail(Builder, FaultMapFormat::Short);
  EXPECT_EQ(Section.getVersion(), 2u);
  ASSERT_EQ(Section.Entries.size(), 2u);
  EXPECT_EQ(Section.Entries[0].FaultingPC, absolute(0xf00));
  EXPECT_EQ(Section.Entries[0].HandlerPC, absolute(0xf0c));
  EXPECT_EQ(Section.Entries[0].Site, std::nullopt);
  EXPECT_EQ(Section.Entries[1].FaultingPC, absolute(0x80001007));
  EXPECT_EQ(Section.Entries[1].HandlerPC, absolute(0x80000fff));
  EXPECT_EQ(Section.Entries[1].Kind, FaultingStore);
  EXPECT_EQ(Section.Entries[1].Offset, 8u);
}

TEST(ManagedMapsParser, ShortEntriesReachAsFarAsSpecified) {
  FaultMapBuilder Builder;
  Builder.Bytes.Address = 0x10000000;
  Builder.shortEntry(0, MinDistanceV2, 1);
  Builder.shortEntry(0, MaxDistanceV2, 1);
  FaultMapSection Section = parseOrFail(Builder, FaultMapFormat::Short);
  ASSERT_EQ(Section.Entries.size(), 2u);
  EXPECT_EQ(Section.Entries[0].HandlerPC, absolute(0x8000000));
  EXPECT_EQ(Section.Entries[1].HandlerPC, absolute(0x18000007));
}

TEST(ManagedMapsParser, LongEntriesHaveASiteIfTheySaySo) {
  FaultMapBuilder Builder;
  Builder.longEntry(0x10, 0x20, 0, 1);
  Builder.longEntry(0x10, -0x20, 0, 2 | HasSiteV2);
  Builder.longEntry(0x10, 0x20, 0xffffffff, 3 | HasSiteV2);
  FaultMapSection Section = parseOrFail(Builder, FaultMapFormat::Long);
  ASSERT_EQ(Section.Entries.size(), 3u);
  EXPECT_EQ(Section.Entries[0].FaultingPC, absolute(0x1010));
  EXPECT_EQ(Section.Entries[0].HandlerPC, absolute(0x1024));
  EXPECT_EQ(Section.Entries[0].Site, std::nullopt);
  EXPECT_EQ(Section.Entries[1].HandlerPC, absolute(0xff4));
  EXPECT_EQ(Section.Entries[1].Site, 0u);
  EXPECT_EQ(Section.Entries[2].Site, 0xffffffffu);
}

TEST(ManagedMapsParser, PaddingBetweenEntriesIsSkipped) {
  FaultMapBuilder Short;
  Short.zeros(8).shortEntry(8, 4, 1).zeros(16).shortEntry(8, 4, 1).zeros(8);
  EXPECT_EQ(parseOrFail(Short, FaultMapFormat::Short).Entries.size(), 2u);
  FaultMapBuilder Long;
  Long.zeros(16).longEntry(8, 4, 0, 1).zeros(16);
  EXPECT_EQ(parseOrFail(Long, FaultMapFormat::Long).Entries.size(), 1u);
}

TEST(ManagedMapsParser, FieldsHaveTheByteOrderOfTheTarget) {
  FaultMapBuilder Tables;
  Tables.Bytes.Endian = endianness::big;
  Tables.header(1).function(0x400000, 1).entry(1, 4, 20);
  FaultMapSection Section = parseOrFail(Tables, FaultMapFormat::Tables);
  ASSERT_EQ(Section.Entries.size(), 1u);
  EXPECT_EQ(Section.Entries[0].HandlerPC, absolute(0x400014));

  FaultMapBuilder Long;
  Long.Bytes.Endian = endianness::big;
  Long.longEntry(0x10, 0x20, 7, 1 | HasSiteV2);
  Section = parseOrFail(Long, FaultMapFormat::Long);
  ASSERT_EQ(Section.Entries.size(), 1u);
  EXPECT_EQ(Section.Entries[0].Site, 7u);
}

TEST(ManagedMapsParser, RelocationsReplaceWhatFieldsHold) {
  FaultMapBuilder Tables;
  Tables.Bytes.IsRelocatable = true;
  Tables.header(1).function(0x1234, 1).entry(1, 4, 20);
  ManagedMapRelocation OfFunction = {
      8, ManagedMapRelocation::Absolute64, {0x100, 7}, 0x200};
  Tables.Bytes.Relocations = OfFunction;
  FaultMapSection Section = parseOrFail(Tables, FaultMapFormat::Tables);
  ASSERT_EQ(Section.Entries.size(), 1u);
  EXPECT_EQ(Section.Functions[0].AddressField, 0x1234u);
  EXPECT_EQ(Section.Functions[0].Address, (SectionedAddress{0x100, 7}));
  EXPECT_EQ(Section.Entries[0].FaultingPC, (SectionedAddress{0x104, 7}));
  EXPECT_EQ(Section.Entries[0].HandlerPC, (SectionedAddress{0x114, 7}));

  FaultMapBuilder Long;
  Long.Bytes.IsRelocatable = true;
  Long.longEntry(0, 0, 0, 1);
  ManagedMapRelocation OfEntry[] = {
      {0, ManagedMapRelocation::Relative32, {0x10, 7}, 0x20},
      {4, ManagedMapRelocation::Relative32, {0x30, 8}, 0x30}};
  Long.Bytes.Relocations = OfEntry;
  Section = parseOrFail(Long, FaultMapFormat::Long);
  ASSERT_EQ(Section.Entries.size(), 1u);
  EXPECT_EQ(Section.Entries[0].FaultingPC, (SectionedAddress{0x10, 7}));
  // An empty handler stands at the end of its section.
  EXPECT_EQ(Section.Entries[0].HandlerPC, (SectionedAddress{0x30, 8}));
}

TEST(ManagedMapsParser, AFunctionAtOffsetZeroOfAnObjectIsNotDiscarded) {
  FaultMapBuilder Builder;
  Builder.Bytes.IsRelocatable = true;
  Builder.header(1).function(0, 0);
  ManagedMapRelocation R = {8, ManagedMapRelocation::Absolute64, {0, 7}, 0x200};
  Builder.Bytes.Relocations = R;
  FaultMapSection Section = parseOrFail(Builder, FaultMapFormat::Tables);
  ASSERT_EQ(Section.Functions.size(), 1u);
  EXPECT_FALSE(Section.Functions[0].IsDiscarded);
}

TEST(ManagedMapsParser, DumpersMayTakeAddressesWithoutRelocation) {
  FaultMapBuilder Builder;
  Builder.Bytes.IsRelocatable = true;
  Builder.Bytes.Unrelocated = ManagedMapUnrelocated::Absolute;
  Builder.header(1).function(0xffdead, 1).entry(1, 1, 2);
  FaultMapSection Section = parseOrFail(Builder, FaultMapFormat::Tables);
  ASSERT_EQ(Section.Entries.size(), 1u);
  EXPECT_EQ(Section.Entries[0].FaultingPC, absolute(0xffdeae));
}

TEST(ManagedMapsParser, KindsHaveNames) {
  EXPECT_EQ(getFaultKindName(FaultingLoad), "FaultingLoad");
  EXPECT_EQ(getFaultKindName(FaultingLoadStore), "FaultingLoadStore");
  EXPECT_EQ(getFaultKindName(FaultingStore), "FaultingStore");
  EXPECT_EQ(getFaultKindName(PollingPage), "PollingPage");
  EXPECT_EQ(getFaultKindName(WideFaultingLoad), "WideFaultingLoad");
  EXPECT_EQ(getFaultKindName(WideFaultingLoadStore), "WideFaultingLoadStore");
  EXPECT_EQ(getFaultKindName(WideFaultingStore), "WideFaultingStore");
  EXPECT_EQ(getFaultKindName(VersionMark), "");
}

} // namespace
