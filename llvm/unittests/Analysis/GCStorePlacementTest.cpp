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
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <random>

using namespace llvm;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

namespace {

using Rule = GCStorePlacer::Rule;
using EdgeList = std::vector<GCFlowGraph::Edge>;

/// The blocks that are reached from \p From over edges that \p Follow allows.
std::vector<bool> reach(unsigned From, unsigned Size, const EdgeList &Edges,
                        function_ref<bool(unsigned)> Follow) {
  std::vector<bool> Reached(Size);
  std::vector<unsigned> Pending = {From};
  Reached[From] = true;
  while (!Pending.empty()) {
    const unsigned Block = Pending.back();
    Pending.pop_back();
    for (unsigned E = 0; E != Edges.size(); ++E)
      if (Edges[E].From == Block && !Reached[Edges[E].To] && Follow(E)) {
        Reached[Edges[E].To] = true;
        Pending.push_back(Edges[E].To);
      }
  }
  return Reached;
}

/// Whether all ways from the entry to \p B pass \p A.
bool dominates(unsigned A, unsigned B, unsigned Size, const EdgeList &Edges) {
  return A == B || A == 0 || !reach(0, Size, Edges, [&](unsigned E) {
           return Edges[E].To != A;
         })[B];
}

std::vector<unsigned> findDominators(unsigned Size, const EdgeList &Edges) {
  std::vector<unsigned> Result(Size);
  for (unsigned B = 1; B != Size; ++B)
    for (unsigned A = 0; A != Size; ++A)
      // The closest is dominated by the others.
      if (A != B && dominates(A, B, Size, Edges) &&
          dominates(Result[B], A, Size, Edges))
        Result[B] = A;
  return Result;
}

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

/// Control flow with what a number of walks through it took.
struct RandomGraph {
  unsigned Size;
  EdgeList Edges;

  explicit RandomGraph(std::mt19937 &Random) : Size(3 + Random() % 5) {
    auto Add = [&](unsigned From, unsigned To) {
      if (To != 0 && none_of(Edges, [&](const GCFlowGraph::Edge &E) {
            return E.From == From && E.To == To;
          }))
        Edges.push_back({From, To, 0});
    };
    // All are on a way from 0 to the last.
    for (unsigned B = 0; B + 1 != Size; ++B) {
      Add(B, B + 1 + Random() % (Size - B - 1));
      Add(Random() % (B + 1), B + 1);
      if (Random() % 2)
        Add(B, Random() % Size);
    }
    std::vector<unsigned> Bias(Edges.size());
    for (unsigned &B : Bias)
      B = 1 + Random() % 9 * (Random() % 9);
    for (unsigned Walk = 0; Walk != 50; ++Walk)
      walk(Random, Bias);
  }

  void walk(std::mt19937 &Random, ArrayRef<unsigned> Bias) {
    for (unsigned Block = 0; Block + 1 != Size;) {
      unsigned Total = 0, Chosen = 0;
      for (unsigned E = 0; E != Edges.size(); ++E)
        if (Edges[E].From == Block) {
          Total += Bias[E];
          if (Random() % Total < Bias[E])
            Chosen = E;
        }
      ++Edges[Chosen].Weight;
      Block = Edges[Chosen].To;
    }
  }
};

/// A value of a random graph, and what there is to say about stores of it.
struct RandomValue {
  const RandomGraph &G;
  unsigned Definition;
  std::vector<unsigned> Needs;

  RandomValue(const RandomGraph &G, std::mt19937 &Random)
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
    const RandomGraph G(Random);
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
