//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Safepoints in memory: dense and sparse ones, and those that share granules.
///
//===----------------------------------------------------------------------===//

#include "../../../lib/ExecutionEngine/ManagedRuntime/SafepointSet.h"
#include "gtest/gtest.h"
#include <map>
#include <random>
#include <vector>

using namespace llvm;
using namespace llvm::managed;

namespace {

constexpr uintptr_t Unit = HostTarget.CodeUnit;
constexpr uintptr_t Base = uintptr_t(1) << 40;

class SafepointSetTest : public testing::Test {
protected:
  GrowingArray<Safepoint> Safepoints;
  std::map<uintptr_t, size_t> Model;
  SafepointSet Set;
  std::vector<uint64_t> Memory;

  /// Adds a safepoint \p Distance units on, with the frame of \p Number.
  void add(uintptr_t Distance, uint32_t Number) {
    uintptr_t PC = Base;
    if (Safepoints.size())
      PC = Safepoints.end()[-1].PC + Distance * Unit;
    const auto I = static_cast<uint32_t>(Safepoints.size());
    Model[PC] = I;
    ASSERT_TRUE(
        Safepoints.add({PC, PackedFrame::inMap(Number), I, I + 1, I % 3 == 0}));
  }
  void fill() {
    ASSERT_TRUE(Set.measure(Safepoints));
    ASSERT_EQ(Set.size() % 8, 0u);
    Memory.assign(Set.size() / 8 + 1, UINT64_MAX);
    ASSERT_TRUE(Set.fill(Safepoints, Memory.data()));
    EXPECT_EQ(Memory.back(), UINT64_MAX);
  }
  /// What is found at \p PC is what the model has. Returns whether its granule
  /// has it.
  bool check(uintptr_t PC) {
    auto It = Model.find(PC);
    const SafepointRecord *Record = Set.find(PC);
    PackedFrame Frame = PackedFrame::inMap(0x7654321);
    bool IsInGranule = Set.findFrame(PC, Frame);
    EXPECT_EQ(Record != nullptr, It != Model.end()) << PC - Base;
    if (!Record || It == Model.end()) {
      EXPECT_FALSE(IsInGranule) << PC - Base;
      return false;
    }
    const Safepoint &S = Safepoints[It->second];
    EXPECT_EQ(Record->Frame.bits(), S.Frame.bits());
    EXPECT_EQ(Record->Function, S.Function);
    EXPECT_EQ(Record->Site, S.Site);
    EXPECT_EQ(Record->HasId, S.HasId);
    if (IsInGranule)
      EXPECT_EQ(Frame.bits(), S.Frame.bits());
    return IsInGranule;
  }
  /// Checks all PCs near safepoints. Returns how many granules have one.
  size_t checkAll() {
    size_t Count = 0;
    for (auto [PC, Unused] : Model)
      for (uintptr_t Near = PC - 20; Near <= PC + 20; ++Near)
        Count += check(Near) && Near == PC;
    return Count;
  }
};

TEST_F(SafepointSetTest, Empty) {
  fill();
  EXPECT_FALSE(check(0));
  EXPECT_FALSE(check(Base));
}

TEST_F(SafepointSetTest, One) {
  add(0, 5);
  fill();
  EXPECT_TRUE(check(Base));
  for (uintptr_t PC = Base - 1000; PC < Base + 1000; ++PC)
    check(PC);
  check(UINTPTR_MAX);
}

TEST_F(SafepointSetTest, DenseOnesHaveGranules) {
  for (uint32_t I = 0; I < 1000; ++I)
    add(16 / Unit + I % 13, I % 7);
  fill();
  EXPECT_EQ(checkAll(), 1000u);
}

TEST_F(SafepointSetTest, ThoseThatShareAGranuleAreFoundAllTheSame) {
  for (uint32_t I = 0; I < 1000; ++I)
    add(1 + I % 2, I % 7);
  fill();
  EXPECT_LT(checkAll(), 900u);
}

TEST_F(SafepointSetTest, MoreInABlockThanAWordHasBytes) {
  // As close as they can be, after one that is alone in its block.
  add(0, 1);
  add(300, 1);
  for (unsigned I = 0; I < 600; ++I)
    add(1, 2);
  add(300, 3);
  fill();
  checkAll();
}

TEST_F(SafepointSetTest, MoreFramesThanNumbers) {
  for (uint32_t I = 0; I < 10000; ++I)
    add(8, I);
  fill();
  size_t Count = checkAll();
  EXPECT_GT(Count, 8000u);
  EXPECT_LT(Count, 8192u);
}

TEST_F(SafepointSetTest, SparserOnesHaveADirectoryOnly) {
  for (uint32_t I = 0; I < 1000; ++I)
    add(600, I % 7);
  fill();
  EXPECT_EQ(checkAll(), 0u);
  EXPECT_LT(Set.size(), 1000u * 32);
}

TEST_F(SafepointSetTest, SparseOnesAreSearched) {
  for (uint32_t I = 0; I < 1000; ++I)
    add(1 + I * 100, I % 7);
  fill();
  EXPECT_EQ(checkAll(), 0u);
  EXPECT_LT(Set.size(), 1000u * 32);
}

TEST_F(SafepointSetTest, SpansUpTo4GiB) {
  add(0, 1);
  add((UINT32_MAX - 3) / Unit / 4 * 4, 2);
  fill();
  EXPECT_EQ(checkAll(), 0u);
  add(8, 3);
  EXPECT_FALSE(Set.measure(Safepoints));
}

class RandomSafepoints : public SafepointSetTest,
                         public testing::WithParamInterface<unsigned> {};

TEST_P(RandomSafepoints, AgreeWithAModel) {
  std::mt19937 Random(GetParam());
  const unsigned Spread = 1 << Random() % 12;
  for (unsigned Count = 1 + Random() % 2000; Count; --Count)
    add(1 + Random() % Spread, Random() % 50);
  fill();
  checkAll();
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomSafepoints, testing::Range(0u, 24u));

} // end anonymous namespace
