//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Utils/StripInvariantGroups.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace llvm;

static void removeBarrier(Instruction &Barrier) {
  // Unreachable code may have barriers of themselves.
  Value *Pointer = Barrier.getOperand(0);
  Barrier.replaceAllUsesWith(
      Pointer == &Barrier ? PoisonValue::get(Barrier.getType()) : Pointer);
  Barrier.eraseFromParent();
}

bool llvm::stripInvariantGroups(Function &F) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (I.isLaunderOrStripInvariantGroup()) {
      removeBarrier(I);
      Changed = true;
    } else if (I.hasMetadata(LLVMContext::MD_invariant_group)) {
      I.setMetadata(LLVMContext::MD_invariant_group, nullptr);
      Changed = true;
    }
  }
  return Changed;
}

/// \returns whether \p U, which is not a barrier, does no more with an address
/// than to access what is there.
static bool isPlainAccess(const Use &U) {
  const User *Usr = U.getUser();
  if (isa<StoreInst>(Usr))
    return U.getOperandNo() == StoreInst::getPointerOperandIndex();
  if (const auto *II = dyn_cast<IntrinsicInst>(Usr))
    return II->isLifetimeStartOrEnd() || II->isDroppable() ||
           isa<MemIntrinsic>(II);
  return isa<LoadInst>(Usr);
}

bool llvm::stripInvariantGroups(AllocaInst &AI) {
  SmallVector<Instruction *, 4> Barriers;
  SmallVector<Instruction *, 16> Accesses;
  SmallVector<Value *, 8> Worklist = {&AI};
  while (!Worklist.empty())
    for (Use &U : Worklist.pop_back_val()->uses()) {
      auto &I = *cast<Instruction>(U.getUser());
      if (I.isLaunderOrStripInvariantGroup())
        Barriers.push_back(&I);
      else if (isPlainAccess(U))
        Accesses.push_back(&I);
      else if (!isa<GetElementPtrInst>(I) || !I.getType()->isPointerTy())
        return false;
      if (I.isLaunderOrStripInvariantGroup() || isa<GetElementPtrInst>(I))
        Worklist.push_back(&I);
    }
  if (Barriers.empty())
    return false;
  for (Instruction *Access : Accesses)
    Access->setMetadata(LLVMContext::MD_invariant_group, nullptr);
  for (Instruction *Barrier : Barriers)
    removeBarrier(*Barrier);
  return true;
}

bool llvm::hasStrictVTablePointers(const Module &M) {
  const auto *Flag = mdconst::dyn_extract_or_null<ConstantInt>(
      M.getModuleFlag("StrictVTablePointers"));
  return Flag && !Flag->isZero();
}

StrictVTablePointers llvm::getStrictVTablePointers(const Module &M) {
  const auto *Flag = mdconst::dyn_extract_or_null<ConstantInt>(
      M.getModuleFlag("StrictVTablePointersOnly"));
  if (!Flag)
    return StrictVTablePointers::Unknown;
  return Flag->isZero() ? StrictVTablePointers::Mixed
                        : StrictVTablePointers::Only;
}
