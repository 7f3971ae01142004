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
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/GC/GCRootStrategy.h"

using namespace llvm;

namespace {

class JuliaFrameLowering : public GCFrameLowering {
  const DataLayout &DL;
  Value *const Stack;
  PointerType *const Ptr, *const Root;
  Type *const Word;
  IRBuilder<> Builder;
  MDNode *const Tag;

  enum Field : unsigned { NumRoots, Outer, FirstSlot };

  template <typename Access> Access *tag(Access *I) {
    I->setMetadata(LLVMContext::MD_tbaa, Tag);
    return I;
  }
  Value *getField(Value *Frame, unsigned Field, const Twine &Name) {
    return Builder.CreateConstInBoundsGEP1_32(Root, Frame, Field, Name);
  }
  Value *loadInnermost(const Twine &Name) {
    return tag(Builder.CreateLoad(Ptr, Stack, Name));
  }
  void storeInnermost(Value *Frame) { tag(Builder.CreateStore(Frame, Stack)); }
  void push(const CallInst &Call);
  void pop(Value *Frame);

public:
  explicit JuliaFrameLowering(Function &F)
      : DL(F.getDataLayout()), Stack(getJuliaStack(F)),
        Ptr(PointerType::getUnqual(F.getContext())),
        Root(PointerType::get(F.getContext(), julia::Tracked)),
        Word(DL.getIntPtrType(F.getContext())), Builder(F.getContext()),
        Tag(getJuliaTBAA(F.getContext(), "jtbaa_gcframe")) {}

  std::string findProblem(GCFrameFunction Part) override;
  void allocate(CallInst &Call, ArrayRef<GCPlacedObject> Objects) override;
  void lower(GCFrameFunction Part, CallInst &Call) override;
};

} // end anonymous namespace

std::string JuliaFrameLowering::findProblem(GCFrameFunction Part) {
  if (Part == GCFrameFunction::GetObject)
    return "the collector knows only slots; build the object from slots";
  if (Stack || Part == GCFrameFunction::New || Part == GCFrameFunction::GetSlot)
    return "";
  return "the function does not know the innermost frame; call '" +
         julia::GetStack.str() + "' in the entry block";
}

void JuliaFrameLowering::allocate(CallInst &Call, ArrayRef<GCPlacedObject>) {
  const unsigned NumWords =
      cast<ConstantInt>(Call.getArgOperand(0))->getZExtValue() + FirstSlot;
  BasicBlock &Entry = Call.getFunction()->getEntryBlock();
  Builder.SetInsertPoint(&Entry, Entry.begin());
  Builder.SetCurrentDebugLocation(DebugLoc());
  AllocaInst *Memory =
      Builder.CreateAlloca(Root, Builder.getInt32(NumWords), "gcframe");
  Memory->setAlignment(Align(16));
  // Not tagged: objects in the frame are accessed with other tags.
  Builder.CreateMemSet(Memory, Builder.getInt8(0),
                       NumWords * DL.getTypeAllocSize(Root), Align(16));
  Value *Frame = Builder.CreatePointerBitCastOrAddrSpaceCast(Memory, Ptr);
  Frame->takeName(&Call);
  Call.replaceAllUsesWith(Frame);
  Call.eraseFromParent();
}

void JuliaFrameLowering::push(const CallInst &Call) {
  Value *Frame = Call.getArgOperand(0);
  const uint64_t Size =
      cast<ConstantInt>(Call.getArgOperand(1))->getZExtValue();
  tag(Builder.CreateStore(ConstantInt::get(Word, Size << 2),
                          getField(Frame, NumRoots, "frame.nroots")));
  Value *Previous = getField(Frame, Outer, "frame.prev");
  tag(Builder.CreateStore(loadInnermost("task.gcstack"), Previous));
  storeInnermost(Frame);
}

void JuliaFrameLowering::pop(Value *Frame) {
  Value *Previous = getField(Frame, Outer, "frame.prev");
  storeInnermost(tag(Builder.CreateLoad(Ptr, Previous)));
}

void JuliaFrameLowering::lower(GCFrameFunction Part, CallInst &Call) {
  Builder.SetInsertPoint(&Call);
  Value *First = Call.arg_empty() ? nullptr : Call.getArgOperand(0);
  Value *Result = nullptr;
  switch (Part) {
  case GCFrameFunction::New:
  case GCFrameFunction::GetObject:
    llvm_unreachable("lowered by allocate, or reported");
  case GCFrameFunction::Push:
    push(Call);
    forgetJuliaMemoryEffects(*Call.getFunction());
    break;
  case GCFrameFunction::GetSlot: {
    const auto *Index = cast<ConstantInt>(Call.getArgOperand(1));
    Result = getField(First, Index->getZExtValue() + FirstSlot, "");
    break;
  }
  case GCFrameFunction::Pop:
    pop(First);
    break;
  case GCFrameFunction::Save:
    Result = loadInnermost("");
    break;
  case GCFrameFunction::Relink:
  case GCFrameFunction::Restore:
    storeInnermost(First);
    break;
  }
  if (Result) {
    Result->takeName(&Call);
    Call.replaceAllUsesWith(Result);
  }
  Call.eraseFromParent();
}

std::unique_ptr<GCFrameLowering>
llvm::createJuliaFrameLowering(Function &F, const GCRootStrategy &) {
  return std::make_unique<JuliaFrameLowering>(F);
}
