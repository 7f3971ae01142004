//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GCFrameCalls.h"
#include "GCFrameLowering.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/GC/GCRootStrategy.h"

using namespace llvm;

/// The variable with the innermost frame.
static constexpr StringLiteral RootChainName = "llvm_gc_root_chain";

static constexpr Align FrameAlignment = Align::Constant<16>();
static_assert(FrameAlignment.value() >= GCFrameObjectAlignment);

namespace {

/// Lowers the calls of one function to the layout of the shadow stack.
class ShadowStackLowering : public GCFrameLowering {
  Module &M;
  const DataLayout &DL;
  const GCPointers &Pointers;
  PointerType *Ptr, *Root;
  IRBuilder<> Builder;
  /// The type and the number of slots of the frame, once its memory is there.
  StructType *FrameTy = nullptr;
  unsigned NumSlots = 0;
  /// Where slots end and objects begin, in bytes.
  uint64_t SlotsEnd = 0, ObjectsStart = 0;
  ArrayRef<GCPlacedObject> Objects;

  enum Field { Outer, Map, Slots };

  Value *getField(Value *Frame, Field Number);
  Value *getByte(Value *Frame, uint64_t Offset);
  Value *getChain();
  Constant *getFrameMap();
  void clear(Value *Start, uint64_t Offset, uint64_t Size);
  void push(Value *Frame);
  Value *getSlot(Value *Frame, Value *Index);

public:
  ShadowStackLowering(Function &F, const GCRootStrategy &Strategy)
      : M(*F.getParent()), DL(M.getDataLayout()), Pointers(Strategy.Pointers),
        Ptr(PointerType::getUnqual(F.getContext())),
        Root(PointerType::get(F.getContext(), *Pointers.getRootAddressSpace())),
        Builder(F.getContext()) {}

  std::string findProblem(GCFrameFunction Part) override;
  void allocate(CallInst &Call, ArrayRef<GCPlacedObject> Placed) override;
  void lower(GCFrameFunction Part, CallInst &Call) override;
};

} // end anonymous namespace

Value *ShadowStackLowering::getField(Value *Frame, Field Number) {
  return Number == Outer ? Frame
                         : Builder.CreateStructGEP(FrameTy, Frame, Number);
}

Value *ShadowStackLowering::getByte(Value *Frame, uint64_t Offset) {
  return Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Frame, Offset);
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

/// Returns the map, whose name says what is in it.
Constant *ShadowStackLowering::getFrameMap() {
  GCReferenceRuns References = makeGCReferenceRuns(Pointers, DL);
  for (const GCPlacedObject &Object : Objects)
    References.add(ObjectsStart - SlotsEnd + Object.Offset, Object.References);
  const ArrayRef<GCReferenceRun> Runs = References.runs();
  std::string Name = "llvm_gc_frame_map." + std::to_string(NumSlots);
  std::vector<uint32_t> Numbers;
  for (const auto [Skip, Count] : Runs) {
    Name += "." + std::to_string(Skip) + "x" + std::to_string(Count);
    Numbers.push_back(Skip);
    Numbers.push_back(Count);
  }
  SmallVector<Constant *, 3> Fields = {Builder.getInt32(NumSlots),
                                       Builder.getInt32(Runs.size())};
  if (!Runs.empty())
    Fields.push_back(ConstantDataArray::get(M.getContext(), Numbers));
  Constant *Value = ConstantStruct::getAnon(Fields);
  return M.getOrInsertGlobal(Name, Value->getType(), [&] {
    auto *Result =
        new GlobalVariable(M, Value->getType(), /*isConstant=*/true,
                           GlobalValue::LinkOnceODRLinkage, Value, Name);
    Result->setVisibility(GlobalValue::HiddenVisibility);
    if (M.getTargetTriple().supportsCOMDAT())
      Result->setComdat(M.getOrInsertComdat(Name));
    return Result;
  });
}

void ShadowStackLowering::allocate(CallInst &Call,
                                   ArrayRef<GCPlacedObject> Placed) {
  Objects = Placed;
  NumSlots = cast<ConstantInt>(Call.getArgOperand(0))->getZExtValue();
  SmallVector<Type *, 4> Fields = {Ptr, Ptr, ArrayType::get(Root, NumSlots)};
  FrameTy = StructType::get(M.getContext(), Fields);
  SlotsEnd = DL.getStructLayout(FrameTy)->getElementOffset(Slots) +
             NumSlots * DL.getTypeAllocSize(Root);
  ObjectsStart = alignTo(SlotsEnd, GCFrameObjectAlignment);
  if (!Objects.empty()) {
    const GCPlacedObject &Last = Objects.back();
    const uint64_t End = ObjectsStart + Last.Offset + Last.Size;
    Fields.push_back(ArrayType::get(Builder.getInt8Ty(), End - SlotsEnd));
    FrameTy = StructType::get(M.getContext(), Fields);
  }
  BasicBlock &Entry = Call.getFunction()->getEntryBlock();
  Builder.SetInsertPoint(&Entry, Entry.begin());
  Builder.SetCurrentDebugLocation(DebugLoc());
  AllocaInst *Memory = Builder.CreateAlloca(FrameTy);
  Memory->setAlignment(FrameAlignment);
  Memory->setName("gcframe");
  Memory->setMetadata(GCFrameMemoryMetadata, MDNode::get(M.getContext(), {}));
  Call.replaceAllUsesWith(
      Builder.CreatePointerBitCastOrAddrSpaceCast(Memory, Ptr));
  Call.eraseFromParent();
}

/// Clears \p Size bytes at \p Start, which is byte \p Offset of the frame.
void ShadowStackLowering::clear(Value *Start, uint64_t Offset, uint64_t Size) {
  Builder.CreateMemSet(Start, Builder.getInt8(0), Size,
                       commonAlignment(FrameAlignment, Offset));
}

void ShadowStackLowering::push(Value *Frame) {
  const uint64_t Size = NumSlots * DL.getTypeAllocSize(Root);
  if (Size)
    clear(getField(Frame, Slots), SlotsEnd - Size, Size);
  // From the first reference to the last, whatever is between.
  for (const GCPlacedObject &Object : Objects)
    if (!Object.References.runs().empty()) {
      const uint64_t First = Object.References.runs().front().Skip;
      const uint64_t Start = ObjectsStart + Object.Offset + First;
      clear(getByte(Frame, Start), Start, Object.References.getEnd() - First);
    }
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
  if (Part == GCFrameFunction::New || Part == GCFrameFunction::GetSlot ||
      Part == GCFrameFunction::GetObject)
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
    llvm_unreachable("lowered by allocate");
  case GCFrameFunction::Push:
    push(First);
    break;
  case GCFrameFunction::GetSlot:
    Result = getSlot(First, Call.getArgOperand(1));
    Result->takeName(&Call);
    break;
  case GCFrameFunction::GetObject: {
    const auto *Offset = cast<ConstantInt>(Call.getArgOperand(1));
    Result = getByte(First, ObjectsStart + Offset->getZExtValue());
    Result->takeName(&Call);
    break;
  }
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
