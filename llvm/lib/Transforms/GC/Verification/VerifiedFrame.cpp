//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifiedFrame.h"
#include "Frames/GCFrameFunctions.h"
#include "VerifiedRules.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/GC/GCRootStrategy.h"

using namespace llvm;
using namespace llvm::GCListState;

/// What the list looks like once callees may have left frames in it.
static uint8_t putBelow(uint8_t States) {
  return (States & (Out | OutBelow) ? OutBelow : 0) |
         (States & (In | InBelow) ? InBelow : 0);
}

GCFrameStep VerifiedFrame::getStep(const Instruction &I) const {
  auto GetAccess = [&](GCFrameStep::Kind What,
                       const Value *Pointer) -> GCFrameStep {
    const auto *Address = dyn_cast<CallBase>(Pointer);
    if (!Address ||
        findGCFrameFunction(*Address, Strategy) != GCFrameFunction::GetSlot)
      return {};
    const uint64_t Slot =
        cast<ConstantInt>(Address->getArgOperand(1))->getZExtValue();
    return Slot < NumSlots ? GCFrameStep{What, unsigned(Slot)} : GCFrameStep();
  };
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    return GetAccess(GCFrameStep::Store, Store->getPointerOperand());
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    return GetAccess(GCFrameStep::Load, Load->getPointerOperand());
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return {};
  if (const auto Part = findGCFrameFunction(*Call, Strategy)) {
    switch (*Part) {
    case GCFrameFunction::New:
    case GCFrameFunction::GetSlot:
    case GCFrameFunction::GetObject:
      return {};
    case GCFrameFunction::Push:
      return {GCFrameStep::Push};
    case GCFrameFunction::Pop:
      return {GCFrameStep::Pop};
    case GCFrameFunction::Relink:
      return {GCFrameStep::Relink};
    case GCFrameFunction::Save:
      return {GCFrameStep::Save};
    case GCFrameFunction::Restore:
      return {GCFrameStep::Restore};
    }
  }
  return {Rules.isSafepoint(*Call) ? GCFrameStep::Safepoint
                                   : GCFrameStep::None};
}

static constexpr StringLiteral NotInList = "the frame is not in the list";
static constexpr StringLiteral HasCallees =
    "frames of callees may be in the list";
static constexpr StringLiteral StillInList =
    "the frame is still in the list when its memory is released";

/// The same for one state. What follows a mistake is taken for right.
uint8_t VerifiedFrame::step(GCFrameStep Step, const Instruction &I,
                            uint8_t State, StringRef &Problem) const {
  const bool IsBelow = State & (OutBelow | InBelow);
  const bool IsIn = State & (In | InBelow);
  switch (Step.What) {
  case GCFrameStep::Push:
    if (IsIn)
      Problem = "the frame is already in the list";
    else if (IsBelow)
      Problem = HasCallees;
    return In;
  case GCFrameStep::Pop:
    if (!IsIn)
      Problem = NotInList;
    return Out;
  case GCFrameStep::Relink:
    if (!IsIn)
      Problem = NotInList;
    return In;
  case GCFrameStep::Save:
    if (IsBelow)
      Problem = HasCallees;
    return State;
  case GCFrameStep::Restore: {
    const uint8_t Before =
        Saved.lookup(cast<CallBase>(I).getArgOperand(0)) & (In | Out);
    if (Before == Out)
      return Out;
    if (Before == In && IsIn)
      return In;
    Problem = "the list that it restores was not saved, or was saved when the "
              "frame was linked differently";
    return Out;
  }
  case GCFrameStep::Safepoint: {
    if (IsBelow)
      Problem = HasCallees;
    const auto &Call = cast<CallBase>(I);
    if (Call.isMustTailCall()) {
      if (IsIn)
        Problem = StillInList;
      return Out;
    }
    if (Call.hasFnAttr(Attribute::ReturnsTwice) && !Call.isTerminator() &&
        !Strategy.RuntimeRestoresFrames)
      return State | putBelow(State);
    return State;
  }
  case GCFrameStep::None:
    if (isa<ReturnInst>(I) && State != Out)
      Problem = IsIn ? StillInList : HasCallees;
    return State;
  case GCFrameStep::Store:
  case GCFrameStep::Load:
    return State;
  }
  llvm_unreachable("no other steps");
}

uint8_t VerifiedFrame::advance(const Instruction &I, uint8_t States,
                               StringRef &Problem) const {
  const GCFrameStep Step = getStep(I);
  uint8_t Behind = 0;
  for (const uint8_t State : {Out, In, OutBelow, InBelow})
    if (States & State)
      Behind |= step(Step, I, State, Problem);
  return Behind;
}

uint8_t VerifiedFrame::getOnEdge(const BasicBlock &From, const BasicBlock &To,
                                 uint8_t States) const {
  const auto *Invoke = dyn_cast<InvokeInst>(From.getTerminator());
  if (!Invoke || Strategy.RuntimeRestoresFrames ||
      getStep(*Invoke).What != GCFrameStep::Safepoint)
    return States;
  if (Invoke->getUnwindDest() == &To)
    return putBelow(States);
  if (Invoke->hasFnAttr(Attribute::ReturnsTwice))
    return States | putBelow(States);
  return States;
}

uint8_t VerifiedFrame::getAtStart(const BasicBlock &BB) const {
  return AtStart[BB.getNumber()];
}

/// Returns true if more is known after \p BB, or of what is saved in it.
bool VerifiedFrame::flow(const BasicBlock &BB) {
  bool Changed = false;
  uint8_t States = getAtStart(BB);
  StringRef Ignored;
  for (const Instruction &I : BB) {
    if (getStep(I).What == GCFrameStep::Save && Saved[&I] != States) {
      Saved[&I] = States;
      Changed = true;
    }
    States = advance(I, States, Ignored);
  }
  for (const BasicBlock *Next : successors(&BB)) {
    uint8_t &Start = AtStart[Next->getNumber()];
    const uint8_t More = Start | getOnEdge(BB, *Next, States);
    Changed |= More != Start;
    Start = More;
  }
  return Changed;
}

VerifiedFrame::VerifiedFrame(const Function &F, const GCRootStrategy &Strategy,
                             const VerifiedRules &Rules)
    : Strategy(Strategy), Rules(Rules), AtStart(F.getMaxBlockNumber()) {
  for (const Instruction &I : instructions(F))
    if (const auto *Call = dyn_cast<CallBase>(&I))
      if (findGCFrameFunction(*Call, Strategy) == GCFrameFunction::New)
        NumSlots = cast<ConstantInt>(Call->getArgOperand(0))->getZExtValue();
  for (const Instruction &I : instructions(F)) {
    const auto *Call = dyn_cast<CallBase>(&I);
    const auto Part =
        Call ? findGCFrameFunction(*Call, Strategy) : std::nullopt;
    if (Part == GCFrameFunction::GetSlot &&
        Call->hasFnAttr(GCFrameObjectAttribute)) {
      NumSlots = std::min<uint64_t>(
          NumSlots, cast<ConstantInt>(Call->getArgOperand(1))->getZExtValue());
      HasObjects = true;
    }
    HasObjects |= Part == GCFrameFunction::GetObject;
  }
  AtStart[F.getEntryBlock().getNumber()] = Out;
  const ReversePostOrderTraversal<const Function *> Order(&F);
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (const BasicBlock *BB : Order)
      Changed |= flow(*BB);
  }
}
