//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The cheapest way to separate two nodes of a network.
///
/// A *cut* divides the nodes into those behind it, with the sink, and the
/// others, with the source. It costs the capacities of the arcs that lead
/// behind it. No flow from the source to the sink is greater than the cost of a
/// cut, and the greatest flow is that of the cheapest (Ford and Fulkerson,
/// "Maximal Flow through a Network", 1956). It is found with blocking flows
/// (Dinic, "Algorithm for Solution of a Problem of Maximum Flow in Networks
/// with Power Estimation", 1970).
///
/// What a flow leaves of the capacities is *free*. Behind the cut are the nodes
/// from which free arcs lead to the sink. That is the same for each greatest
/// flow, and part of what is behind any other cheapest cut.
///
/// A cut costs as much as any flow plus what is free of the arcs that lead
/// behind it. So a flow that is not the greatest still tells which of several
/// cuts is the cheapest. If the greatest flow takes too much effort, these cuts
/// are compared: those with the nodes behind them that are no more than so many
/// free arcs away from the sink, for each number, and that with all nodes but
/// the source.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_GCMINIMUMCUT_H
#define LLVM_ANALYSIS_GCMINIMUMCUT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Compiler.h"
#include <cstdint>
#include <vector>

namespace llvm {

class GCMinimumCut {
public:
  static constexpr unsigned Source = 0, Sink = 1;

  /// The Nth and the Nth ^ 1 are opposites; even ones have the direction in
  /// which they were added.
  struct Arc {
    unsigned To;
    /// What is free of it.
    uint64_t Capacity;
  };

private:
  std::vector<Arc> Arcs;
  std::vector<SmallVector<unsigned, 4>> ArcsOf;
  /// How many free arcs it takes from the source, and finally to the sink.
  std::vector<unsigned> Level;
  /// The nodes with lower levels are behind the cut.
  unsigned Bound = 0;
  std::vector<unsigned> NextArc, Queue;

  bool findLevels(uint64_t &Work);
  uint64_t push(uint64_t &Work);
  bool findGreatestFlow(uint64_t Limit);
  void findLevelsOfSink();

public:
  GCMinimumCut() { clear(); }

  /// Leaves the source and the sink.
  LLVM_ABI void clear();

  /// Returns the number of the new node.
  LLVM_ABI unsigned addNode();

  /// Adds an arc and its opposite. The sum of the capacities of all arcs is
  /// less than 2^64.
  LLVM_ABI void addArc(unsigned From, unsigned To, uint64_t Capacity,
                       uint64_t OppositeCapacity = 0);

  unsigned getNumNodes() const { return ArcsOf.size(); }
  unsigned getNumArcs() const { return Arcs.size(); }
  const Arc &getArc(unsigned Number) const { return Arcs[Number]; }
  unsigned getFrom(unsigned Number) const { return Arcs[Number ^ 1].To; }
  /// The numbers of the arcs that leave a node.
  ArrayRef<unsigned> getArcsOf(unsigned Node) const { return ArcsOf[Node]; }

  /// Finds the cheapest cut that has the fewest nodes behind it. Returns false
  /// if it gave up, after \p Effort steps for each arc.
  LLVM_ABI bool solve(unsigned Effort);

  /// Chooses the cheapest of the cuts that are easily found, in linear time;
  /// after solve() gave up.
  LLVM_ABI void solveNearly();

  /// Whether the node is on the side of the sink.
  bool isBehindCut(unsigned Node) const { return Level[Node] < Bound; }
};

} // end namespace llvm

#endif // LLVM_ANALYSIS_GCMINIMUMCUT_H
