//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifiedPolls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/Statepoint.h"
#include <algorithm>

using namespace llvm;

/// How many operations and blocks are between a load and its test, or its test
/// and the call.
static constexpr unsigned MaxSteps = 8;

VerifiedPolls::VerifiedPolls(const Function &F, const TargetLibraryInfo &TLI)
    : F(F), Rules(F, TLI), Traits(getGCStrategyTraits(F)) {
  const Function *Poll = F.getParent()->getFunction(GCSafepointPollName);
  if (!Poll)
    return;
  for (const Instruction &I : instructions(Poll)) {
    const auto *Call = dyn_cast<CallBase>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (Callee && !Callee->isIntrinsic())
      Callees.insert(Callee);
  }
}

bool VerifiedPolls::isThreadWord(const LoadInst &Load) const {
  if (!Load.isAtomic() || !Load.getType()->isIntegerTy(32))
    return false;
  const DataLayout &DL = F.getDataLayout();
  const Value *Pointer = Load.getPointerOperand();
  APInt Offset(DL.getIndexTypeSizeInBits(Pointer->getType()), 0);
  const Value *Base = Pointer->stripAndAccumulateConstantOffsets(
      DL, Offset, /*AllowNonInbounds=*/true);
  if (Offset != Traits.Thread.PollOffset)
    return false;
  if (!Traits.Thread.Variable.empty()) {
    const auto *Call = dyn_cast<IntrinsicInst>(Base);
    if (Call && Call->getIntrinsicID() == Intrinsic::threadlocal_address)
      Base = Call->getArgOperand(0);
    return isa<GlobalVariable>(Base) &&
           Base->getName() == Traits.Thread.Variable;
  }
  if (Operator::getOpcode(Base) != Instruction::IntToPtr)
    return false;
  const auto *Call =
      dyn_cast<IntrinsicInst>(cast<Operator>(Base)->getOperand(0));
  if (!Call || Call->getIntrinsicID() != Intrinsic::read_register)
    return false;
  const auto *Name = dyn_cast<MDNode>(
      cast<MetadataAsValue>(Call->getArgOperand(0))->getMetadata());
  const auto *String =
      Name && Name->getNumOperands() == 1
          ? dyn_cast_or_null<MDString>(Name->getOperand(0).get())
          : nullptr;
  return String && String->getString() == Traits.Thread.Register;
}

bool VerifiedPolls::isPollCall(const Instruction &I) const {
  const auto *Call = cast<CallBase>(&I);
  const auto *Statepoint = dyn_cast<GCStatepointInst>(Call);
  const Function *Callee = Statepoint ? Statepoint->getActualCalledFunction()
                                      : Call->getCalledFunction();
  return Callee && Rules.isSafepoint(I) &&
         (Callees.contains(Callee) ||
          (!Traits.Thread.PollFunction.empty() &&
           Callee->getName() == Traits.Thread.PollFunction));
}

/// Whether \p BB does nothing before it calls the function of a poll.
bool VerifiedPolls::leadsToPollCall(const BasicBlock *BB) const {
  for (unsigned I = 0; BB && I != MaxSteps; ++I, BB = BB->getUniqueSuccessor())
    for (const Instruction &I : *BB) {
      const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
      if (Intrinsic && !isa<GCStatepointInst>(I) && !PollRules::getCost(I))
        continue;
      if (isa<CallBase>(I))
        return isPollCall(I);
    }
  return false;
}

/// Whether \p V, which \p BB tests, was made of a word that was loaded in
/// \p BB. \p Code gets what \p BB computes for it.
bool VerifiedPolls::isPolled(const Value *V, const BasicBlock &BB,
                             unsigned Depth,
                             SmallPtrSetImpl<const Instruction *> &Code) const {
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || I->getParent() != &BB || Depth == MaxSteps)
    return false;
  if (const auto *Load = dyn_cast<LoadInst>(I)) {
    Code.insert(Load);
    return true;
  }
  if (!isa<ICmpInst, CastInst, BinaryOperator, FreezeInst>(I))
    return false;
  Code.insert(I);
  // At least one operand is a word, and the others are known.
  bool HasWord = false;
  for (const Value *Operand : I->operands()) {
    if (isa<Constant>(Operand))
      continue;
    if (!isPolled(Operand, BB, Depth + 1, Code))
      return false;
    HasWord = true;
  }
  return HasWord;
}

/// \returns the fast successor if the terminator of \p BB is a poll; \p Code
/// gets what is executed for it.
const BasicBlock *VerifiedPolls::findPollBranch(
    const BasicBlock &BB, SmallPtrSetImpl<const Instruction *> &Code) const {
  const auto *Branch = dyn_cast<BranchInst>(BB.getTerminator());
  if (!Branch || !Branch->isConditional() ||
      !isPolled(Branch->getCondition(), BB, 0, Code))
    return nullptr;
  const bool IsFirst = leadsToPollCall(Branch->getSuccessor(0));
  if (!IsFirst && !leadsToPollCall(Branch->getSuccessor(1)))
    return nullptr;
  // The word of the thread is the only one that is known; others are those of
  // the front end's poll.
  const bool IsThread = all_of(Code, [&](const Instruction *I) {
    const auto *Load = dyn_cast<LoadInst>(I);
    return !Load || isThreadWord(*Load);
  });
  if (!IsThread && Callees.empty())
    return nullptr;
  Code.insert(Branch);
  return Branch->getSuccessor(IsFirst);
}

const BasicBlock *VerifiedPolls::getFastSuccessor(const BasicBlock &BB) const {
  SmallPtrSet<const Instruction *, 8> Code;
  return findPollBranch(BB, Code);
}

VerifiedBlock VerifiedPolls::measure(const BasicBlock &BB) const {
  SmallPtrSet<const Instruction *, 8> Code;
  const bool IsPoll = findPollBranch(BB, Code);
  VerifiedBlock Result;
  uint64_t Count = 0;
  const auto Meet = [&] {
    if (Result.HasSafepoint)
      Result.Between = std::max(Result.Between, Count);
    else
      Result.Before = Count;
    Result.HasSafepoint = true;
    Count = 0;
  };
  for (const Instruction &I : BB) {
    if (!IsPoll || !Code.contains(&I))
      Count += PollRules::getCost(I);
    if (Rules.isSafepoint(I) || (IsPoll && I.isTerminator()))
      Meet();
  }
  Result.After = Count;
  if (!Result.HasSafepoint)
    Result.Before = Count;
  return Result;
}
