//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Calls of the harness (Driver.cpp, with LEARN) in front of all that may have
/// undefined behavior, or may depend on where objects are.
///
//===----------------------------------------------------------------------===//

#include "Plugin.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/Alignment.h"

using namespace llvm;
using namespace irstress;

namespace {

/// What is accessed. Driver.cpp has the same.
enum Kind : unsigned { Number, Reference, Native, Bytes };

struct Part {
  uint64_t Offset, Size;
  Kind What;
};

class Instrumenter {
public:
  explicit Instrumenter(Module &M) : H(M), DL(M.getDataLayout()) {}

  void run(Function &F);
  /// Of a function that only makes arguments.
  void runEntry(Function &F);

private:
  void visit(Instruction &I);
  void visitCall(CallBase &Call);
  void access(Instruction &I, Value *Address, Type *T, Align A, bool IsStore);
  void accessBytes(Instruction &I, Value *Address, Value *Size, bool IsStore);
  void value(Instruction &I, Value *V);
  void addObject(IRBuilder<> &B, Value *Object, Value *Size, Type *T);
  void call(IRBuilder<> &B, StringRef Name, ArrayRef<Value *> Arguments);

  Harness H;
  const DataLayout &DL;
};

} // end anonymous namespace

/// What a value of type \p T is made of.
static void findParts(Type *T, uint64_t Offset, const DataLayout &DL,
                      SmallVectorImpl<Part> &Parts) {
  const uint64_t Size = DL.getTypeStoreSize(T).getFixedValue();
  if (auto *S = dyn_cast<StructType>(T)) {
    const StructLayout *Layout = DL.getStructLayout(S);
    for (unsigned I = 0; I != S->getNumElements(); ++I)
      findParts(S->getElementType(I), Offset + Layout->getElementOffset(I), DL,
                Parts);
  } else if (auto *A = dyn_cast<ArrayType>(T)) {
    const uint64_t Step = DL.getTypeAllocSize(A->getElementType());
    for (uint64_t I = 0; I != A->getNumElements(); ++I)
      findParts(A->getElementType(), Offset + I * Step, DL, Parts);
  } else if (auto *V = dyn_cast<FixedVectorType>(T);
             V && V->getElementType()->isPointerTy()) {
    for (uint64_t I = 0; I != V->getNumElements(); ++I)
      findParts(V->getElementType(), Offset + I * 8, DL, Parts);
  } else {
    Parts.push_back({Offset, Size,
                     isReference(T)     ? Reference
                     : T->isPointerTy() ? Native
                                        : Number});
  }
}

void Instrumenter::call(IRBuilder<> &B, StringRef Name,
                        ArrayRef<Value *> Arguments) {
  SmallVector<Value *, 4> Cast;
  SmallVector<Type *, 4> Types;
  for (Value *V : Arguments) {
    Cast.push_back(
        V->getType()->isPointerTy() ? B.CreateAddrSpaceCast(V, H.Pointer) : V);
    Types.push_back(Cast.back()->getType());
  }
  B.CreateCall(H.get(Name, H.Void, Types), Cast);
}

void Instrumenter::access(Instruction &I, Value *Address, Type *T, Align A,
                          bool IsStore) {
  SmallVector<Part, 4> Parts;
  findParts(T, 0, DL, Parts);
  IRBuilder<> B(&I);
  for (const Part &P : Parts) {
    Value *Place = B.CreatePtrAdd(Address, B.getInt64(P.Offset));
    call(B, IsStore ? "write" : "read",
         {Place, B.getInt64(P.Size),
          B.getInt64(commonAlignment(A, P.Offset).value()),
          B.getInt64(P.What)});
  }
  if (!IsStore || isa<InvokeInst>(I))
    return;
  B.SetInsertPoint(I.getNextNode());
  for (const Part &P : Parts)
    if (P.What != Number)
      call(B, "written",
           {B.CreatePtrAdd(Address, B.getInt64(P.Offset)), B.getInt64(P.What)});
}

void Instrumenter::accessBytes(Instruction &I, Value *Address, Value *Size,
                               bool IsStore) {
  IRBuilder<> B(&I);
  call(B, IsStore ? "write" : "read",
       {Address, B.CreateZExtOrTrunc(Size, H.Int), B.getInt64(1),
        B.getInt64(Bytes)});
}

/// A pointer that another function is given.
void Instrumenter::value(Instruction &I, Value *V) {
  IRBuilder<> B(&I);
  if (V->getType()->isPointerTy() && !isa<Constant>(V))
    call(B, "value",
         {V, B.getInt64(isReference(V->getType()) ? Reference : Native)});
}

void Instrumenter::visitCall(CallBase &Call) {
  if (auto *Copy = dyn_cast<MemTransferInst>(&Call)) {
    IRBuilder<> B(&Call);
    Value *Size = B.CreateZExtOrTrunc(Copy->getLength(), H.Int);
    call(B, "copy", {Copy->getRawDest(), Copy->getRawSource(), Size});
    B.SetInsertPoint(Call.getNextNode());
    return call(B, "copied", {Copy->getRawDest(), Size});
  }
  if (auto *Set = dyn_cast<MemSetInst>(&Call)) {
    accessBytes(Call, Set->getRawDest(), Set->getLength(), true);
    return;
  }
  if (isa<IntrinsicInst>(Call))
    return;
  for (unsigned I = 0; I != Call.arg_size(); ++I) {
    if (Type *T = Call.getParamByValType(I))
      accessBytes(Call, Call.getArgOperand(I),
                  ConstantInt::get(H.Int, DL.getTypeStoreSize(T)), false);
    else
      value(Call, Call.getArgOperand(I));
  }
}

void Instrumenter::visit(Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return access(I, Load->getPointerOperand(), Load->getType(),
                  Load->getAlign(), false);
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return access(I, Store->getPointerOperand(),
                  Store->getValueOperand()->getType(), Store->getAlign(), true);
  if (auto *RMW = dyn_cast<AtomicRMWInst>(&I)) {
    access(I, RMW->getPointerOperand(), RMW->getType(), RMW->getAlign(), false);
    return access(I, RMW->getPointerOperand(), RMW->getType(), RMW->getAlign(),
                  true);
  }
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
    Type *T = Exchange->getNewValOperand()->getType();
    access(I, Exchange->getPointerOperand(), T, Exchange->getAlign(), false);
    return access(I, Exchange->getPointerOperand(), T, Exchange->getAlign(),
                  true);
  }
  if (auto *Call = dyn_cast<CallBase>(&I))
    return visitCall(*Call);
  if (auto *Return = dyn_cast<ReturnInst>(&I))
    if (Value *V = Return->getReturnValue())
      return value(I, V);
  if (auto *Compare = dyn_cast<ICmpInst>(&I)) {
    Value *A = Compare->getOperand(0), *C = Compare->getOperand(1);
    IRBuilder<> B(&I);
    if (!A->getType()->isPtrOrPtrVectorTy() || isa<ConstantPointerNull>(C) ||
        isa<ConstantPointerNull>(A))
      return;
    if (A->getType()->isVectorTy())
      return Compare->isEquality() ? void() : call(B, "stop", {});
    return call(B, Compare->isEquality() ? "equal" : "compare", {A, C});
  }
  if (isa<UnreachableInst>(I)) {
    IRBuilder<> B(&I);
    return call(B, "stop", {});
  }
  if (auto *Alloca = dyn_cast<AllocaInst>(&I)) {
    IRBuilder<> B(I.getNextNode());
    Value *Size = B.CreateMul(
        B.CreateZExtOrTrunc(Alloca->getArraySize(), H.Int),
        B.getInt64(DL.getTypeAllocSize(Alloca->getAllocatedType())));
    addObject(B, &I, Size, Alloca->getAllocatedType());
  }
}

/// A stack object, and where its type has references.
void Instrumenter::addObject(IRBuilder<> &B, Value *Object, Value *Size,
                             Type *T) {
  call(B, "alloca", {Object, Size});
  SmallVector<Part, 4> Parts;
  findParts(T, 0, DL, Parts);
  for (const Part &P : Parts)
    if (P.What == Reference)
      call(B, "slot", B.CreatePtrAdd(Object, B.getInt64(P.Offset)));
}

void Instrumenter::run(Function &F) {
  SmallVector<Instruction *, 64> All;
  for (Instruction &I : instructions(F))
    All.push_back(&I);
  for (Instruction *I : All)
    visit(*I);
  IRBuilder<> Entry(&*F.getEntryBlock().getFirstInsertionPt());
  for (Argument &A : F.args())
    if (A.hasByValAttr())
      addObject(Entry, &A,
                Entry.getInt64(DL.getTypeAllocSize(A.getParamByValType())),
                A.getParamByValType());
  for (BasicBlock &BB : F) {
    IRBuilder<> B(&BB, BB.getFirstInsertionPt());
    call(B, "fuel", {});
  }
}

void Instrumenter::runEntry(Function &F) {
  SmallVector<Instruction *, 4> Objects;
  for (Instruction &I : instructions(F))
    if (isa<AllocaInst>(I))
      Objects.push_back(&I);
  for (Instruction *I : Objects)
    visit(*I);
}

/// Deopt state is nothing without statepoints.
static void dropBundles(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto *Call = dyn_cast<CallBase>(&I);
        Call && Call->hasOperandBundles()) {
      CallBase *New = CallBase::Create(Call, {}, Call->getIterator());
      Call->replaceAllUsesWith(New);
      New->takeName(Call);
      Call->eraseFromParent();
    }
}

void irstress::instrument(Module &M) {
  Instrumenter All(M);
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    F.clearGC();
    F.removeFnAttr(Attribute::SafeStack);
    dropBundles(F);
    if (F.getName().starts_with("ir_f"))
      All.run(F);
    if (F.getName().starts_with("ir_t"))
      All.runEntry(F);
  }
}
