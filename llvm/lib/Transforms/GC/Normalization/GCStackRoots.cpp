//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GCNormalizationSteps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/GCInteriorPointers.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Analysis/GCStackObjects.h"
#include "llvm/Analysis/StackMapVersion.h"
#include "llvm/Analysis/StatepointRules.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCStrategy.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/ManagedTargetInfo.h"
#include "llvm/Transforms/GC/GCNormalization.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

/// More words than this are cleared with the whole object, which was just
/// allocated, in one go.
static constexpr size_t MaxStores = 8;

/// More words than this are listed as one object if the stack map finds them by
/// its type.
static constexpr size_t MaxParts = 16;

/// Whether all that is done with \p A is to copy it, before anything is called.
static bool isOnlyCopied(const Argument &A) {
  const auto *Copy =
      A.hasOneUse() ? dyn_cast<MemCpyInst>(A.user_back()) : nullptr;
  if (!Copy || Copy->getRawSource() != &A)
    return false;
  for (const Instruction &I : A.getParent()->getEntryBlock()) {
    if (&I == Copy)
      return true;
    if (isa<CallBase>(I) && !isa<IntrinsicInst>(I))
      return false;
  }
  return false;
}

bool llvm::copyGCArguments(Function &F, const GCStrategy &Strategy) {
  const DataLayout &DL = F.getDataLayout();
  bool Changed = false;
  for (Argument &A : F.args()) {
    if (!A.hasByValAttr() || A.use_empty() || isOnlyCopied(A) ||
        !(containsReferences(A.getParamByValType(), &Strategy) ||
          isAccessedAsReferences(A, GCPointers(Strategy))))
      continue;
    Type *Ty = A.getParamByValType();
    const Align Alignment =
        std::max(A.getParamAlign().valueOrOne(), DL.getABITypeAlign(Ty));
    IRBuilder<> Builder(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    auto *Copy =
        new AllocaInst(Ty, DL.getAllocaAddrSpace(), nullptr, Alignment,
                       A.getName() + ".copy", F.getEntryBlock().begin());
    Value *Address = Copy;
    if (Copy->getType() != A.getType())
      Address = Builder.CreateAddrSpaceCast(Copy, A.getType());
    A.replaceAllUsesWith(Address);
    Builder.CreateMemCpy(Copy, Alignment, &A, A.getParamAlign(),
                         DL.getTypeAllocSize(Ty));
    Changed = true;
  }
  return Changed;
}

bool llvm::promoteGCVariables(Function &F, const GCStrategy &Strategy,
                              DominatorTree &DT) {
  const GCInteriorPointers Interior(F, GCPointers(Strategy));
  SmallVector<AllocaInst *, 8> Variables;
  for (const AllocaInst *Variable : Interior.variables())
    Variables.push_back(const_cast<AllocaInst *>(Variable));
  if (Variables.empty())
    return false;
  PromoteMemToReg(Variables, DT);
  return true;
}

namespace {

/// Turns what is known of one object into instructions.
class RootBuilder {
  const GCStackObject &Found;
  const DataLayout &DL;
  const bool ListsWhole;
  AllocaInst *Object;
  void dropMarkers();
  void clear(const GCStackObject::Clearing &Where);
  bool isWhole() const;
  void list(StackRoots &All);
  Instruction *behindAllocas() const;
  Value *part(uint64_t Offset, IRBuilder<> &Builder) const;

public:
  RootBuilder(const GCStackObject &Found, bool ListsWhole)
      : Found(Found), DL(Found.Object->getDataLayout()), ListsWhole(ListsWhole),
        Object(const_cast<AllocaInst *>(Found.Object)) {}
  void run(StackRoots &All);
};

} // end anonymous namespace

void RootBuilder::dropMarkers() {
  for (User *U : make_early_inc_range(Object->users()))
    if (auto *Marker = dyn_cast<IntrinsicInst>(U))
      if (Marker->isLifetimeStartOrEnd())
        Marker->eraseFromParent();
}

/// The first instruction after the object and the allocas that follow it.
Instruction *RootBuilder::behindAllocas() const {
  Instruction *I = Object->getNextNode();
  while (isa<AllocaInst>(I))
    I = I->getNextNode();
  return I;
}

Value *RootBuilder::part(uint64_t Offset, IRBuilder<> &Builder) const {
  if (Offset == 0)
    return Object;
  return Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Object, Offset,
                                            Object->getName() + ".part");
}

void RootBuilder::clear(const GCStackObject::Clearing &Where) {
  auto *Begin = const_cast<Instruction *>(Where.Begin);
  IRBuilder<> Builder(Begin == Found.Object ? behindAllocas()
                                            : Begin->getNextNode());
  if (count(Where.IsWritten, false) > int64_t(MaxStores)) {
    Builder.CreateMemSet(Object, Builder.getInt8(0),
                         Object->getAllocationSize(DL)->getFixedValue(),
                         Object->getAlign());
    return;
  }
  for (const auto &[Word, IsWritten] : zip_equal(Found.Words, Where.IsWritten))
    if (!IsWritten)
      Builder.CreateAlignedStore(Constant::getNullValue(Found.Reference),
                                 part(Word, Builder),
                                 commonAlignment(Object->getAlign(), Word));
}

/// Whether the object itself can stand for all of its words.
bool RootBuilder::isWhole() const {
  // Otherwise it stands for the first, unless it has nothing else.
  return (ListsWhole && Found.Words.size() > MaxParts) ||
         (Found.Words.size() == 1 && Found.Words.front() == 0) ||
         Found.Words.size() * DL.getPointerSize() ==
             Object->getAllocationSize(DL)->getFixedValue();
}

void RootBuilder::list(StackRoots &All) {
  const bool Whole = isWhole();
  for (const CallBase *Call : Found.Safepoints) {
    auto &Safepoint = const_cast<CallBase &>(*Call);
    // Code generation has no use for an address that is computed in the same
    // block and listed only.
    IRBuilder<> Builder(&Safepoint);
    if (Whole)
      All.add(*Call, Object);
    else
      for (uint64_t Word : Found.Words)
        All.add(*Call, part(Word, Builder));
    // Tail calls have nothing to do with the caller's objects.
    if (auto *Tail = dyn_cast<CallInst>(&Safepoint))
      if (Tail->getTailCallKind() == CallInst::TCK_Tail)
        Tail->setTailCallKind(CallInst::TCK_None);
  }
}

void RootBuilder::run(StackRoots &All) {
  Object->setAlignment(
      std::max(Object->getAlign(), Align(DL.getPointerSize())));
  if (!Found.IsTyped)
    Object = setReferenceWords(*Object, Found.Words, Found.Reference);
  if (Found.DropsMarkers)
    dropMarkers();
  for (const GCStackObject::Clearing &Where : Found.Clearings)
    clear(Where);
  if (!Found.Safepoints.empty())
    list(All);
}

bool llvm::findStackRoots(Function &F, const GCStrategy &Strategy,
                          ArrayRef<CallBase *> Safepoints, StackRoots &Roots) {
  const GCInteriorPointers Interior(F, GCPointers(Strategy));
  const SmallVector<const CallBase *, 16> Calls(Safepoints);
  const GCStackObjects Objects(F, Strategy, Calls, Interior);
  const bool ListsWhole =
      getStackMapVersion(
          F, getTargetOrHost(F.getParent()->getTargetTriple())) == 4;
  for (const GCStackObject &Object : Objects.objects())
    RootBuilder(Object, ListsWhole).run(Roots);
  return !Objects.objects().empty();
}
