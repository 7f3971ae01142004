//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/CodeGen/FramePolls.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Analysis/StatepointRules.h"
#include "llvm/CodeGen/FaultMapEmitter.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/PagePolls.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCPolls.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/ManagedTargetInfo.h"

using namespace llvm;

/// What functions have whose polls are prepared.
static constexpr StringLiteral FramePollsAttr = "gc-frame-polls";

bool llvm::isFramePoll(const CallBase &Call) {
  return Call.getAttributes().getFnAttr(GCPagePollAttr).getValueAsString() ==
             GCFramePoll &&
         !Call.getFunction()->hasGC();
}

bool llvm::hasFramePolls(const Function &F) {
  return !F.hasGC() && F.hasFnAttribute(FramePollsAttr);
}

bool llvm::isFramePoll(const MachineInstr &MI) {
  return isPagePoll(MI) && hasFramePolls(MI.getMF()->getFunction());
}

/// \returns why \p Call, a poll by page, cannot be compiled, with the way out,
/// or an empty string.
static StringRef getFramePollProblem(const CallBase &Call) {
  const Module &M = *Call.getModule();
  const Triple TT = getTargetOrHost(M.getTargetTriple());
  if (!ManagedTargetInfo(TT).hasTransitions())
    return "the runtime has no poll by page for this target; use a poll by "
           "flag";
  if (getFaultMapVersion(M, TT) != 2)
    return "the runtime finds a poll by page of a function with a frame with "
           "version 2 of fault maps alone; use a poll by flag";
  if (!isa<CallInst>(Call))
    return "a poll by page does not unwind; call it";
  if (cast<CallInst>(Call).isMustTailCall())
    return "a poll by page is no tail call; drop musttail";
  if (!Call.getType()->isVoidTy() || !Call.arg_empty() ||
      Call.getFunctionType()->isVarArg())
    return "a poll by page is a call of type void ()";
  if (Call.isInlineAsm() || isa<Constant>(Call.getCalledOperand()))
    return "a poll by page calls the address of the page, which is loaded from "
           "a variable of the runtime";
  if (Call.hasOperandBundles())
    return "a poll by page has no operand bundles";
  return "";
}

static void prepare(CallBase &Poll) {
  OperandBundleDef State("deopt", ArrayRef<Value *>());
  auto *New =
      cast<CallInst>(CallBase::Create(&Poll, State, Poll.getIterator()));
  New->setTailCallKind(CallInst::TCK_None);
  New->copyMetadata(Poll);
  preparePagePoll(*New);
  Poll.eraseFromParent();
}

bool llvm::prepareFramePolls(Function &F) {
  if (F.hasGC())
    return false;
  SmallVector<CallBase *, 4> Polls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallBase>(&I);
        Call && isFramePoll(*Call) &&
        Call->getCallingConv() != CallingConv::AnyReg)
      Polls.push_back(Call);
  for (CallBase *Poll : Polls) {
    const StringRef Problem = getFramePollProblem(*Poll);
    if (Problem.empty()) {
      prepare(*Poll);
      F.addFnAttr(FramePollsAttr);
      continue;
    }
    diagnoseStatepointInput(*Poll, Problem);
    Poll->removeFnAttr(GCPagePollAttr);
  }
  return !Polls.empty();
}
