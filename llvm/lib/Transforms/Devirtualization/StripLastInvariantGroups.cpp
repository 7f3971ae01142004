//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Devirtualization/StripLastInvariantGroups.h"
#include "FunctionLoops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Devirtualization/SimplifyMarked.h"
#include "llvm/Transforms/Utils/StripInvariantGroups.h"

using namespace llvm;

/// \returns whether \p L calls functions, so that barriers keep no pass from
/// doing anything with it.
static bool callsFunctions(const Loop &L) {
  return any_of(L.blocks(), [](const BasicBlock *BB) {
    return any_of(*BB, [](const Instruction &I) {
      return isa<CallBase>(I) && !isa<IntrinsicInst>(I) &&
             I.mayHaveSideEffects();
    });
  });
}

/// \returns whether a loop of \p F that calls nothing uses an address that a
/// barrier returns or that is computed from one.
static bool doBarriersMatterInLoops(Function &F, FunctionAnalysisManager &AM) {
  SmallVector<Instruction *, 8> Worklist;
  for (Instruction &I : instructions(F))
    if (I.isLaunderOrStripInvariantGroup())
      Worklist.push_back(&I);
  if (Worklist.empty())
    return false;
  const LoopInfo *LI = getLoopsIfAny(F, AM);
  if (!LI)
    return false;
  SmallPtrSet<Value *, 16> Seen;
  while (!Worklist.empty()) {
    Instruction *I = Worklist.pop_back_val();
    if (const Loop *L = LI->getLoopFor(I->getParent()))
      if (Seen.insert(L->getHeader()).second && !callsFunctions(*L))
        return true;
    if (I->isLaunderOrStripInvariantGroup() ||
        (I->getType()->isPointerTy() && !isa<LoadInst, CallBase>(I)))
      for (User *U : I->users())
        if (Seen.insert(cast<Instruction>(U)).second)
          Worklist.push_back(cast<Instruction>(U));
  }
  return false;
}

PreservedAnalyses
StripLastInvariantGroupsPass::run(Function &F, FunctionAnalysisManager &AM) {
  const bool MatterInLoops = doBarriersMatterInLoops(F, AM);
  if (!stripInvariantGroups(F))
    return PreservedAnalyses::all();
  if (MatterInLoops)
    markForSimplification(F, AM);
  PreservedAnalyses PA;
  PA.preserveSet<CFGAnalyses>();
  return PA;
}
