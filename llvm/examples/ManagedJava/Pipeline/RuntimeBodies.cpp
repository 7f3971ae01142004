//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipeline/RuntimeBodies.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

/// A card is 512 bytes.
static constexpr unsigned CardShift = 9;

void java::defineCardMark(Module &M) {
  Function *F = M.getFunction("java_card_mark");
  if (!F || !F->empty())
    return;
  F->setLinkage(GlobalValue::InternalLinkage);
  F->addFnAttr(Attribute::NoInline);
  F->addFnAttr("gc-leaf-function");
  F->setDoesNotThrow();
  IRBuilder<> B(BasicBlock::Create(M.getContext(), "", F));
  Constant *Cards = M.getOrInsertGlobal("java_cards", B.getPtrTy());
  Value *Card =
      B.CreateLShr(B.CreatePtrToInt(F->getArg(0), B.getInt64Ty()), CardShift);
  B.CreateStore(B.getInt8(1),
                B.CreatePtrAdd(B.CreateLoad(B.getPtrTy(), Cards), Card));
  B.CreateRetVoid();
}

void java::inlineCardMarks(Module &M) {
  if (Function *F = M.getFunction("java_card_mark"))
    if (!F->empty()) {
      F->removeFnAttr(Attribute::NoInline);
      F->removeFnAttr(Attribute::OptimizeNone);
      F->addFnAttr(Attribute::AlwaysInline);
    }
}

void java::definePoll(Module &M) {
  IRBuilder<> B(M.getContext());
  auto *Type = FunctionType::get(B.getVoidTy(), false);
  auto *F = cast<Function>(
      M.getOrInsertFunction("gc.safepoint_poll", Type).getCallee());
  B.SetInsertPoint(BasicBlock::Create(M.getContext(), "", F));
  B.CreateCall(M.getOrInsertFunction("LLVMManagedPoll", Type));
  B.CreateRetVoid();
  // Nothing calls it until place-safepoints inlines it.
  F->setLinkage(GlobalValue::LinkOnceODRLinkage);
  F->setVisibility(GlobalValue::HiddenVisibility);
  F->setComdat(M.getOrInsertComdat(F->getName()));
  appendToCompilerUsed(M, {F});
}
