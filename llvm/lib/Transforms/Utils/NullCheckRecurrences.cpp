//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Null checks of pointers that a loop moves on.
///
/// `inbounds` makes the result poison unless it is in the object that the base
/// is in, or just past its end. Null is in no object where nothing may be
/// mapped at null. `nuw` makes it poison if the sum wraps around. So neither
/// leads from a pointer that is not null to null.
///
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Utils/NullCheckRecurrences.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/ImplicitNullChecks.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

/// How many values of one loop are looked at.
static constexpr unsigned MaxValues = 32;

/// The pointer that \p V is computed from, if \p V is null only where that is.
static const Value *getSourceOfNull(const Value &V) {
  const auto *GEP = dyn_cast<GEPOperator>(&V);
  return GEP && (GEP->isInBounds() || GEP->hasNoUnsignedWrap())
             ? GEP->getPointerOperand()
             : nullptr;
}

/// Whether \p V, computed in \p L, is null only if \p Phi is.
static bool isNullOnlyIf(const Value &Phi, const Value &V, const Loop &L) {
  SmallPtrSet<const Value *, 8> Seen = {&Phi};
  SmallVector<const Value *, 8> Work = {&V};
  while (!Work.empty()) {
    const Value *Next = Work.pop_back_val();
    if (!Seen.insert(Next).second)
      continue;
    if (Seen.size() > MaxValues)
      return false;
    if (const Value *Source = getSourceOfNull(*Next)) {
      Work.push_back(Source);
    } else if (const auto *Merge = dyn_cast<PHINode>(Next);
               Merge && L.contains(Merge)) {
      append_range(Work, Merge->incoming_values());
    } else if (const auto *Select = dyn_cast<SelectInst>(Next)) {
      Work.push_back(Select->getTrueValue());
      Work.push_back(Select->getFalseValue());
    } else {
      return false;
    }
  }
  return true;
}

/// Whether \p L begins with \p Check. What accesses memory first would come
/// after the check once that is in front of the loop, and the access that the
/// check is about could not stand in for it any more.
static bool isFirst(const BranchInst &Check, const Loop &L) {
  return Check.getParent() == L.getHeader() &&
         none_of(*L.getHeader(),
                 [](const Instruction &I) { return I.mayReadOrWriteMemory(); });
}

/// Whether \p Check leads out of \p L, to a block that needs no value of it.
static bool mayLeaveLoop(const BranchInst &Check, const Loop &L) {
  const BasicBlock *Exit = nullptr;
  for (const BasicBlock *Next : Check.successors())
    if (!L.contains(Next))
      Exit = Exit ? nullptr : Next;
  return Exit && !isa<PHINode>(Exit->begin());
}

Value *llvm::addInvariantNullTest(const BranchInst &Check, const Loop &L) {
  const Value *Pointer =
      isEnabledImplicitNullCheck(Check) ? getPointerOfCheck(Check) : nullptr;
  BasicBlock *Preheader = L.getLoopPreheader();
  if (!Pointer || !Preheader || !isFirst(Check, L) || !mayLeaveLoop(Check, L) ||
      NullPointerIsDefined(Check.getFunction(),
                           Pointer->getType()->getPointerAddressSpace()))
    return nullptr;
  while (const Value *Source = getSourceOfNull(*Pointer))
    Pointer = Source;
  const auto *Phi = dyn_cast<PHINode>(Pointer);
  if (!Phi || Phi->getParent() != L.getHeader())
    return nullptr;
  for (unsigned I = 0, E = Phi->getNumIncomingValues(); I != E; ++I)
    if (Phi->getIncomingBlock(I) != Preheader &&
        !isNullOnlyIf(*Phi, *Phi->getIncomingValue(I), L))
      return nullptr;
  Value *Start = Phi->getIncomingValueForBlock(Preheader);
  const auto *Compare = cast<ICmpInst>(Check.getCondition());
  return new ICmpInst(
      Preheader->getTerminator()->getIterator(), Compare->getPredicate(), Start,
      Constant::getNullValue(Start->getType()), Compare->getName() + ".start");
}
