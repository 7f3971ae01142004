//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatepointInputValues.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

void StatepointLiveness::step(const Instruction &I,
                              StatepointValueSet &Live) const {
  Live.erase(&I);
}

void StatepointLiveness::addUses(const Instruction &I,
                                 StatepointValueSet &Live) const {
  if (isa<PHINode>(I))
    return;
  for (const Value *V : I.operand_values())
    if (Tracked.contains(V))
      Live.insert(V);
}

StatepointValueSet StatepointLiveness::onEdge(const BasicBlock &From,
                                              const BasicBlock &To) const {
  StatepointValueSet Live = LiveIn.lookup(&To);
  for (const PHINode &Phi : To.phis()) {
    const Value *V = Phi.getIncomingValueForBlock(&From);
    if (Tracked.contains(V))
      Live.insert(V);
  }
  return Live;
}

void StatepointLiveness::visit(
    const BasicBlock &BB,
    function_ref<void(const Instruction &, const StatepointValueSet &)> Visit)
    const {
  StatepointValueSet Live;
  for (const BasicBlock *Next : successors(&BB))
    Live.insert_range(onEdge(BB, *Next));
  for (const Instruction &I : reverse(BB)) {
    step(I, Live);
    Visit(I, Live);
    addUses(I, Live);
  }
}

StatepointLiveness::StatepointLiveness(const Function &F,
                                       const StatepointValueSet &Tracked)
    : Tracked(Tracked) {
  ReversePostOrderTraversal<const Function *> Order(&F);
  const SmallVector<const BasicBlock *, 16> Blocks(Order.begin(), Order.end());
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (const BasicBlock *BB : reverse(Blocks)) {
      StatepointValueSet Live;
      for (const BasicBlock *Next : successors(BB))
        Live.insert_range(onEdge(*BB, *Next));
      for (const Instruction &I : reverse(*BB)) {
        step(I, Live);
        addUses(I, Live);
      }
      // Sets only grow.
      StatepointValueSet &Old = LiveIn[BB];
      Changed |= Old.size() != Live.size();
      Old = std::move(Live);
    }
  }
}
