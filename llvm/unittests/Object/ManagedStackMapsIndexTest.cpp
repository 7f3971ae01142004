//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The index of stack maps, version 4, well-formed and malformed.
///
//===----------------------------------------------------------------------===//

#include "StackMapBytes.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace llvm::object;
using namespace llvm::stackmap;

static std::string at(const char *Offset, const char *Rule) {
  return std::string("section 'maps' (index 5) at offset 0x") + Offset + ": " +
         Rule;
}

static ManagedMapRelocation relative(uint64_t Offset, SectionedAddress Target,
                                     uint64_t Limit) {
  ManagedMapRelocation R;
  R.Offset = Offset;
  R.Type = ManagedMapRelocation::Relative32;
  R.Target = Target;
  R.Limit = Limit;
  return R;
}

namespace {

TEST(ManagedStackMapsIndex, FieldsCountFromThemselves) {
  StackMapBuilder B;
  B.zeros(8).add<int32_t>(-0x100).add<int32_t>(0x200);
  auto Entries = B.parseIndex();
  ASSERT_TRUE(bool(Entries)) << toString(Entries.takeError());
  ASSERT_EQ(Entries->size(), 1u);
  EXPECT_EQ((*Entries)[0].Offset, 8u);
  EXPECT_EQ((*Entries)[0].FirstPC.Address, 0xf08u);
  EXPECT_EQ((*Entries)[0].Run.Address, 0x120cu);
}

TEST(ManagedStackMapsIndex, RelocationsGiveThePlaces) {
  StackMapBuilder B;
  B.Bytes.IsRelocatable = true;
  B.zeros(16);
  // The first entry is padding, and the first safepoint at its section's end.
  ManagedMapRelocation Relocations[] = {relative(8, {0x20, 1}, 0x20),
                                        relative(12, {4, 3}, 8)};
  B.Bytes.Relocations = Relocations;
  auto Entries = B.parseIndex();
  ASSERT_TRUE(bool(Entries)) << toString(Entries.takeError());
  ASSERT_EQ(Entries->size(), 1u);
  EXPECT_EQ((*Entries)[0].FirstPC, (SectionedAddress{0x20, 1}));
  EXPECT_EQ((*Entries)[0].Limit, 0x20u);
  EXPECT_EQ((*Entries)[0].Run, (SectionedAddress{4, 3}));
}

TEST(ManagedStackMapsIndexError, Entries) {
  EXPECT_EQ(StackMapBuilder().zeros(12).indexError(),
            at("8", "the section ends within an entry"));
  StackMapBuilder Version;
  Version.add<uint32_t>(0).add<uint32_t>(5);
  EXPECT_EQ(Version.indexError(), at("0", "version 5 is not known"));
  StackMapBuilder Narrow;
  Narrow.Bytes.AddressBits = 32;
  EXPECT_EQ(Narrow.zeros(8).indexError(),
            at("0", "version 4 requires 64-bit addresses"));
  StackMapBuilder Far;
  Far.Bytes.Address = UINT64_MAX - 4;
  EXPECT_EQ(Far.zeros(8).indexError(),
            at("0", "the section is outside the address space"));
  StackMapBuilder Wrap;
  Wrap.Bytes.Address = 0x100;
  Wrap.add<int32_t>(-0x200).add<int32_t>(8);
  EXPECT_EQ(Wrap.indexError(),
            at("0", "the first safepoint is outside the address space"));
}

TEST(ManagedStackMapsIndexError, Relocations) {
  StackMapBuilder B;
  B.Bytes.IsRelocatable = true;
  B.add<uint32_t>(1).add<uint32_t>(1);
  EXPECT_EQ(B.indexError(), at("0", "the field has no relocation"));
  std::vector<ManagedMapRelocation> Relocations = {
      relative(0, {0x20, 1}, 0x20)};
  B.Bytes.Relocations = Relocations;
  EXPECT_EQ(B.indexError(), at("4", "the field has no relocation"));
  // A run that is relocated is no padding.
  Relocations = {relative(4, {0, 3}, 8)};
  B.Bytes.Relocations = Relocations;
  B[0] = B[4] = 0;
  EXPECT_EQ(B.indexError(), at("0", "the field has no relocation"));
  Relocations = {relative(0, {0x20, 1}, 0x20), relative(4, {8, 3}, 8)};
  B.Bytes.Relocations = Relocations;
  EXPECT_EQ(B.indexError(), at("4", "the run is outside its section"));
  Relocations[1].Target.Address = 0;
  Relocations[0].IsCode = false;
  EXPECT_EQ(B.indexError(),
            at("0", "the first safepoint is not in a section with code"));
  Relocations[0].IsCode = true;
  Relocations[0].Type = ManagedMapRelocation::Absolute64;
  EXPECT_EQ(B.indexError(),
            at("0", "the relocation is not a 32-bit relative one"));
  Relocations[0].Type = ManagedMapRelocation::Relative32;
  Relocations.insert(Relocations.begin() + 1, relative(2, {0, 1}, 8));
  B.Bytes.Relocations = Relocations;
  EXPECT_EQ(B.indexError(),
            at("2", "a relocation does not belong to any field"));
  // In an image, nothing is left to relocate.
  Relocations.erase(Relocations.begin() + 1);
  B.Bytes.Relocations = Relocations;
  B.Bytes.IsRelocatable = false;
  EXPECT_EQ(B.indexError(),
            at("0", "a relocation is left for the dynamic linker"));
}

} // namespace
