//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Devirtualization/ReloadVTablePointers.h"
#include "FunctionLoops.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/InvariantGroupLoads.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/StripInvariantGroups.h"
#include <optional>

using namespace llvm;

#define DEBUG_TYPE "reload-vtable-pointers"

STATISTIC(NumReloaded, "Number of virtual calls that have loads of their own");

/// How many loads are worth a register.
static constexpr unsigned MaxReloads = 2;

namespace {

/// Where an object's method is loaded from.
struct VirtualSlot {
  LoadInst *Load;
  /// From the address point to the slot, if that is not 0.
  GetElementPtrInst *Offset;
  /// A load, or a phi of loads.
  Instruction *VPtr;
  /// What VPtr is, or one of the loads.
  LoadInst *VPtrLoad;

  Value *getObject() const { return VPtrLoad->getPointerOperand(); }
  APInt getOffset() const {
    const DataLayout &DL = Load->getDataLayout();
    APInt Bytes(DL.getIndexTypeSizeInBits(Load->getPointerOperandType()), 0);
    if (Offset)
      Offset->accumulateConstantOffset(DL, Bytes);
    return Bytes;
  }
};

/// A call of what is in the vtable of the object that it gets.
struct VirtualCall {
  CallBase *CB;
  /// The only one, or one of those that the phi which is called has.
  VirtualSlot Slot;
  /// What is kept for the call: the vtable pointer, or such a phi.
  Instruction *Kept;
};

} // namespace

static std::optional<VirtualSlot> getSlot(LoadInst &Load) {
  if (!Load.isSimple() || !Load.hasMetadata(LLVMContext::MD_invariant_load))
    return std::nullopt;
  auto *Offset = dyn_cast<GetElementPtrInst>(Load.getPointerOperand());
  if (Offset && !Offset->hasAllConstantIndices())
    return std::nullopt;
  Value *VPtr = Offset ? Offset->getPointerOperand() : Load.getPointerOperand();
  if (LoadInst *VPtrLoad = getLoadOnEachWay(VPtr))
    return VirtualSlot{&Load, Offset, cast<Instruction>(VPtr), VPtrLoad};
  return std::nullopt;
}

/// \returns the slot that \p Callee was loaded from, on each path if it is a
/// phi.
static std::optional<VirtualSlot> getSlotOnEachWay(Value *Callee) {
  SmallVector<LoadInst *, 4> Loads;
  if (!findLoadsOnEachWay(Callee, Loads))
    return std::nullopt;
  std::optional<VirtualSlot> First = getSlot(*Loads.front());
  if (!First || !all_of(drop_begin(Loads), [&](LoadInst *Load) {
        std::optional<VirtualSlot> Slot = getSlot(*Load);
        return Slot && Slot->getObject() == First->getObject() &&
               Slot->getOffset() == First->getOffset();
      }))
    return std::nullopt;
  return First;
}

static std::optional<VirtualCall> getVirtualCall(Instruction &I) {
  auto *CB = dyn_cast<CallBase>(&I);
  if (!CB || !isa<LoadInst, PHINode>(CB->getCalledOperand()))
    return std::nullopt;
  std::optional<VirtualSlot> Slot = getSlotOnEachWay(CB->getCalledOperand());
  const unsigned This = CB->hasStructRetAttr() ? 1 : 0;
  // A call that does not read the object may have moved to where it is gone.
  const MemoryEffects Effects = CB->getMemoryEffects();
  if (!isRefSet(Effects.getModRef(IRMemLocation::ArgMem) |
                Effects.getModRef(IRMemLocation::Other)))
    return std::nullopt;
  if (!Slot || CB->arg_size() <= This ||
      CB->getArgOperand(This) != Slot->getObject())
    return std::nullopt;
  auto *Phi = dyn_cast<PHINode>(CB->getCalledOperand());
  return VirtualCall{CB, *Slot, Phi ? Phi : Slot->VPtr};
}

/// \returns whether a call that preserves registers is between \p From and
/// \p To. One that is in other blocks, or in front of a phi, is taken for
/// granted.
static bool isAcrossCall(const Instruction *From, const Instruction *To) {
  if (From->getParent() != To->getParent() || isa<PHINode>(From))
    return true;
  for (const Instruction *I = From->getNextNode(); I && I != To;
       I = I->getNextNode())
    if (isa<CallBase>(I) && !isa<IntrinsicInst>(I))
      return true;
  return false;
}

/// \returns whether all that needs \p Kept after a call are \p Later, rather
/// than a guard that compares what they call.
static bool isFreeBehindCalls(const Instruction *Kept,
                              ArrayRef<VirtualCall> Later) {
  SmallVector<const User *, 8> Users(Kept->users());
  while (!Users.empty()) {
    const auto *I = cast<Instruction>(Users.pop_back_val());
    if (any_of(Later, [&](const VirtualCall &Call) { return I == Call.CB; }))
      continue;
    if (any_of(Later, [&](const VirtualCall &Call) {
          return I == Call.Slot.Load || I == Call.Slot.Offset;
        }))
      append_range(Users, I->users());
    else if (isa<PHINode>(I) || isAcrossCall(Kept, I))
      return false;
  }
  return true;
}

/// \returns a copy of \p I in front of \p CB, which belongs to that.
static Instruction *copyTo(const Instruction *I, CallBase *CB) {
  Instruction *Copy = I->clone();
  Copy->setMetadata(LLVMContext::MD_alias_scope, nullptr);
  Copy->setMetadata(LLVMContext::MD_noalias, nullptr);
  Copy->setDebugLoc(CB->getDebugLoc());
  Copy->insertBefore(CB->getIterator());
  return Copy;
}

static void reload(const VirtualCall &Call) {
  Instruction *Address = copyTo(Call.Slot.VPtrLoad, Call.CB);
  if (Call.Slot.Offset) {
    Instruction *Offset = copyTo(Call.Slot.Offset, Call.CB);
    Offset->setOperand(0, Address);
    Address = Offset;
  }
  Instruction *Slot = copyTo(Call.Slot.Load, Call.CB);
  Slot->setOperand(LoadInst::getPointerOperandIndex(), Address);
  Call.CB->setCalledOperand(Slot);
  ++NumReloaded;
}

PreservedAnalyses ReloadVTablePointersPass::run(Function &F,
                                                FunctionAnalysisManager &AM) {
  if (!hasStrictVTablePointers(*F.getParent()))
    return PreservedAnalyses::all();
  MapVector<Instruction *, SmallVector<VirtualCall, 2>> Later;
  for (Instruction &I : instructions(F))
    if (std::optional<VirtualCall> Call = getVirtualCall(I))
      if (isAcrossCall(Call->Kept, Call->CB))
        Later[Call->Kept].push_back(*Call);
  if (Later.empty())
    return PreservedAnalyses::all();
  SmallVector<WeakTrackingVH, 8> Dead;
  for (auto &[Kept, Calls] : Later) {
    if (Calls.size() > MaxReloads || !isFreeBehindCalls(Kept, Calls))
      continue;
    const LoopInfo *LI = getLoopsIfAny(F, AM);
    if (LI && any_of(Calls, [&](const VirtualCall &Call) {
          return LI->getLoopFor(Call.CB->getParent()) !=
                 LI->getLoopFor(Kept->getParent());
        }))
      continue;
    for (const VirtualCall &Call : Calls) {
      Dead.push_back(Call.CB->getCalledOperand());
      reload(Call);
    }
  }
  if (Dead.empty())
    return PreservedAnalyses::all();
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
  PreservedAnalyses PA;
  PA.preserveSet<CFGAnalyses>();
  return PA;
}
