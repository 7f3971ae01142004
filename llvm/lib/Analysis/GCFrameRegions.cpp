//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/GCFrameRegions.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/Analysis/GCStateChoice.h"

using namespace llvm;

using Place = GCFrameChange::Place;

/// What is not in the function and has no frame.
static constexpr unsigned Outside = ~0u;

namespace {

/// Where a push or a pop is, if the frame is not the same on both sides.
struct Boundary {
  Place Where;
  unsigned Number;
  /// Blocks, or outside.
  unsigned From, To;
  uint64_t Weight;
};

/// The blocks whose frame is the same are one node.
class FrameChoice {
  const GCFrameGraph &Function;
  IntEqClasses Nodes;
  std::vector<bool> IsNeeded;

  void joinBlocks();
  void addBoundary(const Boundary &B, int64_t Cost, GCStateChoice &Choice);

public:
  explicit FrameChoice(const GCFrameGraph &Function);
  GCFrameRegions choose(unsigned Effort);
};

} // end anonymous namespace

/// Rigid edges are among them. The frame is the same at both ends, which are
/// one node.
static std::vector<Boundary> findBoundaries(const GCFrameGraph &Function) {
  const GCFlowGraph &Graph = Function.Graph;
  const std::vector<uint64_t> &Weights = Function.BlockWeights;
  std::vector<bool> IsPad(Graph.size());
  for (const unsigned Pad : Function.LandingPads)
    IsPad[Pad] = true;
  std::vector<Boundary> Result = {{Place::Entry, 0, Outside, 0, Weights[0]}};
  for (unsigned Number = 0; Number != Graph.getNumEdges(); ++Number) {
    const GCFlowGraph::Edge &E = Graph.getEdge(Number);
    if (!IsPad[E.To])
      Result.push_back({Place::Edge, Number, E.From, E.To, E.Weight});
  }
  for (const unsigned Pad : Function.LandingPads)
    if (const auto Incoming = Graph.getIncoming(Pad); !Incoming.empty())
      Result.push_back({Place::LandingPad, Pad,
                        Graph.getEdge(Incoming.front()).From, Pad,
                        Weights[Pad]});
  for (const unsigned Block : Function.Returns)
    Result.push_back({Place::Return, Block, Block, Outside, Weights[Block]});
  return Result;
}

/// The costs of all boundaries: first their weights, then how many they are.
static std::vector<int64_t> findCosts(ArrayRef<Boundary> Boundaries) {
  const uint64_t Scale = Boundaries.size() + 1;
  uint64_t Sum = 0;
  for (const Boundary &B : Boundaries)
    Sum += B.Weight;
  unsigned Shift = 0;
  while (Sum >> Shift >= GCStateChoice::MaxCost / Scale)
    ++Shift;
  std::vector<int64_t> Costs;
  for (const Boundary &B : Boundaries)
    Costs.push_back((B.Weight >> Shift) * Scale + 1);
  return Costs;
}

FrameChoice::FrameChoice(const GCFrameGraph &Function)
    : Function(Function), Nodes(Function.Graph.size()) {
  joinBlocks();
  Nodes.compress();
  IsNeeded.resize(Nodes.getNumClasses());
  for (const unsigned Block : Function.Needs)
    IsNeeded[Nodes[Block]] = true;
}

void FrameChoice::joinBlocks() {
  const GCFlowGraph &Graph = Function.Graph;
  for (const unsigned Number : Function.RigidEdges)
    Nodes.join(Graph.getEdge(Number).From, Graph.getEdge(Number).To);
  for (const unsigned Pad : Function.LandingPads) {
    const ArrayRef<unsigned> Incoming = Graph.getIncoming(Pad);
    for (const unsigned Number : Incoming)
      Nodes.join(Graph.getEdge(Number).From,
                 Graph.getEdge(Incoming.front()).From);
  }
}

void FrameChoice::addBoundary(const Boundary &B, int64_t Cost,
                              GCStateChoice &Choice) {
  SmallVector<unsigned, 2> Free;
  bool IsOtherLinked = false;
  for (const unsigned Block : {B.From, B.To}) {
    if (Block != Outside && !IsNeeded[Nodes[Block]])
      Free.push_back(Nodes[Block]);
    else
      IsOtherLinked = Block != Outside;
  }
  if (Free.size() == 2)
    Choice.addDifference(Free[0], Free[1], Cost);
  else if (Free.size() == 1)
    Choice.addCost(Free[0], IsOtherLinked ? -Cost : Cost);
}

GCFrameRegions FrameChoice::choose(unsigned Effort) {
  const std::vector<Boundary> Boundaries = findBoundaries(Function);
  const std::vector<int64_t> Costs = findCosts(Boundaries);
  GCStateChoice Choice(Nodes.getNumClasses());
  for (unsigned I = 0; I != Boundaries.size(); ++I)
    addBoundary(Boundaries[I], Costs[I], Choice);
  GCFrameRegions Result;
  Result.IsCheapest = Choice.solve(Effort);
  for (unsigned Block = 0; Block != Function.Graph.size(); ++Block)
    Result.IsLinked.push_back(IsNeeded[Nodes[Block]] ||
                              Choice.isOn(Nodes[Block]));
  return Result;
}

GCFrameRegions llvm::findGCFrameRegions(const GCFrameGraph &Function,
                                        unsigned Effort) {
  if (Function.Needs.empty())
    return {std::vector<bool>(Function.Graph.size()), /*IsCheapest=*/true};
  return FrameChoice(Function).choose(Effort);
}

std::vector<GCFrameChange>
llvm::findGCFrameChanges(const GCFrameGraph &Function,
                         const std::vector<bool> &IsLinked) {
  std::vector<GCFrameChange> Changes;
  for (const Boundary &B : findBoundaries(Function)) {
    const bool IsBefore = B.From != Outside && IsLinked[B.From];
    const bool IsBehind = B.To != Outside && IsLinked[B.To];
    if (IsBefore != IsBehind)
      Changes.push_back({B.Where, B.Number, /*IsPush=*/IsBehind, B.Weight});
  }
  return Changes;
}
