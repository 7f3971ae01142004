//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frames/GCFrameCalls.h"
#include "JuliaCalls.h"
#include "JuliaGC.h"
#include "JuliaRootRules.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/GC/GCRootStrategy.h"

using namespace llvm;

namespace {

/// Frames of the runtime are of two sorts: what is in their slots are objects,
/// or, with the lowest bit of the first word set, addresses of variables. Stack
/// objects that hold references among other words stay where they are, and
/// their references are such variables.
class JuliaFrameLowering : public GCFrameLowering {
  const DataLayout &DL;
  Value *const Stack;
  PointerType *const Ptr, *const Root;
  Type *const Word;
  IRBuilder<> Builder;
  MDNode *const Tag;

  /// The memory of objects, and the frame of the addresses of their references,
  /// if there are any.
  Value *ObjectMemory = nullptr, *Addresses = nullptr;
  uint64_t NumAddresses = 0;

  enum Field : unsigned { NumRoots, Outer, FirstSlot };
  static constexpr unsigned CountShift = 2, HasAddresses = 1;

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
  Value *allocateWords(uint64_t NumWords, const Twine &Name);
  void allocateObjects(ArrayRef<GCPlacedObject> Objects);
  void push(Value *Frame, uint64_t Count);
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
  if (Stack || Part == GCFrameFunction::New ||
      Part == GCFrameFunction::GetSlot || Part == GCFrameFunction::GetObject)
    return "";
  return "the function does not know the innermost frame; call '" +
         julia::GetStack.str() + "' in the entry block";
}

/// Returns the address of memory that is cleared, of address space 0.
Value *JuliaFrameLowering::allocateWords(uint64_t NumWords, const Twine &Name) {
  // InstCombine would make an array of several words, without the metadata.
  AllocaInst *Memory =
      Builder.CreateAlloca(ArrayType::get(Root, NumWords), nullptr, Name);
  Memory->setAlignment(Align(16));
  Memory->setMetadata(GCFrameMemoryMetadata,
                      MDNode::get(Memory->getContext(), {}));
  // Not tagged: objects in the frame are accessed with other tags.
  Builder.CreateMemSet(Memory, Builder.getInt8(0),
                       NumWords * DL.getTypeAllocSize(Root), Align(16));
  return Builder.CreatePointerBitCastOrAddrSpaceCast(Memory, Ptr);
}

/// Puts \p Objects next to each other, and the addresses of their references
/// into a frame.
void JuliaFrameLowering::allocateObjects(ArrayRef<GCPlacedObject> Objects) {
  const GCPlacedObject &Last = Objects.back();
  const uint64_t WordSize = DL.getTypeAllocSize(Root);
  ObjectMemory =
      allocateWords(divideCeil(Last.Offset + Last.Size, WordSize), "gcobjects");
  for (const GCPlacedObject &Object : Objects)
    for (const GCReferenceRun &Run : Object.References.runs())
      NumAddresses += Run.Count;
  Addresses = allocateWords(NumAddresses + FirstSlot, "gcaddresses");
  unsigned Slot = FirstSlot;
  for (const GCPlacedObject &Object : Objects) {
    uint64_t Offset = Object.Offset;
    for (const GCReferenceRun &Run : Object.References.runs()) {
      Offset += Run.Skip;
      for (uint64_t I = 0; I != Run.Count; ++I, Offset += WordSize)
        tag(Builder.CreateStore(Builder.CreateConstInBoundsGEP1_64(
                                    Builder.getInt8Ty(), ObjectMemory, Offset),
                                getField(Addresses, Slot++, "")));
    }
  }
}

void JuliaFrameLowering::allocate(CallInst &Call,
                                  ArrayRef<GCPlacedObject> Objects) {
  const uint64_t NumSlots =
      cast<ConstantInt>(Call.getArgOperand(0))->getZExtValue();
  BasicBlock &Entry = Call.getFunction()->getEntryBlock();
  Builder.SetInsertPoint(&Entry, Entry.begin());
  Builder.SetCurrentDebugLocation(DebugLoc());
  Value *Frame = allocateWords(NumSlots + FirstSlot, "gcframe");
  if (!Objects.empty())
    allocateObjects(Objects);
  Frame->takeName(&Call);
  Call.replaceAllUsesWith(Frame);
  Call.eraseFromParent();
}

/// Makes \p Frame the innermost one. \p Count is its first word.
void JuliaFrameLowering::push(Value *Frame, uint64_t Count) {
  tag(Builder.CreateStore(ConstantInt::get(Word, Count),
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
    llvm_unreachable("lowered by allocate, or reported");
  case GCFrameFunction::Push:
    if (Addresses)
      push(Addresses, NumAddresses << CountShift | HasAddresses);
    push(First, cast<ConstantInt>(Call.getArgOperand(1))->getZExtValue()
                    << CountShift);
    forgetJuliaMemoryEffects(*Call.getFunction());
    break;
  case GCFrameFunction::GetSlot: {
    const auto *Index = cast<ConstantInt>(Call.getArgOperand(1));
    Result = getField(First, Index->getZExtValue() + FirstSlot, "");
    break;
  }
  case GCFrameFunction::GetObject: {
    const auto *Offset = cast<ConstantInt>(Call.getArgOperand(1));
    Result = Builder.CreateConstInBoundsGEP1_64(
        Builder.getInt8Ty(), ObjectMemory, Offset->getZExtValue());
    break;
  }
  case GCFrameFunction::Pop:
    pop(Addresses ? Addresses : First);
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
    if (isa<Instruction>(Result) && Result != ObjectMemory)
      Result->takeName(&Call);
    Call.replaceAllUsesWith(Result);
  }
  Call.eraseFromParent();
}

std::unique_ptr<GCFrameLowering>
llvm::createJuliaFrameLowering(Function &F, const GCRootStrategy &) {
  return std::make_unique<JuliaFrameLowering>(F);
}
