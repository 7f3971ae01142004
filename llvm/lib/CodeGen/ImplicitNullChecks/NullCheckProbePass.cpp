//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The pass that adds probes for marked null checks whose pointer can be loaded
/// from if it is not null.
///
//===----------------------------------------------------------------------===//

#include "NullCheckProbes.h"
#include "NullCheckPromises.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/CodeGen/ImplicitNullChecks.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/ImplicitNullChecks.h"
#include "llvm/IR/Instructions.h"
#include "llvm/InitializePasses.h"
#include "llvm/Pass.h"
#include "llvm/PassRegistry.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

#define DEBUG_TYPE "null-check-probes"

namespace {

class NullCheckProbes : public FunctionPass {
public:
  static char ID;

  explicit NullCheckProbes(bool OnlyOnRequest = true, bool OfReferences = false)
      : FunctionPass(ID), OnlyOnRequest(OnlyOnRequest),
        OfReferences(OfReferences) {
    initializeNullCheckProbesPass(*PassRegistry::getPassRegistry());
  }

  StringRef getPassName() const override { return "Null check probes"; }

  bool runOnFunction(Function &F) override;

  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<TargetTransformInfoWrapperPass>();
    AU.addPreserved<DominatorTreeWrapperPass>();
    AU.addPreserved<LoopInfoWrapperPass>();
  }

private:
  /// Whether just the functions with the attribute are looked at.
  const bool OnlyOnRequest;
  /// Which checks are looked at: those of references, or all others.
  const bool OfReferences;
};

} // end anonymous namespace

char NullCheckProbes::ID = 0;

INITIALIZE_PASS_BEGIN(NullCheckProbes, DEBUG_TYPE, "Null check probes", false,
                      false)
INITIALIZE_PASS_DEPENDENCY(TargetTransformInfoWrapperPass)
INITIALIZE_PASS_END(NullCheckProbes, DEBUG_TYPE, "Null check probes", false,
                    false)

/// Adds a probe for what \p Promise says of \p Check. \p DT and \p LI, if not
/// null, are brought up to date.
static void addProbe(BranchInst &Check, const NullCheckPromise &Promise,
                     const TargetTransformInfo &TTI, DominatorTree *DT,
                     LoopInfo *LI) {
  if (!Check.getSuccessor(Promise.NotNull)->getSinglePredecessor()) {
    CriticalEdgeSplittingOptions Options(DT, LI);
    if (!SplitCriticalEdge(&Check, Promise.NotNull, Options))
      return;
  }
  BasicBlock *Block = Check.getSuccessor(Promise.NotNull);
  Value *Pointer = const_cast<Value *>(getPointerOfCheck(Check));
  LLVMContext &Context = Check.getContext();

  // A load of 32 bits has no other bits to keep, which costs X86 something.
  unsigned Bits = 32, Fast = 0;
  if (Promise.Bytes < Bits / 8 ||
      !TTI.allowsMisalignedMemoryAccesses(
          Context, Bits, Pointer->getType()->getPointerAddressSpace(), Align(1),
          &Fast) ||
      !Fast)
    Bits = 8;

  IRBuilder<> Builder(Block, Block->getFirstInsertionPt());
  Builder.SetCurrentDebugLocation(Check.getDebugLoc());
  if (Promise.Offset)
    Pointer = Builder.CreatePtrAdd(Pointer, Builder.getInt64(Promise.Offset));
  LoadInst *Probe = Builder.CreateAlignedLoad(Builder.getIntNTy(Bits), Pointer,
                                              Align(1), /*isVolatile=*/true);
  markAsNullCheckProbe(*Probe);
}

/// The checks of \p F that have a promise: those of references with
/// \p OfReferences, and otherwise the others.
static SmallVector<std::pair<BranchInst *, NullCheckPromise>, 8>
findPromises(Function &F, bool OfReferences) {
  SmallVector<std::pair<BranchInst *, NullCheckPromise>, 8> Places;
  for (BasicBlock &Block : F) {
    auto *Check = dyn_cast<BranchInst>(Block.getTerminator());
    if (!Check || Check->isUnconditional() ||
        mayTestReference(*Check) != OfReferences)
      continue;
    if (auto Promise = findNullCheckPromise(*Check))
      Places.push_back({Check, *Promise});
  }
  return Places;
}

bool NullCheckProbes::runOnFunction(Function &F) {
  if ((OnlyOnRequest && !hasImplicitNullChecks(F)) || skipFunction(F))
    return false;
  auto *DT = getAnalysisIfAvailable<DominatorTreeWrapperPass>();
  auto *LI = getAnalysisIfAvailable<LoopInfoWrapperPass>();
  const TargetTransformInfo &TTI =
      getAnalysis<TargetTransformInfoWrapperPass>().getTTI(F);
  const auto Places = findPromises(F, OfReferences);
  for (const auto &[Check, Promise] : Places)
    addProbe(*Check, Promise, TTI, DT ? &DT->getDomTree() : nullptr,
             LI ? &LI->getLoopInfo() : nullptr);
  return !Places.empty();
}

PreservedAnalyses NullCheckProbesPass::run(Function &F,
                                           FunctionAnalysisManager &FAM) {
  if (OnlyOnRequest && !hasImplicitNullChecks(F))
    return PreservedAnalyses::all();
  const auto Places = findPromises(F, OfReferences);
  if (Places.empty())
    return PreservedAnalyses::all();
  const TargetTransformInfo &TTI = FAM.getResult<TargetIRAnalysis>(F);
  for (const auto &[Check, Promise] : Places)
    addProbe(*Check, Promise, TTI,
             FAM.getCachedResult<DominatorTreeAnalysis>(F),
             FAM.getCachedResult<LoopAnalysis>(F));
  PreservedAnalyses Preserved;
  Preserved.preserve<DominatorTreeAnalysis>();
  Preserved.preserve<LoopAnalysis>();
  return Preserved;
}

FunctionPass *llvm::createNullCheckProbesPass(bool OnlyOnRequest,
                                              bool OfReferences) {
  return new NullCheckProbes(OnlyOnRequest, OfReferences);
}
