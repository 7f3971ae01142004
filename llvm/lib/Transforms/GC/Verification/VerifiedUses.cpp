//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifiedUses.h"
#include "Normalization/SafepointNormalization.h"
#include "VerifiedFrame.h"
#include "VerifiedProtection.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ValueSymbolTable.h"
#include "llvm/Transforms/GC/GCRootStrategy.h"
#include "llvm/Transforms/GC/VerifyGCRoots.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace {

class UseVerifier {
  const Function &F, &Copy;
  const GCPointers &Pointers;
  const VerifiedFrame &Frame;
  VerifiedProtection &Protection;
  function_ref<void(const Instruction &, const Value &, const Value &)> Report;

  /// Returns what has the name of \p V, in the function or in the copy.
  static const Value *find(const Value &V, const Function &In) {
    return V.hasName() ? In.getValueSymbolTable()->lookup(V.getName())
                       : nullptr;
  }
  bool isSameObject(const Value &Used, const Value &Wanted);
  void verifyOperand(const Instruction &I, const Value &Used,
                     const Value &Before);
  void verifyPhi(const PHINode &Phi, const PHINode &Before);
  void verifyShuffle(const ShuffleVectorInst &Shuffle,
                     const ShuffleVectorInst &Before);
  void verifyInstruction(const Instruction &I, const Instruction &Before);
  void verifyWithoutResults(const BasicBlock &BB, const BasicBlock &Before);

public:
  UseVerifier(
      const Function &F, const Function &Copy, const GCPointers &Pointers,
      const VerifiedFrame &Frame, VerifiedProtection &Protection,
      function_ref<void(const Instruction &, const Value &, const Value &)>
          Report)
      : F(F), Copy(Copy), Pointers(Pointers), Frame(Frame),
        Protection(Protection), Report(Report) {}
  void run();
};

} // end anonymous namespace

bool UseVerifier::isSameObject(const Value &Used, const Value &Wanted) {
  if (&Used == &Wanted)
    return true;
  const auto *Vector = dyn_cast<FixedVectorType>(Wanted.getType());
  const unsigned NumLanes = Vector ? Vector->getNumElements() : 1;
  return all_of(seq(NumLanes), [&](unsigned Lane) {
    return Protection.protects({&Used, Lane}, {&Wanted, Lane});
  });
}

void UseVerifier::verifyOperand(const Instruction &I, const Value &Used,
                                const Value &Before) {
  if (!Pointers.isReference(Before))
    return;
  const Value *Wanted = find(Before, F);
  if (Wanted && !isSameObject(Used, *Wanted))
    Report(I, Used, *Wanted);
}

/// New blocks may be on the edges to a phi.
void UseVerifier::verifyPhi(const PHINode &Phi, const PHINode &Before) {
  for (const BasicBlock *From : Phi.blocks()) {
    const BasicBlock *Old = From;
    while (Old && !find(*Old, Copy))
      Old = Old->getSinglePredecessor();
    const auto *OldBefore =
        Old ? dyn_cast<BasicBlock>(find(*Old, Copy)) : nullptr;
    if (OldBefore && Before.getBasicBlockIndex(OldBefore) >= 0)
      verifyOperand(Phi, *Phi.getIncomingValueForBlock(From),
                    *Before.getIncomingValueForBlock(OldBefore));
  }
}

/// Undefined lanes become null, with another mask, or by another shuffle.
void UseVerifier::verifyShuffle(const ShuffleVectorInst &Shuffle,
                                const ShuffleVectorInst &Before) {
  const auto *Source =
      dyn_cast<FixedVectorType>(Before.getOperand(0)->getType());
  if (!Source || !Pointers.isReference(Before))
    return;
  const unsigned Width = Source->getNumElements();
  for (const auto &[Lane, From] : enumerate(Before.getShuffleMask())) {
    if (From == PoisonMaskElem)
      continue;
    const Value *Wanted = find(*Before.getOperand(From / Width), F);
    if (Wanted && !Protection.protects({&Shuffle, unsigned(Lane)},
                                       {Wanted, From % Width}))
      Report(Shuffle, Shuffle, *Wanted);
  }
}

void UseVerifier::verifyInstruction(const Instruction &I,
                                    const Instruction &Before) {
  if (I.getOpcode() != Before.getOpcode() ||
      I.getNumOperands() != Before.getNumOperands())
    return;
  if (const auto *Phi = dyn_cast<PHINode>(&I))
    return verifyPhi(*Phi, cast<PHINode>(Before));
  if (const auto *Shuffle = dyn_cast<ShuffleVectorInst>(&I))
    return verifyShuffle(*Shuffle, cast<ShuffleVectorInst>(Before));
  for (unsigned Number = 0; Number != I.getNumOperands(); ++Number)
    verifyOperand(I, *I.getOperand(Number), *Before.getOperand(Number));
}

/// Those that placement inserts have to do with the frame. It erases markers of
/// objects that lie there.
void UseVerifier::verifyWithoutResults(const BasicBlock &BB,
                                       const BasicBlock &Before) {
  auto IsOld = [&](const Instruction &I) {
    const GCFrameStep Step = Frame.getStep(I);
    return I.getType()->isVoidTy() && !isa<LifetimeIntrinsic>(I) &&
           (Step.What == GCFrameStep::None ||
            Step.What == GCFrameStep::Safepoint);
  };
  const auto Here = make_filter_range(BB, IsOld);
  const auto There = make_filter_range(Before, IsOld);
  if (range_size(Here) != range_size(There))
    return;
  for (const auto &[I, J] : zip(Here, There))
    verifyInstruction(I, J);
}

void UseVerifier::run() {
  for (const BasicBlock &Before : Copy) {
    if (const auto *BB = dyn_cast_or_null<BasicBlock>(find(Before, F)))
      verifyWithoutResults(*BB, Before);
    for (const Instruction &I : Before)
      if (const auto *Now = dyn_cast_or_null<Instruction>(find(I, F)))
        verifyInstruction(*Now, I);
  }
}

void llvm::verifyGCUses(
    const Function &F, const Function &Copy, const GCPointers &Pointers,
    const VerifiedFrame &Frame, VerifiedProtection &Protection,
    function_ref<void(const Instruction &I, const Value &Used,
                      const Value &Wanted)>
        Report) {
  UseVerifier(F, Copy, Pointers, Frame, Protection, Report).run();
}

PreservedAnalyses GCFunctionCopyPass::run(Module &M, ModuleAnalysisManager &) {
  SmallVector<Function *, 8> Functions;
  for (Function &F : M)
    if (!F.isDeclaration() && getGCRootStrategy(F))
      Functions.push_back(&F);
  for (Function *F : Functions) {
    for (Argument &A : F->args())
      if (!A.hasName())
        A.setName("arg");
    for (BasicBlock &BB : *F) {
      if (!BB.hasName())
        BB.setName("bb");
      for (Instruction &I : BB)
        if (!I.hasName() && !I.getType()->isVoidTy())
          I.setName("i");
    }
    ValueToValueMapTy Values;
    Function *Copy = CloneFunction(F, Values);
    Copy->setName(F->getName() + GCFunctionCopySuffix);
    Copy->setLinkage(GlobalValue::InternalLinkage);
    Copy->setGC(NoGCStrategy.str());
    // Placement takes the results for the same references.
    foldNoOpCasts(*Copy);
    foldReturnedReferences(*Copy, getGCRootStrategy(*F)->Pointers);
  }
  return Functions.empty() ? PreservedAnalyses::all()
                           : PreservedAnalyses::none();
}
