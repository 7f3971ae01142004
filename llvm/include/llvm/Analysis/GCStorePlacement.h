//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where to store a root, so that its slot holds it at each safepoint that
/// needs it, at the least cost.
///
/// A value is defined in one block and *needed* in others: those with a
/// safepoint over which it is live. Each path from the definition to a need has
/// to pass a store. Behind a need it passes none, because the slot has the
/// value from there on as long as it is live. So the stores are a *cut* of the
/// paths from the definition to the needs that come first, and the cost of one
/// is how often the edges of the cut are taken.
///
/// The *region* is what can be reached backwards from the needs without passing
/// another need or the definition, and forwards from the definition. The
/// definition dominates all of it, so whatever enters the region comes from the
/// definition or from behind a need.
///
///   1. If nothing enters from behind a need, the cheapest cut is in front of
///      the needs: how often the edges are taken is a flow from the definition
///      that fills each edge to a need.
///   2. Otherwise the cheapest cut is a minimum cut; see GCMinimumCut.h.
///      Typical is the loop with a call: it is entered once, and its call is
///      behind its own need.
///   3. If that takes more than a multiple of the size of the region, each
///      block of the region, from the innermost in the dominator tree outwards,
///      chooses between one store in front of it and the stores of the blocks
///      that it dominates. That is never worse than to store in front of each
///      need, and linear.
///
/// Of several cheapest cuts, the one nearest to the needs is taken: a slot is
/// in use for the shortest time, and paths without safepoints have no store.
///
/// What is left aside: that a store of a phi is saved if what it chooses from
/// is in the same slot already. To do best with that is NP-hard.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_GCSTOREPLACEMENT_H
#define LLVM_ANALYSIS_GCSTOREPLACEMENT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/GCMinimumCut.h"
#include "llvm/Support/Compiler.h"
#include <cstdint>
#include <vector>

namespace llvm {

/// Blocks with edges that are taken so and so often. Block 0 is the entry.
class GCFlowGraph {
public:
  struct Edge {
    unsigned From, To;
    uint64_t Weight;
  };

private:
  std::vector<Edge> Edges;
  /// The edges to each block, one list behind the other.
  std::vector<unsigned> Incoming, Starts;
  std::vector<unsigned> Dominators;

public:
  /// The weights of the edges to a block, and of those from a block that has
  /// any, have the same sum; what is only nearly so costs stores. The sum over
  /// all edges is less than 2^63. Each block but the entry has a block in
  /// \p ImmediateDominators.
  LLVM_ABI GCFlowGraph(std::vector<Edge> Edges,
                       std::vector<unsigned> ImmediateDominators);

  unsigned size() const { return Dominators.size(); }
  unsigned getNumEdges() const { return Edges.size(); }
  const Edge &getEdge(unsigned Number) const { return Edges[Number]; }
  unsigned getDominator(unsigned Block) const { return Dominators[Block]; }
  /// The numbers of the edges to a block.
  ArrayRef<unsigned> getIncoming(unsigned Block) const {
    return ArrayRef(Incoming).slice(Starts[Block],
                                    Starts[Block + 1] - Starts[Block]);
  }
};

/// Where one value is stored.
struct GCStores {
  /// In the block of the definition, behind it.
  bool AtDefinition = false;
  /// On these edges.
  SmallVector<unsigned, 4> Edges;
};

/// Places the stores of one value after the other.
class GCStorePlacer {
public:
  /// Which of the rules above placed the last stores.
  enum class Rule { Definition, InFront, MinimumCut, Dominators };

private:
  const GCFlowGraph &Graph;
  const unsigned Effort;
  Rule Used = Rule::Definition;

  enum class Role : uint8_t { None, Definition, Need, Region };
  /// What a block is to the current value.
  struct Block {
    Role R = Role::None;
    /// Whether it stores in front, for rule 3.
    bool Stores = false, IsCovered = false, IsInTree = false;
    unsigned Node = 0;
    /// For rule 3: how many blocks that it dominates have no cost yet, and the
    /// cost of the others.
    unsigned Below = 0;
    uint64_t Cost = 0;
  };
  std::vector<Block> Blocks;
  /// The needs and then the region.
  std::vector<unsigned> Region;
  /// The definition is the source and all needs are the sink. The other nodes
  /// are blocks of the region.
  GCMinimumCut Network;
  /// Of each pair of arcs.
  std::vector<unsigned> Edges;
  /// The nodes that are reached from the definition.
  std::vector<bool> IsReached;

  void findRegion(ArrayRef<unsigned> Needs);
  void findReached();
  bool isEntered() const;
  bool cut(GCStores &Stores);
  bool isOpen(unsigned Edge) const;
  void storeInFrontOf(unsigned Block, GCStores &Stores) const;
  uint64_t getCostInFrontOf(unsigned Block) const;
  std::vector<unsigned> chooseFromLeaves();
  void chooseByDominators(GCStores &Stores);
  void clear(unsigned Definition);

public:
  /// Minimum cuts are given up after \p Effort steps for each edge of a region.
  LLVM_ABI explicit GCStorePlacer(const GCFlowGraph &Graph,
                                  unsigned Effort = 64);

  /// Returns where to store a value that is defined in block \p Definition and
  /// is needed in the blocks \p Needs, in front of anything that makes it
  /// another value. The definition dominates the needs; it is one itself if the
  /// safepoint is behind it in the block.
  LLVM_ABI GCStores place(unsigned Definition, ArrayRef<unsigned> Needs);

  /// Returns stores as late as possible: on all edges to each need that can be
  /// reached without passing another one. The value may be stored again behind
  /// a need.
  LLVM_ABI GCStores placeLazily(unsigned Definition, ArrayRef<unsigned> Needs);

  Rule getRule() const { return Used; }
};

} // end namespace llvm

#endif // LLVM_ANALYSIS_GCSTOREPLACEMENT_H
