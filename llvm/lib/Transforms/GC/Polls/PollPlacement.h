//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where a function needs polls. docs/Polls.md says what is guaranteed.
///
/// A loop is *bounded* if it executes no more instructions than the distance.
/// All other cycles without a safepoint get polls on the edges that lead back
/// to their headers, innermost loops first. Irreducible cycles have no loop:
/// they are strongly connected components of what is left of the graph without
/// the blocks that have a safepoint.
///
/// Then a longest path exists, in which a bounded loop counts as one node.
/// Where it is longer than the distance, there are polls as well.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_POLLS_POLLPLACEMENT_H
#define LLVM_LIB_TRANSFORMS_GC_POLLS_POLLPLACEMENT_H

#include "PollRules.h"
#include "ShortLoops.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/GCPolls.h"
#include <cstdint>
#include <utility>

namespace llvm {

class BasicBlock;
class Function;
class Instruction;
class Loop;
class LoopInfo;
class ScalarEvolution;

struct PollPlacementOptions {
  /// A poll on each back edge, at each entry, and at each return.
  bool AllBackedges = false;
  bool AllEntries = false;
  bool AllReturns = false;
  /// Calls may meet no poll.
  bool IgnoreCalls = false;
  /// Loops are bounded if their trip counts have so many bits; 0 for no loops.
  unsigned CountedBits = 0;
};

/// A loop that needs polls on its back edges.
struct UnboundedLoop {
  Loop *L;
  /// The most instructions of an iteration.
  uint64_t Cost;
};

/// The polls of a function. Each list is in the order of insertion.
struct PollPlan {
  using Edge = std::pair<BasicBlock *, BasicBlock *>;
  /// Edges that close a cycle or lead into a bounded loop.
  SmallVector<Edge, 8> Edges;
  /// Instructions that have a poll in front of them.
  SmallVector<Instruction *, 8> Points;
  /// Innermost first.
  SmallVector<UnboundedLoop, 4> Unbounded;
  unsigned NumBounded = 0;
};

class PollPlacement {
  Function &F;
  LoopInfo &LI;
  ScalarEvolution &SE;
  const GCPolls Polls;
  const PollPlacementOptions Options;
  const PollRules Rules;
  const LoopTimes &Times;

  using Edge = PollPlan::Edge;
  /// What is known of a block or, by its header, of a bounded loop.
  struct Node {
    /// The instructions up to its first safepoint, and after its last one.
    /// They are the same if it has none.
    uint64_t Before = 0;
    uint64_t After = 0;
    bool HasSafepoint = false;
  };
  DenseMap<const BasicBlock *, Node> Nodes;
  /// The header of the outermost bounded loop that a block is in.
  DenseMap<const BasicBlock *, BasicBlock *> Bounded;
  /// Blocks with a safepoint.
  SmallPtrSet<const BasicBlock *, 16> Safepoints;
  /// All blocks, in reverse post-order.
  SmallVector<BasicBlock *, 32> Order;
  DenseMap<const BasicBlock *, unsigned> Numbers;
  SetVector<Edge> Cut;
  SmallPtrSet<Instruction *, 8> Points;
  PollPlan Plan;

  /// The nodes and edges of a loop or a function.
  struct Region {
    SmallVector<BasicBlock *, 16> Heads;
    DenseMap<BasicBlock *, SmallVector<Edge, 2>> Successors;
  };

  void measure(BasicBlock &BB);
  bool isSafepoint(const Instruction &I) const;
  BasicBlock *getHead(BasicBlock *BB) const;
  Region getRegion(Loop *L) const;
  bool hasFreeCycle(const Region &R, Loop &L) const;
  void cutCycles(Loop *L);
  void cutComponent(ArrayRef<BasicBlock *> Component);
  void walk(const Region &R, function_ref<uint64_t(BasicBlock *)> GetTail,
            function_ref<uint64_t(BasicBlock *, uint64_t)> GetOut) const;
  uint64_t getCost(const Region &R) const;
  void visit(Loop *L);
  bool isBounded(Loop &L, uint64_t Cost);
  uint64_t placeFrom(Instruction *I, uint64_t Distance);
  uint64_t placeAtLoop(BasicBlock *Header, uint64_t Distance);
  void placeByDistance();
  using BlockSet = SmallPtrSet<const BasicBlock *, 16>;
  BlockSet findMeeting() const;
  BlockSet findReaching() const;
  BlockSet findMet() const;
  void placeLate(BasicBlock &BB);
  void placeAtEntry();
  void placeAtReturns();

public:
  PollPlacement(Function &F, LoopInfo &LI, ScalarEvolution &SE,
                const TargetLibraryInfo &TLI, const GCPolls &Polls,
                const PollPlacementOptions &Options, const LoopTimes &Times);

  /// \returns the polls of the function, whose blocks are all reachable.
  PollPlan run();
};

/// \returns the first instruction of \p BB that leaves the function by a return
/// or a tail call, in front of which nothing separates it from that: the ret, a
/// musttail call, or a call of deoptimize. Null if \p BB does not end so.
Instruction *getReturnPoint(BasicBlock &BB);

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_POLLS_POLLPLACEMENT_H
