//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/StatepointRules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AssemblyBarriers.h"
#include "llvm/Analysis/GCIntrinsics.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCStrategy.h"
#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Statepoint.h"
#include "llvm/TargetParser/ManagedTargetInfo.h"

using namespace llvm;

bool llvm::mayMoveObjects(const Function &F) {
  return !F.hasGC() || getGCStrategyTraits(F).MovesObjects;
}

bool llvm::isGCLeafCall(const CallBase &Call, const TargetLibraryInfo &TLI) {
  if (Call.hasFnAttr("gc-leaf-function") || isAssemblyBarrier(Call))
    return true;
  const Intrinsic::ID ID = Call.getIntrinsicID();
  if (ID != Intrinsic::not_intrinsic)
    return ID != Intrinsic::experimental_gc_statepoint &&
           ID != Intrinsic::experimental_deoptimize &&
           !callsAnyFunction(Call) && !isElementCopy(Call);
  // Passes make such calls, and do not say that they are leaves.
  LibFunc Function;
  return TLI.getLibFunc(Call, Function) && TLI.has(Function);
}

bool llvm::needsStatepoint(const CallBase &Call, const TargetLibraryInfo &TLI) {
  if (isa<GCStatepointInst>(Call) || isGCLeafCall(Call, TLI))
    return false;
  return !Call.isMustTailCall() || Call.hasDeoptState();
}

std::string llvm::nameInMessage(const Value &V) {
  return V.hasName() ? "'%" + V.getName().str() + "' " : "";
}

std::string llvm::describeStatepointInput(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  const auto *Statepoint = dyn_cast<GCStatepointInst>(&I);
  std::string Text = Statepoint ? "statepoint"
                     : Call && Call->hasDeoptState()
                         ? std::string(I.getOpcodeName()) + " with deopt state"
                         : I.getOpcodeName();
  if (I.hasName())
    Text += " '%" + I.getName().str() + "'";
  if (!Call)
    return Text;
  if (Call->isInlineAsm())
    return Text + " of inline assembly";
  const Value *Callee = Statepoint ? Statepoint->getActualCalledOperand()
                                   : Call->getCalledOperand();
  if (Callee->hasName())
    Text += " of '" + Callee->getName().str() + "'";
  return Text;
}

void llvm::diagnoseStatepointInput(const Instruction &I, StringRef Reason) {
  const Function &F = *I.getFunction();
  const std::string Text = describeStatepointInput(I) + ": " + Reason.str();
  F.getContext().diagnose(DiagnosticInfoUnsupported(F, Text, I.getDebugLoc()));
}

static unsigned getNumPatchBytes(const CallBase &Call) {
  if (const auto *Statepoint = dyn_cast<GCStatepointInst>(&Call))
    return Statepoint->getNumPatchBytes();
  return parseStatepointDirectivesFromAttrs(Call.getAttributes())
      .NumPatchBytes.value_or(0);
}

bool llvm::findUnsupportedCall(const CallBase &Call,
                               function_ref<void(StringRef)> Report) {
  const Triple &TT = Call.getModule()->getTargetTriple();
  const ManagedTargetInfo Target(TT);
  if (!Target.hasStatepoints()) {
    Report("the target " + TT.getArchName().str() +
           " does not support statepoints; " +
           listManagedTargets([](const ManagedTargetFacts &Facts) {
             return Facts.HasStatepoints;
           }) +
           " do");
    return false;
  }
  const unsigned PatchBytes = getNumPatchBytes(Call);
  if (PatchBytes % Target.getCodeUnit())
    Report(std::to_string(PatchBytes) +
           " patch bytes are not a whole number of instructions; use a "
           "multiple of " +
           std::to_string(Target.getCodeUnit()));
  if (Call.getOperandBundle(LLVMContext::OB_ptrauth))
    Report("a statepoint cannot authenticate a signed callee; authenticate it "
           "earlier, in a function without references and deopt state");
  for (const Attribute::AttrKind Kind :
       {Attribute::InAlloca, Attribute::SwiftError})
    if (Call.getAttributes().hasAttrSomewhere(Kind))
      Report("a statepoint cannot pass an argument with attribute " +
             Attribute::getNameFromAttrKind(Kind).str() +
             "; pass it without the attribute");
  if (Call.getCallingConv() == CallingConv::AnyReg)
    Report("a statepoint cannot have the calling convention anyregcc, which is "
           "for patchpoints; use another one");
  if (Call.isMustTailCall())
    Report("a tail call has no frame for its deopt state; drop musttail or the "
           "deopt state");
  return true;
}

void llvm::findUnsupportedResume(const ResumeInst &Resume,
                                 function_ref<void(StringRef)> Report) {
  if (Resume.getValue()->getType()->isTokenTy())
    Report("a token does not identify the exception to resume; have the "
           "landing pad return the exception instead of a token");
}

bool llvm::findUnsupportedDeoptValue(const Value &V,
                                     function_ref<void(StringRef)> Report) {
  if (!containsScalableVector(V.getType()))
    return true;
  Report("deopt value " + nameInMessage(V) +
         "is a scalable vector, which no stack map can describe; pass its "
         "elements or the address of a copy");
  return false;
}

/// Returns true if \p V, or the stack object that it is the address of, holds
/// references as far as its type and direct accesses tell.
static bool holdsReferences(const Value &V, const GCStrategy *Strategy) {
  // Who lowers frames knows which address spaces have references.
  const auto MayContain = [&](const Type *Ty) {
    return Strategy ? containsReferences(Ty, Strategy)
                    : mayContainReferences(Ty);
  };
  const auto *Object = dyn_cast<AllocaInst>(&V);
  if (!Object)
    return MayContain(V.getType());
  if (MayContain(Object->getAllocatedType()))
    return true;
  SmallVector<const Value *, 8> Addresses = {Object};
  SmallPtrSet<const Value *, 8> Seen = {Object};
  while (!Addresses.empty())
    for (const User *U : Addresses.pop_back_val()->users()) {
      const auto *I = dyn_cast<Instruction>(U);
      if (!I || !Seen.insert(I).second)
        continue;
      if (isa<GetElementPtrInst, CastInst, FreezeInst, PHINode, SelectInst>(I))
        Addresses.push_back(I);
      else if (getLoadStorePointerOperand(I) && MayContain(getLoadStoreType(I)))
        return true;
    }
  return false;
}

void llvm::diagnoseReferenceInCoroutineFrame(const Function &F,
                                             const Value &V) {
  if (!F.hasGC())
    return;
  const std::unique_ptr<GCStrategy> Strategy = findGCStrategy(F);
  const bool UsesStatepoints = Strategy && Strategy->useStatepoints();
  if (!UsesStatepoints && !getGCStrategyTraits(F).HasFrames)
    return;
  if (!holdsReferences(V, UsesStatepoints ? Strategy.get() : nullptr))
    return;
  const auto *I = dyn_cast<Instruction>(&V);
  const std::string Text =
      (isa<AllocaInst>(V) ? "stack object " : "reference ") + nameInMessage(V) +
      "is live across a suspension, and a collector does not find references "
      "in coroutine frames; keep a handle that the collector knows";
  F.getContext().diagnose(
      DiagnosticInfoUnsupported(F, Text, I ? I->getDebugLoc() : DebugLoc()));
}

const Instruction *llvm::findUnsafeStack(const Function &F) {
  for (const StringRef Name :
       {"__safestack_unsafe_stack_ptr", "__safestack_pointer_address"})
    if (const GlobalValue *Stack = F.getParent()->getNamedValue(Name))
      for (const User *U : Stack->users())
        if (const auto *I = dyn_cast<Instruction>(U);
            isa<LoadInst, CallBase>(U) && I->getFunction() == &F)
          return I;
  return nullptr;
}
