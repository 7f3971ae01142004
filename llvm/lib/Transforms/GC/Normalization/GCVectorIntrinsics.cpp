//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GCVectorIntrinsics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Analysis/GCPointerOrigins.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

bool llvm::isSplitGCIntrinsic(const IntrinsicInst &Call) {
  return getDeinterleaveIntrinsicFactor(Call.getIntrinsicID()) != 0 &&
         isa<FixedVectorType>(Call.getArgOperand(0)->getType());
}

static void splitDeinterleave(IntrinsicInst &Call) {
  const unsigned Factor = getDeinterleaveIntrinsicFactor(Call.getIntrinsicID());
  Value *From = Call.getArgOperand(0);
  const unsigned Width =
      cast<FixedVectorType>(From->getType())->getNumElements() / Factor;
  IRBuilder<> Builder(&Call);
  SmallVector<Value *, 8> Members;
  for (unsigned Number = 0; Number != Factor; ++Number)
    Members.push_back(Builder.CreateShuffleVector(
        From, createStrideMask(Number, Factor, Width),
        Call.getName() + ".leaf"));
  for (User *U : make_early_inc_range(Call.users())) {
    auto *Extract = dyn_cast<ExtractValueInst>(U);
    if (!Extract)
      continue;
    Extract->replaceAllUsesWith(Members[Extract->getIndices().front()]);
    Extract->eraseFromParent();
  }
  if (!Call.use_empty()) {
    Value *Whole = PoisonValue::get(Call.getType());
    for (const auto &[Number, Member] : enumerate(Members))
      Whole = Builder.CreateInsertValue(Whole, Member, Number);
    Call.replaceAllUsesWith(Whole);
  }
  Call.eraseFromParent();
}

/// Has \p Call, a masked access, not load null where it passes through another
/// vector.
static bool takePassThroughApart(IntrinsicInst &Call, unsigned Number) {
  Value *PassThrough = Call.getArgOperand(Number);
  auto *C = dyn_cast<Constant>(PassThrough);
  if (C && C->isNullValue())
    return false;
  Call.setArgOperand(Number, Constant::getNullValue(Call.getType()));
  if (isa<UndefValue>(PassThrough))
    return true;
  IRBuilder<> Builder(Call.getParent(), std::next(Call.getIterator()));
  // The mask is in front of it.
  Value *Loaded = Builder.Insert(
      SelectInst::Create(Call.getArgOperand(Number - 1), &Call, PassThrough));
  Loaded->takeName(&Call);
  Call.replaceUsesWithIf(Loaded,
                         [&](const Use &U) { return U.getUser() != Loaded; });
  return true;
}

bool llvm::lowerGCVectorIntrinsics(Function &F, const GCPointers &Pointers) {
  SmallVector<IntrinsicInst *, 8> Calls;
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<IntrinsicInst>(&I);
        Call && !Call->getType()->isVoidTy())
      Calls.push_back(Call);
  bool Changed = false;
  for (IntrinsicInst *Call : Calls) {
    const GCPointerOrigin Origin = getGCPointerOrigin(Call->getIntrinsicID());
    if (Origin.K == GCPointerOrigin::MemoryOr && Pointers.isReference(*Call)) {
      Changed |=
          takePassThroughApart(*Call, llvm::countr_zero(Origin.Operands));
    } else if (isSplitGCIntrinsic(*Call) &&
               Pointers.isReference(*Call->getArgOperand(0))) {
      splitDeinterleave(*Call);
      Changed = true;
    }
  }
  return Changed;
}
