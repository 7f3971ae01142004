//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Choices of states, compared with all there are.
///
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/GCStateChoice.h"
#include "gtest/gtest.h"
#include <random>

using namespace llvm;

namespace {

/// Costs of a choice, whose nodes that are on are the bits of a number.
struct RandomCosts {
  struct Difference {
    unsigned A, B;
    int64_t Cost;
  };
  std::vector<int64_t> Costs;
  std::vector<Difference> Differences;

  RandomCosts(std::mt19937 &Random, unsigned Size, unsigned NumDifferences) {
    for (unsigned Node = 0; Node != Size; ++Node)
      Costs.push_back(int64_t(Random() % 21) - 10);
    for (unsigned I = 0; I != NumDifferences; ++I) {
      const unsigned A = Random() % Size, B = Random() % Size;
      Differences.push_back({A, B, int64_t(Random() % 6)});
    }
  }

  int64_t getCost(unsigned AreOn) const {
    int64_t Sum = 0;
    for (unsigned Node = 0; Node != Costs.size(); ++Node)
      if (AreOn >> Node & 1)
        Sum += Costs[Node];
    for (const Difference &D : Differences)
      if ((AreOn >> D.A & 1) != (AreOn >> D.B & 1))
        Sum += D.Cost;
    return Sum;
  }

  /// The nodes that are on in all of the cheapest choices.
  unsigned findBest() const {
    unsigned Best = 0;
    int64_t LeastCost = getCost(0);
    for (unsigned AreOn = 1; AreOn != 1u << Costs.size(); ++AreOn) {
      const int64_t Cost = getCost(AreOn);
      if (Cost < LeastCost)
        Best = AreOn;
      else if (Cost == LeastCost)
        Best &= AreOn;
      LeastCost = std::min(Cost, LeastCost);
    }
    return Best;
  }

  unsigned solve(unsigned Effort, bool &IsBest) const {
    GCStateChoice Choice(Costs.size());
    for (unsigned Node = 0; Node != Costs.size(); ++Node)
      Choice.addCost(Node, Costs[Node]);
    for (const Difference &D : Differences)
      Choice.addDifference(D.A, D.B, D.Cost);
    IsBest = Choice.solve(Effort);
    unsigned AreOn = 0;
    for (unsigned Node = 0; Node != Costs.size(); ++Node)
      AreOn |= Choice.isOn(Node) << Node;
    return AreOn;
  }
};

TEST(GCStateChoiceTest, NoNodes) { EXPECT_TRUE(GCStateChoice(0).solve(0)); }

TEST(GCStateChoiceTest, TreesNeedNoEffort) {
  // Two of three leaves pull the root along.
  GCStateChoice Choice(4);
  Choice.addCost(0, 3);
  for (const unsigned Leaf : {1, 2, 3})
    Choice.addDifference(0, Leaf, 4);
  Choice.addCost(1, -5);
  Choice.addCost(2, -5);
  Choice.addCost(3, 9);
  EXPECT_TRUE(Choice.solve(0));
  EXPECT_TRUE(Choice.isOn(0));
  EXPECT_TRUE(Choice.isOn(1));
  EXPECT_TRUE(Choice.isOn(2));
  EXPECT_FALSE(Choice.isOn(3));
}

TEST(GCStateChoiceTest, DiamondsNeedNoEffort) {
  // Two of them, one behind the other.
  GCStateChoice Choice(7);
  for (const auto [A, B] : {std::pair(0, 1),
                            {0, 2},
                            {1, 3},
                            {2, 3},
                            {3, 4},
                            {3, 5},
                            {4, 6},
                            {5, 6}})
    Choice.addDifference(A, B, 5);
  Choice.addCost(0, 3);
  Choice.addCost(1, -4);
  Choice.addCost(4, -9);
  Choice.addCost(6, 3);
  EXPECT_TRUE(Choice.solve(0));
  for (unsigned Node = 0; Node != 7; ++Node)
    EXPECT_TRUE(Choice.isOn(Node)) << Node;
}

TEST(GCStateChoiceTest, OffIfItCostsTheSame) {
  GCStateChoice Choice(2);
  Choice.addCost(0, -2);
  Choice.addCost(1, 2);
  Choice.addDifference(0, 1, 9);
  EXPECT_TRUE(Choice.solve(0));
  EXPECT_FALSE(Choice.isOn(0));
  EXPECT_FALSE(Choice.isOn(1));
}

TEST(GCStateChoiceTest, RandomCosts) {
  std::mt19937 Random(1);
  unsigned NumCuts = 0;
  for (unsigned Round = 0; Round != 10000; ++Round) {
    const unsigned Size = 1 + Random() % 10;
    const RandomCosts Costs(Random, Size, Random() % (3 * Size));
    bool IsBest = false;
    const unsigned Best = Costs.findBest();
    ASSERT_EQ(Costs.solve(64, IsBest), Best) << Round;
    ASSERT_TRUE(IsBest) << Round;

    const unsigned Near = Costs.solve(0, IsBest);
    ASSERT_LE(Costs.getCost(Near), Costs.getCost(0)) << Round;
    ASSERT_LE(Costs.getCost(Near), Costs.getCost((1u << Size) - 1)) << Round;
    if (IsBest)
      ASSERT_EQ(Near, Best) << Round;
    NumCuts += !IsBest;
  }
  EXPECT_GT(NumCuts, 1000u);
}

/// Rule 1 adds costs up, and none of them may overflow.
TEST(GCStateChoiceTest, GreatCosts) {
  std::mt19937 Random(2);
  for (unsigned Round = 0; Round != 1000; ++Round) {
    RandomCosts Costs(Random, 10, 15);
    const unsigned Best = Costs.findBest();
    // 15 times 5 and 10 times 10 are less than 256.
    for (int64_t &Cost : Costs.Costs)
      Cost *= GCStateChoice::MaxCost / 256;
    for (RandomCosts::Difference &D : Costs.Differences)
      D.Cost *= GCStateChoice::MaxCost / 256;
    bool IsBest = false;
    ASSERT_EQ(Costs.solve(64, IsBest), Best) << Round;
  }
}

} // end anonymous namespace
