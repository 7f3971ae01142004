//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SafepointIntrinsics.h"
#include "GCBaseMaterialization.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/GCBasePointers.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

/// Computes the offset of \p Pointer from \p Base.
static Value *createOffset(IRBuilder<> &Builder, const DataLayout &DL,
                           Value *Base, Value *Pointer, bool IsNamed) {
  auto GetName = [&](Value *V) {
    return IsNamed && V->hasName() ? (V->getName() + ".int").str()
                                   : std::string();
  };
  Type *IntTy = Builder.getIntNTy(
      DL.getPointerSizeInBits(Pointer->getType()->getPointerAddressSpace()));
  Value *BaseInt = Builder.CreatePtrToInt(Base, IntTy, GetName(Base));
  Value *PointerInt = Builder.CreatePtrToInt(Pointer, IntTy, GetName(Pointer));
  return Builder.CreateSub(PointerInt, BaseInt);
}

void llvm::lowerPointerQueries(ArrayRef<CallInst *> Calls,
                               GCBasePointers &Bases,
                               GCBaseMaterializer &Materializer) {
  for (CallInst *Call : Calls) {
    Value *Pointer = Call->getArgOperand(0);
    Value *Result = Materializer.get(Pointer);
    if (Call->getIntrinsicID() == Intrinsic::experimental_gc_get_pointer_base) {
      if (Result->getType() != Call->getType())
        Result = CastInst::CreatePointerBitCastOrAddrSpaceCast(
            Result, Call->getType(), "cast", Call->getIterator());
      if (!Result->hasName())
        Result->takeName(Call);
    } else {
      IRBuilder<> Builder(Call);
      Result = createOffset(Builder, Call->getDataLayout(), Result, Pointer,
                            /*IsNamed=*/true);
      Result->takeName(Call);
    }
    Bases.forget(Call);
    Call->replaceAllUsesWith(Result);
    Call->eraseFromParent();
  }
}

/// The bases of what is only copied from or to on paths that are never executed
/// are null.
static Value *getBaseOfOperand(Value *Pointer,
                               GCBaseMaterializer &Materializer) {
  return isa<Constant>(Pointer) ? Constant::getNullValue(Pointer->getType())
                                : Materializer.get(Pointer);
}

CallBase *llvm::lowerElementCopy(CallBase &Call,
                                 GCBaseMaterializer &Materializer) {
  IRBuilder<> Builder(&Call);
  const DataLayout &DL = Call.getDataLayout();
  SmallVector<Value *, 5> Arguments;
  SmallVector<Type *, 5> Types;
  for (Value *Pointer : {Call.getArgOperand(0), Call.getArgOperand(1)}) {
    Value *Base = getBaseOfOperand(Pointer, Materializer);
    Arguments.push_back(Base);
    Arguments.push_back(
        createOffset(Builder, DL, Base, Pointer, /*IsNamed=*/false));
  }
  Arguments.push_back(Call.getArgOperand(2));
  for (Value *Argument : Arguments)
    Types.push_back(Argument->getType());

  const bool IsMove =
      Call.getIntrinsicID() == Intrinsic::memmove_element_unordered_atomic;
  const uint64_t Size =
      cast<ConstantInt>(Call.getArgOperand(3))->getZExtValue();
  const std::string Name =
      std::string("__llvm_mem") + (IsMove ? "move" : "cpy") +
      "_element_unordered_atomic_safepoint_" + std::to_string(Size);
  FunctionCallee Callee = Call.getModule()->getOrInsertFunction(
      Name, FunctionType::get(Builder.getVoidTy(), Types, /*isVarArg=*/false));

  SmallVector<OperandBundleDef, 2> Bundles;
  Call.getOperandBundlesAsDefs(Bundles);
  CallBase *Copy;
  if (auto *Invoke = dyn_cast<InvokeInst>(&Call)) {
    Copy = Builder.CreateInvoke(Callee, Invoke->getNormalDest(),
                                Invoke->getUnwindDest(), Arguments, Bundles);
  } else {
    Copy = Builder.CreateCall(Callee, Arguments, Bundles);
    cast<CallInst>(Copy)->setTailCallKind(
        cast<CallInst>(Call).getTailCallKind());
  }
  Copy->setCallingConv(Call.getCallingConv());
  // The arguments are others, and so are their attributes.
  Copy->setAttributes(AttributeList::get(Call.getContext(),
                                         Call.getAttributes().getFnAttrs(),
                                         AttributeSet(), {}));
  Call.eraseFromParent();
  return Copy;
}
