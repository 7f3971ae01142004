//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where frames are linked, compared with all places where they could be.
///
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/GCFrameRegions.h"
#include "RandomFlowGraph.h"
#include "llvm/ADT/STLExtras.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

using Place = GCFrameChange::Place;
using Numbers = std::vector<unsigned>;

class GCFrameRegionsTest : public testing::Test {
protected:
  std::vector<uint64_t> BlockWeights;
  EdgeList Edges;
  Numbers Needs, Returns, LandingPads, RigidEdges;
  Numbers Linked;
  std::vector<std::string> Changes;

  static std::string print(const GCFrameChange &Change) {
    static const char *const Names[] = {"entry", "edge ", "pad ", "return "};
    std::string Text = Change.IsPush ? "push at " : "pop at ";
    Text += Names[unsigned(Change.Where)];
    return Change.Where == Place::Entry ? Text
                                        : Text + std::to_string(Change.Number);
  }

  void find() {
    const unsigned Size = BlockWeights.size();
    const GCFlowGraph Graph(Edges, findDominators(Size, Edges));
    const GCFrameGraph Function = {Graph,   BlockWeights, Needs,
                                   Returns, LandingPads,  RigidEdges};
    const GCFrameRegions Regions = findGCFrameRegions(Function);
    EXPECT_TRUE(Regions.IsCheapest);
    for (unsigned Block = 0; Block != Size; ++Block)
      if (Regions.IsLinked[Block])
        Linked.push_back(Block);
    for (const GCFrameChange &C :
         findGCFrameChanges(Function, Regions.IsLinked))
      Changes.push_back(print(C));
  }
};

TEST_F(GCFrameRegionsTest, WithoutNeedsNothingIsLinked) {
  BlockWeights = {1};
  Returns = {0};
  find();
  EXPECT_THAT(Linked, IsEmpty());
  EXPECT_THAT(Changes, IsEmpty());
}

TEST_F(GCFrameRegionsTest, OneBlock) {
  BlockWeights = {1};
  Needs = Returns = {0};
  find();
  EXPECT_THAT(Linked, ElementsAre(0));
  EXPECT_THAT(Changes, ElementsAre("push at entry", "pop at return 0"));
}

TEST_F(GCFrameRegionsTest, HotPathBesideThrowIsWithoutFrame) {
  // 1 throws.
  BlockWeights = {100, 1, 99};
  Edges = {{0, 1, 1}, {0, 2, 99}};
  Needs = {1};
  Returns = {2};
  find();
  EXPECT_THAT(Linked, ElementsAre(1));
  EXPECT_THAT(Changes, ElementsAre("push at edge 0"));
}

TEST_F(GCFrameRegionsTest, LoopIsEnteredWithFrame) {
  // At the entry and the return, it would cost the same.
  BlockWeights = {1, 100, 1};
  Edges = {{0, 1, 1}, {1, 1, 99}, {1, 2, 1}};
  Needs = {1};
  Returns = {2};
  find();
  EXPECT_THAT(Linked, ElementsAre(1));
  EXPECT_THAT(Changes, ElementsAre("push at edge 0", "pop at edge 2"));
}

TEST_F(GCFrameRegionsTest, LoopWithColdCallIsEnteredWithout) {
  // One of 1000 rounds calls in 2.
  BlockWeights = {10, 1000, 1, 1000, 10};
  Edges = {{0, 1, 10},  {1, 2, 1},   {2, 3, 1},
           {1, 3, 999}, {3, 1, 990}, {3, 4, 10}};
  Needs = {2};
  Returns = {4};
  find();
  EXPECT_THAT(Linked, ElementsAre(2));
  EXPECT_THAT(Changes, ElementsAre("push at edge 1", "pop at edge 2"));
}

TEST_F(GCFrameRegionsTest, TwoColdArms) {
  // 1 and 4 beside 2 and 5.
  BlockWeights = {100, 1, 99, 100, 1, 99, 100};
  Edges = {{0, 1, 1}, {0, 2, 99}, {1, 3, 1}, {2, 3, 99},
           {3, 4, 1}, {3, 5, 99}, {4, 6, 1}, {5, 6, 99}};
  Needs = {1, 4};
  Returns = {6};
  find();
  EXPECT_THAT(Linked, ElementsAre(1, 4));
  EXPECT_THAT(Changes, ElementsAre("push at edge 0", "pop at edge 2",
                                   "push at edge 4", "pop at edge 6"));
}

TEST_F(GCFrameRegionsTest, BetweenCallsTheFrameStaysLinked) {
  BlockWeights = {1, 1, 1, 1, 1};
  Edges = {{0, 1, 1}, {1, 2, 1}, {2, 3, 1}, {3, 4, 1}};
  Needs = {1, 3};
  Returns = {4};
  find();
  EXPECT_THAT(Linked, ElementsAre(1, 2, 3));
  EXPECT_THAT(Changes, ElementsAre("push at edge 0", "pop at edge 3"));
}

TEST_F(GCFrameRegionsTest, ReturnWithFrame) {
  // 1 calls and returns.
  BlockWeights = {100, 10, 90};
  Edges = {{0, 1, 10}, {0, 2, 90}};
  Needs = {1};
  Returns = {1, 2};
  find();
  EXPECT_THAT(Linked, ElementsAre(1));
  EXPECT_THAT(Changes, ElementsAre("push at edge 0", "pop at return 1"));
}

TEST_F(GCFrameRegionsTest, OneChangeIsBetterThanManyOfTheSameCost) {
  BlockWeights = {90, 30, 30, 30, 90};
  Edges = {{0, 1, 30}, {0, 2, 30}, {0, 3, 30},
           {1, 4, 30}, {2, 4, 30}, {3, 4, 30}};
  Needs = {1, 2, 3};
  Returns = {4};
  find();
  EXPECT_THAT(Linked, ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(Changes, ElementsAre("push at entry", "pop at return 4"));
}

TEST_F(GCFrameRegionsTest, WithoutProfileFewChanges) {
  BlockWeights = {0, 0, 0, 0};
  Edges = {{0, 1, 0}, {0, 2, 0}, {1, 3, 0}, {2, 3, 0}};
  Needs = {1, 2};
  Returns = {3};
  find();
  EXPECT_THAT(Linked, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(Changes, ElementsAre("push at entry", "pop at return 3"));
}

TEST_F(GCFrameRegionsTest, RigidEdgeHasOneStateAtItsEnds) {
  // The edge to the call in 1 is rigid.
  BlockWeights = {100, 1, 99};
  Edges = {{0, 1, 1}, {0, 2, 99}};
  Needs = {1};
  Returns = {2};
  RigidEdges = {0};
  find();
  EXPECT_THAT(Linked, ElementsAre(0, 1));
  EXPECT_THAT(Changes, ElementsAre("push at entry", "pop at edge 1"));
}

TEST_F(GCFrameRegionsTest, BlocksThatUnwindToOneLandingPad) {
  // 0 and 1 unwind to 3, which returns. 1 needs the frame.
  BlockWeights = {100, 99, 97, 3};
  Edges = {{0, 1, 99}, {0, 3, 1}, {1, 2, 97}, {1, 3, 2}};
  Needs = {1};
  Returns = {2, 3};
  LandingPads = {3};
  find();
  EXPECT_THAT(Linked, ElementsAre(0, 1));
  EXPECT_THAT(Changes,
              ElementsAre("push at entry", "pop at edge 2", "pop at pad 3"));
}

TEST_F(GCFrameRegionsTest, LandingPadThatCalls) {
  // 0 unwinds to 2, which calls and resumes.
  BlockWeights = {100, 99, 1};
  Edges = {{0, 1, 99}, {0, 2, 1}};
  Needs = {2};
  Returns = {1};
  LandingPads = {2};
  find();
  EXPECT_THAT(Linked, ElementsAre(2));
  EXPECT_THAT(Changes, ElementsAre("push at pad 2"));
}

/// A function with a random graph, and what there is to say about its frame. A
/// set of blocks is the bits of a number.
struct RandomFrame {
  const RandomFlowGraph G;
  const GCFlowGraph Graph;
  GCFrameGraph Function;

  explicit RandomFrame(std::mt19937 &Random)
      : G(Random, 4, 12, 1 + Random() % 3),
        Graph(G.Edges, findDominators(G.Size, G.Edges)),
        Function{Graph, G.countBlocks(), {}, {}, {}, {}} {
    const unsigned Rarity = 2 + Random() % 6;
    for (unsigned Block = 0; Block != G.Size; ++Block) {
      if (Random() % Rarity == 0)
        Function.Needs.push_back(Block);
      if (Block >= G.FirstExit && Random() % 3)
        Function.Returns.push_back(Block);
      if (Block != 0 && Random() % 8 == 0)
        Function.LandingPads.push_back(Block);
    }
    for (unsigned E = 0; E != G.Edges.size(); ++E)
      if (Random() % 12 == 0)
        Function.RigidEdges.push_back(E);
  }

  static bool isIn(unsigned Set, unsigned Block) { return Set >> Block & 1; }

  bool isRight(unsigned Set) const {
    for (const unsigned Block : Function.Needs)
      if (!isIn(Set, Block))
        return false;
    for (const unsigned E : Function.RigidEdges)
      if (isIn(Set, G.Edges[E].From) != isIn(Set, G.Edges[E].To))
        return false;
    for (const unsigned Pad : Function.LandingPads) {
      unsigned NumWith = 0, NumWithout = 0;
      for (const GCFlowGraph::Edge &E : G.Edges)
        if (E.To == Pad)
          ++(isIn(Set, E.From) ? NumWith : NumWithout);
      if (NumWith && NumWithout)
        return false;
    }
    return true;
  }

  /// The weights of all pushes and pops, how many they are, and how many blocks
  /// have the frame.
  using Cost = std::tuple<uint64_t, unsigned, unsigned>;

  Cost getCost(unsigned Set) const {
    uint64_t Weight = 0;
    unsigned Count = 0;
    auto Change = [&](bool IsOne, bool IsOther, uint64_t W) {
      Weight += IsOne != IsOther ? W : 0;
      Count += IsOne != IsOther;
    };
    Change(false, isIn(Set, 0), RandomFlowGraph::NumWalks);
    unsigned SeenPads = 0;
    for (const GCFlowGraph::Edge &E : G.Edges) {
      const bool IsPad = is_contained(Function.LandingPads, E.To);
      if (!isIn(SeenPads, E.To))
        Change(isIn(Set, E.From), isIn(Set, E.To),
               IsPad ? Function.BlockWeights[E.To] : E.Weight);
      SeenPads |= IsPad << E.To;
    }
    for (const unsigned Block : Function.Returns)
      Change(isIn(Set, Block), false, Function.BlockWeights[Block]);
    return {Weight, Count, popcount(Set)};
  }

  unsigned findBest() const {
    unsigned Best = (1u << G.Size) - 1;
    Cost Least = getCost(Best);
    for (unsigned Set = 0; Set != 1u << G.Size; ++Set)
      if (isRight(Set))
        if (const Cost C = getCost(Set); C < Least) {
          Least = C;
          Best = Set;
        }
    return Best;
  }

  uint64_t getCostAtEntry() const {
    uint64_t Weight = RandomFlowGraph::NumWalks;
    for (const unsigned Block : Function.Returns)
      Weight += Function.BlockWeights[Block];
    return Weight;
  }
};

} // end anonymous namespace

static unsigned toSet(const GCFrameRegions &Regions) {
  unsigned Set = 0;
  for (unsigned Block = 0; Block != Regions.IsLinked.size(); ++Block)
    Set |= Regions.IsLinked[Block] << Block;
  return Set;
}

namespace {

TEST(GCFrameRegionsRandomTest, LeastCost) {
  std::mt19937 Random(1);
  unsigned NumCheaper = 0;
  for (unsigned Round = 0; Round != 5000; ++Round) {
    const RandomFrame F(Random);
    const GCFrameRegions Regions = findGCFrameRegions(F.Function);
    const unsigned Set = toSet(Regions);
    ASSERT_TRUE(Regions.IsCheapest) << Round;
    ASSERT_TRUE(F.isRight(Set)) << Round;
    ASSERT_EQ(Set, F.findBest()) << Round;
    NumCheaper += std::get<0>(F.getCost(Set)) < F.getCostAtEntry();
  }
  EXPECT_GT(NumCheaper, 1000u);
}

TEST(GCFrameRegionsRandomTest, ChangesHaveTheCost) {
  std::mt19937 Random(2);
  for (unsigned Round = 0; Round != 1000; ++Round) {
    const RandomFrame F(Random);
    const GCFrameRegions Regions = findGCFrameRegions(F.Function);
    uint64_t Weight = 0;
    const auto Changes = findGCFrameChanges(F.Function, Regions.IsLinked);
    for (const GCFrameChange &C : Changes) {
      Weight += C.Weight;
      if (C.Where == Place::Edge)
        ASSERT_EQ(C.IsPush, Regions.IsLinked[F.G.Edges[C.Number].To]) << Round;
      else if (C.Where == Place::LandingPad)
        ASSERT_EQ(C.IsPush, Regions.IsLinked[C.Number]) << Round;
      else
        ASSERT_EQ(C.IsPush, C.Where == Place::Entry) << Round;
    }
    const RandomFrame::Cost Cost = F.getCost(toSet(Regions));
    ASSERT_EQ(Weight, std::get<0>(Cost)) << Round;
    ASSERT_EQ(Changes.size(), std::get<1>(Cost)) << Round;
  }
}

TEST(GCFrameRegionsRandomTest, WithoutEffortNoDearerThanAtTheEntry) {
  std::mt19937 Random(3);
  unsigned NumGivenUp = 0;
  for (unsigned Round = 0; Round != 5000; ++Round) {
    const RandomFrame F(Random);
    const GCFrameRegions Regions = findGCFrameRegions(F.Function, 0);
    const unsigned Set = toSet(Regions);
    ASSERT_TRUE(F.isRight(Set)) << Round;
    ASSERT_LE(std::get<0>(F.getCost(Set)), F.getCostAtEntry()) << Round;
    NumGivenUp += !Regions.IsCheapest;
  }
  EXPECT_GT(NumGivenUp, 100u);
}

/// Weights that have to be rounded, but are so even that it does not matter.
TEST(GCFrameRegionsRandomTest, GreatWeights) {
  std::mt19937 Random(4);
  for (unsigned Round = 0; Round != 1000; ++Round) {
    const RandomFrame F(Random);
    uint64_t Sum = 0;
    for (const uint64_t Weight : F.Function.BlockWeights)
      Sum += 2 * Weight;
    const unsigned Shift = countl_zero(Sum) - 1;
    EdgeList Edges = F.G.Edges;
    for (GCFlowGraph::Edge &E : Edges)
      E.Weight <<= Shift;
    const GCFlowGraph Graph(Edges, findDominators(F.G.Size, Edges));
    std::vector<uint64_t> Weights = F.Function.BlockWeights;
    for (uint64_t &Weight : Weights)
      Weight <<= Shift;
    const GCFrameGraph Great = {Graph,
                                Weights,
                                F.Function.Needs,
                                F.Function.Returns,
                                F.Function.LandingPads,
                                F.Function.RigidEdges};
    ASSERT_EQ(findGCFrameRegions(Great).IsLinked,
              findGCFrameRegions(F.Function).IsLinked)
        << Round;
  }
}

} // end anonymous namespace
