//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VirtualCallTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

static constexpr StringLiteral Kind = "virtual_call";

//===----------------------------------------------------------------------===//
// Type tests
//===----------------------------------------------------------------------===//

CallInst *llvm::getTypeTest(Instruction &I) {
  auto *II = dyn_cast<IntrinsicInst>(&I);
  return II && (II->getIntrinsicID() == Intrinsic::type_test ||
                II->getIntrinsicID() == Intrinsic::public_type_test)
             ? II
             : nullptr;
}

Metadata *llvm::getTestedType(const CallInst &Test) {
  return cast<MetadataAsValue>(Test.getArgOperand(1))->getMetadata();
}

bool llvm::isOnlyAssumed(const Instruction &I) {
  return all_of(I.users(), [](const User *U) {
    const auto *Assume = dyn_cast<AssumeInst>(U);
    return Assume && !Assume->hasOperandBundles();
  });
}

void llvm::dropAssumptionsOf(Instruction &I) {
  for (User *Assume : make_early_inc_range(I.users()))
    cast<AssumeInst>(Assume)->eraseFromParent();
}

//===----------------------------------------------------------------------===//
// Metadata
//===----------------------------------------------------------------------===//

VirtualCallType llvm::getVirtualCallType(const CallBase &CB) {
  const MDNode *Node =
      CB.hasMetadataOtherThanDebugLoc() ? CB.getMetadata(Kind) : nullptr;
  if (!Node || Node->getNumOperands() != 2 || !Node->getOperand(0))
    return {};
  const auto *Offset =
      mdconst::dyn_extract_or_null<ConstantInt>(Node->getOperand(1));
  if (!Offset || Offset->getBitWidth() > 64)
    return {};
  return {Node->getOperand(0), Offset->getZExtValue()};
}

void llvm::setVirtualCallType(CallBase &CB, const VirtualCallType &Known) {
  LLVMContext &C = CB.getContext();
  Metadata *Offset = ConstantAsMetadata::get(
      ConstantInt::get(Type::getInt64Ty(C), Known.Offset));
  CB.setMetadata(Kind, MDNode::get(C, {Known.Type, Offset}));
}

void llvm::dropVirtualCallTypes(Function &F) {
  const unsigned ID = F.getContext().getMDKindID(Kind);
  for (Instruction &I : instructions(F))
    if (isa<CallBase>(I) && I.hasMetadataOtherThanDebugLoc())
      I.setMetadata(ID, nullptr);
}

Value *llvm::getVTablePointer(const CallBase &CB,
                              const VirtualCallType &Known) {
  // What is loaded from elsewhere is what was loaded from the slot before.
  auto *Slot = dyn_cast<LoadInst>(CB.getCalledOperand());
  if (!Slot || !Slot->hasMetadata(LLVMContext::MD_invariant_load))
    return nullptr;
  int64_t Offset = 0;
  Value *VPtr = GetPointerBaseWithConstantOffset(Slot->getPointerOperand(),
                                                 Offset, CB.getDataLayout());
  return uint64_t(Offset) == Known.Offset ? VPtr : nullptr;
}
