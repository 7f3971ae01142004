//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Devirtualization/PeelGuardedLoops.h"
#include "FunctionLoops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/CodeMetrics.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Devirtualization/SimplifyMarked.h"
#include "llvm/Transforms/Utils/InvariantGroupLoads.h"
#include "llvm/Transforms/Utils/LoopPeel.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/StripInvariantGroups.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

#define DEBUG_TYPE "peel-guarded-loops"

STATISTIC(NumPeeled, "Number of loops whose first iteration is peeled off");

static cl::opt<unsigned>
    Limit("peel-guarded-loops-limit", cl::Hidden, cl::init(50),
          cl::desc("Maximum number of instructions of a loop that is peeled "
                   "for virtual calls"));

/// \returns whether a branch in \p L depends on whether \p V is some constant.
static bool isCompared(const Value *V, const Loop &L) {
  return any_of(V->users(), [&](const User *U) {
    const auto *Cmp = dyn_cast<ICmpInst>(U);
    return Cmp && Cmp->isEquality() && L.contains(Cmp) &&
           any_of(Cmp->operands(),
                  [](const Use &Op) {
                    return isa<Constant>(Op) && !isa<ConstantPointerNull>(Op);
                  }) &&
           any_of(Cmp->users(), [&](const User *Branch) {
             return isa<BranchInst>(Branch) &&
                    L.contains(cast<BranchInst>(Branch));
           });
  });
}

static bool isSlot(const User *U) {
  const auto *Slot = dyn_cast<LoadInst>(U);
  return Slot && Slot->hasMetadata(LLVMContext::MD_invariant_load);
}

/// \returns whether \p VPtr, or what a slot of that vtable has, is compared.
static bool isGuarded(const Instruction &VPtr, const Loop &L) {
  if (isCompared(&VPtr, L))
    return true;
  return any_of(VPtr.users(), [&](const User *U) {
    if (isSlot(U))
      return isCompared(U, L);
    return isa<GetElementPtrInst>(U) && any_of(U->users(), [&](const User *At) {
             return isSlot(At) && isCompared(At, L);
           });
  });
}

/// \returns \p Load, or a phi of it and loads of the same in \p L, if each
/// iteration that another one follows has that; or null.
static Instruction *getOfIteration(LoadInst &Load, const Loop &L,
                                   const DominatorTree &DT) {
  SmallVector<BasicBlock *, 4> Latches;
  L.getLoopLatches(Latches);
  auto IsOfEach = [&](const Instruction &I) {
    return all_of(Latches, [&](const BasicBlock *Latch) {
      return DT.dominates(I.getParent(), Latch);
    });
  };
  if (IsOfEach(Load))
    return &Load;
  for (User *U : Load.users()) {
    auto *PN = dyn_cast<PHINode>(U);
    SmallVector<LoadInst *, 4> Loads;
    if (PN && L.contains(PN) && IsOfEach(*PN) &&
        findLoadsOnEachWay(PN, Loads) &&
        all_of(Loads, [&](const LoadInst *Other) {
          return L.contains(Other) && isSimpleLoadOfInvariantGroup(*Other) &&
                 Other->getPointerOperand() == Load.getPointerOperand();
        }))
      return PN;
  }
  return nullptr;
}

static bool isLoadedInFrontOf(const Loop &L, LoadInst &Load) {
  SmallVector<BasicBlock *, 4> Before(
      make_filter_range(predecessors(L.getHeader()),
                        [&](const BasicBlock *BB) { return !L.contains(BB); }));
  return isLoadedOnEachWay(Load, Before);
}

/// \returns whether it is worth it to peel \p L, as far as its shape does not
/// matter.
static bool isToPeel(Loop &L, ScalarEvolution &SE, AssumptionCache &AC,
                     const TargetTransformInfo &TTI) {
  constexpr unsigned MinTimes = 3;
  if (!L.isSafeToClone() || hasDisableAllTransformsHint(&L) ||
      (hasUnrollTransformation(&L) & TM_Disable))
    return false;
  if (unsigned Most = SE.getSmallConstantMaxTripCount(&L);
      Most && Most < MinTimes)
    return false;
  if (std::optional<unsigned> Times = getLoopEstimatedTripCount(&L))
    if (*Times < MinTimes)
      return false;
  SmallPtrSet<const Value *, 8> Ephemeral;
  CodeMetrics::collectEphemeralValues(&L, &AC, Ephemeral);
  CodeMetrics Metrics;
  for (BasicBlock *BB : L.blocks())
    Metrics.analyzeBasicBlock(BB, TTI, Ephemeral);
  return !Metrics.notDuplicatable &&
         Metrics.Convergence == ConvergenceKind::None &&
         Metrics.NumInsts.isValid() && Metrics.NumInsts <= Limit;
}

/// Loads that keep a comparison in a loop, one for each loop.
static SmallVector<LoadInst *, 4> findLoads(Function &F,
                                            FunctionAnalysisManager &AM) {
  SmallVector<LoadInst *, 8> Candidates;
  for (Instruction &I : instructions(F))
    if (auto *Load = dyn_cast<LoadInst>(&I))
      if (isSimpleLoadOfInvariantGroup(*Load) &&
          !isa<Constant>(Load->getPointerOperand()))
        Candidates.push_back(Load);
  SmallVector<LoadInst *, 4> Found;
  if (Candidates.empty())
    return Found;
  const LoopInfo *LI = getLoopsIfAny(F, AM);
  if (!LI)
    return Found;
  const DominatorTree &DT = AM.getResult<DominatorTreeAnalysis>(F);
  SmallPtrSet<const Loop *, 4> Loops;
  for (LoadInst *Load : Candidates) {
    const Loop *L = LI->getLoopFor(Load->getParent());
    if (!L || Loops.contains(L) ||
        !L->isLoopInvariant(Load->getPointerOperand()))
      continue;
    const Instruction *VPtr = getOfIteration(*Load, *L, DT);
    if (!VPtr || !isGuarded(*VPtr, *L) || isLoadedInFrontOf(*L, *Load))
      continue;
    Loops.insert(L);
    Found.push_back(Load);
  }
  return Found;
}

namespace {

struct Result {
  bool Changed = false;
  bool Peeled = false;
};

} // namespace

static Result peelLoops(ArrayRef<LoadInst *> Loads, Function &F,
                        FunctionAnalysisManager &AM) {
  auto &LI = AM.getResult<LoopAnalysis>(F);
  auto &DT = AM.getResult<DominatorTreeAnalysis>(F);
  auto &SE = AM.getResult<ScalarEvolutionAnalysis>(F);
  auto &AC = AM.getResult<AssumptionAnalysis>(F);
  auto &ORE = AM.getResult<OptimizationRemarkEmitterAnalysis>(F);
  const auto &TTI = AM.getResult<TargetIRAnalysis>(F);
  Result R;
  for (LoadInst *Load : Loads) {
    Loop *L = LI.getLoopFor(Load->getParent());
    if (!isToPeel(*L, SE, AC, TTI))
      continue;
    R.Changed |= simplifyLoop(L, &DT, &LI, &SE, &AC, /*MSSAU=*/nullptr,
                              /*PreserveLCSSA=*/false);
    // Some blocks may be a loop of their own now.
    if (LI.getLoopFor(Load->getParent()) != L || !canPeel(L))
      continue;
    R.Changed |= formLCSSARecursively(*L, DT, &LI, &SE);
    ORE.emit([&] {
      return OptimizationRemark(DEBUG_TYPE, "Peeled", L->getStartLoc(),
                                L->getHeader())
             << "peeled the first iteration, so that the others do not test "
                "the class of an object";
    });
    // Loops around it need not have such a form.
    ValueToValueMapTy Copies;
    R.Peeled |= peelLoop(L, /*PeelCount=*/1, /*PeelLast=*/false, &LI, &SE, DT,
                         &AC, /*PreserveLCSSA=*/false, Copies);
    ++NumPeeled;
  }
  return R;
}

PreservedAnalyses PeelGuardedLoopsPass::run(Function &F,
                                            FunctionAnalysisManager &AM) {
  if (F.hasOptSize() || F.hasFnAttribute(Attribute::Cold) ||
      !hasStrictVTablePointers(*F.getParent()))
    return PreservedAnalyses::all();
  const SmallVector<LoadInst *, 4> Loads = findLoads(F, AM);
  if (Loads.empty())
    return PreservedAnalyses::all();
  const Result R = peelLoops(Loads, F, AM);
  if (!R.Changed && !R.Peeled)
    return PreservedAnalyses::all();
  if (R.Peeled)
    markForSimplification(F, AM);
  return PreservedAnalyses::none();
}
