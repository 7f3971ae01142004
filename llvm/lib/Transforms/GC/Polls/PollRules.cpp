//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PollRules.h"
#include "llvm/Analysis/StatepointRules.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCPolls.h"
#include "llvm/IR/GCStrategy.h"
#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Statepoint.h"

using namespace llvm;

PollRules::PollRules(const Function &F, const TargetLibraryInfo &TLI)
    : TLI(TLI) {
  const std::unique_ptr<GCStrategy> Strategy = findGCStrategy(F);
  TailCallsHaveFrames = Strategy && Strategy->useRS4GC();
}

bool PollRules::meetsPoll(const Function &Callee) const {
  // What has no strategy is native code, which says that it is a leaf if it
  // collects nothing.
  if (Callee.isDeclaration() || !Callee.hasGC())
    return true;
  const auto [It, IsNew] = MeetsPoll.try_emplace(&Callee, false);
  if (!IsNew)
    return It->second;
  Expected<GCPolls> Polls = getGCPolls(Callee);
  if (!Polls)
    consumeError(Polls.takeError());
  else
    It->second = (Polls->AtEntry || Polls->AtReturns) && !hasNoPolls(Callee);
  return It->second;
}

bool PollRules::isSafepoint(const Instruction &I) const {
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return false;
  const Function *Callee = Call->getCalledFunction();
  if (const auto *Statepoint = dyn_cast<GCStatepointInst>(Call)) {
    Callee = Statepoint->getActualCalledFunction();
  } else {
    const Intrinsic::ID ID = Call->getIntrinsicID();
    if (ID == Intrinsic::experimental_deoptimize)
      return true;
    // Copies of elements are safepoints only if the runtime's functions are.
    if (ID != Intrinsic::not_intrinsic || Call->isInlineAsm() ||
        !needsStatepoint(*Call, TLI) ||
        (Call->isTailCall() && !TailCallsHaveFrames))
      return false;
  }
  return !Callee || meetsPoll(*Callee);
}

unsigned PollRules::getCost(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::PHI:
  case Instruction::GetElementPtr:
  case Instruction::BitCast:
  case Instruction::AddrSpaceCast:
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
  case Instruction::Freeze:
  case Instruction::LandingPad:
  case Instruction::Ret:
  case Instruction::Unreachable:
    return 0;
  case Instruction::Br:
    return cast<BranchInst>(I).isConditional();
  default:
    break;
  }
  if (const auto *Static = dyn_cast<AllocaInst>(&I))
    return !Static->isStaticAlloca();
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call)
    return 1;
  if (Call->isAssumeLikeIntrinsic() || isa<GCProjectionInst>(Call))
    return 0;
  switch (Call->getIntrinsicID()) {
  case Intrinsic::threadlocal_address:
  case Intrinsic::read_register:
    return 0;
  default:
    return 1;
  }
}

bool llvm::hasNoPolls(const Function &F) {
  return F.isDeclaration() || F.getName() == GCSafepointPollName ||
         F.hasFnAttribute("gc-leaf-function") ||
         F.hasFnAttribute(Attribute::Naked) ||
         (F.hasGC() &&
          F.getName() == getGCStrategyTraits(F).Thread.PollFunction);
}
