//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/InvariantGroupStores.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/MemorySSA.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"

using namespace llvm;

/// How many instructions are looked at for one question.
static constexpr unsigned MaxInstructions = 2000;

/// Whether \p I is a store with !invariant.group that may write to \p Loc.
static bool mayWrite(const Instruction *I, const MemoryLocation &Loc,
                     BatchAAResults &AA) {
  const auto *Store = dyn_cast_or_null<StoreInst>(I);
  return Store && Store->hasMetadata(LLVMContext::MD_invariant_group) &&
         !AA.isNoAlias(MemoryLocation::get(Store), Loc);
}

bool llvm::mayChangeInvariantGroup(const MemoryLocation &Loc,
                                   const Instruction *From,
                                   const Instruction &To, BatchAAResults &AA) {
  SmallPtrSet<const BasicBlock *, 16> Visited;
  // The instructions of a block in front of the place are looked at.
  SmallVector<std::pair<const BasicBlock *, BasicBlock::const_iterator>, 8>
      Worklist = {{To.getParent(), To.getIterator()}};
  unsigned Count = 0;
  // Backwards from To, which may be in a loop: its block is visited as a whole
  // if it is a predecessor.
  while (!Worklist.empty()) {
    auto [BB, At] = Worklist.pop_back_val();
    bool IsDone = false;
    while (!IsDone && At != BB->begin()) {
      --At;
      if (++Count > MaxInstructions ||
          (&*At != From && mayWrite(&*At, Loc, AA)))
        return true;
      IsDone = &*At == From;
    }
    if (IsDone)
      continue;
    for (const BasicBlock *Predecessor : predecessors(BB))
      if (Visited.insert(Predecessor).second)
        Worklist.push_back({Predecessor, Predecessor->end()});
  }
  return false;
}

bool llvm::mayChangeInvariantGroup(const LoadInst &Load, const Loop &L,
                                   MemorySSA &MSSA) {
  const MemoryLocation Loc = MemoryLocation::get(&Load);
  BatchAAResults AA(MSSA.getAA());
  return any_of(L.blocks(), [&](const BasicBlock *BB) {
    const MemorySSA::DefsList *Defs = MSSA.getBlockDefs(BB);
    return Defs && any_of(*Defs, [&](const MemoryAccess &Access) {
             const auto *Def = dyn_cast<MemoryDef>(&Access);
             return Def && mayWrite(Def->getMemoryInst(), Loc, AA);
           });
  });
}
