//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where roots are stored, compared with all places where they could be.
///
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/GCStorePlacement.h"
#include "RandomFlowGraph.h"
#include "llvm/ADT/STLExtras.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

namespace {

using Rule = GCStorePlacer::Rule;

class GCStorePlacementTest : public testing::Test {
protected:
  /// The edges that a value of block \p Definition is stored on.
  SmallVector<unsigned, 4> place(const EdgeList &Edges, unsigned Size,
                                 unsigned Definition, ArrayRef<unsigned> Needs,
                                 Rule Expected, unsigned Effort = 64) {
    const GCFlowGraph Graph(Edges, findDominators(Size, Edges));
    GCStorePlacer Placer(Graph, Effort);
    const GCStores Stores = Placer.place(Definition, Needs);
    EXPECT_EQ(Placer.getRule(), Expected);
    EXPECT_EQ(Stores.AtDefinition, Expected == Rule::Definition);
    return Stores.Edges;
  }
};

TEST_F(GCStorePlacementTest, DefinitionAndNeedInOneBlock) {
  EXPECT_THAT(place({{0, 1, 10}}, 2, 0, {0, 1}, Rule::Definition), IsEmpty());
}

TEST_F(GCStorePlacementTest, PathsWithoutNeedsHaveNoStore) {
  const EdgeList Edges = {{0, 1, 1}, {0, 2, 99}, {1, 3, 1}, {2, 3, 99}};
  EXPECT_THAT(place(Edges, 4, 0, {1}, Rule::InFront), ElementsAre(0));
}

TEST_F(GCStorePlacementTest, FirstNeedsAreEnough) {
  // 2 and 3 are behind 1.
  const EdgeList Edges = {{0, 1, 10}, {1, 2, 4}, {1, 3, 6}};
  EXPECT_THAT(place(Edges, 4, 0, {1, 2, 3}, Rule::InFront), ElementsAre(0));
}

TEST_F(GCStorePlacementTest, LoopIsEnteredOnce) {
  // The call is in the loop of 1 and 2.
  const EdgeList Edges = {{0, 1, 1}, {1, 2, 100}, {2, 1, 99}, {2, 3, 1}};
  EXPECT_THAT(place(Edges, 4, 0, {2}, Rule::MinimumCut), ElementsAre(0));
  EXPECT_THAT(place(Edges, 4, 0, {2}, Rule::Dominators, 0), ElementsAre(0));
}

TEST_F(GCStorePlacementTest, CallThatALoopHardlyMakesStoresThere) {
  // One of 1000 rounds calls in 2.
  const EdgeList Edges = {{0, 1, 10},  {1, 2, 1},   {2, 3, 1},
                          {1, 3, 999}, {3, 1, 990}, {3, 4, 10}};
  EXPECT_THAT(place(Edges, 5, 0, {2}, Rule::MinimumCut), ElementsAre(1));
}

TEST_F(GCStorePlacementTest, CallInOneOfTwoWaysBeforeAJoin) {
  // The other way to 3 has a store of its own.
  const EdgeList Edges = {
      {0, 1, 50}, {0, 2, 50}, {1, 3, 50}, {2, 3, 50}, {3, 4, 100}};
  EXPECT_THAT(place(Edges, 5, 0, {1, 4}, Rule::MinimumCut),
              UnorderedElementsAre(0, 3));
}

TEST_F(GCStorePlacementTest, NothingIsKeptOfTheLastValue) {
  const EdgeList Edges = {{0, 1, 1}, {1, 2, 100}, {2, 1, 99}, {2, 3, 1}};
  const GCFlowGraph Graph(Edges, {0, 0, 1, 2});
  GCStorePlacer Placer(Graph);
  EXPECT_THAT(Placer.place(0, {2}).Edges, ElementsAre(0));
  EXPECT_THAT(Placer.place(1, {2}).Edges, ElementsAre(1));
  EXPECT_THAT(Placer.place(0, {3}).Edges, ElementsAre(3));
  EXPECT_THAT(Placer.place(0, {2}).Edges, ElementsAre(0));
}

/// A value of a random graph, and what there is to say about stores of it.
struct RandomValue {
  const RandomFlowGraph &G;
  unsigned Definition;
  std::vector<unsigned> Needs;

  RandomValue(const RandomFlowGraph &G, std::mt19937 &Random)
      : G(G), Definition(Random() % G.Size) {
    std::vector<unsigned> Calls, Uses;
    for (unsigned B = 0; B != G.Size; ++B) {
      if (B == Definition || !dominates(Definition, B, G.Size, G.Edges))
        continue;
      if (Random() % 2)
        Calls.push_back(B);
      if (Random() % 3 == 0)
        Uses.push_back(B);
    }
    for (const unsigned Call : Calls) {
      const std::vector<bool> Reached =
          reach(Call, G.Size, G.Edges,
                [&](unsigned E) { return G.Edges[E].To != Definition; });
      // In the block, the use is behind the call.
      if (any_of(Uses, [&](unsigned Use) { return Reached[Use]; }))
        Needs.push_back(Call);
    }
  }

  bool isNeed(unsigned Block) const { return is_contained(Needs, Block); }

  /// The blocks in front of which the value may not be stored, without passing
  /// needs.
  std::vector<bool> findOpen(function_ref<bool(unsigned)> IsStored) const {
    return reach(Definition, G.Size, G.Edges, [&](unsigned E) {
      return !isNeed(G.Edges[E].From) && G.Edges[E].To != Definition &&
             !IsStored(E);
    });
  }

  bool isRight(function_ref<bool(unsigned)> IsStored) const {
    const std::vector<bool> Open = findOpen(IsStored);
    return none_of(Needs, [&](unsigned Need) { return Open[Need]; });
  }

  uint64_t costOf(function_ref<bool(unsigned)> IsStored) const {
    uint64_t Cost = 0;
    for (unsigned E = 0; E != G.Edges.size(); ++E)
      if (IsStored(E))
        Cost += G.Edges[E].Weight;
    return Cost;
  }

  uint64_t findLeastCost() const {
    uint64_t Least = std::numeric_limits<uint64_t>::max();
    for (unsigned Set = 0; Set != 1u << G.Edges.size(); ++Set) {
      auto IsStored = [&](unsigned E) { return Set >> E & 1; };
      if (const uint64_t Cost = costOf(IsStored);
          Cost < Least && isRight(IsStored))
        Least = Cost;
    }
    return Least;
  }

  /// In each need, unless the value is stored on all ways there.
  uint64_t findLazyCost() const {
    const std::vector<bool> Open = findOpen([](unsigned) { return false; });
    uint64_t Cost = 0;
    for (const GCFlowGraph::Edge &E : G.Edges)
      if (isNeed(E.To) && Open[E.To])
        Cost += E.Weight;
    return Cost;
  }
};

TEST_F(GCStorePlacementTest, RandomValuesAreStoredAtLeastCost) {
  std::mt19937 Random(1);
  unsigned NumCuts = 0, NumInFront = 0, NumCheaper = 0;
  for (unsigned Round = 0; Round != 10000; ++Round) {
    const RandomFlowGraph G(Random, 3, 7);
    if (G.Edges.size() > 13)
      continue;
    const GCFlowGraph Graph(G.Edges, findDominators(G.Size, G.Edges));
    GCStorePlacer Best(Graph), Fast(Graph, 0);
    const RandomValue V(G, Random);
    const GCStores Stores = Best.place(V.Definition, V.Needs);
    auto IsStored = [&](unsigned E) { return is_contained(Stores.Edges, E); };
    ASSERT_TRUE(V.isRight(IsStored)) << Round;
    ASSERT_EQ(V.costOf(IsStored), V.findLeastCost()) << Round;
    ASSERT_LE(V.costOf(IsStored), V.findLazyCost()) << Round;
    NumCuts += Best.getRule() == Rule::MinimumCut;
    NumInFront += Best.getRule() == Rule::InFront && !Stores.Edges.empty();
    NumCheaper += V.costOf(IsStored) < V.findLazyCost();

    const GCStores Others = Fast.place(V.Definition, V.Needs);
    auto IsStoredFast = [&](unsigned E) {
      return is_contained(Others.Edges, E);
    };
    ASSERT_TRUE(V.isRight(IsStoredFast)) << Round;
    ASSERT_LE(V.costOf(IsStoredFast), V.findLazyCost()) << Round;
  }
  EXPECT_GT(NumCuts, 100u);
  EXPECT_GT(NumInFront, 100u);
  EXPECT_GT(NumCheaper, 100u);
}

} // end anonymous namespace
