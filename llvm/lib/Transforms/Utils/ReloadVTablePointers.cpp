//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Utils/ReloadVTablePointers.h"
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

/// A call of what is in the vtable of the object that it gets.
struct VirtualCall {
  CallBase *CB;
  LoadInst *Slot;
  /// From the address point to the slot, if that is not 0.
  GetElementPtrInst *Offset;
  /// A load, or a phi of loads.
  Instruction *VPtr;
  /// What VPtr is, or one of the loads.
  LoadInst *VPtrLoad;
};

} // namespace

static std::optional<VirtualCall> getVirtualCall(Instruction &I) {
  auto *CB = dyn_cast<CallBase>(&I);
  auto *Slot = CB ? dyn_cast<LoadInst>(CB->getCalledOperand()) : nullptr;
  if (!Slot || !Slot->isSimple() ||
      !Slot->hasMetadata(LLVMContext::MD_invariant_load))
    return std::nullopt;
  auto *Offset = dyn_cast<GetElementPtrInst>(Slot->getPointerOperand());
  if (Offset && !Offset->hasAllConstantIndices())
    return std::nullopt;
  Value *VPtr =
      Offset ? Offset->getPointerOperand() : Slot->getPointerOperand();
  LoadInst *VPtrLoad = getLoadOnEachWay(VPtr);
  const unsigned This = CB->hasStructRetAttr() ? 1 : 0;
  // A call that does not read the object may have moved to where it is gone.
  const MemoryEffects Effects = CB->getMemoryEffects();
  if (!isRefSet(Effects.getModRef(IRMemLocation::ArgMem) |
                Effects.getModRef(IRMemLocation::Other)))
    return std::nullopt;
  if (!VPtrLoad || CB->arg_size() <= This ||
      CB->getArgOperand(This) != VPtrLoad->getPointerOperand())
    return std::nullopt;
  return VirtualCall{CB, Slot, Offset, cast<Instruction>(VPtr), VPtrLoad};
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

/// \returns whether all that needs \p VPtr behind a call are \p Later, rather
/// than a guard that compares what they call.
static bool isFreeBehindCalls(const Instruction *VPtr,
                              ArrayRef<VirtualCall> Later) {
  SmallVector<const User *, 8> Users(VPtr->users());
  while (!Users.empty()) {
    const auto *I = cast<Instruction>(Users.pop_back_val());
    if (any_of(Later, [&](const VirtualCall &Call) { return I == Call.CB; }))
      continue;
    if (any_of(Later, [&](const VirtualCall &Call) {
          return I == Call.Slot || I == Call.Offset;
        }))
      append_range(Users, I->users());
    else if (isa<PHINode>(I) || isAcrossCall(VPtr, I))
      return false;
  }
  return true;
}

static void reload(const VirtualCall &Call) {
  Instruction *VPtr = Call.VPtrLoad->clone();
  VPtr->insertBefore(Call.CB->getIterator());
  Value *Address = VPtr;
  if (Call.Offset) {
    Instruction *Offset = Call.Offset->clone();
    Offset->setOperand(0, VPtr);
    Offset->insertBefore(Call.CB->getIterator());
    Address = Offset;
  }
  Instruction *Slot = Call.Slot->clone();
  Slot->setOperand(LoadInst::getPointerOperandIndex(), Address);
  Slot->insertBefore(Call.CB->getIterator());
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
      if (isAcrossCall(Call->VPtr, Call->CB))
        Later[Call->VPtr].push_back(*Call);
  if (Later.empty())
    return PreservedAnalyses::all();
  SmallVector<WeakTrackingVH, 8> Dead;
  for (auto &[VPtr, Calls] : Later) {
    if (Calls.size() > MaxReloads || !isFreeBehindCalls(VPtr, Calls))
      continue;
    const LoopInfo &LI = AM.getResult<LoopAnalysis>(F);
    const Loop *Home = LI.getLoopFor(VPtr->getParent());
    if (any_of(Calls, [&](const VirtualCall &Call) {
          return LI.getLoopFor(Call.CB->getParent()) != Home;
        }))
      continue;
    for (const VirtualCall &Call : Calls) {
      reload(Call);
      Dead.push_back(Call.Slot);
    }
  }
  if (Dead.empty())
    return PreservedAnalyses::all();
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
  PreservedAnalyses PA;
  PA.preserveSet<CFGAnalyses>();
  return PA;
}
