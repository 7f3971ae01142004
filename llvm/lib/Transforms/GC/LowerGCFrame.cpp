//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/GC/LowerGCFrame.h"
#include "GCFrameCalls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/GC/GCFrameFunctions.h"
#include "llvm/Transforms/GC/GCRootStrategy.h"

#define DEBUG_TYPE "lower-gc-frame"

using namespace llvm;

STATISTIC(NumFrames, "Number of frames");
STATISTIC(NumSlots, "Number of slots of frames");

namespace {

/// Lowers the calls of one function to the layout of the shadow stack.
class ShadowStackLowering {
  Module &M;
  PointerType *Ptr, *Root;
  IRBuilder<> Builder;
  /// The type and the number of slots of the frame, once its memory is there.
  StructType *FrameTy = nullptr;
  unsigned NumSlots = 0;

  enum Field { Outer, Map, Slots };

  Value *getField(Value *Frame, Field Number);
  Value *getChain();
  GlobalVariable *getFrameMap();
  Value *allocate(CallInst &Call);
  void push(Value *Frame);
  Value *getSlot(Value *Frame, Value *Index);

public:
  ShadowStackLowering(Function &F, const GCRootStrategy &Strategy)
      : M(*F.getParent()), Ptr(PointerType::getUnqual(F.getContext())),
        Root(PointerType::get(F.getContext(),
                              *Strategy.Pointers.getRootAddressSpace())),
        Builder(F.getContext()) {}

  void lower(GCFrameFunction Part, CallInst &Call);
};

} // end anonymous namespace

Value *ShadowStackLowering::getField(Value *Frame, Field Number) {
  return Number == Outer ? Frame
                         : Builder.CreateStructGEP(FrameTy, Frame, Number);
}

/// Returns the address of the variable that holds the innermost frame.
Value *ShadowStackLowering::getChain() {
  GlobalValue *Chain = M.getNamedValue(GCRootChainName);
  if (!Chain)
    Chain = new GlobalVariable(
        M, Ptr, /*isConstant=*/false, GlobalValue::ExternalLinkage, nullptr,
        GCRootChainName, nullptr, GlobalValue::GeneralDynamicTLSModel);
  if (!Chain->isThreadLocal())
    return Chain;
  return Builder.CreateThreadLocalAddress(Chain);
}

GlobalVariable *ShadowStackLowering::getFrameMap() {
  const std::string Name = "llvm_gc_frame_map." + std::to_string(NumSlots);
  Type *Number = Builder.getInt32Ty();
  auto *MapTy = StructType::get(Number, Number);
  return M.getOrInsertGlobal(Name, MapTy, [&] {
    auto *Result = new GlobalVariable(
        M, MapTy, /*isConstant=*/true, GlobalValue::LinkOnceODRLinkage,
        ConstantStruct::get(MapTy, Builder.getInt32(NumSlots),
                            Builder.getInt32(0)),
        Name);
    Result->setVisibility(GlobalValue::HiddenVisibility);
    if (M.getTargetTriple().supportsCOMDAT())
      Result->setComdat(M.getOrInsertComdat(Name));
    return Result;
  });
}

Value *ShadowStackLowering::allocate(CallInst &Call) {
  NumSlots = cast<ConstantInt>(Call.getArgOperand(0))->getZExtValue();
  FrameTy = StructType::get(Ptr, Ptr, ArrayType::get(Root, NumSlots));
  BasicBlock &Entry = Call.getFunction()->getEntryBlock();
  Builder.SetInsertPoint(&Entry, Entry.begin());
  Builder.SetCurrentDebugLocation(DebugLoc());
  AllocaInst *Memory = Builder.CreateAlloca(FrameTy);
  Memory->setAlignment(Align(16));
  Memory->setName("gcframe");
  ++NumFrames;
  ::NumSlots += NumSlots;
  return Builder.CreatePointerBitCastOrAddrSpaceCast(Memory, Ptr);
}

void ShadowStackLowering::push(Value *Frame) {
  const DataLayout &DL = M.getDataLayout();
  const StructLayout &Layout = *DL.getStructLayout(FrameTy);
  const uint64_t Start = Layout.getElementOffset(Slots);
  if (NumSlots)
    Builder.CreateMemSet(getField(Frame, Slots), Builder.getInt8(0),
                         NumSlots * DL.getTypeAllocSize(Root),
                         commonAlignment(Align(16), Start));
  Value *Chain = getChain();
  Builder.CreateStore(Builder.CreateLoad(Ptr, Chain), getField(Frame, Outer));
  Builder.CreateStore(getFrameMap(), getField(Frame, Map));
  Builder.CreateStore(Frame, Chain);
}

Value *ShadowStackLowering::getSlot(Value *Frame, Value *Index) {
  return Builder.CreateInBoundsGEP(
      FrameTy, Frame, {Builder.getInt32(0), Builder.getInt32(Slots), Index});
}

/// Replaces \p Call. The memory of the frame has to be there.
void ShadowStackLowering::lower(GCFrameFunction Part, CallInst &Call) {
  Builder.SetInsertPoint(&Call);
  Value *First = Call.arg_empty() ? nullptr : Call.getArgOperand(0);
  Value *Result = nullptr;
  switch (Part) {
  case GCFrameFunction::New:
    Result = allocate(Call);
    break;
  case GCFrameFunction::Push:
    push(First);
    break;
  case GCFrameFunction::GetSlot:
    Result = getSlot(First, Call.getArgOperand(1));
    Result->takeName(&Call);
    break;
  case GCFrameFunction::Pop:
    Builder.CreateStore(Builder.CreateLoad(Ptr, getField(First, Outer)),
                        getChain());
    break;
  case GCFrameFunction::Save:
    Result = Builder.CreateLoad(Ptr, getChain());
    Result->takeName(&Call);
    break;
  case GCFrameFunction::Relink:
  case GCFrameFunction::Restore:
    Builder.CreateStore(First, getChain());
    break;
  }
  if (Result)
    Call.replaceAllUsesWith(Result);
  Call.eraseFromParent();
}

/// Returns true if \p F changed.
static bool lowerFunction(Function &F, const GCRootStrategy &Strategy) {
  GCFrameCalls Calls(F, Strategy);
  if (!Calls.isValid())
    return false;
  switch (Strategy.Layout) {
  case GCFrameLayout::ShadowStack: {
    ShadowStackLowering Lowering(F, Strategy);
    // The others need to know its type.
    if (CallInst *Frame = Calls.getFrame())
      Lowering.lower(GCFrameFunction::New, *Frame);
    for (auto [Part, Call] : Calls.getOthers())
      Lowering.lower(Part, *Call);
    break;
  }
  }
  if (F.hasGC())
    F.clearGC();
  else
    F.addFnAttr(GCFrameLoweredAttribute);
  return true;
}

/// Erases the declarations of frame functions that nobody needs any more.
static bool eraseDeclarations(Module &M) {
  bool Changed = false;
  for (const GCRootStrategy &Strategy : getGCRootStrategies())
    for (const GCFrameFunction Part : getGCFrameFunctions()) {
      Function *F = M.getFunction(getGCFrameFunctionName(Part, Strategy));
      if (!F || !F->isDeclaration() || !F->use_empty())
        continue;
      F->eraseFromParent();
      Changed = true;
    }
  return Changed;
}

PreservedAnalyses LowerGCFramePass::run(Module &M, ModuleAnalysisManager &AM) {
  bool Changed = false;
  for (Function &F : M)
    if (const GCRootStrategy *Strategy = getGCRootStrategy(F))
      Changed |= lowerFunction(F, *Strategy);
  Changed |= eraseDeclarations(M);
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
