//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionLoops.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"

using namespace llvm;

static bool hasCycle(const Function &F) {
  if (F.size() == 1)
    return false;
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 4> Backedges;
  FindFunctionBackedges(F, Backedges);
  return !Backedges.empty();
}

const LoopInfo *llvm::getLoopsIfAny(Function &F, FunctionAnalysisManager &AM) {
  const LoopInfo *LI = AM.getCachedResult<LoopAnalysis>(F);
  if (!LI && hasCycle(F))
    LI = &AM.getResult<LoopAnalysis>(F);
  return LI && !LI->empty() ? LI : nullptr;
}
