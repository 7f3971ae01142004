//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/StatepointValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ReferenceOrigins.h"
#include "llvm/Analysis/StatepointRules.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/Statepoint.h"

using namespace llvm;

const Value *llvm::stripDerivations(const Value *V) {
  bool IsSame;
  while (const Value *Source = getReferenceSource(V, IsSame))
    V = Source;
  return V;
}

/// Whether \p Relocate is for a base pointer. Mostly the numbers tell, and
/// operands are found slowly.
static bool isOfBase(const GCRelocateInst &Relocate) {
  return Relocate.getBasePtrIndex() == Relocate.getDerivedPtrIndex() ||
         Relocate.getBasePtr() == Relocate.getDerivedPtr();
}

/// Whether everything from \p First to \p Last, in one block, belongs to
/// statepoints, so that nothing uses the one before the other is there.
static bool areNeighbors(const Instruction &First, const Instruction &Last) {
  const Instruction *I = &First;
  while (I != &Last && isa<GCProjectionInst>(I))
    I = I->getNextNode();
  return I == &Last;
}

/// The relocated base of \p Relocate, which relocates a derived pointer.
static const Value *findRelocatedBase(const GCRelocateInst &Relocate) {
  for (const User *U : Relocate.getOperand(0)->users()) {
    const auto *R = dyn_cast<GCRelocateInst>(U);
    if (R && R->getBasePtr() == Relocate.getBasePtr() &&
        R->getDerivedPtr() == Relocate.getBasePtr() &&
        R->getParent() == Relocate.getParent() &&
        (R->comesBefore(&Relocate) || areNeighbors(Relocate, *R)))
      return R;
  }
  return nullptr;
}

/// Whether \p Root, which nothing strips further, is a base pointer.
static bool isBase(const Value *Root) {
  SmallVector<const Value *, 8> Pending = {Root};
  SmallPtrSet<const Value *, 8> Seen;
  while (!Pending.empty()) {
    const Value *V = Pending.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    if (const auto *Relocate = dyn_cast<GCRelocateInst>(V)) {
      if (!isOfBase(*Relocate))
        return false;
      continue;
    }
    bool IsSame;
    if (const Value *Source = getReferenceSource(V, IsSame)) {
      if (!IsSame)
        return false;
      Pending.push_back(Source);
      continue;
    }
    if (hasUnknownOrigin(V))
      return false;
    if (const Value *PassThrough = getReferencePassThrough(V))
      Pending.push_back(PassThrough);
    addReferenceChoices(V, Pending);
  }
  return true;
}

const Value *llvm::findStatepointBase(const Value *V) {
  while (true) {
    V = stripDerivations(V);
    const auto *Relocate = dyn_cast<GCRelocateInst>(V);
    if (!Relocate || isOfBase(*Relocate))
      break;
    V = findRelocatedBase(*Relocate);
    if (!V)
      return nullptr;
  }
  return V->getType()->isPtrOrPtrVectorTy() && isBase(V) ? V : nullptr;
}

bool llvm::canHaveStatepointBase(const Value *V) {
  SmallVector<const Value *, 8> Pending = {V};
  SmallPtrSet<const Value *, 8> Seen;
  while (!Pending.empty()) {
    const Value *Root = stripDerivations(Pending.pop_back_val());
    if (!Seen.insert(Root).second || findStatepointBase(Root))
      continue;
    // The base of a relocate can be relocated, too.
    if (const auto *Relocate = dyn_cast<GCRelocateInst>(Root);
        Relocate && Relocate->getBasePtr()->getType() == V->getType())
      continue;
    if (!isa<PHINode, SelectInst>(Root) || Root->getType() != V->getType())
      return false;
    addReferenceChoices(Root, Pending);
  }
  return true;
}

/// Whether \p To can be reached from the end of \p From without entering
/// \p Barrier, which may be null.
static bool isReachable(const BasicBlock *From, const BasicBlock *To,
                        const BasicBlock *Barrier) {
  SmallVector<const BasicBlock *, 16> Pending(successors(From));
  SmallPtrSet<const BasicBlock *, 16> Seen;
  while (!Pending.empty()) {
    const BasicBlock *BB = Pending.pop_back_val();
    if (BB == Barrier || !Seen.insert(BB).second)
      continue;
    if (BB == To)
      return true;
    append_range(Pending, successors(BB));
  }
  return false;
}

/// Whether \p U is after \p Statepoint on some path that does not define the
/// value again in \p Definition.
static bool isUsedAfter(const Use &U, const Instruction &Statepoint,
                        const BasicBlock *Definition) {
  const auto *User = dyn_cast<Instruction>(U.getUser());
  if (!User || User == &Statepoint)
    return false;
  // What another statepoint lists is needed there only if it is used after it.
  if (const auto *Call = dyn_cast<CallBase>(User))
    if (Call->isBundleOperand(&U) &&
        Call->getOperandBundleForOperand(U.getOperandNo()).getTagID() ==
            LLVMContext::OB_gc_live)
      return false;
  const BasicBlock *Here = Statepoint.getParent();
  if (const auto *Phi = dyn_cast<PHINode>(User)) {
    const BasicBlock *Edge = Phi->getIncomingBlock(U);
    // The edge leaves the block after the statepoint.
    return Edge == Here ||
           (Edge != Definition && isReachable(Here, Edge, Definition));
  }
  const BasicBlock *There = User->getParent();
  if (There == Here && Statepoint.comesBefore(User))
    return true;
  // The value is another one there after its definition.
  return There != Definition && isReachable(Here, There, Definition);
}

std::optional<std::pair<const AllocaInst *, int64_t>>
llvm::findStackObject(const Value *V) {
  if (!V->getType()->isPointerTy())
    return std::nullopt;
  // Most are something else.
  if (!isa<AllocaInst, GetElementPtrInst, CastInst>(V))
    return std::nullopt;
  const DataLayout &DL = cast<Instruction>(V)->getDataLayout();
  APInt Offset(DL.getIndexTypeSizeInBits(V->getType()), 0);
  const Value *Object = V->stripAndAccumulateConstantOffsets(
      DL, Offset, /*AllowNonInbounds=*/true);
  const auto *Alloca = dyn_cast<AllocaInst>(Object);
  if (!Alloca || !Alloca->isStaticAlloca())
    return std::nullopt;
  return std::make_pair(Alloca, Offset.getSExtValue());
}

void llvm::findLostLiveValue(const Value &V, const GCStrategy *Strategy,
                             function_ref<void(StringRef)> Report) {
  if (isReferenceType(V.getType(), Strategy) || isa<ConstantData>(V) ||
      findStackObject(&V))
    return;
  Report("gc-live value " + nameInMessage(V) +
         (V.getType()->isPtrOrPtrVectorTy()
              ? "is neither a reference nor a stack object, and no stack map "
                "would list it; list the alloca, run sanitizers before "
                "rewriting, and do not tag stack objects (sanitize_memtag)"
              : "is neither a reference nor a stack object, and no stack map "
                "would list it; drop it from gc-live"));
}

bool llvm::isRecordedWithoutRelocate(const Value *V,
                                     const GCStatepointInst &Statepoint) {
  if (isa<Constant>(V))
    return false;
  if (!mayMoveObjects(*Statepoint.getFunction()))
    return true;
  const auto *I = dyn_cast<Instruction>(V);
  const BasicBlock *Definition = I ? I->getParent() : nullptr;
  return any_of(V->uses(), [&](const Use &U) {
    return isUsedAfter(U, Statepoint, Definition);
  });
}

bool llvm::isLiveWithoutRelocate(const Value *V,
                                 const GCStatepointInst &Statepoint) {
  const Value *Object = V;
  while (const auto *GEP = dyn_cast<GEPOperator>(Object))
    Object = GEP->getPointerOperand();
  return isa<AllocaInst>(Object) || isRecordedWithoutRelocate(V, Statepoint);
}

CallBase *llvm::copyCalleeBundles(const CallBase &Call, CallBase *Statepoint) {
  auto Type = Call.getOperandBundle(LLVMContext::OB_kcfi);
  if (!Type || !Call.isIndirectCall())
    return Statepoint;
  CallBase *Result = CallBase::addOperandBundle(
      Statepoint, LLVMContext::OB_kcfi, OperandBundleDef(*Type),
      Statepoint->getIterator());
  Result->takeName(Statepoint);
  Statepoint->eraseFromParent();
  return Result;
}
