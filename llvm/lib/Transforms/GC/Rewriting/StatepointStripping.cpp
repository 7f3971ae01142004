//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatepointStripping.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

/// What is not true of a pointer.
static AttributeMask getPointerAttributes() {
  AttributeMask Mask;
  for (const Attribute::AttrKind Kind :
       {Attribute::Dereferenceable, Attribute::DereferenceableOrNull,
        Attribute::ReadNone, Attribute::ReadOnly, Attribute::WriteOnly,
        Attribute::NoAlias, Attribute::NoFree})
    Mask.addAttribute(Kind);
  return Mask;
}

bool llvm::onlyWritesStackObject(const CallBase &Call, unsigned Number) {
  const Value *Argument = Call.getArgOperand(Number);
  return Argument->getType()->isPointerTy() && Call.onlyWritesMemory(Number) &&
         isa<AllocaInst>(getUnderlyingObject(Argument));
}

static void stripDeclaration(Function &F, const AttributeMask &Mask) {
  if (const Intrinsic::ID ID = F.getIntrinsicID()) {
    F.setAttributes(
        Intrinsic::getAttributes(F.getContext(), ID, F.getFunctionType()));
    return;
  }
  for (Argument &A : F.args())
    if (A.getType()->isPointerTy())
      F.removeParamAttrs(A.getArgNo(), Mask);
  if (F.getReturnType()->isPointerTy())
    F.removeRetAttrs(Mask);
  for (const Attribute::AttrKind Kind :
       {Attribute::Memory, Attribute::NoSync, Attribute::NoFree})
    F.removeFnAttr(Kind);
}

static void stripCall(CallBase &Call, const AttributeMask &Mask) {
  for (unsigned I = 0; I != Call.arg_size(); ++I) {
    if (!Call.getArgOperand(I)->getType()->isPointerTy())
      continue;
    const bool IsOnlyWritten = onlyWritesStackObject(Call, I);
    Call.removeParamAttrs(I, Mask);
    if (IsOnlyWritten)
      Call.addParamAttr(I, Attribute::WriteOnly);
  }
  if (Call.getType()->isPointerTy())
    Call.removeRetAttrs(Mask);
}

static void stripMetadata(Instruction &I, MDBuilder &Builder) {
  if (MDNode *Tag = I.getMetadata(LLVMContext::MD_tbaa))
    I.setMetadata(LLVMContext::MD_tbaa,
                  Builder.createMutableTBAAAccessTag(Tag));
  if (!isa<LoadInst, StoreInst>(I) || !I.hasMetadataOtherThanDebugLoc())
    return;
  const unsigned Kept[] = {
      LLVMContext::MD_tbaa,        LLVMContext::MD_range,
      LLVMContext::MD_alias_scope, LLVMContext::MD_nontemporal,
      LLVMContext::MD_nonnull,     LLVMContext::MD_align,
      LLVMContext::MD_type};
  I.dropUnknownNonDebugMetadata(Kept);
}

static void stripBody(Function &F, const AttributeMask &Mask) {
  MDBuilder Builder(F.getContext());
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (auto *Intrinsic = dyn_cast<IntrinsicInst>(&I))
      if (Intrinsic->getIntrinsicID() == Intrinsic::invariant_start) {
        I.replaceAllUsesWith(PoisonValue::get(I.getType()));
        I.eraseFromParent();
        continue;
      }
    stripMetadata(I, Builder);
    if (auto *Call = dyn_cast<CallBase>(&I))
      stripCall(*Call, Mask);
  }
}

void llvm::stripForStatepoints(Module &M) {
  const AttributeMask Mask = getPointerAttributes();
  // What a declaration says of a stack object goes to the calls first.
  for (Function &F : M)
    stripBody(F, Mask);
  for (Function &F : M)
    stripDeclaration(F, Mask);
}
