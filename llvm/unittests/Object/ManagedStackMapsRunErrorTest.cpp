//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Malformed runs of stack maps, version 4: each breaks one rule.
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

/// The error of a run of these bytes.
static std::string errorOf(std::initializer_list<unsigned> Bytes) {
  return StackMapBuilder().bytes(Bytes).runError();
}

static std::string errorOnAArch64(std::initializer_list<unsigned> Bytes) {
  StackMapBuilder B;
  B.Target = AArch64V4;
  return B.bytes(Bytes).runError();
}

namespace {

TEST(ManagedStackMapsRunError, EveryByteIsNeeded) {
  // As KindsOfValues, with a set and everything before it.
  StackMapBuilder B;
  B.uleb(AllFlagsV4 & ~SavedFirst).uleb(0).uleb(8).uleb(0);
  B.uleb(1).bytes({9, 2 << 1 | 1, 12, 5, 6, 2});
  B.uleb(2).bytes({6, 7 << 2 | 3, 0x78});
  B.uleb(1).bytes({0, 1});
  B.uleb(1).uleb(0x2f);
  B.uleb(0).uleb(1000).uleb(1).uleb(2);
  B.uleb(6).add<uint64_t>(1).uleb(0);
  ASSERT_EQ(B.runError(), "success");
  while (B.size()) {
    B.shrink(1);
    EXPECT_NE(B.runError().find(": the section ends "), std::string::npos)
        << B.size() << ": " << B.runError();
  }
}

TEST(ManagedStackMapsRunError, Numbers) {
  EXPECT_EQ(errorOf({0, 0x80, 0, 8, 0, 0, 0}),
            at("1", "the number is not in its shortest form"));
  EXPECT_EQ(errorOf({0, 0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
                     2, 0, 0, 0}),
            at("2", "the number has more than 64 bits"));
  EXPECT_EQ(errorOf({0, 0, 8, 0, 0x80, 0, 0}),
            at("4", "the number is not in its shortest form"));
  // Signed ones.
  EXPECT_EQ(errorOf({HasLocations, 0, 8, 0, 1, 3, 0x80, 0, 0, 0}),
            at("6", "the number is not in its shortest form"));
  EXPECT_EQ(errorOf({HasLocations, 0, 8, 0, 1, 3, 0xff, 0x7f, 0, 0}),
            at("6", "the number is not in its shortest form"));
  EXPECT_EQ(errorOf({HasLocations, 0, 8, 0, 1, 3, 0x80, 0x80, 0x80, 0x80, 0x80,
                     0x80, 0x80, 0x80, 0x80, 1, 0, 0}),
            at("6", "the number has more than 64 bits"));
  // Distances may be padded, but not the end of a run.
  EXPECT_EQ(errorOf({0, 1, 8, 0, 0, 0x84, 0x80, 0, 0, 0}), "success");
  EXPECT_EQ(errorOf({0, 1, 8, 0, 0, 0x80, 0, 0, 0}),
            at("5", "the distance of a safepoint is zero"));
  EXPECT_EQ(errorOf({0, 0, 8, 0, 0, 0x84, 0, 0, 0, 8, 0, 0, 0}), "success");
  EXPECT_EQ(errorOf({0, 0, 8, 0, 0, 0x80, 0}),
            at("5", "the distance of a safepoint is zero"));
  // These have a sign to tell.
  EXPECT_EQ(errorOf({HasLocations, 0, 8, 0, 1, 3, 0xc0, 0, 0, 0}), "success");
  EXPECT_EQ(errorOf({HasLocations, 0, 8, 0, 1, 3, 0xbf, 0x7f, 0, 0}),
            "success");
}

TEST(ManagedStackMapsRunError, Flags) {
  EXPECT_EQ(errorOf({0x80, 0, 8, 0, 0, 0}),
            at("0", "flags 0x80 are not known"));
}

TEST(ManagedStackMapsRunError, Counts) {
  EXPECT_EQ(errorOf({0, 100, 8, 0, 0, 0}),
            at("1", "the section ends before the last of the safepoints"));
  EXPECT_EQ(errorOf({HasLocations, 0, 8, 0, 0, 0, 0}),
            at("4", "the number of locations is zero"));
  EXPECT_EQ(errorOf({HasLocations, 0, 8, 0, 9, 4, 0, 0}),
            at("4", "the section ends before the last of 9 locations"));
  EXPECT_EQ(errorOf({HasFrames, 0, 8, 0, 0, 0, 0}),
            at("4", "the number of frames is zero"));
  EXPECT_EQ(errorOf({HasDerived, 0, 8, 0, 0, 0, 0}),
            at("4", "the number of derived pointers is zero"));
  EXPECT_EQ(errorOf({HasDictionary, 0, 8, 0, 0, 0, 0}),
            at("4", "the number of root sets is zero"));
  EXPECT_EQ(errorOf({0, 0, 8, 20 << 1 | 1, 3, 2, 0, 0}),
            at("3", "the section ends before the last of 20 saved registers"));
  EXPECT_EQ(errorOf({HasDeopt, 0, 8, 0, 1, 20, 0, 0}),
            at("5", "the section ends before the last of 10 values"));
  // No count makes a reader reserve memory.
  StackMapBuilder B;
  B.bytes({HasLocations, 0, 8, 0}).uleb(UINT64_MAX).bytes({0, 0});
  EXPECT_EQ(B.runError(), at("4", "the section ends before the last of "
                                  "18446744073709551615 locations"));
}

TEST(ManagedStackMapsRunError, Frames) {
  EXPECT_EQ(errorOf({0, 0, 2 << 2 | 2, 0, 0, 0}),
            at("2", "frame base 2 is not known"));
  EXPECT_EQ(errorOf({0, 0, 1 << 2 | 3, 0, 0}),
            at("2", "a frame that cannot be walked has an offset"));
  EXPECT_EQ(errorOf({0, 0, 8, 0x80, 1, 0, 0}),
            at("3", "the mask has bits without a register"));
  EXPECT_EQ(errorOf({0, 0, 8, 1 << 1 | 1, 3, 0, 0, 0}),
            at("5", "a register is saved outside the frame"));
  EXPECT_EQ(errorOf({0, 0, 8, 2 << 1 | 1, 3, 2, 3, 3, 0, 0}),
            at("4", "a register is saved twice"));
  EXPECT_EQ(errorOf({0, 0, 8, 2 << 1 | 1, 3, 2, 6, 2, 0, 0}),
            at("4", "two registers are saved at the same offset"));
  EXPECT_EQ(errorOf({0, 0, 8, 1 << 1 | 1, 0x80, 0x80, 4, 2, 0, 0}),
            at("4", "there is no register 65536"));
  EXPECT_EQ(errorOnAArch64({0, 0, 8, 1 << 1 | 1, 19, 2, 0, 0}),
            at("4", "the return address is not saved"));
  StackMapBuilder B;
  B.bytes({0, 0, 8}).uleb(1 << 1 | 1).uleb(3).uleb(UINT64_MAX).bytes({0, 0});
  EXPECT_EQ(B.runError(), at("5", "the distance has more than 64 bits"));
}

TEST(ManagedStackMapsRunError, Locations) {
  EXPECT_EQ(errorOf({HasLocations, 0, 8, 0, 2, 4, 4, 0, 0}),
            at("4", "two locations are the same"));
  EXPECT_EQ(errorOf({HasLocations | SavedFirst, 0, 8, 2, 1, 6 << 2 | 1, 0, 0}),
            at("4", "two locations are the same"));
  StackMapBuilder B;
  B.bytes({HasLocations, 0, 8, 0, 1}).uleb(UINT64_MAX - 3).bytes({0, 0});
  EXPECT_EQ(B.runError(), at("5", "the distance has more than 64 bits"));
  StackMapBuilder R;
  R.bytes({HasLocations, 0, 8, 0, 1}).uleb(uint64_t(65536) << 2 | 1);
  EXPECT_EQ(R.bytes({0, 0}).runError(), at("5", "there is no register 65536"));
}

TEST(ManagedStackMapsRunError, Sets) {
  EXPECT_EQ(errorOf({0, 0, 8, 0, 1, 0}),
            at("4", "bit 0 of a set has no meaning"));
  EXPECT_EQ(errorOf({HasLocations | HasIds, 0, 8, 0, 1, 4, 4, 0}),
            at("6", "bit 2 of a set has no meaning"));
  EXPECT_EQ(errorOf({HasDictionary, 0, 8, 0, 1, 0, 1, 0}),
            at("6", "there is no root set 1"));
  // Locations at SP + 8 and SP + 16, and a pair.
  EXPECT_EQ(
      errorOf({HasLocations | HasDerived, 0, 8, 0, 2, 6, 10, 1, 0, 2, 0, 0}),
      at("9", "there is no location 2"));
  EXPECT_EQ(errorOf({HasLocations | HasDerived, 0, 8, 0, 2, 6, 10, 2, 0, 1, 0,
                     1, 0, 0}),
            at("7", "two derived pointers are the same"));
  EXPECT_EQ(
      errorOf({HasLocations | HasDerived, 0, 8, 0, 2, 6, 10, 1, 0, 1, 4, 0}),
      at("a", "the base of a derived pointer is not a root"));
  EXPECT_EQ(
      errorOf({HasLocations | HasDerived, 0, 8, 0, 2, 6, 10, 1, 0, 1, 7, 0}),
      at("a", "a derived pointer is a root"));
  EXPECT_EQ(errorOf({HasLocations | HasDerived, 0, 8, 0, 3, 6, 10, 14, 2, 0, 2,
                     1, 2, 0x1b, 0}),
            at("d", "a derived pointer is in a set twice"));
}

TEST(ManagedStackMapsRunError, Safepoints) {
  EXPECT_EQ(errorOf({0, 1, 8, 0, 0, 0, 0, 0}),
            at("5", "the distance of a safepoint is zero"));
  StackMapBuilder B;
  B.Limit = 0x14;
  B.bytes({0, 1, 8, 0, 0, 5, 0, 0});
  EXPECT_EQ(B.runError(), at("5", "the safepoint is outside its section"));
  StackMapBuilder Next;
  Next.Limit = 0x14;
  Next.bytes({0, 0, 8, 0, 0, 5, 0, 0, 8, 0, 0, 0});
  EXPECT_EQ(Next.runError(), at("5", "the safepoint is outside its section"));
  StackMapBuilder Wrap;
  Wrap.Limit = UINT64_MAX;
  Wrap.Target = AArch64V4;
  Wrap.bytes({0, 1, 8, 0, 0}).uleb(uint64_t(1) << 62).bytes({0, 0});
  EXPECT_EQ(Wrap.runError(), at("5", "the safepoint is outside its section"));

  StackMapBuilder Default;
  Default.bytes({HasIds, 0, 8, 0, 1}).uleb(DefaultId).bytes({0});
  EXPECT_EQ(Default.runError(),
            at("5", "the id is reserved for safepoints without one"));
  StackMapBuilder Invalid;
  Invalid.bytes({HasIds, 0, 8, 0, 1}).uleb(InvalidId).bytes({0});
  EXPECT_EQ(Invalid.runError(),
            at("5", "the id is reserved for safepoints without one"));

  EXPECT_EQ(errorOf({HasFrames, 0, 8, 0, 1, 3, 1, 0, 0}),
            at("7", "there is no additional frame 0"));
  EXPECT_EQ(errorOf({HasFrames, 0, 8, 0, 1, 3, 1, 2, 0}),
            at("7", "there is no additional frame 2"));
}

TEST(ManagedStackMapsRunError, FramesWithoutCFA) {
  const char *Rule =
      "a location is relative to the CFA of a frame that cannot be walked";
  EXPECT_EQ(errorOf({HasLocations, 0, 3, 1, 4, 1, 0}), at("5", Rule));
  // A derived pointer; its base is at SP + 8.
  EXPECT_EQ(errorOf({HasLocations | HasDerived, 0, 3, 2, 6, 4, 1, 0, 1, 5, 0}),
            at("9", Rule));
  // A value at the location, contents and an address.
  EXPECT_EQ(errorOf({HasLocations | HasDeopt, 0, 3, 1, 4, 1, 2, 2, 0}),
            at("7", Rule));
  EXPECT_EQ(errorOf({HasDeopt, 0, 3, 1, 2, 8 << 3 | 4, 0, 0, 0}),
            at("6", Rule));
  EXPECT_EQ(errorOf({HasDeopt, 0, 3, 1, 2, 5, 0, 0, 0}), at("6", Rule));
  // Nobody uses it.
  EXPECT_EQ(errorOf({HasLocations, 0, 3, 1, 4, 0, 0}), "success");
}

TEST(ManagedStackMapsRunError, Values) {
  EXPECT_EQ(errorOf({HasDeopt, 0, 8, 0, 1, 2, 7, 0}),
            at("6", "value kind 7 is not known"));
  EXPECT_EQ(errorOf({HasDeopt, 0, 8, 0, 1, 2, 2, 0}),
            at("6", "there is no location 0"));
  EXPECT_EQ(errorOf({HasDeopt, 0, 8, 0, 1, 2, 1 << 3 | 5, 0, 0, 0}),
            at("6", "an address has nonzero unused bits"));
  EXPECT_EQ(
      errorOf({HasDeopt, 0, 8, 0, 1, 2, 1 << 3 | 6, 0, 0, 0, 0, 0, 0, 0, 0, 0}),
      at("6", "a large constant has nonzero unused bits"));
  StackMapBuilder B;
  B.bytes({HasDeopt, 0, 8, 0, 1, 2}).uleb(uint64_t(65536) << 3 | 3);
  EXPECT_EQ(B.bytes({8, 0}).runError(), at("6", "there is no register 65536"));
  StackMapBuilder P;
  P.bytes({HasDeopt, 0, 8, 0, 1, 2, 5}).uleb(65537).bytes({0, 0});
  EXPECT_EQ(P.runError(), at("7", "there is no register 65536"));
}

} // namespace
