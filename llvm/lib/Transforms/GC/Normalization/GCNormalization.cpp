//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/GC/GCNormalization.h"
#include "GCAggregates.h"
#include "GCNormalizationSteps.h"
#include "GCVectorIntrinsics.h"
#include "RawValues.h"
#include "SafepointNormalization.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Analysis/StatepointRules.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCStrategy.h"
#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/GC/StatepointInputVerifier.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/UndefinedReferences.h"

using namespace llvm;

static SmallVector<CallBase *, 16>
findSafepoints(Function &F, const TargetLibraryInfo &TLI) {
  SmallVector<CallBase *, 16> Safepoints;
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (Call && needsStatepoint(*Call, TLI))
      Safepoints.push_back(Call);
  }
  return Safepoints;
}

bool llvm::normalizeGCPointers(Function &F, DominatorTree &DT,
                               const TargetLibraryInfo &TLI,
                               StackRoots &Roots) {
  bool Changed;
  {
    DomTreeUpdater Updater(DT, DomTreeUpdater::UpdateStrategy::Lazy);
    Changed = removeUnreachableBlocks(F, &Updater);
  }
  SmallVector<CallBase *, 16> Safepoints = findSafepoints(F, TLI);
  if (Safepoints.empty())
    return Changed;
  const std::unique_ptr<GCStrategy> Strategy = findGCStrategy(F);
  const GCPointers Pointers(*Strategy);
  Changed |= lowerGCVectorIntrinsics(F, Pointers);
  Changed |= splitGCAggregates(F, Pointers, Safepoints, DT);
  Changed |= moveGCObjects(F, Pointers);
  Changed |= copyGCArguments(F, *Strategy);
  Changed |= promoteGCVariables(F, *Strategy, DT);
  Changed |= defineChosenReferences(F, Pointers);
  Changed |= repeatRawValues(F, Pointers, Safepoints, DT);
  // What a condition compares is needed where it is moved to, which may be
  // after a landing pad.
  Changed |= sinkBranchConditions(F);
  if (getGCStrategyTraits(F).MovesObjects)
    Changed |= passReferencesToPads(F, *Strategy, Safepoints);
  Changed |= findStackRoots(F, *Strategy, Safepoints, Roots);
  return Changed;
}

/// Has \p Call name its \p Roots, and nothing else.
static bool setGCLive(CallBase &Call, ArrayRef<Value *> Roots) {
  SmallVector<WeakTrackingVH, 4> Old;
  if (auto Bundle = Call.getOperandBundle(LLVMContext::OB_gc_live))
    append_range(Old, Bundle->Inputs);
  else if (Roots.empty())
    return false;
  SmallVector<OperandBundleDef, 4> Bundles;
  for (unsigned I = 0, E = Call.getNumOperandBundles(); I != E; ++I)
    if (Call.getOperandBundleAt(I).getTagID() != LLVMContext::OB_gc_live)
      Bundles.emplace_back(Call.getOperandBundleAt(I));
  if (!Roots.empty())
    Bundles.emplace_back("gc-live", Roots);
  CallBase *New = CallBase::Create(&Call, Bundles, Call.getIterator());
  New->copyMetadata(Call);
  New->takeName(&Call);
  Call.replaceAllUsesWith(New);
  Call.eraseFromParent();
  // Parts of objects have no other use.
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Old);
  return true;
}

PreservedAnalyses NormalizeGCPointersPass::run(Function &F,
                                               FunctionAnalysisManager &FAM) {
  const std::unique_ptr<GCStrategy> Strategy = findGCStrategy(F);
  if (!Strategy || !Strategy->useRS4GC())
    return PreservedAnalyses::all();
  const auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
  const GCPointers References(*Strategy);
  bool Changed = prepareVariables(F, References);
  if (verifyStatepointInput(F, TLI)) {
    StackRoots Roots;
    Changed |= normalizeGCPointers(F, FAM.getResult<DominatorTreeAnalysis>(F),
                                   TLI, Roots);
    for (CallBase *Call : findSafepoints(F, TLI))
      Changed |= setGCLive(*Call, Roots.at(*Call));
  }
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses Preserved;
  Preserved.preserve<DominatorTreeAnalysis>();
  return Preserved;
}
