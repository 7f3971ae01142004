//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatepointInput.h"
#include "StackMapLimits.h"
#include "llvm/Analysis/GCTransitions.h"
#include "llvm/Analysis/StatepointRules.h"
#include "llvm/Analysis/StatepointValues.h"
#include "llvm/CodeGen/PagePolls.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCStrategy.h"
#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/Statepoint.h"

using namespace llvm;

bool llvm::becomesStatepoint(const CallBase &Call) {
  if (isa<GCStatepointInst>(Call))
    return true;
  if (!Call.hasDeoptState() || Call.isInlineAsm() || isa<CallBrInst>(Call))
    return false;
  const Intrinsic::ID ID = Call.getIntrinsicID();
  return ID == Intrinsic::not_intrinsic ||
         ID == Intrinsic::experimental_deoptimize;
}

GCThreadTraits llvm::getThreadTraits(const Function &F) {
  return F.hasGC() ? getGCStrategyTraits(F).Thread : GCThreadTraits();
}

bool llvm::isReference(const Value *V, const GCStrategy *Strategy) {
  return isReferenceType(V->getType(), Strategy);
}

bool RelocatedValues::contains(const Value *V) {
  if (!AreKnown)
    if (const auto *Statepoint = dyn_cast<GCStatepointInst>(&Call))
      for (const GCRelocateInst *Relocate : Statepoint->getGCRelocates())
        Values.insert(Relocate->getDerivedPtr());
  AreKnown = true;
  return Values.contains(V);
}

bool llvm::needsBase(const Value *V, const CallBase &Call,
                     RelocatedValues &Relocated, const GCStrategy *Strategy) {
  return isReference(V, Strategy) && findStatepointBase(V) != V &&
         isa<GCStatepointInst>(Call) && !Relocated.contains(V);
}

/// \p NeedsBase says whether \p V is recorded with a base.
static void checkDeoptValue(const Value *V, bool NeedsBase,
                            function_ref<void(StringRef)> Report) {
  if (findUnsupportedDeoptValue(*V, Report) && NeedsBase &&
      !canHaveStatepointBase(V))
    Report("deopt value " + nameInMessage(*V) +
           "is derived from a pointer with an unknown base; pass the base "
           "pointer and the offset");
}

/// \p NeedsBase says whether \p V is recorded with a base if it is used.
static void checkLiveValue(const Value *V, const GCStatepointInst &Call,
                           const GCStrategy *Strategy, bool NeedsBase,
                           function_ref<void(StringRef)> Report) {
  const DataLayout &DL = Call.getDataLayout();
  Type *Ty = V->getType();
  if (containsScalableVector(Ty))
    return Report("gc-live value " + nameInMessage(*V) +
                  "is a scalable vector; list its elements");
  if (Ty->isAggregateType())
    return Report("gc-live value " + nameInMessage(*V) +
                  "is an aggregate; list its references");
  if (!Ty->isPtrOrPtrVectorTy())
    return findLostLiveValue(*V, Strategy, Report);
  if (NeedsBase && !findStatepointBase(V) && isRecordedWithoutRelocate(V, Call))
    Report(
        "gc-live value " + nameInMessage(*V) +
        (mayMoveObjects(*Call.getFunction())
             ? "is used after the statepoint, is not relocated, and has no "
               "known base; relocate it"
             : "is not a base pointer and has no known base; list the base"));
  // Lowering knows whether it is memory in the frame of the caller.
  if (const auto *A = dyn_cast<Argument>(V); A && A->hasByValAttr())
    return;
  // Most are something else.
  if (!Ty->isPointerTy() || !isa<AllocaInst, CastInst, GEPOperator>(V))
    return findLostLiveValue(*V, Strategy, Report);
  APInt Offset(DL.getIndexTypeSizeInBits(Ty), 0);
  const Value *Object = V->stripAndAccumulateConstantOffsets(
      DL, Offset, /*AllowNonInbounds=*/true);
  if (const auto *Alloca = dyn_cast<AllocaInst>(Object)) {
    if (!Alloca->isStaticAlloca())
      Report("gc-live value " + nameInMessage(*V) +
             "is a stack object of dynamic size, which no stack map can "
             "describe; allocate a fixed number of slots in the entry block");
    return;
  }
  while (const auto *GEP = dyn_cast<GEPOperator>(Object))
    Object = GEP->getPointerOperand();
  if (isa<AllocaInst>(Object))
    return Report("gc-live value " + nameInMessage(*V) +
                  "is part of a stack object at a variable offset; list the "
                  "whole object");
  findLostLiveValue(*V, Strategy, Report);
}

/// Whether \p Ty is or contains references that a collection changes, as far as
/// the strategy knows.
static bool isMoved(const Type *Ty, const CallBase &Call,
                    const GCStrategy *Strategy) {
  const Type *Pointer = PointerType::get(Ty->getContext(), 0);
  return Strategy && mayMoveObjects(*Call.getFunction()) &&
         Strategy->isGCManagedPointer(Pointer) &&
         containsReferences(Ty, Strategy);
}

bool llvm::findUnsupported(const CallBase &Call, const GCStrategy *Strategy,
                           function_ref<void(StringRef)> Report) {
  if (!findUnsupportedCall(Call, Report))
    return false;
  findTooManyValues(Call, Report);
  if (isPagePoll(Call) && isa<GCStatepointInst>(Call))
    if (const StringRef Problem = getPagePollProblem(Call); !Problem.empty())
      Report(Problem);
  if (isTransition(Call) &&
      isLowerableTransition(Call, getThreadTraits(*Call.getFunction())))
    findUnsupportedTransition(
        Call, [&](const Type *Ty) { return isMoved(Ty, Call, Strategy); },
        Report);

  RelocatedValues Relocated(Call);
  bool MustChange = false;
  auto NeedsBase = [&](const Value *V) {
    const bool Result = needsBase(V, Call, Relocated, Strategy);
    MustChange |= Result;
    return Result;
  };
  for (unsigned I = 0, E = Call.getNumOperandBundles(); I != E; ++I) {
    const OperandBundleUse Bundle = Call.getOperandBundleAt(I);
    if (Bundle.getTagID() == LLVMContext::OB_deopt) {
      for (const Use &U : Bundle.Inputs) {
        MustChange |= U->getType()->isAggregateType();
        checkDeoptValue(U, NeedsBase(U), Report);
      }
    } else if (Bundle.getTagID() == LLVMContext::OB_gc_live) {
      for (const Use &U : Bundle.Inputs)
        checkLiveValue(U, cast<GCStatepointInst>(Call), Strategy, NeedsBase(U),
                       Report);
    }
  }
  return MustChange;
}
