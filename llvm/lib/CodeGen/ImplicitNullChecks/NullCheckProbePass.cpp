//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The pass that adds probes in front of instruction selection, for marked null
/// checks that promise that a pointer which is not null can be loaded from.
///
//===----------------------------------------------------------------------===//

#include "NullCheckProbes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/NullAddresses.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/CodeGen/ImplicitNullChecks.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/ImplicitNullChecks.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/InitializePasses.h"
#include "llvm/Pass.h"
#include "llvm/PassRegistry.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

#define DEBUG_TYPE "null-check-probes"

/// How many blocks the definition of a reference may be away from its check.
static constexpr unsigned MaxDistance = 16;

namespace {

class NullCheckProbes : public FunctionPass {
public:
  static char ID;

  explicit NullCheckProbes(bool OnlyOnRequest = true)
      : FunctionPass(ID), OnlyOnRequest(OnlyOnRequest) {
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
  void addProbe(BranchInst &Check, unsigned NotNull);

  /// Whether just the functions with the attribute are looked at.
  const bool OnlyOnRequest;
};

} // end anonymous namespace

char NullCheckProbes::ID = 0;

INITIALIZE_PASS_BEGIN(NullCheckProbes, DEBUG_TYPE, "Null check probes", false,
                      false)
INITIALIZE_PASS_DEPENDENCY(TargetTransformInfoWrapperPass)
INITIALIZE_PASS_END(NullCheckProbes, DEBUG_TYPE, "Null check probes", false,
                    false)

/// Whether objects may move or go when \p I is executed, in a function that
/// has references.
static bool mayCollect(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || Call->hasFnAttr("gc-leaf-function"))
    return false;
  const auto *Intrinsic = dyn_cast<IntrinsicInst>(Call);
  return !Intrinsic ||
         !(Intrinsic->isAssumeLikeIntrinsic() ||
           Intrinsic->doesNotAccessMemory() || isa<MemIntrinsic>(Intrinsic));
}

/// Whether \p Pointer still points to its object when \p Check is executed.
/// A comparison of a reference with null may be above a safepoint and the
/// branch below it. The program then has no use for the reference, and nothing
/// keeps it up to date.
static bool isUpToDate(const Value &Pointer, const BranchInst &Check) {
  if (!Check.getFunction()->hasGC() &&
      Pointer.getType()->getPointerAddressSpace() == 0)
    return true;
  if (!isa<Instruction, Argument>(Pointer))
    return false;
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<const BasicBlock *, 8> Work;
  // Looks for \p Pointer from \p I back to the start of its block.
  auto GoBack = [&](const Instruction *I) {
    for (; I; I = I->getPrevNode()) {
      if (I == &Pointer)
        return true;
      if (mayCollect(*I))
        return false;
    }
    return true;
  };
  const auto *Definition = dyn_cast<Instruction>(&Pointer);
  auto AddPredecessors = [&](const BasicBlock &Block) {
    if (!Definition || Definition->getParent() != &Block)
      append_range(Work, predecessors(&Block));
  };
  if (!GoBack(&Check))
    return false;
  AddPredecessors(*Check.getParent());
  while (!Work.empty()) {
    const BasicBlock *Block = Work.pop_back_val();
    if (!Seen.insert(Block).second)
      continue;
    if (Seen.size() > MaxDistance || !GoBack(Block->getTerminator()))
      return false;
    AddPredecessors(*Block);
  }
  return true;
}

/// The number of the successor that \p Check goes to if the pointer that it
/// tests is not null, if a probe can be there.
static std::optional<unsigned> placeForProbe(const BranchInst &Check) {
  const Function &F = *Check.getFunction();
  const Value *Pointer = getPointerOfCheck(Check);
  if (!Pointer ||
      !isNullUnmapped(F, Pointer->getType()->getPointerAddressSpace()) ||
      !isUpToDate(*Pointer, Check))
    return std::nullopt;
  const bool IsEqual =
      cast<ICmpInst>(Check.getCondition())->getPredicate() == CmpInst::ICMP_EQ;
  const unsigned NotNull = IsEqual ? 1 : 0;
  const BasicBlock *Block = Check.getSuccessor(NotNull);
  if (Block == Check.getSuccessor(1 - NotNull) || Block->isEHPad())
    return std::nullopt;
  return NotNull;
}

/// Adds a probe where \p Check goes if its pointer is not null.
void NullCheckProbes::addProbe(BranchInst &Check, unsigned NotNull) {
  if (!Check.getSuccessor(NotNull)->getSinglePredecessor()) {
    auto *DT = getAnalysisIfAvailable<DominatorTreeWrapperPass>();
    auto *LI = getAnalysisIfAvailable<LoopInfoWrapperPass>();
    CriticalEdgeSplittingOptions Options(DT ? &DT->getDomTree() : nullptr,
                                         LI ? &LI->getLoopInfo() : nullptr);
    if (!SplitCriticalEdge(&Check, NotNull, Options))
      return;
  }
  BasicBlock *Block = Check.getSuccessor(NotNull);
  Value *Pointer = const_cast<Value *>(getPointerOfCheck(Check));
  LLVMContext &Context = Check.getContext();

  // A load of 32 bits has no other bits to keep, which costs X86 something.
  unsigned Bits = 32, Fast = 0;
  const auto &TTI = getAnalysis<TargetTransformInfoWrapperPass>().getTTI(
      *Check.getFunction());
  if (getImplicitCheckPromise(
          *Check.getMetadata(LLVMContext::MD_make_implicit)) < Bits / 8 ||
      !TTI.allowsMisalignedMemoryAccesses(
          Context, Bits, Pointer->getType()->getPointerAddressSpace(), Align(1),
          &Fast) ||
      !Fast)
    Bits = 8;

  IRBuilder<> Builder(Block, Block->getFirstInsertionPt());
  Builder.SetCurrentDebugLocation(Check.getDebugLoc());
  LoadInst *Probe = Builder.CreateAlignedLoad(Builder.getIntNTy(Bits), Pointer,
                                              Align(1), /*isVolatile=*/true);
  markAsNullCheckProbe(*Probe);
}

bool NullCheckProbes::runOnFunction(Function &F) {
  if ((OnlyOnRequest && !hasImplicitNullChecks(F)) || skipFunction(F))
    return false;
  SmallVector<std::pair<BranchInst *, unsigned>, 8> Places;
  for (BasicBlock &Block : F) {
    auto *Check = dyn_cast<BranchInst>(Block.getTerminator());
    const MDNode *Mark =
        Check ? Check->getMetadata(LLVMContext::MD_make_implicit) : nullptr;
    if (!Mark || Check->isUnconditional() || !getImplicitCheckPromise(*Mark))
      continue;
    if (std::optional<unsigned> NotNull = placeForProbe(*Check))
      Places.push_back({Check, *NotNull});
  }
  for (auto [Check, NotNull] : Places)
    addProbe(*Check, NotNull);
  return !Places.empty();
}

FunctionPass *llvm::createNullCheckProbesPass(bool OnlyOnRequest) {
  return new NullCheckProbes(OnlyOnRequest);
}
