//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Well-formed runs of stack maps, version 4.
///
//===----------------------------------------------------------------------===//

#include "StackMapBytes.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace llvm::object;
using namespace llvm::stackmap;

using L = StackMapLocation;
using Saves = std::vector<StackMapSave>;
using Locations = std::vector<StackMapLocation>;

/// The only function of \p B.
static StackMapFunction parseOne(StackMapBuilder &B) {
  EXPECT_EQ(B.runError(), "success");
  if (B.Functions.size() == 1)
    return B.Functions.front();
  ADD_FAILURE() << "there is more or less than one function";
  return {};
}

namespace {

TEST(ManagedStackMapsRun, TheSmallestFunction) {
  StackMapBuilder B;
  B.bytes({0, 0, 2 << 2, 0, 0, 0});
  StackMapFunction F = parseOne(B);
  EXPECT_EQ(F.Size, 5u);
  ASSERT_EQ(F.Sites.size(), 1u);
  EXPECT_EQ(F.Sites[0].Offset, 4u);
  StackMapSafepoint S = getSafepoint(F, F.Sites[0]);
  EXPECT_EQ(S.PC, (SectionedAddress{0x10, 2}));
  EXPECT_EQ(S.Id, std::nullopt);
  EXPECT_EQ(S.Frame->Base, FromSP);
  EXPECT_EQ(S.Frame->Offset, 16u);
  EXPECT_TRUE(S.Frame->Saves.empty());
  EXPECT_TRUE(S.Roots.empty());
  EXPECT_TRUE(S.Derived.empty());
  EXPECT_FALSE(S.Deopt.has_value());
}

TEST(ManagedStackMapsRun, DistancesCountInstructions) {
  StackMapBuilder B;
  // Two safepoints, and another function.
  B.bytes({0, 1, 8, 0, 0, 5, 0, 3, 0, 0, 8, 0, 0, 0});
  ASSERT_EQ(B.runError(), "success");
  ASSERT_EQ(B.Functions.size(), 2u);
  ASSERT_EQ(B.Functions[0].Sites.size(), 2u);
  EXPECT_EQ(B.Functions[0].Sites[1].PC.Address, 0x15u);
  EXPECT_EQ(B.Functions[1].Sites[0].PC.Address, 0x18u);
  EXPECT_EQ(B.Functions[1].Offset, 8u);

  // x30 is saved, but no other register.
  B.Target = AArch64V4;
  ASSERT_EQ(B.runError(), "success");
  EXPECT_EQ(B.Functions[0].Sites[1].PC.Address, 0x24u);
  EXPECT_EQ(B.Functions[1].Sites[0].PC.Address, 0x30u);
}

TEST(ManagedStackMapsRun, TheEndOfASectionFollowsACall) {
  StackMapBuilder B;
  B.Limit = 0x15;
  B.bytes({0, 1, 8, 0, 0, 5, 0, 0});
  EXPECT_EQ(B.runError(), "success");
}

TEST(ManagedStackMapsRun, MasksStandForPlaces) {
  StackMapBuilder B;
  B.bytes({0, 0, 8, 0x21 << 1, 0, 0});
  EXPECT_EQ(parseOne(B).Frames[0].Saves, (Saves{{6, -16}, {3, -24}}));

  // x29, x19 and x20 with x30: three in pairs, and the pair of x29.
  StackMapBuilder A;
  A.Target = AArch64V4;
  A.bytes({0, 0, 8, 7 << 1, 0, 0});
  EXPECT_EQ(parseOne(A).Frames[0].Saves,
            (Saves{{29, -32}, {19, -8}, {20, -16}, {30, -24}}));
  // x19 and x20 with x30, which is alone in the lower word of its pair.
  A[3] = 6 << 1;
  EXPECT_EQ(parseOne(A).Frames[0].Saves,
            (Saves{{19, -8}, {20, -16}, {30, -32}}));
}

TEST(ManagedStackMapsRun, SavesMayBeListed) {
  StackMapBuilder B;
  B.bytes({0, 0, 9, 2 << 1 | 1, 12, 5, 6, 2, 0, 0});
  StackMapFunction F = parseOne(B);
  EXPECT_EQ(F.Frames[0].Base, FromFP);
  EXPECT_EQ(F.Frames[0].Saves, (Saves{{12, -40}, {6, -16}}));
}

TEST(ManagedStackMapsRun, KindsOfLocations) {
  StackMapBuilder B;
  B.bytes({HasLocations, 0, 8, 0, 5, 3 << 2, 3 << 2 | 1, 3 << 2 | 2})
      .bytes({3 << 2 | 3, 0x78, 7 << 2 | 3, 24, 0x1f, 0});
  EXPECT_EQ(
      parseOne(B).Locations,
      (Locations{L::fromCFA(-32), L::inRegister(3), L::fromRegister(7, 24),
                 L::fromRegister(3, -8), L::fromRegister(7, 24)}));
}

TEST(ManagedStackMapsRun, SavedRegistersMayBeTheFirstLocations) {
  StackMapBuilder B;
  B.bytes({SavedFirst | HasLocations, 0, 8, 0x21 << 1, 1, 4, 6, 0});
  StackMapFunction F = parseOne(B);
  EXPECT_EQ(F.Locations,
            (Locations{L::inRegister(6), L::inRegister(3), L::fromCFA(-16)}));
  EXPECT_EQ(getSafepoint(F, F.Sites[0]).Roots,
            (Locations{L::inRegister(3), L::fromCFA(-16)}));

  // Without x30 of a mask, with x30 of a list.
  StackMapBuilder A;
  A.Target = AArch64V4;
  A.bytes({SavedFirst, 0, 8, 2 << 1, 1, 0});
  EXPECT_EQ(parseOne(A).Locations, (Locations{L::inRegister(19)}));
  StackMapBuilder Listed;
  Listed.Target = AArch64V4;
  Listed.bytes({SavedFirst, 0, 8, 2 << 1 | 1, 19, 1, 30, 2, 2, 0});
  EXPECT_EQ(parseOne(Listed).Locations,
            (Locations{L::inRegister(19), L::inRegister(30)}));
}

TEST(ManagedStackMapsRun, SetsMayBeLong) {
  StackMapBuilder B;
  B.uleb(HasLocations).uleb(0).uleb(100 << 2).uleb(0).uleb(80);
  for (unsigned I = 0; I != 80; ++I)
    B.uleb(I << 2);
  // Bits 0 and 79.
  B.bytes(
      {0x81, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 4, 0});
  StackMapFunction F = parseOne(B);
  EXPECT_EQ(getSafepoint(F, F.Sites[0]).Roots,
            (Locations{L::fromCFA(-8), L::fromCFA(-640)}));
}

TEST(ManagedStackMapsRun, SetsSayWhatASafepointHas) {
  StackMapBuilder B;
  B.uleb(HasDictionary | HasDerived | HasIds | HasDeopt | HasFrames |
         HasLocations);
  B.uleb(2).uleb(8).uleb(0);
  B.uleb(1).bytes({3});          // Another frame.
  B.uleb(2).bytes({6, 10});      // SP + 8 and SP + 16.
  B.uleb(1).bytes({0, 1});       // One derived from the other.
  B.uleb(3).bytes({0x2f, 8, 0}); // All, a root, nothing.
  B.uleb(0).uleb(7).uleb(1).uleb(3).bytes({5 << 3});
  B.uleb(4).uleb(1);
  B.uleb(4).uleb(2);
  B.uleb(0);
  StackMapFunction F = parseOne(B);
  ASSERT_EQ(F.Sites.size(), 3u);
  StackMapSafepoint S = getSafepoint(F, F.Sites[0]);
  EXPECT_EQ(S.Id, 7u);
  EXPECT_FALSE(S.Frame->isWalkable());
  ASSERT_TRUE(S.Deopt.has_value());
  EXPECT_TRUE(S.Deopt->IsEarly);
  ASSERT_EQ(S.Deopt->Values.size(), 1u);
  EXPECT_EQ(S.Deopt->Values[0].Number, 5u);
  EXPECT_EQ(S.Roots, (Locations{L::fromRegister(7, 8)}));
  ASSERT_EQ(S.Derived.size(), 1u);
  EXPECT_EQ(S.Derived[0].Base, L::fromRegister(7, 8));
  EXPECT_EQ(S.Derived[0].Derived, L::fromRegister(7, 16));

  S = getSafepoint(F, F.Sites[1]);
  EXPECT_EQ(S.Id, std::nullopt);
  EXPECT_TRUE(S.Frame->isWalkable());
  EXPECT_FALSE(S.Deopt.has_value());
  EXPECT_EQ(S.Roots, (Locations{L::fromRegister(7, 8)}));
  EXPECT_TRUE(getSafepoint(F, F.Sites[2]).Roots.empty());
}

TEST(ManagedStackMapsRun, KindsOfValues) {
  for (endianness Endian : {endianness::little, endianness::big}) {
    StackMapBuilder B;
    B.Bytes.Endian = Endian;
    B.bytes({HasDeopt | HasLocations, 0, 8, 0, 1, 4, 1, 14});
    B.uleb(5 << 3).uleb(0 << 3 | 1).uleb(0 << 3 | 2);
    B.uleb(17 << 3 | 3).uleb(16);
    B.uleb(4 << 3 | 4).uleb(0).sleb(-4);
    B.uleb(5).uleb(8).sleb(16);
    B.uleb(6).add<uint64_t>(0x1122334455667788);
    B.uleb(0);
    StackMapFunction F = parseOne(B);
    ASSERT_TRUE(F.Sites[0].Deopt.has_value());
    EXPECT_FALSE(F.Sites[0].Deopt->IsEarly);
    using V = StackMapValue;
    EXPECT_EQ(F.Sites[0].Deopt->Values,
              (std::vector<V>{
                  {V::Constant, 5, {}, 0},
                  {V::Constant, UINT64_MAX, {}, 0},
                  {V::Contents, 0, L::fromCFA(-16), 8},
                  {V::Contents, 0, L::inRegister(17), 16},
                  {V::Contents, 0, L::fromCFA(-4), 4},
                  {V::Address, 0, L::fromRegister(7, 16), 0},
                  {V::Constant, 0x1122334455667788, {}, 0},
              }));
  }
}

TEST(ManagedStackMapsRun, NormalFormsAreEqual) {
  StackMapFrame Frame;
  Frame.Base = FromSP;
  Frame.Offset = 32;
  StackMapSafepoint S;
  S.Roots = {L::fromRegister(7, 8), L::inRegister(3), L::fromCFA(-24)};
  S.Derived = {{L::inRegister(3), L::fromRegister(6, 8)},
               {L::inRegister(3), L::fromRegister(7, 0)}};
  normalizeSafepoint(S, Frame, X86_64V4);
  EXPECT_EQ(S.Roots, (Locations{L::inRegister(3), L::fromCFA(-24)}));
  EXPECT_EQ(S.Derived, (std::vector<StackMapDerived>{
                           {L::inRegister(3), L::fromCFA(-32)},
                           {L::inRegister(3), L::fromRegister(6, 8)}}));
}

} // namespace
