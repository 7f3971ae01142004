//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JuliaCalls.h"
#include "JuliaGC.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

Value *llvm::createJuliaTagAddress(IRBuilderBase &Builder, Value *Object) {
  Type *Word = getJuliaWord(*Builder.GetInsertBlock()->getParent());
  return Builder.CreateInBoundsGEP(Word, Object,
                                   ConstantInt::getSigned(Word, -1));
}

/// Loads the state of the thread that runs \p Call, from the task. Returns null
/// if there is none in front of the call.
static Value *loadThread(CallBase &Call) {
  Value *Stack = getJuliaStack(*Call.getFunction());
  auto *Access = dyn_cast_or_null<Instruction>(Stack);
  if (!Stack || (Access && Access->getParent() == Call.getParent() &&
                 !Access->comesBefore(&Call)))
    return nullptr;
  IRBuilder<> Builder(&Call);
  PointerType *Ptr = Builder.getPtrTy();
  Value *Field = Builder.CreateConstInBoundsGEP1_32(
      Ptr, Stack, julia::WordsToThread, "ptls_field");
  auto *Thread = Builder.CreateLoad(Ptr, Field, "ptls_load");
  Thread->setMetadata(LLVMContext::MD_tbaa,
                      getJuliaTBAA(Call.getContext(), "jtbaa_gcframe"));
  return Thread;
}

namespace {

/// What the operand bundles of an allocation ask for.
class ObjectInitializer {
  CallBase &Call;
  IRBuilder<> Builder;
  Value *const Object;

  Value *getAddress(Value *Offset) {
    return Builder.CreateInBoundsGEP(Builder.getInt8Ty(), Object, Offset);
  }

public:
  ObjectInitializer(CallBase &Call, Value *Object)
      : Call(Call), Builder(&Call), Object(Object) {}
  void run();
};

} // end anonymous namespace

void ObjectInitializer::run() {
  for (unsigned I = 0; I != Call.getNumOperandBundles(); ++I) {
    const OperandBundleUse Bundle = Call.getOperandBundleAt(I);
    const ArrayRef<Use> Inputs = Bundle.Inputs;
    const StringRef Name = Bundle.getTagName();
    if (Name == julia::PointerOffsetsBundle) {
      for (const Use &Offset : Inputs)
        Builder.CreateStore(
            Constant::getNullValue(Builder.getPtrTy(julia::Tracked)),
            getAddress(Offset));
      continue;
    }
    const bool IsIndirect = Name == julia::IndirectZeroInitBundle;
    if (Name != julia::ZeroInitBundle && !IsIndirect)
      continue;
    for (unsigned Pair = 0; Pair + 1 < Inputs.size(); Pair += 2) {
      Value *Start = getAddress(Inputs[Pair]);
      if (IsIndirect)
        Start = Builder.CreateLoad(Builder.getPtrTy(), Start);
      Builder.CreateMemSet(Start, Builder.getInt8(0), Inputs[Pair + 1],
                           MaybeAlign());
    }
  }
}

/// Returns what is wrong with the operand bundles of \p Call, or nothing.
static StringRef findBundleProblem(const CallBase &Call) {
  for (unsigned I = 0; I != Call.getNumOperandBundles(); ++I) {
    const OperandBundleUse Bundle = Call.getOperandBundleAt(I);
    const StringRef Name = Bundle.getTagName();
    const bool IsPairs =
        Name == julia::ZeroInitBundle || Name == julia::IndirectZeroInitBundle;
    if (!IsPairs && Name != julia::PointerOffsetsBundle)
      continue;
    if (IsPairs && Bundle.Inputs.size() % 2 != 0)
      return "its operand bundle is not a list of pairs of an offset and a "
             "size";
    for (const Use &Input : Bundle.Inputs)
      if (!Input->getType()->isIntegerTy())
        return "its operand bundle has operands other than offsets and sizes";
  }
  return "";
}

bool llvm::lowerJuliaAllocation(CallBase &Call) {
  const Function &F = *Call.getFunction();
  Type *Ptr = PointerType::getUnqual(Call.getContext());
  Type *Root = PointerType::get(Call.getContext(), julia::Tracked);
  if (!checkJuliaCall(Call, Root, {Ptr, nullptr, Root}))
    return false;
  if (const StringRef Problem = findBundleProblem(Call); !Problem.empty()) {
    reportJuliaCall(Call, Problem);
    return false;
  }
  Value *Thread = loadThread(Call);
  if (!Thread) {
    reportJuliaCall(Call, "the task is not known before it; call '" +
                              julia::GetStack +
                              "' at the start of the entry block");
    return false;
  }
  IRBuilder<> Builder(&Call);
  Type *Word = getJuliaWord(F);
  Value *Type = Call.getArgOperand(2);
  Value *Operands[] = {Thread,
                       Builder.CreateZExtOrTrunc(Call.getArgOperand(1), Word),
                       Builder.CreatePtrToInt(Type, Word)};
  FunctionCallee Bytes = Call.getModule()->getOrInsertFunction(
      julia::AllocateBytes, Root, Ptr, Word, Word);
  CallInst *New = Builder.CreateCall(Bytes, Operands);
  New->setAttributes(AttributeList::get(Call.getContext(), AttributeSet(),
                                        Call.getAttributes().getRetAttrs(),
                                        {}));
  New->copyMetadata(Call);
  New->takeName(&Call);
  StoreInst *Store =
      Builder.CreateAlignedStore(Type, createJuliaTagAddress(Builder, New),
                                 F.getDataLayout().getPointerABIAlignment(0));
  Store->setOrdering(AtomicOrdering::Unordered);
  Store->setMetadata(
      LLVMContext::MD_tbaa,
      getJuliaTBAA(Call.getContext(), "jtbaa_tag", "jtbaa_data"));
  ObjectInitializer(Call, New).run();
  Call.replaceAllUsesWith(New);
  Call.eraseFromParent();
  return true;
}
