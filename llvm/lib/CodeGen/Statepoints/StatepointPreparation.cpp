//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatepointPreparation.h"
#include "ForgottenSteps.h"
#include "StatepointInput.h"
#include "StatepointRelocates.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/GCTransitions.h"
#include "llvm/Analysis/StatepointRules.h"
#include "llvm/Analysis/StatepointValues.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/CodeGen/FramePolls.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/PagePolls.h"
#include "llvm/CodeGen/StackMapOperands.h"
#include "llvm/CodeGen/StatepointOrigin.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCStrategy.h"
#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Statepoint.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/ManagedTargetInfo.h"
#include <optional>

using namespace llvm;

namespace {
enum class Preparation { None, Rewrite, Remove };
} // end anonymous namespace

/// What has to be done about \p Call, and why if nothing helps.
static Preparation diagnose(const CallBase &Call, const GCStrategy *Strategy) {
  bool IsSupported = true;
  const bool MustChange =
      findUnsupported(Call, Strategy, [&](StringRef Reason) {
        IsSupported = false;
        diagnoseStatepointInput(Call, Reason);
      });
  if (!IsSupported)
    return Preparation::Remove;
  return MustChange ? Preparation::Rewrite : Preparation::None;
}

/// Makes a call without a record of \p Statepoint, and erases it.
static void lowerToPlainCall(GCStatepointInst &Statepoint) {
  for (const GCRelocateInst *R : Statepoint.getGCRelocates()) {
    auto *Relocate = const_cast<GCRelocateInst *>(R);
    Relocate->replaceAllUsesWith(Relocate->getType() ==
                                         R->getDerivedPtr()->getType()
                                     ? R->getDerivedPtr()
                                     : PoisonValue::get(R->getType()));
    Relocate->eraseFromParent();
  }
  SmallVector<Value *, 8> Arguments(Statepoint.actual_arg_begin(),
                                    Statepoint.actual_arg_end());
  auto *Type = cast<FunctionType>(
      Statepoint.getParamElementType(GCStatepointInst::CalledFunctionPos));
  Value *Callee = Statepoint.getActualCalledOperand();
  CallBase *Plain;
  if (auto *Invoke = dyn_cast<InvokeInst>(&Statepoint))
    Plain = InvokeInst::Create(Type, Callee, Invoke->getNormalDest(),
                               Invoke->getUnwindDest(), Arguments, "",
                               Statepoint.getIterator());
  else
    Plain =
        CallInst::Create(Type, Callee, Arguments, "", Statepoint.getIterator());
  Plain->setCallingConv(Statepoint.getCallingConv());
  Plain->setDebugLoc(Statepoint.getDebugLoc());
  for (User *U : make_early_inc_range(Statepoint.users())) {
    if (auto *Result = dyn_cast<GCResultInst>(U)) {
      Result->replaceAllUsesWith(Plain);
      Result->eraseFromParent();
    }
  }
  Statepoint.replaceAllUsesWith(PoisonValue::get(Statepoint.getType()));
  Statepoint.eraseFromParent();
}

/// Takes what cannot be compiled out of the function.
static void removeUnsupported(CallBase &Call) {
  if (auto *Statepoint = dyn_cast<GCStatepointInst>(&Call))
    return lowerToPlainCall(*Statepoint);
  if (Call.getIntrinsicID() == Intrinsic::experimental_deoptimize) {
    Call.replaceAllUsesWith(PoisonValue::get(Call.getType()));
    Call.eraseFromParent();
    return;
  }
  SmallVector<OperandBundleDef, 2> Bundles;
  CallBase *Plain = CallBase::Create(&Call, Bundles, Call.getIterator());
  Call.replaceAllUsesWith(Plain);
  Call.eraseFromParent();
}

/// Appends \p V, or the members of an aggregate in the order of its type.
static void flatten(Value *V, IRBuilder<> &Builder,
                    SmallVectorImpl<Value *> &Values) {
  Type *Ty = V->getType();
  if (!Ty->isAggregateType()) {
    Values.push_back(V);
    return;
  }
  const uint64_t Count =
      Ty->isStructTy() ? Ty->getStructNumElements() : Ty->getArrayNumElements();
  for (unsigned I = 0; I != Count; ++I) {
    // Constants stay constants.
    if (auto *C = dyn_cast<Constant>(V))
      if (Constant *Element = C->getAggregateElement(I)) {
        flatten(Element, Builder, Values);
        continue;
      }
    Value *Member = FindInsertedValue(V, I);
    flatten(Member ? Member : Builder.CreateExtractValue(V, I), Builder,
            Values);
  }
}

/// \p Base in the address space of \p Ty, where references are, too.
static Value *castBase(Value *Base, Type *Ty, BasicBlock::iterator Place) {
  return Base->getType() == Ty ? Base
                               : CastInst::CreatePointerBitCastOrAddrSpaceCast(
                                     Base, Ty, "base", Place);
}

/// The base of \p V, which canHaveStatepointBase(). \p Made has the phis,
/// selects and relocates that are made for others.
static Value *makeBase(Value *V, DenseMap<const Value *, Value *> &Made) {
  const Value *Root = stripDerivations(V);
  if (const Value *Base = findStatepointBase(Root))
    return const_cast<Value *>(Base);
  if (Value *Base = Made.lookup(Root))
    return Base;
  auto *I = const_cast<Instruction *>(cast<Instruction>(Root));
  if (auto *Relocate = dyn_cast<GCRelocateInst>(I)) {
    // Nobody has used the relocated base, so that it was erased.
    auto *Base = cast<CallInst>(Relocate->clone());
    Base->setArgOperand(2, Relocate->getArgOperand(1));
    Base->insertBefore(Relocate->getIterator());
    Base->setName("base");
    return Made[Root] = Base;
  }
  if (auto *Select = dyn_cast<SelectInst>(I)) {
    Type *Ty = Select->getType();
    Value *True =
        castBase(makeBase(Select->getTrueValue(), Made), Ty, I->getIterator());
    Value *False =
        castBase(makeBase(Select->getFalseValue(), Made), Ty, I->getIterator());
    return Made[Root] = SelectInst::Create(Select->getCondition(), True, False,
                                           "base", I->getIterator());
  }
  auto *Phi = cast<PHINode>(I);
  auto *Base = PHINode::Create(Phi->getType(), Phi->getNumIncomingValues(),
                               "base", Phi->getIterator());
  Made[Root] = Base;
  for (unsigned N = 0; N != Phi->getNumIncomingValues(); ++N)
    Base->addIncoming(
        castBase(makeBase(Phi->getIncomingValue(N), Made), Phi->getType(),
                 Phi->getIncomingBlock(N)->getTerminator()->getIterator()),
        Phi->getIncomingBlock(N));
  return Base;
}

/// The same value as \p V, in terms of its base, for findStatepointBase().
static Value *rebase(Value *V, IRBuilder<> &Builder,
                     DenseMap<const Value *, Value *> &Made) {
  Value *Base = makeBase(V, Made);
  Type *Ty =
      Builder.GetInsertBlock()->getDataLayout().getIntPtrType(V->getType());
  Value *Offset = Builder.CreateSub(Builder.CreatePtrToInt(V, Ty),
                                    Builder.CreatePtrToInt(Base, Ty));
  return Builder.CreateGEP(Builder.getInt8Ty(), Base, Offset);
}

static SmallVector<Value *, 16> deoptValues(CallBase &Call) {
  SmallVector<Value *, 16> Values;
  IRBuilder<> Builder(&Call);
  if (auto Deopt = Call.getOperandBundle(LLVMContext::OB_deopt))
    for (const Use &U : Deopt->Inputs)
      flatten(U, Builder, Values);
  return Values;
}

/// Brings the references in \p Deopt into a form that has a base. Returns the
/// bases that have to be available at \p Call, in order, without those that
/// gc-live has anyway.
static SmallVector<Value *, 4>
prepareBases(GCStatepointInst &Call, SmallVectorImpl<Value *> &Deopt,
             const GCStrategy *Strategy,
             DenseMap<const Value *, Value *> &Made) {
  RelocatedValues Relocated(Call);
  SmallPtrSet<const Value *, 16> Live;
  SmallVector<Value *, 4> Bases;
  auto Add = [&](const Value *V) {
    const Value *Base = findStatepointBase(V);
    if (!Base || isa<Constant, AllocaInst>(Base))
      return;
    if (Live.empty())
      Live.insert_range(Call.gc_live());
    if (Live.insert(Base).second)
      Bases.push_back(const_cast<Value *>(Base));
  };

  IRBuilder<> Builder(&Call);
  for (Value *&V : Deopt) {
    if (!needsBase(V, Call, Relocated, Strategy))
      continue;
    if (!findStatepointBase(V))
      V = rebase(V, Builder, Made);
    Add(V);
  }
  for (const Value *V : Call.gc_live())
    if (needsBase(V, Call, Relocated, Strategy))
      Add(V);
  return Bases;
}

/// Replaces \p Call if its bundles have to change.
static void rewriteBundles(CallBase &Call, const GCStrategy *Strategy,
                           DenseMap<const Value *, Value *> &Made) {
  SmallVector<Value *, 16> Deopt = deoptValues(Call);
  SmallVector<Value *, 4> Bases;
  if (auto *Statepoint = dyn_cast<GCStatepointInst>(&Call))
    Bases = prepareBases(*Statepoint, Deopt, Strategy, Made);
  auto OldDeopt = Call.getOperandBundle(LLVMContext::OB_deopt);
  const bool IsFlat =
      !OldDeopt || equal(OldDeopt->Inputs, Deopt,
                         [](const Use &U, Value *V) { return U.get() == V; });
  if (IsFlat && Bases.empty())
    return;

  SmallVector<OperandBundleDef, 4> Bundles;
  bool HasLive = false;
  for (unsigned I = 0, E = Call.getNumOperandBundles(); I != E; ++I) {
    const OperandBundleUse Bundle = Call.getOperandBundleAt(I);
    std::vector<Value *> Inputs(Bundle.Inputs.begin(), Bundle.Inputs.end());
    if (Bundle.getTagID() == LLVMContext::OB_deopt) {
      Inputs.assign(Deopt.begin(), Deopt.end());
    } else if (Bundle.getTagID() == LLVMContext::OB_gc_live) {
      // Relocates count from the start.
      append_range(Inputs, Bases);
      HasLive = true;
    }
    Bundles.emplace_back(Bundle.getTagName().str(), std::move(Inputs));
  }
  if (!HasLive && !Bases.empty())
    Bundles.emplace_back("gc-live",
                         std::vector<Value *>(Bases.begin(), Bases.end()));
  CallBase *New = CallBase::Create(&Call, Bundles, Call.getIterator());
  New->copyMetadata(Call);
  New->takeName(&Call);
  Call.replaceAllUsesWith(New);
  // Relocates are lowered in the order in which they use the statepoint.
  New->reverseUseList();
  Call.eraseFromParent();
}

/// Reports \p Resume if it resumes a token, and ends its path. Returns true if
/// it did.
static bool removeUnsupported(ResumeInst &Resume) {
  bool IsSupported = true;
  findUnsupportedResume(Resume, [&](StringRef Reason) {
    IsSupported = false;
    if (!isa<UndefValue>(Resume.getValue()))
      diagnoseStatepointInput(Resume, Reason);
  });
  if (IsSupported)
    return false;
  new UnreachableInst(Resume.getContext(), Resume.getIterator());
  Resume.eraseFromParent();
  return true;
}

/// The calls of \p F that become statepoints, in the order of the text.
static SmallVector<CallBase *, 16> findStatepoints(Function &F) {
  SmallVector<CallBase *, 16> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I); Call && becomesStatepoint(*Call))
      Calls.push_back(Call);
  return Calls;
}

/// Reports transitions and polls by page of \p F that no pass has made anything
/// of, and makes plain calls of them. Returns true if there are any.
static bool removeLeftovers(Function &F) {
  SmallVector<CallBase *, 4> Left;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I);
        Call && !becomesStatepoint(*Call) &&
        (isTransition(*Call) || isPagePoll(*Call)))
      Left.push_back(Call);
  for (CallBase *Call : Left) {
    if (isPagePoll(*Call))
      diagnoseStatepointInput(
          *Call, "\"gc-page-poll\" is lowered by rewrite-statepoints-for-gc, "
                 "or by lower-gc-frame for a strategy with frames; run it "
                 "before code generation, or use a poll by flag");
    else if (Call->hasFnAttr("gc-leaf-function"))
      diagnoseStatepointInput(*Call, LeafTransitionProblem);
    else
      diagnoseStatepointInput(
          *Call, "\"gc-transition\" is lowered by rewrite-statepoints-for-gc, "
                 "or by lower-gc-frame for a strategy with frames; run it "
                 "before code generation");
    removeUnsupported(*Call);
  }
  return !Left.empty();
}

bool llvm::prepareStatepoints(Function &F) {
  bool Changed = prepareFramePolls(F);
  Changed |= removeLeftovers(F);
  const SmallVector<CallBase *, 16> Calls = findStatepoints(F);
  SmallVector<ResumeInst *, 4> Resumes;
  for (BasicBlock &BB : F)
    if (auto *Resume = dyn_cast<ResumeInst>(BB.getTerminator()))
      Resumes.push_back(Resume);
  Changed |= checkPatchpoints(F);
  for (ResumeInst *Resume : Resumes)
    Changed |= removeUnsupported(*Resume);
  if (Calls.empty())
    return Changed;

  std::unique_ptr<GCStrategy> Strategy;
  if (F.hasGC())
    Strategy = findGCStrategy(F);
  // All of them are reported before the first is changed.
  SmallVector<std::pair<CallBase *, Preparation>, 4> Work;
  for (CallBase *Call : Calls)
    if (auto What = diagnose(*Call, Strategy.get()); What != Preparation::None)
      Work.emplace_back(Call, What);
  DenseMap<const Value *, Value *> Made;
  for (auto [Call, What] : Work) {
    if (What == Preparation::Remove)
      removeUnsupported(*Call);
    else
      rewriteBundles(*Call, Strategy.get(), Made);
  }
  bool IsSame = Work.empty();
  const GCThreadTraits Thread = getThreadTraits(F);
  for (CallBase *Call : IsSame ? Calls : findStatepoints(F))
    if (isPagePoll(*Call)) {
      preparePagePoll(*Call);
    } else if (isLowerableTransition(*Call, Thread)) {
      lowerTransition(*Call, Thread);
      IsSame = false;
    }
  hoistRelocates(F);
  setStatepointScopes(IsSame ? Calls : findStatepoints(F));
  return true;
}

/// Functions that name no features of the target have those of \p TM. Where
/// transitions depend on them, functions are made to name them. \returns true
/// if there are any.
static bool nameFeatures(Module &M, const TargetMachine &TM) {
  const StringRef Features = TM.getTargetFeatureString();
  if (!mayLackFloatRegisters(Features))
    return false;
  bool Changed = false;
  for (Function &F : M)
    if (F.hasGC() && !F.hasFnAttribute("target-features")) {
      F.addFnAttr("target-features", Features);
      Changed = true;
    }
  return Changed;
}

bool llvm::refuseStatepoints(Module &M, const MachineModuleInfo &MMI) {
  bool Changed = refuseForgottenSteps(M, MMI);
  Changed |= nameFeatures(M, MMI.getTarget());
  if (ManagedTargetInfo(M.getTargetTriple()).hasStatepoints())
    return Changed;
  for (Function &F : M)
    Changed |= prepareStatepoints(F);
  return Changed;
}
