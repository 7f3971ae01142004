//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Utils/StripInvariantGroups.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

static void removeBarrier(Instruction &Barrier) {
  // Unreachable code may have barriers of themselves.
  Value *Pointer = Barrier.getOperand(0);
  Barrier.replaceAllUsesWith(
      Pointer == &Barrier ? PoisonValue::get(Barrier.getType()) : Pointer);
  Barrier.eraseFromParent();
}

namespace {

struct Stripped {
  bool Barriers = false;
  bool Promises = false;
};

} // namespace

static Stripped stripFunction(Function &F) {
  Stripped Had;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (I.isLaunderOrStripInvariantGroup()) {
      removeBarrier(I);
      Had.Barriers = true;
    } else if (I.hasMetadata(LLVMContext::MD_invariant_group)) {
      I.setMetadata(LLVMContext::MD_invariant_group, nullptr);
      Had.Promises = true;
    }
  }
  return Had;
}

bool llvm::stripInvariantGroups(Function &F) {
  Stripped Had = stripFunction(F);
  return Had.Barriers || Had.Promises;
}

/// \returns whether \p U, which is not a barrier, does no more with an address
/// than to access what is there.
static bool isPlainAccess(const Use &U) {
  const User *Usr = U.getUser();
  if (isa<StoreInst>(Usr))
    return U.getOperandNo() == StoreInst::getPointerOperandIndex();
  if (const auto *II = dyn_cast<IntrinsicInst>(Usr))
    return II->isLifetimeStartOrEnd() || II->isDroppable() ||
           isa<MemIntrinsic>(II);
  return isa<LoadInst>(Usr);
}

bool llvm::stripInvariantGroups(AllocaInst &AI) {
  SmallVector<Instruction *, 4> Barriers;
  SmallVector<Instruction *, 16> Accesses;
  SmallVector<Value *, 8> Worklist = {&AI};
  while (!Worklist.empty())
    for (Use &U : Worklist.pop_back_val()->uses()) {
      auto &I = *cast<Instruction>(U.getUser());
      if (I.isLaunderOrStripInvariantGroup())
        Barriers.push_back(&I);
      else if (isPlainAccess(U))
        Accesses.push_back(&I);
      else if (!isa<GetElementPtrInst>(I) || !I.getType()->isPointerTy())
        return false;
      if (I.isLaunderOrStripInvariantGroup() || isa<GetElementPtrInst>(I))
        Worklist.push_back(&I);
    }
  if (Barriers.empty())
    return false;
  for (Instruction *Access : Accesses)
    Access->setMetadata(LLVMContext::MD_invariant_group, nullptr);
  for (Instruction *Barrier : Barriers)
    removeBarrier(*Barrier);
  return true;
}

bool llvm::hasStrictVTablePointers(const Module &M) {
  const auto *Flag = mdconst::dyn_extract_or_null<ConstantInt>(
      M.getModuleFlag("StrictVTablePointers"));
  return Flag && !Flag->isZero();
}

StrictVTablePointers llvm::getStrictVTablePointers(const Module &M) {
  const auto *Flag = mdconst::dyn_extract_or_null<ConstantInt>(
      M.getModuleFlag("StrictVTablePointersOnly"));
  if (!Flag)
    return StrictVTablePointers::Unknown;
  return Flag->isZero() ? StrictVTablePointers::Mixed
                        : StrictVTablePointers::Only;
}

static bool isToBeStripped(const Module &M, StripInvariantGroupsPass::When W) {
  switch (W) {
  case StripInvariantGroupsPass::When::Always:
    return true;
  case StripInvariantGroupsPass::When::UnlessOnly:
    return getStrictVTablePointers(M) != StrictVTablePointers::Only;
  case StripInvariantGroupsPass::When::IfMixed:
    return getStrictVTablePointers(M) == StrictVTablePointers::Mixed;
  }
  llvm_unreachable("covered switch");
}

PreservedAnalyses StripInvariantGroupsPass::run(Module &M,
                                                ModuleAnalysisManager &) {
  if (!isToBeStripped(M, W))
    return PreservedAnalyses::all();
  bool Changed = false;
  for (Function &F : M)
    Changed |= stripInvariantGroups(F);
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses PA;
  PA.preserveSet<CFGAnalyses>();
  return PA;
}

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
  const LoopInfo &LI = AM.getResult<LoopAnalysis>(F);
  SmallPtrSet<Value *, 16> Seen;
  while (!Worklist.empty()) {
    Instruction *I = Worklist.pop_back_val();
    if (const Loop *L = LI.getLoopFor(I->getParent()))
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
StripInvariantGroupsAndRerunPass::run(Function &F,
                                      FunctionAnalysisManager &AM) {
  const bool MatterInLoops = doBarriersMatterInLoops(F, AM);
  Stripped Had = stripFunction(F);
  if (!Had.Barriers && !Had.Promises)
    return PreservedAnalyses::all();
  PreservedAnalyses PA;
  PA.preserveSet<CFGAnalyses>();
  if (!MatterInLoops)
    return PA;
  AM.invalidate(F, PA);
  PA.intersect(Again.run(F, AM));
  return PA;
}

void StripInvariantGroupsAndRerunPass::printPipeline(
    raw_ostream &OS, function_ref<StringRef(StringRef)> MapClassName) {
  OS << "strip-invariant-groups-and-rerun(";
  Again.printPipeline(OS, MapClassName);
  OS << ')';
}

void StripInvariantGroupsPass::printPipeline(
    raw_ostream &OS, function_ref<StringRef(StringRef)> MapClassName) {
  OS << MapClassName("StripInvariantGroupsPass");
  if (W == When::UnlessOnly)
    OS << "<unless-only>";
  else if (W == When::IfMixed)
    OS << "<if-mixed>";
}

Expected<StripInvariantGroupsPass::When>
StripInvariantGroupsPass::parse(StringRef Params) {
  if (Params.empty())
    return When::Always;
  if (Params == "unless-only")
    return When::UnlessOnly;
  if (Params == "if-mixed")
    return When::IfMixed;
  return make_error<StringError>(
      formatv("invalid strip-invariant-groups parameter '{0}'", Params),
      inconvertibleErrorCode());
}
