//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GCControlFlow.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/SafepointStates.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

/// Makes the sum of the weights small enough for a flow.
static void scaleWeights(std::vector<GCFlowGraph::Edge> &Edges) {
  unsigned Shift = 0;
  const uint64_t MaxWeight =
      (uint64_t(1) << 61) / std::max<uint64_t>(Edges.size(), 1);
  for (const GCFlowGraph::Edge &E : Edges)
    while (E.Weight >> Shift > MaxWeight)
      ++Shift;
  for (GCFlowGraph::Edge &E : Edges)
    E.Weight >>= Shift;
}

GCControlFlow::GCControlFlow(Function &F, const SafepointStates &States,
                             const DominatorTree &DT,
                             const BlockFrequencyInfo &BFI,
                             const BranchProbabilityInfo &BPI)
    : States(States), Numbers(F.getMaxBlockNumber()) {
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F)) {
    Numbers[BB->getNumber()] = Blocks.size();
    Blocks.push_back(BB);
  }
  addPositions();
  std::vector<GCFlowGraph::Edge> Edges;
  std::vector<unsigned> Dominators;
  NumSuccessors.resize(size());
  for (const auto &[Number, BB] : enumerate(Blocks)) {
    const auto *Dominator = DT.getNode(BB)->getIDom();
    Dominators.push_back(Dominator ? getNumber(Dominator->getBlock()) : 0);
    SmallMapVector<BasicBlock *, uint64_t, 4> WeightTo;
    const BlockFrequency Frequency = BFI.getBlockFreq(BB);
    for (BasicBlock *Next : successors(BB))
      WeightTo[Next] =
          (Frequency * BPI.getEdgeProbability(BB, Next)).getFrequency();
    for (const auto &[Next, Weight] : WeightTo)
      Edges.push_back({unsigned(Number), getNumber(Next), Weight});
    NumSuccessors[Number] = WeightTo.size();
  }
  scaleWeights(Edges);
  addWeights(Edges);
  Graph.emplace(std::move(Edges), std::move(Dominators));
}

/// What enters a block or, if that is more, leaves it.
void GCControlFlow::addWeights(ArrayRef<GCFlowGraph::Edge> Edges) {
  std::vector<uint64_t> Out(size());
  Weights.resize(size());
  for (const GCFlowGraph::Edge &E : Edges) {
    Weights[E.To] += E.Weight;
    Out[E.From] += E.Weight;
  }
  for (unsigned Block = 0; Block != size(); ++Block)
    Weights[Block] = std::max(Weights[Block], Out[Block]);
}

void GCControlFlow::addPositions() {
  std::vector<unsigned> NumSafepoints(size());
  EndsInSafepoint.resize(size());
  for (unsigned I = 0; I != States.safepoints().size(); ++I) {
    ++NumSafepoints[getBlockOf(I)];
    if (States.safepoints()[I]->isTerminator())
      EndsInSafepoint[getBlockOf(I)] = true;
  }
  unsigned Next = 0;
  for (const unsigned Count : NumSafepoints) {
    Starts.push_back(Next);
    Next += Count + 2;
  }
  Starts.push_back(Next);
  for (unsigned I = 0; I != States.safepoints().size(); ++I)
    Positions.push_back(getStart(getBlockOf(I)) + 1 + I -
                        States.getFirstInBlock(I));
}

unsigned GCControlFlow::getNumber(const BasicBlock *BB) const {
  return Numbers[BB->getNumber()];
}

unsigned GCControlFlow::getBlockOf(unsigned Safepoint) const {
  return getNumber(States.safepoints()[Safepoint]->getParent());
}

unsigned GCControlFlow::getBlockAt(unsigned Position) const {
  return upper_bound(Starts, Position) - Starts.begin() - 1;
}

bool GCControlFlow::canInsertOn(unsigned Edge) const {
  const GCFlowGraph::Edge &E = Graph->getEdge(Edge);
  const BasicBlock *To = getBlock(E.To);
  if (Graph->getIncoming(E.To).size() == 1)
    return To->getFirstInsertionPt() != To->end();
  const Instruction *End = getBlock(E.From)->getTerminator();
  if (NumSuccessors[E.From] == 1)
    return isa<BranchInst, SwitchInst>(End);
  return !To->isEHPad() && !isa<IndirectBrInst, CallBrInst>(End);
}
