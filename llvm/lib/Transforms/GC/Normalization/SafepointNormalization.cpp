//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SafepointNormalization.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Analysis/StatepointValues.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/ImplicitNullChecks.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

bool llvm::foldSingleEntryPhis(Function &F) {
  bool Changed = false;
  for (BasicBlock &BB : F)
    if (isa<PHINode>(BB.front()) && BB.getUniquePredecessor())
      Changed |= FoldSingleEntryPHINodes(&BB);
  return Changed;
}

bool llvm::foldNoOpCasts(Function &F) {
  bool Changed = false;
  for (BasicBlock &BB : F)
    for (Instruction &I : make_early_inc_range(BB)) {
      if (!isa<BitCastInst>(I) || I.getOperand(0)->getType() != I.getType() ||
          !I.getType()->isPtrOrPtrVectorTy())
        continue;
      I.replaceAllUsesWith(I.getOperand(0));
      I.eraseFromParent();
      Changed = true;
    }
  return Changed;
}

bool llvm::foldReturnedReferences(Function &F, const GCPointers &References) {
  bool Changed = false;
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || isa<IntrinsicInst>(Call) || Call->isMustTailCall() ||
        Call->use_empty() || !References.isReference(*Call))
      continue;
    Value *Argument = Call->getReturnedArgOperand();
    if (!Argument || Argument->getType() != Call->getType() ||
        isa<Constant>(Argument) || findStatepointBase(Argument) == Argument)
      continue;
    Call->replaceAllUsesWith(Argument);
    Changed = true;
  }
  return Changed;
}

/// Gives \p Branch the comparison that it needs right in front of it.
static void sinkCondition(BranchInst &Branch, ICmpInst &Condition) {
  if (Condition.hasOneUse()) {
    Condition.moveBefore(Branch.getIterator());
    return;
  }
  Instruction *Copy = Condition.clone();
  Copy->insertBefore(Branch.getIterator());
  Branch.setCondition(Copy);
}

/// Sinks the conditions of the branches that \p Wants.
static bool
sinkConditions(Function &F,
               function_ref<bool(const BranchInst &, const ICmpInst &)> Wants) {
  bool Changed = false;
  for (BasicBlock &BB : F) {
    auto *Branch = dyn_cast<BranchInst>(BB.getTerminator());
    if (!Branch || !Branch->isConditional())
      continue;
    auto *Condition = dyn_cast<ICmpInst>(Branch->getCondition());
    if (!Condition || Condition->getNextNode() == Branch ||
        !Wants(*Branch, *Condition))
      continue;
    sinkCondition(*Branch, *Condition);
    Changed = true;
  }
  return Changed;
}

bool llvm::sinkBranchConditions(Function &F) {
  return sinkConditions(
      F, [](const BranchInst &Branch, const ICmpInst &Condition) {
        return Condition.hasOneUse() || isEnabledImplicitNullCheck(Branch);
      });
}

bool llvm::sinkNullChecks(Function &F) {
  return sinkConditions(F, [](const BranchInst &Branch, const ICmpInst &) {
    return isEnabledImplicitNullCheck(Branch);
  });
}

bool llvm::splatVectorGEPs(Function &F) {
  bool Changed = false;
  for (Instruction &I : instructions(F)) {
    auto *GEP = dyn_cast<GetElementPtrInst>(&I);
    if (!GEP || !GEP->getType()->isVectorTy() ||
        GEP->getPointerOperandType()->isVectorTy())
      continue;
    IRBuilder<> Builder(GEP);
    Value *Pointers = Builder.CreateVectorSplat(
        cast<VectorType>(GEP->getType())->getElementCount(),
        GEP->getPointerOperand());
    GEP->setOperand(GetElementPtrInst::getPointerOperandIndex(), Pointers);
    Changed = true;
  }
  return Changed;
}

namespace {

/// The edges to one block that get a block of their own.
struct SplitBlock {
  DenseMap<BasicBlock *, BasicBlock *> NewBlock;
  /// Of a landing pad: how many edges are to be split, and whether there are
  /// others.
  unsigned NumEdges = 0;
  bool HasOthers = false;
};

class EdgeSplitter {
  MapVector<BasicBlock *, SplitBlock> Blocks;

  BasicBlock *create(BasicBlock &Next, const Twine &Suffix);
  void collectPads(ArrayRef<CallBase *> Safepoints);
  void split(InvokeInst &Invoke, BasicBlock &Next);
  void splitOthers(BasicBlock &Pad, SplitBlock &Split);
  void finish(BasicBlock &Next, SplitBlock &Split);

public:
  bool run(ArrayRef<CallBase *> Safepoints);
};

} // end anonymous namespace

/// Creates a block that goes to \p Next, with a landing pad if that has one.
BasicBlock *EdgeSplitter::create(BasicBlock &Next, const Twine &Suffix) {
  BasicBlock *BB = BasicBlock::Create(
      Next.getContext(), Next.getName() + Suffix, Next.getParent(), &Next);
  BranchInst *Branch = BranchInst::Create(&Next, BB);
  LandingPadInst *Pad = Next.getLandingPadInst();
  if (!Pad) {
    Branch->setDebugLoc(Next.getFirstNonPHIOrDbg()->getDebugLoc());
    return BB;
  }
  Branch->setDebugLoc(Pad->getDebugLoc());
  Instruction *NewPad = Pad->clone();
  NewPad->insertBefore(Branch->getIterator());
  if (Pad->hasName())
    NewPad->setName(Pad->getName() + Suffix);
  return BB;
}

void EdgeSplitter::collectPads(ArrayRef<CallBase *> Safepoints) {
  for (CallBase *Call : Safepoints) {
    auto *Invoke = dyn_cast<InvokeInst>(Call);
    if (Invoke && Invoke->getUnwindDest()->isLandingPad() &&
        !Invoke->getUnwindDest()->getUniquePredecessor())
      ++Blocks[Invoke->getUnwindDest()].NumEdges;
  }
  for (auto &[BB, Split] : Blocks)
    Split.HasOthers = Split.NumEdges != pred_size(BB);
}

void EdgeSplitter::split(InvokeInst &Invoke, BasicBlock &Next) {
  SplitBlock &Split = Blocks[&Next];
  const bool IsLast = Next.isLandingPad() && !Split.HasOthers &&
                      Split.NewBlock.size() + 1 == Split.NumEdges;
  BasicBlock *BB = create(Next, IsLast ? ".split-lp" : "");
  Split.NewBlock[Invoke.getParent()] = BB;
  BB->getTerminator()->setMetadata(LLVMContext::MD_loop,
                                   Invoke.getMetadata(LLVMContext::MD_loop));
}

/// Has one landing pad serve the edges to \p Pad that were not split.
void EdgeSplitter::splitOthers(BasicBlock &Pad, SplitBlock &Split) {
  SmallVector<BasicBlock *, 4> Others;
  for (BasicBlock *From : predecessors(&Pad))
    if (isa<InvokeInst>(From->getTerminator()) &&
        !Split.NewBlock.contains(From) &&
        cast<InvokeInst>(From->getTerminator())->getUnwindDest() == &Pad)
      Others.push_back(From);
  if (Others.empty())
    return;
  BasicBlock *BB = create(Pad, ".split-lp");
  for (PHINode &Phi : Pad.phis()) {
    PHINode *Merged = PHINode::Create(Phi.getType(), Others.size(),
                                      Phi.getName() + ".ph", BB->begin());
    for (unsigned I = 0; I != Phi.getNumIncomingValues(); ++I)
      if (!Split.NewBlock.contains(Phi.getIncomingBlock(I)))
        Merged->addIncoming(Phi.getIncomingValue(I), Phi.getIncomingBlock(I));
    Phi.removeIncomingValueIf(
        [&](unsigned I) {
          return !Split.NewBlock.contains(Phi.getIncomingBlock(I));
        },
        /*DeletePHIIfEmpty=*/false);
    Phi.addIncoming(Merged, BB);
  }
  for (BasicBlock *From : Others)
    cast<InvokeInst>(From->getTerminator())->setUnwindDest(BB);
  // The block stands for itself from here on.
  Split.NewBlock[BB] = BB;
}

/// Moves the edges, and what they bring to the phis of \p Next.
void EdgeSplitter::finish(BasicBlock &Next, SplitBlock &Split) {
  LandingPadInst *Pad = Next.getLandingPadInst();
  if (Pad)
    splitOthers(Next, Split);
  for (PHINode &Phi : Next.phis())
    for (unsigned I = 0; I != Phi.getNumIncomingValues(); ++I)
      if (BasicBlock *BB = Split.NewBlock.lookup(Phi.getIncomingBlock(I)))
        Phi.setIncomingBlock(I, BB);
  for (BasicBlock *From : to_vector(predecessors(&Next)))
    if (BasicBlock *BB = Split.NewBlock.lookup(From); BB && BB != From)
      From->getTerminator()->replaceSuccessorWith(&Next, BB);
  if (!Pad)
    return;
  if (!Pad->use_empty()) {
    PHINode *Phi = PHINode::Create(Pad->getType(), Split.NewBlock.size(),
                                   "lpad.phi", Pad->getIterator());
    for (BasicBlock *BB : predecessors(&Next))
      Phi->addIncoming(BB->getLandingPadInst(), BB);
    Pad->replaceAllUsesWith(Phi);
  }
  Pad->eraseFromParent();
}

bool EdgeSplitter::run(ArrayRef<CallBase *> Safepoints) {
  bool Changed = false;
  collectPads(Safepoints);
  for (CallBase *Call : Safepoints) {
    auto *Invoke = dyn_cast<InvokeInst>(Call);
    if (!Invoke)
      continue;
    for (BasicBlock *Next :
         {Invoke->getNormalDest(), Invoke->getUnwindDest()}) {
      if (Next->getUniquePredecessor())
        Changed |= FoldSingleEntryPHINodes(Next);
      else
        split(*Invoke, *Next);
    }
  }
  for (auto &[BB, Split] : Blocks)
    finish(*BB, Split);
  return Changed || !Blocks.empty();
}

bool llvm::splitSafepointEdges(ArrayRef<CallBase *> Safepoints) {
  return EdgeSplitter().run(Safepoints);
}
