//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which webs share slots.
///
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/GCSlotAllocation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "gtest/gtest.h"
#include <random>

using namespace llvm;

namespace {

using Web = SmallVector<GCSlotRange, 4>;

TEST(GCSlotAllocation, WebsThatEndMakeRoom) {
  GCSlotAllocator Slots(2);
  EXPECT_EQ(Slots.allocate({{0, 3}}), 0u);
  EXPECT_EQ(Slots.allocate({{1, 2}}), 1u);
  // Position 2 is occupied, 3 is free.
  EXPECT_EQ(Slots.allocate({{3, 5}}), 1u);
  EXPECT_EQ(Slots.allocate({{4, 4}}), 0u);
  EXPECT_EQ(Slots.size(), 2u);
}

TEST(GCSlotAllocation, HolesAreUsed) {
  GCSlotAllocator Slots(1);
  EXPECT_EQ(Slots.allocate({{0, 1}, {6, 7}}), 0u);
  EXPECT_EQ(Slots.allocate({{2, 3}, {5, 5}}), 0u);
  EXPECT_EQ(Slots.allocate({{4, 4}}), 0u);
  EXPECT_EQ(Slots.size(), 1u);
}

TEST(GCSlotAllocation, LimitHolds) {
  // Each two of these three have a position in common, no three do.
  GCSlotAllocator Slots(2);
  EXPECT_EQ(Slots.allocate({{0, 0}, {2, 2}}), 0u);
  EXPECT_EQ(Slots.allocate({{0, 0}, {4, 4}}), 1u);
  EXPECT_EQ(Slots.allocate({{2, 2}, {4, 4}}), std::nullopt);
  EXPECT_EQ(Slots.allocateAt(2), 1u);
  EXPECT_EQ(Slots.allocateAt(4), 0u);
  EXPECT_EQ(Slots.size(), 2u);
}

TEST(GCSlotAllocation, SingleSafepointsOpenSlots) {
  GCSlotAllocator Slots(2);
  EXPECT_EQ(Slots.allocateAt(7), 0u);
  EXPECT_EQ(Slots.allocateAt(7), 1u);
  EXPECT_EQ(Slots.allocateAt(8), 0u);
}

TEST(GCSlotAllocation, SingleSafepointsMayTakeOneMore) {
  // The web needs no slot at 3, but occupies it.
  GCSlotAllocator Slots(1);
  EXPECT_EQ(Slots.allocate({{1, 5}}), 0u);
  EXPECT_EQ(Slots.allocateAt(3), 1u);
  EXPECT_EQ(Slots.allocateAt(4), 1u);
  EXPECT_EQ(Slots.allocate({{4, 5}}), std::nullopt);
  EXPECT_EQ(Slots.allocate({{6, 6}}), 1u);
  EXPECT_EQ(Slots.size(), 2u);
}

} // end anonymous namespace

/// Webs of one or several ranges below \p NumPositions, by first positions.
static std::vector<Web> makeWebs(std::mt19937 &Random, unsigned NumPositions,
                                 unsigned MaxRanges) {
  auto Below = [&](unsigned N) { return unsigned(Random() % N); };
  std::vector<Web> Webs(1 + Below(30));
  for (Web &W : Webs) {
    const unsigned NumRanges = 1 + Below(MaxRanges);
    for (unsigned Next = Below(NumPositions);
         W.size() != NumRanges && Next < NumPositions;) {
      const unsigned Last = std::min(Next + Below(6), NumPositions - 1);
      W.push_back({Next, Last});
      Next = Last + 1 + Below(6);
    }
  }
  stable_sort(Webs, [](const Web &A, const Web &B) {
    return A.front().First < B.front().First;
  });
  return Webs;
}

/// The largest number of webs with one position in common.
static unsigned getMaxLive(ArrayRef<Web> Webs, unsigned NumPositions) {
  std::vector<unsigned> Live(NumPositions);
  for (const Web &W : Webs)
    for (const GCSlotRange &Range : W)
      for (unsigned P = Range.First; P <= Range.Last; ++P)
        ++Live[P];
  return *std::max_element(Live.begin(), Live.end());
}

namespace {

TEST(GCSlotAllocation, RandomWebsNeverOverlap) {
  constexpr unsigned NumPositions = 40;
  unsigned NumRestored = 0, NumWebs = 0;
  for (unsigned Seed = 0; Seed != 5000; ++Seed) {
    std::mt19937 Random(Seed);
    // Intervals always fit; what has holes need not.
    const unsigned MaxRanges = 1 + Seed % 4;
    const std::vector<Web> Webs = makeWebs(Random, NumPositions, MaxRanges);
    const unsigned Limit = getMaxLive(Webs, NumPositions);
    GCSlotAllocator Slots(Limit);
    std::vector<std::vector<bool>> Occupied(
        Limit, std::vector<bool>(NumPositions, false));
    auto Occupy = [&](unsigned Slot, ArrayRef<GCSlotRange> Ranges) {
      ASSERT_LT(Slot, Limit);
      for (const GCSlotRange &Range : Ranges)
        for (unsigned P = Range.First; P <= Range.Last; ++P) {
          EXPECT_FALSE(Occupied[Slot][P]) << "seed " << Seed;
          Occupied[Slot][P] = true;
        }
    };
    for (const Web &W : Webs) {
      ++NumWebs;
      if (auto Slot = Slots.allocate(W)) {
        Occupy(*Slot, W);
        continue;
      }
      EXPECT_NE(MaxRanges, 1u) << "seed " << Seed;
      ++NumRestored;
      for (const GCSlotRange &Range : W)
        for (unsigned P = Range.First; P <= Range.Last; ++P)
          Occupy(Slots.allocateAt(P), {{P, P}});
    }
  }
  EXPECT_GT(NumRestored, 0u);
  EXPECT_LT(NumRestored * 10, NumWebs);
}

} // end anonymous namespace
