//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/GC/LowerGCFrame.h"
#include "GCFrameCalls.h"
#include "GCFrameFunctions.h"
#include "GCFrameLowering.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/GCTransitions.h"
#include "llvm/Analysis/NullAddresses.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCPolls.h"
#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/GC/GCRootStrategy.h"

#define DEBUG_TYPE "lower-gc-frame"

using namespace llvm;

STATISTIC(NumFrames, "Number of frames");
STATISTIC(NumSlots, "Number of slots of frames");

bool llvm::canLowerGCFrame(Function &F, const GCRootStrategy &Strategy) {
  const std::unique_ptr<GCFrameLowering> Lowering =
      Strategy.CreateLowering(F, Strategy);
  return GCFrameCalls(F, Strategy, *Lowering).isValid();
}

/// Drops "tail" from calls, because the collector reads the frame during them.
/// A pass after placement may have seen no stack object in the function.
static void dropTailMarkers(Function &F) {
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I);
        Call && Call->isTailCall() && !Call->isMustTailCall())
      Call->setTailCallKind(CallInst::TCK_None);
}

/// Lowers the calls of native code during which the collector may run.
static void lowerTransitions(Function &F, const GCRootStrategy &Strategy) {
  const GCThreadTraits Thread = getGCStrategyTraits(Strategy.Name).Thread;
  const auto IsMoved = [&](const Type *Ty) {
    return Strategy.MovesObjects && Strategy.Pointers.containsReferences(Ty);
  };
  SmallVector<CallBase *, 4> Transitions;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I);
        Call && isLowerableTransition(*Call, Thread))
      Transitions.push_back(Call);
  for (CallBase *Call : Transitions) {
    bool IsSupported = true;
    findUnsupportedTransition(*Call, IsMoved, [&](StringRef Why) {
      IsSupported = false;
      F.getContext().diagnose(
          DiagnosticInfoUnsupported(F, Why, Call->getDebugLoc()));
    });
    if (IsSupported)
      lowerTransition(*Call, Thread);
  }
}

static bool RefusesPagePolls = false;

void llvm::refusePagePolls() { RefusesPagePolls = true; }

/// What is wrong with \p Poll, a poll by page of a function with \p Strategy;
/// or an empty string.
static std::string findPagePollProblem(const CallBase &Poll,
                                       const GCRootStrategy &Strategy) {
  if (RefusesPagePolls)
    return "an LLVM without polls by page generates the code; use a poll by "
           "flag";
  if (getGCStrategyTraits(Strategy.Name).Thread.PollPage.empty())
    return ("the GC strategy '" + Strategy.Name +
            "' has no page that polls load from; use a poll by flag")
        .str();
  // Nobody has seen to the references.
  if (Poll.hasFnAttr("gc-leaf-function"))
    return "nothing is collected in a call with \"gc-leaf-function\", so it is "
           "no poll; leave out that attribute or \"gc-page-poll\"";
  return "";
}

/// Says of polls by page that all references are in frames. They remain calls,
/// so that nothing moves accesses to the frame across them.
static void lowerPagePolls(Function &F, const GCRootStrategy &Strategy) {
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || !Call->getAttributes().hasFnAttr(GCPagePollAttr))
      continue;
    if (const std::string Problem = findPagePollProblem(*Call, Strategy);
        !Problem.empty())
      F.getContext().diagnose(
          DiagnosticInfoUnsupported(F, Problem, Call->getDebugLoc()));
    else
      Call->addFnAttr(
          Attribute::get(F.getContext(), GCPagePollAttr, GCFramePoll));
  }
}

bool llvm::lowerGCFrame(Function &F, const GCRootStrategy &Strategy,
                        const TargetLibraryInfo *TLI) {
  std::unique_ptr<GCFrameLowering> Lowering =
      Strategy.CreateLowering(F, Strategy);
  const GCFrameCalls Calls(F, Strategy, *Lowering);
  if (!Calls.isValid())
    return false;
  // What the lowering asked for may be another value afterwards.
  if (TLI && !F.isDeclaration() && Strategy.Rules->lowerPlaced(F, *TLI))
    Lowering = Strategy.CreateLowering(F, Strategy);
  if (CallInst *Frame = Calls.getFrame()) {
    ++NumFrames;
    NumSlots += cast<ConstantInt>(Frame->getArgOperand(0))->getZExtValue();
    Lowering->allocate(*Frame, Calls.getObjects());
    dropTailMarkers(F);
  }
  for (auto [Part, Call] : Calls.getOthers())
    Lowering->lower(Part, *Call);
  Strategy.Rules->lowerRuntimeCalls(F);
  lowerTransitions(F, Strategy);
  lowerPagePolls(F, Strategy);
  keepUnmappedNullSpaces(F, Strategy.Name);
  const GCRootStrategy *Known = getGCRootStrategy(F);
  if (F.hasGC())
    F.clearGC();
  else if (Known && Known->Name == Strategy.Name)
    F.addFnAttr(GCFrameLoweredAttribute);
  return true;
}

GCFrameLowering::~GCFrameLowering() = default;

/// Erases the declarations of frame functions that nobody needs any more.
static bool eraseDeclarations(Module &M) {
  bool Changed = false;
  for (const GCRootStrategy &Strategy : getGCRootStrategies())
    for (const GCFrameFunction Part : getGCFrameFunctions()) {
      Function *F = M.getFunction(getGCFrameFunctionName(Part, Strategy));
      if (!F || !F->isDeclaration() || !F->use_empty())
        continue;
      F->eraseFromParent();
      Changed = true;
    }
  return Changed;
}

PreservedAnalyses LowerGCFramePass::run(Module &M, ModuleAnalysisManager &AM) {
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  bool Changed = false;
  for (Function &F : M)
    if (const GCRootStrategy *Strategy = getGCRootStrategy(F))
      Changed |=
          lowerGCFrame(F, *Strategy, &FAM.getResult<TargetLibraryAnalysis>(F));
  Changed |= eraseDeclarations(M);
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
