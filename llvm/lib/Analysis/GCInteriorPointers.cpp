//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/GCInteriorPointers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AssemblyBarriers.h"
#include "llvm/Analysis/GCPointerOrigins.h"
#include "llvm/Analysis/StatepointRules.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

bool llvm::isWholeVariable(const AllocaInst &Object) {
  if (!Object.isStaticAlloca() || Object.isArrayAllocation())
    return false;
  const Type *Ty = Object.getAllocatedType();
  return all_of(Object.users(), [&](const User *U) {
    if (const auto *Load = dyn_cast<LoadInst>(U))
      return !Load->isVolatile() && Load->getType() == Ty;
    if (const auto *Store = dyn_cast<StoreInst>(U))
      return !Store->isVolatile() && Store->getPointerOperand() == &Object &&
             Store->getValueOperand() != &Object &&
             Store->getValueOperand()->getType() == Ty;
    const auto *Marker = dyn_cast<IntrinsicInst>(U);
    return Marker && Marker->isLifetimeStartOrEnd();
  });
}

static bool isCastToReference(const Instruction &I,
                              const GCStrategy &Strategy) {
  const auto *Cast = dyn_cast<AddrSpaceCastInst>(&I);
  return Cast && isReferenceType(I.getType(), &Strategy) &&
         !isReferenceType(Cast->getSrcTy(), &Strategy) &&
         !isa<Constant>(Cast->getOperand(0));
}

static bool returnsBase(const IntrinsicInst &Call) {
  return Call.getIntrinsicID() == Intrinsic::experimental_gc_get_pointer_base;
}

static bool isPartOfObject(const Instruction &I, const GCStrategy &Strategy) {
  if (!isReferenceType(I.getType(), &Strategy))
    return false;
  if (const auto *Call = dyn_cast<IntrinsicInst>(&I))
    return getGCPointerOrigin(I).K == GCPointerOrigin::Derived &&
           !returnsBase(*Call);
  const auto *GEP = dyn_cast<GetElementPtrInst>(&I);
  return GEP && !GEP->hasAllZeroIndices();
}

/// Whether the reference \p U may go to the result of its user.
static bool isPassedOn(const Use &U) {
  if (getSourceOfBarrier(*U.getUser()) == &U)
    return true;
  const auto *Call = dyn_cast<IntrinsicInst>(U.getUser());
  if (!Call)
    return isa<GetElementPtrInst, CastInst, FreezeInst, PHINode, SelectInst,
               ExtractElementInst, InsertElementInst, ShuffleVectorInst,
               ExtractValueInst, InsertValueInst>(U.getUser());
  const GCPointerOrigin Origin = getGCPointerOrigin(Call->getIntrinsicID());
  return Call->isArgOperand(&U) && !returnsBase(*Call) &&
         Origin.hasOperand(Call->getArgOperandNo(&U));
}

GCInteriorPointers::GCInteriorPointers(const Function &F,
                                       const GCStrategy &Strategy) {
  SmallVector<const Value *, 16> Pending;
  SmallPtrSet<const AllocaInst *, 8> NoVariables;
  auto Add = [&](const Value *V, unsigned Kind) {
    if (!containsReferences(V->getType(), &Strategy))
      return;
    unsigned &Old = Kinds[V];
    if ((Old | Kind) == Old)
      return;
    Old |= Kind;
    Pending.push_back(V);
  };
  for (const Instruction &I : instructions(F)) {
    if (isCastToReference(I, Strategy))
      Add(&I, Interior | Foreign);
    else if (isPartOfObject(I, Strategy))
      Add(&I, Interior);
  }
  while (!Pending.empty()) {
    const Value *V = Pending.pop_back_val();
    const unsigned Kind = Kinds.lookup(V);
    for (const Use &U : V->uses()) {
      if (isPassedOn(U)) {
        Add(U.getUser(), Kind);
        continue;
      }
      const auto *Store = dyn_cast<StoreInst>(U.getUser());
      if (!Store || Store->getValueOperand() != V)
        continue;
      const auto *Object = dyn_cast<AllocaInst>(Store->getPointerOperand());
      if (!Object || NoVariables.contains(Object))
        continue;
      if (!Variables.contains(Object) && !isWholeVariable(*Object)) {
        NoVariables.insert(Object);
        continue;
      }
      Variables.insert(Object);
      for (const User *Other : Object->users())
        if (isa<LoadInst>(Other))
          Add(Other, Kind);
    }
  }
}
