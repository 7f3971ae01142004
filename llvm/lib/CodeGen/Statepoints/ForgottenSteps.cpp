//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForgottenSteps.h"
#include "StatepointInput.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Analysis/StatepointRules.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/CodeGen/FramePolls.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCPolls.h"
#include "llvm/IR/GCStrategy.h"
#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Statepoint.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include <optional>

using namespace llvm;

static cl::opt<bool> AllowCallsWithoutStatepoint(
    "allow-calls-without-statepoint", cl::Hidden,
    cl::desc("Generate code for calls that need a statepoint and have none. "
             "The collector does not find the frames of such calls"));

/// Names the module of \p F: whoever links many has to know.
static std::string nameModule(const Function &F) {
  return "(module '" + F.getParent()->getModuleIdentifier() + "')";
}

static void report(const Function &F, const Twine &Text) {
  F.getContext().diagnose(
      DiagnosticInfoUnsupported(F, Text + " " + nameModule(F)));
}

/// Whether \p F has a value that \p IsReference.
static bool hasValue(const Function &F,
                     function_ref<bool(const Type *)> IsReference) {
  return any_of(F.args(),
                [&](const Argument &A) { return IsReference(A.getType()); }) ||
         any_of(instructions(F), [&](const Instruction &I) {
           return IsReference(I.getType()) ||
                  any_of(I.operands(), [&](const Use &U) {
                    return IsReference(U->getType());
                  });
         });
}

//===----------------------------------------------------------------------===//
// Calls that are no statepoints
//===----------------------------------------------------------------------===//

/// Reports the first call of \p F that should be a statepoint. \returns true if
/// there is one.
static bool checkCalls(const Function &F, const GCStrategy &Strategy,
                       const TargetLibraryInfo &TLI) {
  // A call with deopt state has a record, so its frame is found; it lists no
  // references.
  std::optional<bool> HasReferences;
  const auto LosesNothing = [&](const CallBase &Call) {
    if (!Call.hasDeoptState())
      return false;
    if (!HasReferences)
      HasReferences = hasValue(
          F, [&](const Type *Ty) { return containsReferences(Ty, &Strategy); });
    return !*HasReferences;
  };
  const CallBase *First = nullptr;
  unsigned Others = 0;
  for (const BasicBlock *BB : depth_first(&F))
    for (const Instruction &I : *BB) {
      const auto *Call = dyn_cast<CallBase>(&I);
      // What inline assembly does is up to who writes it.
      if (!Call || Call->isInlineAsm() || !needsStatepoint(*Call, TLI) ||
          LosesNothing(*Call))
        continue;
      if (First)
        ++Others;
      else
        First = Call;
    }
  if (!First)
    return false;
  diagnoseStatepointInput(
      *First,
      "the GC strategy '" + F.getGC() +
          "' needs a statepoint here; run rewrite-statepoints-for-gc before "
          "code generation, or add \"gc-leaf-function\" if nothing is "
          "collected in the call " +
          (Others ? "(and in " + std::to_string(Others) + " more) " : "") +
          nameModule(F));
  return true;
}

//===----------------------------------------------------------------------===//
// Coroutines
//===----------------------------------------------------------------------===//

/// Whether \p F has intrinsics that instruction selection does not know.
static bool hasCoroutineIntrinsics(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    const auto *Call = dyn_cast<IntrinsicInst>(&I);
    return Call && Intrinsic::getBaseName(Call->getIntrinsicID())
                       .starts_with("llvm.coro.");
  });
}

/// Whether \p F calls deoptimize. Only as a statepoint can instruction
/// selection do without its result.
static bool callsDeoptimize(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    const auto *Call = dyn_cast<IntrinsicInst>(&I);
    return Call && Call->getIntrinsicID() == Intrinsic::experimental_deoptimize;
  });
}

/// Leaves nothing of \p F, for which there is an error, that code generation
/// could crash at.
static void removeBody(Function &F) {
  const GlobalValue::LinkageTypes Linkage = F.getLinkage();
  F.deleteBody();
  F.setLinkage(Linkage);
  F.removeFnAttr(Attribute::PresplitCoroutine);
  new UnreachableInst(F.getContext(),
                      BasicBlock::Create(F.getContext(), "", &F));
}

//===----------------------------------------------------------------------===//
// References that are not in frames
//===----------------------------------------------------------------------===//

/// Reports the first call of \p F that only SelectionDAG selects. \returns true
/// if there is one.
static bool checkSelector(const Function &F) {
  for (const Instruction &I : instructions(F)) {
    const auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      continue;
    const Intrinsic::ID ID = Call->getIntrinsicID();
    if (!isa<GCStatepointInst>(Call) && !Call->hasDeoptState() &&
        !isFramePoll(*Call) && ID != Intrinsic::experimental_stackmap &&
        ID != Intrinsic::experimental_patchpoint &&
        ID != Intrinsic::experimental_patchpoint_void)
      continue;
    diagnoseStatepointInput(
        *Call, "GlobalISel selects no statepoints, stack maps and patchpoints; "
               "run without -global-isel, or with -global-isel-abort=0, which "
               "leaves such functions to SelectionDAG " +
                   nameModule(F));
    return true;
  }
  return false;
}

/// Whether \p F has roots in slots already. Who lowers frames knows more about
/// the calls that stand for the frame; all begin with this one.
static bool isPlaced(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    return Callee && Callee->getName().ends_with(".new_gc_frame");
  });
}

static void reportFrame(const Function &F, const Twine &Strategy) {
  if (isPlaced(F))
    report(F, "the frame of " + Strategy +
                  " is not lowered; run lower-gc-frame before code generation");
  else
    report(F, "the references of " + Strategy +
                  " are not in frames; run place-gc-roots and lower-gc-frame "
                  "before code generation");
}

/// Reports \p F if it has the strategy that the module flag names. With LTO,
/// functions of other languages are beside it, and have no references.
static void checkFlag(const Function &F, const TargetLibraryInfo &TLI) {
  const auto *Name = dyn_cast_or_null<MDString>(
      F.getParent()->getModuleFlag(GCRootStrategyFlag));
  if (!Name || F.hasFnAttribute(GCFrameLoweredAttribute) ||
      !hasValue(F, mayContainReferences))
    return;
  const bool MayCollect = any_of(instructions(F), [&](const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    return Call && !Call->isInlineAsm() && !isGCLeafCall(*Call, TLI);
  });
  if (MayCollect)
    reportFrame(F, "the GC strategy '" + Name->getString() +
                       "' of the module flag '" + GCRootStrategyFlag + "'");
}

//===----------------------------------------------------------------------===//
// Guards and polls
//===----------------------------------------------------------------------===//

/// Whether \p M declares intrinsics that reportGuards() looks for.
static bool mayHaveGuards(const Module &M) {
  return any_of(M, [](const Function &F) {
    return F.getIntrinsicID() == Intrinsic::experimental_guard ||
           F.getIntrinsicID() == Intrinsic::experimental_widenable_condition;
  });
}

/// Reports the first guard of \p F: instruction selection knows none, and no
/// poll could be beside one. \returns true if there is one.
static bool reportGuards(const Function &F) {
  for (const Instruction &I : instructions(F)) {
    const auto *Call = dyn_cast<IntrinsicInst>(&I);
    const Intrinsic::ID ID =
        Call ? Call->getIntrinsicID() : Intrinsic::not_intrinsic;
    if (ID != Intrinsic::experimental_guard &&
        ID != Intrinsic::experimental_widenable_condition)
      continue;
    const bool IsGuard = ID == Intrinsic::experimental_guard;
    diagnoseStatepointInput(
        *Call, std::string("it is not lowered; run ") +
                   (IsGuard ? "lower-guard-intrinsic before place-safepoints "
                              "and rewrite-statepoints-for-gc "
                            : "lower-widenable-condition before code "
                              "generation ") +
                   nameModule(F));
    return true;
  }
  return false;
}

/// Reports \p F if it asks for polls that nobody placed. \returns true if it
/// does.
static bool reportPolls(const Function &F) {
  const StringRef Places = F.getFnAttribute(GCPollsAttr).getValueAsString();
  if (Places.empty() || F.hasFnAttribute(GCPollsPlacedAttr))
    return false;
  report(F, "the polls that \"" + GCPollsAttr + "\"=\"" + Places +
                "\" asks for are not placed; run place-safepoints on "
                "functions with a GC strategy, before "
                "rewrite-statepoints-for-gc or place-gc-roots");
  return true;
}

//===----------------------------------------------------------------------===//
// All functions
//===----------------------------------------------------------------------===//

bool llvm::refuseForgottenSteps(Module &M, const MachineModuleInfo &MMI) {
  const TargetOptions &Options = MMI.getTarget().Options;
  const bool HasOneSelector =
      Options.EnableGlobalISel &&
      Options.GlobalISelAbort == GlobalISelAbortMode::Enable;
  const bool HasFlag = M.getModuleFlag(GCRootStrategyFlag);
  const bool HasGuards = mayHaveGuards(M);
  std::optional<TargetLibraryInfoImpl> Library;
  const auto GetTLI = [&](const Function &F) {
    if (!Library)
      Library.emplace(M.getTargetTriple());
    return TargetLibraryInfo(*Library, &F);
  };
  bool Changed = false;
  for (Function &F : M) {
    if (F.isDeclarationForLinker())
      continue;
    const bool HasMachineCode = MMI.getMachineFunction(F);
    if (HasOneSelector && !HasMachineCode && checkSelector(F)) {
      removeBody(F);
      Changed = true;
      continue;
    }
    if (HasGuards && !HasMachineCode && reportGuards(F)) {
      removeBody(F);
      Changed = true;
      continue;
    }
    const bool LacksPolls = !HasMachineCode && reportPolls(F);
    if (!F.hasGC() && !HasFlag)
      continue;
    if (!F.hasGC()) {
      if (!HasMachineCode)
        checkFlag(F, GetTLI(F));
      continue;
    }
    const std::unique_ptr<GCStrategy> Strategy = findGCStrategy(F);
    const std::string Wrong = describeWrongGCStrategy(F);
    bool IsReported = true;
    if (getGCStrategyTraits(F).HasFrames)
      reportFrame(F, "the GC strategy '" + F.getGC() + "'");
    else if (!Wrong.empty())
      report(F, Wrong);
    else
      IsReported = LacksPolls;
    if (!Strategy || !Wrong.empty()) {
      F.clearGC();
      Changed = true;
    } else if (Strategy->useRS4GC() && !HasMachineCode &&
               !AllowCallsWithoutStatepoint) {
      IsReported |= checkCalls(F, *Strategy, GetTLI(F));
    }
    if (HasMachineCode ||
        !(hasCoroutineIntrinsics(F) || (IsReported && callsDeoptimize(F))))
      continue;
    if (!IsReported)
      report(F, "intrinsics of coroutines are not lowered; run coro-early, "
                "coro-split and coro-cleanup before code generation");
    removeBody(F);
    Changed = true;
  }
  return Changed;
}
