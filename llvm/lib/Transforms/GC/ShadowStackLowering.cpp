//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GCFrameLowering.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/GC/GCRootStrategy.h"

using namespace llvm;

/// The variable with the innermost frame.
static constexpr StringLiteral RootChainName = "llvm_gc_root_chain";

namespace {

/// Lowers the calls of one function to the layout of the shadow stack.
class ShadowStackLowering : public GCFrameLowering {
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

  std::string findProblem(GCFrameFunction Part) override;
  void lower(GCFrameFunction Part, CallInst &Call) override;
};

} // end anonymous namespace

Value *ShadowStackLowering::getField(Value *Frame, Field Number) {
  return Number == Outer ? Frame
                         : Builder.CreateStructGEP(FrameTy, Frame, Number);
}

/// Returns the address of the variable that holds the innermost frame.
Value *ShadowStackLowering::getChain() {
  GlobalValue *Chain = M.getNamedValue(RootChainName);
  if (!Chain)
    Chain = new GlobalVariable(
        M, Ptr, /*isConstant=*/false, GlobalValue::ExternalLinkage, nullptr,
        RootChainName, nullptr, GlobalValue::GeneralDynamicTLSModel);
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

std::string ShadowStackLowering::findProblem(GCFrameFunction Part) {
  if (Part == GCFrameFunction::New || Part == GCFrameFunction::GetSlot)
    return "";
  // The list may begin with something that cannot hold the innermost frame.
  const GlobalValue *Chain = M.getNamedValue(RootChainName);
  if (!Chain || Chain->getValueType() == Ptr)
    return "";
  return "'" + RootChainName.str() +
         "' is not a variable of type ptr; rename it";
}

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

std::unique_ptr<GCFrameLowering>
llvm::createShadowStackLowering(Function &F, const GCRootStrategy &Strategy) {
  return std::make_unique<ShadowStackLowering>(F, Strategy);
}
