//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JuliaCalls.h"
#include "JuliaGC.h"
#include "JuliaRootRules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

/// Loads the bits \p Mask of what the collector knows of \p Object.
static Value *loadBits(IRBuilderBase &Builder, Value *Object, unsigned Mask,
                       const Twine &Name) {
  const Function &F = *Builder.GetInsertBlock()->getParent();
  Type *Word = getJuliaWord(F);
  auto *Tag =
      Builder.CreateAlignedLoad(Word, createJuliaTagAddress(Builder, Object),
                                F.getDataLayout().getPointerABIAlignment(0));
  Tag->setOrdering(AtomicOrdering::Unordered);
  Tag->setMetadata(LLVMContext::MD_tbaa,
                   getJuliaTBAA(F.getContext(), "jtbaa_tag", "jtbaa_data"));
  return Builder.CreateAnd(Tag, ConstantInt::get(Word, Mask), Name);
}

/// Branches at \p Place, and returns the end of the block of the unlikely path.
static Instruction *branch(Value *Condition, Instruction *Place,
                           const Twine &Name) {
  MDBuilder Metadata(Place->getContext());
  Instruction *End =
      SplitBlockAndInsertIfThen(Condition, Place, /*Unreachable=*/false,
                                Metadata.createBranchWeights(1, 9));
  End->getParent()->setName(Name);
  return End;
}

void llvm::lowerJuliaWriteBarrier(CallBase &Call, const JuliaKeepers &Keepers,
                                  bool IsParentNew) {
  Value *Parent = Call.arg_empty() ? nullptr : Call.getArgOperand(0);
  Type *Root = PointerType::get(Call.getContext(), julia::Tracked);
  const bool IsValid =
      isa<CallInst>(Call) && Parent && Call.getType()->isVoidTy() &&
      all_of(Call.args(), [&](const Use &U) { return U->getType() == Root; });
  if (!IsValid) {
    reportJuliaCall(Call, "it is not a void call whose operands are pointers "
                          "of address space 10, the written object first");
    return;
  }
  SmallSetVector<Value *, 4> Children;
  for (Value *Child : drop_begin(Call.args()))
    if (Child != Parent && Keepers.getKeeper(*Child) != JuliaKeeper::Forever)
      Children.insert(Child);
  if (IsParentNew || Children.empty()) {
    Call.eraseFromParent();
    return;
  }
  IRBuilder<> Builder(&Call);
  Type *Word = getJuliaWord(*Call.getFunction());
  Value *IsOld = Builder.CreateICmpEQ(
      loadBits(Builder, Parent, julia::OldAndMarked, "parent_bits"),
      ConstantInt::get(Word, julia::OldAndMarked), "parent_old_marked");
  Builder.SetInsertPoint(branch(IsOld, &Call, "may_trigger_wb"));
  Value *IsAnyUnmarked = nullptr;
  for (Value *Child : Children) {
    Value *IsUnmarked = Builder.CreateICmpEQ(
        loadBits(Builder, Child, julia::Marked, "child_bit"),
        ConstantInt::get(Word, 0), "child_not_marked");
    IsAnyUnmarked = IsAnyUnmarked ? Builder.CreateOr(IsAnyUnmarked, IsUnmarked)
                                  : IsUnmarked;
  }
  Builder.SetInsertPoint(
      branch(IsAnyUnmarked, &*Builder.GetInsertPoint(), "trigger_wb"));
  FunctionCallee Queue = Call.getModule()->getOrInsertFunction(
      julia::QueueRoot, Builder.getVoidTy(), Root);
  Builder.CreateCall(Queue, {Parent});
  Call.eraseFromParent();
}
