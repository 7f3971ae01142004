//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/SafepointStates.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/IteratedDominanceFrontier.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

unsigned SafepointStates::addState(BasicBlock *Start, unsigned Invoke) {
  Starts.push_back(Start);
  Invokes.push_back(Invoke);
  return Starts.size() - 1;
}

SafepointStates::SafepointStates(Function &F, DominatorTree &DT,
                                 ArrayRef<CallBase *> Calls)
    : Blocks(F.getMaxBlockNumber()), Safepoints(Calls) {
  addState(&F.getEntryBlock(), None);
  SmallPtrSet<BasicBlock *, 32> Defining = {&F.getEntryBlock()};
  SmallVector<unsigned, 16> Edges;
  for (const auto &[Number, Call] : enumerate(Safepoints)) {
    BasicBlock *BB = Call->getParent();
    Block &B = Blocks[BB->getNumber()];
    if (B.End == 0)
      B.First = Number;
    B.End = Number + 1;
    addState(BB, None);
    Defining.insert(BB);
  }
  for (const auto &[Number, Call] : enumerate(Safepoints)) {
    const auto *Invoke = dyn_cast<InvokeInst>(Call);
    if (!Invoke)
      continue;
    for (BasicBlock *Next : {Invoke->getNormalDest(), Invoke->getUnwindDest()})
      if (Next->getUniquePredecessor()) {
        Blocks[Next->getNumber()].In = addState(Next, Number);
        Defining.insert(Next);
      }
  }
  SmallVector<BasicBlock *, 32> Joins;
  ForwardIDFCalculator Frontier(DT);
  Frontier.setDefiningBlocks(Defining);
  Frontier.calculate(Joins);
  for (BasicBlock *Join : Joins)
    Blocks[Join->getNumber()].In = addState(Join, None);
  for (DomTreeNode *Node : depth_first(DT.getRootNode())) {
    Block &B = Blocks[Node->getBlock()->getNumber()];
    if (B.In == 0 && Node->getIDom())
      B.In = getOut(*Node->getIDom()->getBlock());
    B.Out = B.End ? getBehind(B.End - 1) : B.In;
  }
}

SafepointStates::Kind SafepointStates::getKind(unsigned State) const {
  if (State == 0)
    return Kind::Entry;
  if (State <= Safepoints.size())
    return Kind::Call;
  return Invokes[State] == None ? Kind::Join : Kind::Edge;
}

unsigned SafepointStates::getSafepoint(unsigned State) const {
  return State <= Safepoints.size() ? State - 1 : Invokes[State];
}

unsigned SafepointStates::getFirstInBlock(unsigned Safepoint) const {
  return Blocks[Safepoints[Safepoint]->getParent()->getNumber()].First;
}

unsigned SafepointStates::getBefore(unsigned Safepoint) const {
  const Block &B = Blocks[Safepoints[Safepoint]->getParent()->getNumber()];
  return Safepoint == B.First ? B.In : getBehind(Safepoint - 1);
}

unsigned SafepointStates::getIn(const BasicBlock &BB) const {
  return Blocks[BB.getNumber()].In;
}

unsigned SafepointStates::getOut(const BasicBlock &BB) const {
  return Blocks[BB.getNumber()].Out;
}

void SafepointStates::visitUses(
    Function &F, ArrayRef<Instruction *> Calls,
    function_ref<void(Use &, unsigned)> Visit) const {
  unsigned Next = 0;
  for (BasicBlock &BB : F) {
    unsigned State = getIn(BB);
    for (Instruction &I : BB) {
      auto *Phi = dyn_cast<PHINode>(&I);
      for (Use &U : I.operands())
        Visit(U, Phi ? getOut(*Phi->getIncomingBlock(U)) : State);
      if (Next != Calls.size() && Calls[Next] == &I)
        State = getBehind(Next++);
    }
  }
}
