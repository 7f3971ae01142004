//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Cuts of small networks.
///
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/GCMinimumCut.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace llvm;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

constexpr unsigned Source = GCMinimumCut::Source, Sink = GCMinimumCut::Sink;

class GCMinimumCutTest : public testing::Test {
protected:
  GCMinimumCut Network;

  /// Adds a path of new nodes with these capacities.
  std::vector<unsigned> addPath(ArrayRef<uint64_t> Capacities) {
    std::vector<unsigned> Nodes;
    unsigned From = Source;
    for (const uint64_t Capacity : Capacities.drop_back()) {
      Nodes.push_back(Network.addNode());
      Network.addArc(From, Nodes.back(), Capacity);
      From = Nodes.back();
    }
    Network.addArc(From, Sink, Capacities.back());
    return Nodes;
  }

  /// The nodes on the side of the sink, and not the sink.
  std::vector<unsigned> getBehind() const {
    EXPECT_FALSE(Network.isBehindCut(Source));
    EXPECT_TRUE(Network.isBehindCut(Sink));
    std::vector<unsigned> Nodes;
    for (unsigned Node = 2; Node != Network.getNumNodes(); ++Node)
      if (Network.isBehindCut(Node))
        Nodes.push_back(Node);
    return Nodes;
  }
};

TEST_F(GCMinimumCutTest, CheapestArcOfAPath) {
  const auto Nodes = addPath({5, 3, 4});
  EXPECT_TRUE(Network.solve(64));
  EXPECT_THAT(getBehind(), ElementsAre(Nodes[1]));
}

TEST_F(GCMinimumCutTest, OfEqualCutsTheOneNearestToTheSink) {
  addPath({3, 3, 3});
  EXPECT_TRUE(Network.solve(64));
  EXPECT_THAT(getBehind(), IsEmpty());
}

TEST_F(GCMinimumCutTest, FlowIsTakenBack) {
  // The shortest path goes from the left to the right and is in the way there.
  const auto Left = addPath({1, 1, 1, 1}), Right = addPath({1, 1, 1, 1});
  Network.addArc(Left.front(), Right.back(), 1);
  EXPECT_TRUE(Network.solve(64));
  EXPECT_THAT(getBehind(), IsEmpty());
}

TEST_F(GCMinimumCutTest, OppositeCapacities) {
  // Right can be reached from left, against the direction of the arc.
  const auto Left = addPath({9, 1}), Right = addPath({1, 9});
  Network.addArc(Right[0], Left[0], 0, 2);
  EXPECT_TRUE(Network.solve(64));
  EXPECT_THAT(getBehind(), ElementsAre(Right[0]));
}

TEST_F(GCMinimumCutTest, NothingIsKeptOfTheLastNetwork) {
  addPath({5, 3, 4});
  EXPECT_TRUE(Network.solve(64));
  Network.clear();
  EXPECT_EQ(Network.getNumNodes(), 2u);
  EXPECT_EQ(Network.getNumArcs(), 0u);
  const auto Nodes = addPath({1, 2});
  EXPECT_TRUE(Network.solve(64));
  EXPECT_THAT(getBehind(), ElementsAre(Nodes[0]));
}

TEST_F(GCMinimumCutTest, WithoutEffortOneOfTheLevels) {
  // A first path is found; the cheapest level is that in the middle.
  const auto Left = addPath({5, 1, 5}), Right = addPath({5, 1, 5});
  EXPECT_FALSE(Network.solve(0));
  Network.solveNearly();
  EXPECT_THAT(getBehind(), ElementsAre(Left[1], Right[1]));
}

TEST_F(GCMinimumCutTest, WithoutEffortAllButTheSource) {
  // Left is filled. Two nodes of the long path are no nearer to the sink than
  // the source is.
  const auto Left = addPath({1, 1}), Right = addPath({1, 99});
  const unsigned Far = Network.addNode(), Middle = Network.addNode();
  Network.addArc(Source, Far, 1);
  Network.addArc(Far, Middle, 50);
  Network.addArc(Middle, Right[0], 50);
  EXPECT_FALSE(Network.solve(0));
  Network.solveNearly();
  EXPECT_THAT(getBehind(), ElementsAre(Left[0], Right[0], Far, Middle));
}

} // end anonymous namespace
