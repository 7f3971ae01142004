//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Chooses one of two states for each node of a graph at the least cost.
///
/// A node is *off* or *on*. It costs something, possibly less than nothing, if
/// a node is on, and something if one node is off and another on. The choice is
/// a minimum cut with the nodes behind it that are on (Hammer, "Some Network
/// Flow Problems Solved with Pseudo-Boolean Programming", 1965). Of several
/// cheapest choices, one has the fewest nodes on: the others have them on, too
/// (Picard and Queyranne, "On the Structure of All Minimum Cuts in a Network",
/// 1980). That one is found.
///
/// Flows take long to find in long networks, such as a function with a cold
/// call beside each block of its hot path. So nodes are *dropped* first:
///
///   1. A node with no more than two neighbours is dropped. What its choice
///      costs depends on their states alone, which is a cost for each of the
///      neighbours and one of their being different (Bertele and Brioschi,
///      "Nonserial Dynamic Programming", 1972). They have fewer neighbours
///      then.
///   2. What cannot be dropped is a minimum cut.
///   3. From the last to the first, what was dropped is chosen by the states of
///      its neighbours: on if that is cheaper.
///
/// Nothing is left to be cut of control flow that is nested without crossing.
/// For the frames of 541 functions of LLVM (GCFrameRegions.h), 17 leave
/// something. Rules 1 and 3 take time linear in the size of the graph. Rule 2
/// is limited.
///
/// Why rule 1 works: Let F(a, b) be the cost of the cheaper state of a node if
/// its neighbours A and B have the states a and b. That is
///
///   F(a, b) = F(0, 0) + a * (F(1, 0) - F(0, 0)) + b * (F(1, 1) - F(1, 0))
///             + (1 - a) * b * (F(0, 1) + F(1, 0) - F(0, 0) - F(1, 1))
///
/// and the last factor is not negative, because a minimum over one variable of
/// a submodular function is submodular.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_GCSTATECHOICE_H
#define LLVM_ANALYSIS_GCSTATECHOICE_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Compiler.h"
#include <array>
#include <cstdint>
#include <vector>

namespace llvm {

class GCStateChoice {
public:
  /// The absolute values of all costs add up to no more than that. The costs
  /// that rule 1 makes of them may add up to 21 times as much, which is less
  /// than 2^64, and what a single one is computed of to six times as much.
  static constexpr int64_t MaxCost = INT64_MAX / 16;

private:
  /// Two nodes, A < B, and what it costs if only one of them is on.
  struct Link {
    unsigned A, B;
    int64_t OnlyA = 0, OnlyB = 0;
    bool IsDropped = false;
  };
  struct Node {
    int64_t Cost = 0;
    /// Those to nodes that are not dropped. Links has also some others, until
    /// this node is dropped.
    unsigned NumLinks = 0;
    bool IsDropped = false, IsOn = false;
    SmallVector<unsigned, 4> Links;
  };
  std::vector<Node> Nodes;
  std::vector<Link> Links;
  DenseMap<std::pair<unsigned, unsigned>, unsigned> LinkOf;
  /// In the order in which they were dropped.
  std::vector<unsigned> Dropped;

  void addLink(unsigned A, unsigned B, int64_t OnlyA, int64_t OnlyB);
  unsigned getOther(unsigned Link, unsigned Node) const {
    return Links[Link].A == Node ? Links[Link].B : Links[Link].A;
  }
  /// For each of the neighbours that a dropped node had, whether it is on.
  using NeighbourStates = std::array<bool, 2>;
  int64_t getCost(unsigned Node, bool IsOn, NeighbourStates AreOn) const;
  int64_t getLeastCost(unsigned Node, NeighbourStates AreOn) const;
  void dropLinks(unsigned Node);
  void drop(unsigned Node);
  void dropNodes();
  bool cut(unsigned Effort);
  void chooseDropped();

public:
  explicit GCStateChoice(unsigned Size) : Nodes(Size) {}

  /// If \p Node is on.
  void addCost(unsigned Node, int64_t Cost) { Nodes[Node].Cost += Cost; }

  /// If one of them is on and the other is off. \p Cost is not negative.
  void addDifference(unsigned A, unsigned B, int64_t Cost) {
    if (A != B)
      addLink(A, B, Cost, Cost);
  }

  /// Chooses. Returns false if rule 2 took more than \p Effort steps for each
  /// link; the choice is then no dearer than all on or all off.
  LLVM_ABI bool solve(unsigned Effort);

  bool isOn(unsigned Node) const { return Nodes[Node].IsOn; }
};

} // end namespace llvm

#endif // LLVM_ANALYSIS_GCSTATECHOICE_H
