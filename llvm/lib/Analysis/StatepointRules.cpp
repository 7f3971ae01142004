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
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/GCIntrinsics.h"
#include "llvm/Analysis/StatepointValues.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCPolls.h"
#include "llvm/IR/GCStrategy.h"
#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Statepoint.h"
#include "llvm/TargetParser/ManagedTargetInfo.h"

using namespace llvm;

bool llvm::mayMoveObjects(const Function &F) {
  return !F.hasGC() || getGCStrategyTraits(F).MovesObjects;
}

/// Whether \p Call was made by a pass that instruments code. Such functions
/// collect nothing, but have no "gc-leaf-function".
static bool isInstrumentation(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || !Callee->isDeclaration())
    return false;
  static constexpr StringLiteral Prefixes[] = {
      "__asan_",  "__dfsan_", "__hwasan_",    "__llvm_profile_", "__memprof_",
      "__msan_",  "__nsan_",  "__rtsan_",     "__sanitizer_",    "__tsan_",
      "__tysan_", "__ubsan_", "__safestack_", "llvm_gcov_",      "llvm_gcda_"};
  return any_of(Prefixes, [&](StringRef Prefix) {
    return Callee->getName().starts_with(Prefix);
  });
}

bool llvm::isGCLeafCall(const CallBase &Call, const TargetLibraryInfo &TLI) {
  if (Call.hasFnAttr("gc-leaf-function") || isAssemblyBarrier(Call) ||
      isInstrumentation(Call))
    return true;
  const Intrinsic::ID ID = Call.getIntrinsicID();
  if (ID != Intrinsic::not_intrinsic)
    return ID != Intrinsic::experimental_gc_statepoint &&
           ID != Intrinsic::experimental_deoptimize &&
           !callsAnyFunction(Call) && !isElementCopy(Call);
  return callsGCLeafLibFunc(Call, TLI);
}

bool llvm::callsGCLeafLibFunc(const CallBase &Call,
                              const TargetLibraryInfo &TLI) {
  // Passes make such calls, and do not say that they are leaves; sanitizers say
  // of the others that they may be their own ones ("nobuiltin").
  // A transition says that something may be collected meanwhile.
  const Function *Callee = Call.getCalledFunction();
  LibFunc Known;
  return Callee && !Call.getOperandBundle(LLVMContext::OB_gc_transition) &&
         Callee->isDeclarationForLinker() && TLI.getLibFunc(*Callee, Known) &&
         TLI.has(Known) && Known != LibFunc_qsort;
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

/// Whether \p Call or what it calls has an attribute that \p IsIt.
static bool hasAttributeOf(const CallBase &Call,
                           function_ref<bool(const Attribute &)> IsIt) {
  const auto HasIt = [&](const AttributeSet &Attributes) {
    return any_of(Attributes, IsIt);
  };
  const auto *Statepoint = dyn_cast<GCStatepointInst>(&Call);
  const Function *Callee = Statepoint ? Statepoint->getActualCalledFunction()
                                      : Call.getCalledFunction();
  return HasIt(Call.getAttributes().getFnAttrs()) ||
         (Callee && HasIt(Callee->getAttributes().getFnAttrs()));
}

/// Whether \p F has a frame pointer on X86, as far as that is known here.
static bool mayHaveFramePointer(const Function &F) {
  return F.getFnAttribute("frame-pointer").getValueAsString() == "all" ||
         F.getFnAttribute("frame-pointer").getValueAsString() == "non-leaf" ||
         any_of(instructions(F), [](const Instruction &I) {
           const auto *Object = dyn_cast<AllocaInst>(&I);
           return Object && (!Object->isStaticAlloca() ||
                             Object->getAlign().value() > 16);
         });
}

/// Whether \p A says something of the streaming mode or the ZA state.
static bool isAboutState(const Attribute &A) {
  return A.isStringAttribute() && A.getKindAsString().starts_with("aarch64_") &&
         A.getKindAsString() != "aarch64_vector_pcs";
}

/// Whether the code of \p Call may have to change the streaming mode or the ZA
/// state. From a function without them, nothing is to be done for a callee that
/// works in any mode or keeps the state.
static bool mayChangeState(const CallBase &Call) {
  return any_of(Call.getFunction()->getAttributes().getFnAttrs(),
                isAboutState) ||
         hasAttributeOf(Call, [](const Attribute &A) {
           const StringRef Name =
               A.isStringAttribute() ? A.getKindAsString() : "";
           return isAboutState(A) && Name != "aarch64_pstate_sm_compatible" &&
                  Name != "aarch64_preserves_za" &&
                  Name != "aarch64_preserves_zt0";
         });
}

/// What the code of an ordinary call is and that of a statepoint is not.
static void findUnsupportedCode(const CallBase &Call, const Triple &TT,
                                function_ref<void(StringRef)> Report) {
  const Function &F = *Call.getFunction();
  const auto *Statepoint = dyn_cast<GCStatepointInst>(&Call);
  const Type *Result =
      Statepoint ? Statepoint->getActualReturnType() : Call.getType();
  if (Result->isX86_FP80Ty())
    Report("a statepoint cannot return x86_fp80; return it in memory");
  if (hasAttributeOf(Call, [](const Attribute &A) {
        return A.hasAttribute("no_callee_saved_registers");
      }))
    Report("a statepoint keeps values in registers that the callee does not "
           "save; drop \"no_callee_saved_registers\"");
  if (mayChangeState(Call))
    Report("a statepoint does not change the streaming mode or the ZA state; "
           "call it from and as an ordinary function");
  if (F.hasFnAttribute(Attribute::SpeculativeLoadHardening) && TT.isX86())
    Report("speculative load hardening does not know statepoints; drop "
           "speculative_load_hardening");
  const CallingConv::ID Convention = Call.getCallingConv();
  if ((Convention == CallingConv::GHC || Convention == CallingConv::HiPE) &&
      TT.isX86() && mayHaveFramePointer(F))
    Report("the callee does not keep the frame pointer, and a statepoint finds "
           "values by it; use another calling convention, or drop "
           "\"frame-pointer\"");
  const auto *Guard = mdconst::extract_or_null<ConstantInt>(
      F.getParent()->getModuleFlag("cfguard"));
  const Value *Callee = Statepoint ? Statepoint->getActualCalledOperand()
                                   : Call.getCalledOperand();
  const bool IsIndirect = !isa<Constant>(Callee);
  if (Call.doesNoCfCheck() && IsIndirect &&
      F.getParent()->getModuleFlag("cf-protection-branch"))
    Report("a statepoint cannot call without a check of its target; drop "
           "nocf_check");
  if (TT.isOSWindows() && Guard && Guard->getZExtValue() == 2 && IsIndirect &&
      !Call.hasFnAttr("guard_nocf"))
    Report("a statepoint does not check the target of an indirect call; call "
           "it in a function without references and deopt state, or add "
           "\"guard_nocf\"");
}

bool llvm::findUnsupportedCall(const CallBase &Call,
                               function_ref<void(StringRef)> Report) {
  const Triple TT = getTargetOrHost(Call.getModule()->getTargetTriple());
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
  findUnsupportedCode(Call, TT, Report);
  for (const Attribute::AttrKind Kind :
       {Attribute::InAlloca, Attribute::SwiftError})
    if (Call.getAttributes().hasAttrSomewhere(Kind))
      Report("a statepoint cannot pass an argument with attribute " +
             Attribute::getNameFromAttrKind(Kind).str() +
             "; pass it without the attribute");
  // Code generation gives it to polls by page.
  if (Call.getCallingConv() == CallingConv::AnyReg &&
      !Call.hasFnAttr(GCPagePollAttr))
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
  if (V.getType()->isTokenTy()) {
    Report("deopt value " + nameInMessage(V) +
           "is a token, which is no value at run time; pass something else");
    return false;
  }
  if (!containsScalableVector(V.getType()))
    return true;
  Report("deopt value " + nameInMessage(V) +
         "is a scalable vector, which no stack map can describe; pass its "
         "elements or the address of a copy");
  return false;
}

/// Whether \p MayContain is true of the type of what \p V is or, if it is the
/// address of a stack object, of what is in there: as far as the type of the
/// object and direct accesses tell.
static bool mayHold(const Value &V,
                    function_ref<bool(const Type *)> MayContain) {
  if (const auto *A = dyn_cast<Argument>(&V); A && A->hasByValAttr())
    return MayContain(A->getParamByValType());
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

bool llvm::hasReferencesForFrames(const Function &F, const Value &V) {
  if (!F.hasGC())
    return false;
  const std::unique_ptr<GCStrategy> Strategy = findGCStrategy(F);
  if (Strategy && Strategy->useStatepoints())
    return mayHold(V, [&](const Type *Ty) {
      return containsReferences(Ty, Strategy.get());
    });
  // Who lowers frames knows which address spaces have references.
  return getGCStrategyTraits(F).HasFrames && mayHold(V, mayContainReferences);
}

/// Whether \p V has references of the collector of \p F that may be into
/// objects, and not to where these begin.
static bool isDerivedReference(const Function &F, const Value &V) {
  if (isa<Constant>(V) || !hasReferencesForFrames(F, V))
    return false;
  if (V.getType()->isPtrOrPtrVectorTy())
    return findStatepointBase(&V) != &V;
  return !isa<Argument, LoadInst, CallBase>(V);
}

bool llvm::mayLeaveGCFunction(const Function &F, const Value &V) {
  if (!F.hasGC())
    return true;
  if (isa<AllocaInst>(V))
    return PointerMayBeCaptured(&V, /*ReturnCaptures=*/true) ||
           !hasReferencesForFrames(F, V);
  return !isDerivedReference(F, V);
}

/// Reports the error that \p V has references, for which \p Reason is wrong.
static void diagnoseReferences(const Function &F, const Value &V,
                               StringRef Reason) {
  const auto *I = dyn_cast<Instruction>(&V);
  const StringRef Kind =
      isa<AllocaInst>(V) ? "stack object "
                         : (isa<Argument>(V) && cast<Argument>(V).hasByValAttr()
                                ? "argument in memory "
                                : "reference ");
  F.getContext().diagnose(DiagnosticInfoUnsupported(
      F, Kind + nameInMessage(V) + Reason, I ? I->getDebugLoc() : DebugLoc()));
}

void llvm::diagnoseReferenceInCoroutineFrame(const Function &F,
                                             const Value &V) {
  if (hasReferencesForFrames(F, V))
    diagnoseReferences(F, V,
                       "is live across a suspension, and a collector does not "
                       "find references in coroutine frames; keep a handle "
                       "that the collector knows");
}

/// Whether the address of \p V itself counts as a reference.
static bool isAddressReference(const Function &F, const Value &V) {
  const std::unique_ptr<GCStrategy> Strategy =
      F.hasGC() && isa<AllocaInst>(V) ? findGCStrategy(F) : nullptr;
  return Strategy && Strategy->useStatepoints() &&
         isReferenceType(V.getType(), Strategy.get());
}

bool llvm::diagnoseReferencesOnUnsafeStack(const Function &F, const Value &V) {
  if (isAddressReference(F, V)) {
    diagnoseReferences(
        F, V,
        "is in the address space of references, which the stack is not that "
        "SafeStack would move it to; drop the attribute safestack, or allocate "
        "it in another address space");
    return true;
  }
  if (!hasReferencesForFrames(F, V))
    return false;
  diagnoseReferences(
      F, V,
      "holds references, and a collector does not find them "
      "where SafeStack would move it; drop the attribute "
      "safestack, or keep references in no object that SafeStack "
      "moves");
  return true;
}
