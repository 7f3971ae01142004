//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The control flow of a function as placement sees it: blocks by number, how
/// often edges are taken, where code can be inserted, and positions
/// (llvm/Analysis/GCSlotAllocation.h).
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_FRAMES_GCCONTROLFLOW_H
#define LLVM_LIB_TRANSFORMS_GC_FRAMES_GCCONTROLFLOW_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/GCStorePlacement.h"
#include <optional>
#include <vector>

namespace llvm {

class BasicBlock;
class BlockFrequencyInfo;
class BranchProbabilityInfo;
class DominatorTree;
class Function;
class SafepointStates;

/// Blocks have numbers in reverse postorder, the entry has 0. All of them are
/// reachable.
class GCControlFlow {
  const SafepointStates &States;
  std::vector<BasicBlock *> Blocks;
  /// By the number that the function gives a block.
  std::vector<unsigned> Numbers;
  std::vector<unsigned> Starts;
  /// By the numbers of safepoints.
  std::vector<unsigned> Positions;
  std::vector<bool> EndsInSafepoint;
  std::vector<unsigned> NumSuccessors;
  std::vector<uint64_t> Weights;
  std::optional<GCFlowGraph> Graph;

  void addWeights(ArrayRef<GCFlowGraph::Edge> Edges);
  void addPositions();

public:
  GCControlFlow(Function &F, const SafepointStates &States,
                const DominatorTree &DT, const BlockFrequencyInfo &BFI,
                const BranchProbabilityInfo &BPI);

  unsigned size() const { return Blocks.size(); }
  BasicBlock *getBlock(unsigned Number) const { return Blocks[Number]; }
  unsigned getNumber(const BasicBlock *BB) const;
  /// The edges, at most one from one block to another.
  const GCFlowGraph &getGraph() const { return *Graph; }
  /// How often a block is run, in the unit of the edges.
  uint64_t getWeight(unsigned Block) const { return Weights[Block]; }
  unsigned getNumSuccessors(unsigned Block) const {
    return NumSuccessors[Block];
  }
  /// Whether instructions can be executed when an edge is taken, and only then,
  /// though it may need a block of its own.
  bool canInsertOn(unsigned Edge) const;

  unsigned getStart(unsigned Block) const { return Starts[Block]; }
  unsigned getEnd(unsigned Block) const { return Starts[Block + 1] - 1; }
  /// Whether the terminator of \p Block is a safepoint.
  bool endsInSafepoint(unsigned Block) const { return EndsInSafepoint[Block]; }
  /// The block and the position of a safepoint.
  unsigned getBlockOf(unsigned Safepoint) const;
  unsigned getPosition(unsigned Safepoint) const {
    return Positions[Safepoint];
  }
  unsigned getBlockAt(unsigned Position) const;
  unsigned getNumPositions() const { return Starts.back(); }
};

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_FRAMES_GCCONTROLFLOW_H
