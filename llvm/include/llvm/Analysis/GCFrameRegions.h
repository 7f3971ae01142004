//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where a function links its frame for the collector and where it unlinks it,
/// at the least cost.
///
/// In each block the frame is *linked* or not, throughout. It has to be in some
/// blocks, those that *need* it: a collector that runs there looks for it. The
/// frame is *pushed* where control flow comes from a block without it to one
/// with it, and *popped* on the opposite path:
///
///   1. on an edge, with these exceptions:
///      - At both ends of a *rigid* edge, where no code can be inserted, the
///        frame is the same: linked or not.
///      - So it is at the ends of all blocks that unwind to a *landing pad*.
///        What has to be changed is changed in the landing pad.
///   2. at the entry of the function, which begins without the frame;
///   3. in front of a return, which leaves without the frame. Where the
///      function is left by unwinding, who catches restores the frames; where
///      the end is unreachable, nobody asks.
///
/// A push or a pop costs how often its place is run. So the frame is where a
/// call is likely and not where it is not: the path around a cold call is free
/// of it, and a loop with a call is entered with the frame. This is what
/// compilers do with callee-saved registers (Chow, "Minimizing Register Usage
/// Penalty at Procedure Calls", 1988), but by cost, not by the shape of control
/// flow.
///
/// Blocks whose frame is the same by 1 are one *node*. A node has a cost if it
/// is linked, by 2 and 3, and two nodes have a cost if only one of them is, by
/// 1. Needs are linked in any case. That is a choice of states, for which
/// GCStateChoice.h has the algorithm.
///
/// Of several cheapest choices, one of those with the fewest pushes and pops is
/// taken: all weights are multiplied by more than there are places, and each
/// place costs one more. Of these, it is the one with the frame linked in the
/// fewest blocks: the others have it linked there, too.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_GCFRAMEREGIONS_H
#define LLVM_ANALYSIS_GCFRAMEREGIONS_H

#include "llvm/Analysis/GCStorePlacement.h"
#include "llvm/Support/Compiler.h"
#include <cstdint>
#include <vector>

namespace llvm {

/// A function with calls that need its frame. Blocks and edges are numbers in
/// the graph, and none is repeated.
struct GCFrameGraph {
  const GCFlowGraph &Graph;
  /// How often each block is run. The sum over all blocks and edges is less
  /// than 2^63.
  std::vector<uint64_t> BlockWeights;
  std::vector<unsigned> Needs;
  /// The blocks that end with a return.
  std::vector<unsigned> Returns;
  /// All edges to them come from blocks that unwind.
  std::vector<unsigned> LandingPads;
  std::vector<unsigned> RigidEdges;
};

/// A push or a pop.
struct GCFrameChange {
  enum class Place : uint8_t {
    /// In front of the first block.
    Entry,
    Edge,
    LandingPad,
    /// At the end of a block.
    Return,
  };
  Place Where;
  /// Of the block or edge.
  unsigned Number;
  bool IsPush;
  uint64_t Weight;
};

struct GCFrameRegions {
  /// Whether the frame is linked, for each block.
  std::vector<bool> IsLinked;
  /// Whether it is known that nothing is cheaper.
  bool IsCheapest = true;
};

/// Finds the regions. Minimum cuts are given up after \p Effort steps for each
/// pair of nodes that have a cost; the result is then no dearer than a push at
/// the entry and a pop in front of each return. If the sum of the weights,
/// multiplied by the number of places, is not less than 2^59, all of this is
/// said of rounded weights: their lowest bits do not count.
LLVM_ABI GCFrameRegions findGCFrameRegions(const GCFrameGraph &Function,
                                           unsigned Effort = 64);

/// Returns the pushes and pops between blocks with the frame and blocks without
/// it: at the entry, on edges, in landing pads, and in front of returns.
LLVM_ABI std::vector<GCFrameChange>
findGCFrameChanges(const GCFrameGraph &Function,
                   const std::vector<bool> &IsLinked);

} // end namespace llvm

#endif // LLVM_ANALYSIS_GCFRAMEREGIONS_H
