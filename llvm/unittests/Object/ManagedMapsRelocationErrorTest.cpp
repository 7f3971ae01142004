//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Malformed relocations of fault maps: each test breaks one rule.
///
//===----------------------------------------------------------------------===//

#include "FaultMapBytes.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace llvm::object;

static ManagedMapRelocation absolute(uint64_t Offset) {
  return {Offset, ManagedMapRelocation::Absolute64, {0x10, 7}, 0x20};
}
static ManagedMapRelocation relative(uint64_t Offset) {
  return {Offset, ManagedMapRelocation::Relative32, {0x10, 7}, 0x20};
}

static std::string tableError(ArrayRef<ManagedMapRelocation> Relocations,
                              uint32_t Faulting = 0, uint32_t Handler = 0) {
  FaultMapBuilder Builder;
  Builder.Bytes.IsRelocatable = true;
  Builder.Bytes.Relocations = Relocations;
  Builder.header(1).function(0, 1).entry(1, Faulting, Handler);
  return Builder.parseError(FaultMapFormat::Tables);
}

static std::string shortError(ArrayRef<ManagedMapRelocation> Relocations,
                              int32_t Distance = 0) {
  FaultMapBuilder Builder;
  Builder.Bytes.IsRelocatable = true;
  Builder.Bytes.Relocations = Relocations;
  Builder.shortEntry(0, Distance, 1);
  return Builder.parseError(FaultMapFormat::Short);
}

static std::string longError(ArrayRef<ManagedMapRelocation> Relocations) {
  FaultMapBuilder Builder;
  Builder.Bytes.IsRelocatable = true;
  Builder.Bytes.Relocations = Relocations;
  Builder.longEntry(0, 0, 0, 1);
  return Builder.parseError(FaultMapFormat::Long);
}

namespace {

TEST(ManagedMapsRelocationError, FieldWithoutRelocation) {
  EXPECT_EQ(tableError({}), "section 'maps' (index 5) at offset 0x8: the field "
                            "has no relocation");
  EXPECT_EQ(shortError({}), "section 'maps' (index 5) at offset 0x0: the field "
                            "has no relocation");
  EXPECT_EQ(longError({relative(0)}), "section 'maps' (index 5) at offset 0x4: "
                                      "the field has no relocation");
}

TEST(ManagedMapsRelocationError, OnlyAddressesMayBeUnrelocated) {
  FaultMapBuilder Builder;
  Builder.Bytes.IsRelocatable = true;
  Builder.Bytes.Unrelocated = ManagedMapUnrelocated::Absolute;
  Builder.shortEntry(8, 8, 1);
  EXPECT_EQ(Builder.parseError(FaultMapFormat::Short),
            "section 'maps' (index 5) at offset 0x0: the field has no "
            "relocation");
}

TEST(ManagedMapsRelocationError, RelocationOfAnotherWidth) {
  EXPECT_EQ(tableError({relative(8)}),
            "section 'maps' (index 5) at offset 0x8: the relocation is not a "
            "64-bit absolute one");
  EXPECT_EQ(shortError({absolute(0)}),
            "section 'maps' (index 5) at offset 0x0: the relocation is not a "
            "32-bit relative one");
}

TEST(ManagedMapsRelocationError, RelocationOfNoField) {
  const char *At0 = "section 'maps' (index 5) at offset 0x0: a relocation does "
                    "not belong to any field";
  const char *At4 = "section 'maps' (index 5) at offset 0x4: a relocation does "
                    "not belong to any field";
  const char *At9 = "section 'maps' (index 5) at offset 0x9: a relocation does "
                    "not belong to any field";
  EXPECT_EQ(tableError({absolute(0), absolute(8)}), At0);
  EXPECT_EQ(tableError({absolute(8), absolute(9)}), At9);
  EXPECT_EQ(shortError({relative(0), relative(4)}), At4);
  EXPECT_EQ(longError({relative(0), relative(4), relative(9)}), At9);
}

TEST(ManagedMapsRelocationError, PlacesOutsideTheSection) {
  EXPECT_EQ(tableError({absolute(8)}, 0xf, 0x10), "success");
  EXPECT_EQ(tableError({absolute(8)}, 0x10, 0),
            "section 'maps' (index 5) at offset 0x1c: the faulting PC is "
            "outside its section");
  EXPECT_EQ(tableError({absolute(8)}, 0, 0x11),
            "section 'maps' (index 5) at offset 0x20: the handler PC is "
            "outside its section");
  EXPECT_EQ(shortError({relative(0)}, 0x10), "success");
  EXPECT_EQ(shortError({relative(0)}, 0x11),
            "section 'maps' (index 5) at offset 0x4: the handler PC is outside "
            "its section");
  EXPECT_EQ(shortError({relative(0)}, -0x11),
            "section 'maps' (index 5) at offset 0x4: the handler PC is outside "
            "its section");
  ManagedMapRelocation AtEnd = relative(0);
  AtEnd.Target.Address = 0x20;
  EXPECT_EQ(shortError({AtEnd}),
            "section 'maps' (index 5) at offset 0x0: the faulting PC is "
            "outside its section");
}

TEST(ManagedMapsRelocationError, SectionsWithoutBytesHaveNoPlaces) {
  ManagedMapRelocation Empty = {
      0, ManagedMapRelocation::Relative32, {0, 7}, /*Limit=*/0};
  EXPECT_EQ(shortError({Empty}),
            "section 'maps' (index 5) at offset 0x0: the faulting PC is "
            "outside its section");
}

TEST(ManagedMapsRelocationError, ARelocatedEntryIsNoPadding) {
  FaultMapBuilder Builder;
  Builder.Bytes.IsRelocatable = true;
  Builder.zeros(8);
  ManagedMapRelocation R = relative(0);
  Builder.Bytes.Relocations = R;
  EXPECT_EQ(Builder.parseError(FaultMapFormat::Short),
            "section 'maps' (index 5) at offset 0x4: kind 0 is not known");
}

TEST(ManagedMapsRelocationError, ImagesOfVersion2HaveNone) {
  FaultMapBuilder Builder;
  ManagedMapRelocation R = relative(0);
  Builder.Bytes.Relocations = R;
  Builder.shortEntry(8, 8, 1);
  EXPECT_EQ(Builder.parseError(FaultMapFormat::Short),
            "section 'maps' (index 5) at offset 0x0: a relocation is left for "
            "the dynamic linker");
}

TEST(ManagedMapsRelocationError, PlacesWrapAroundInTheLargestSection) {
  ManagedMapRelocation R = {
      8, ManagedMapRelocation::Absolute64, {UINT64_MAX - 3, 7}, UINT64_MAX};
  EXPECT_EQ(tableError({R}, 2, 3), "success");
  EXPECT_EQ(tableError({R}, 2, 4),
            "section 'maps' (index 5) at offset 0x20: the handler PC is "
            "outside its section");
}

} // namespace
