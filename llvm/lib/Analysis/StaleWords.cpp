//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/StaleWords.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"
#include <vector>

using namespace llvm;

/// Returns true if \p To changed.
static bool merge(StaleWords &To, const StaleWords &From) {
  if (!From.Held.test(To.Held) && !From.Stale.test(To.Stale))
    return false;
  To.Held |= From.Held;
  To.Stale |= From.Stale;
  return true;
}

void llvm::findStaleWords(
    const Function &F, unsigned NumWords,
    function_ref<void(const Instruction &, StaleWords &)> Step,
    function_ref<void(const Instruction &, StaleWords &)> Visit) {
  const StaleWords Empty{BitVector(NumWords), BitVector(NumWords)};
  std::vector<StaleWords> In(F.getMaxBlockNumber(), Empty);
  BitVector IsReached(F.getMaxBlockNumber());
  ReversePostOrderTraversal<const Function *> Order(&F);
  for (const BasicBlock *BB : Order)
    IsReached.set(BB->getNumber());
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const BasicBlock *BB : Order) {
      StaleWords Now = In[BB->getNumber()];
      for (const Instruction &I : *BB)
        Step(I, Now);
      for (const BasicBlock *Next : successors(BB))
        Changed |= merge(In[Next->getNumber()], Now);
    }
  }
  for (const BasicBlock &BB : F) {
    if (!IsReached.test(BB.getNumber()))
      continue;
    StaleWords Now = In[BB.getNumber()];
    for (const Instruction &I : BB)
      Visit(I, Now);
  }
}
