//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes references out of other pointers. Values that are the same pointer, or
/// point into the same object, become references together, unless one of them
/// is the address of a stack object, a global variable or a function, or is in
/// a vector or an aggregate. Whether memory then holds references where
/// references are loaded, the first execution finds out.
///
//===----------------------------------------------------------------------===//

#include "Plugin.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace irstress;

namespace {

class Converter {
public:
  explicit Converter(Module &M)
      : M(M), Reference(PointerType::get(M.getContext(), ReferenceSpace)) {}

  void run();

private:
  static bool isCandidate(const Value *V) {
    return isa<Instruction, Argument>(V) && isPointer(V->getType());
  }
  static bool isPointer(const Type *T) {
    return T->isPointerTy() && T->getPointerAddressSpace() == 0;
  }
  /// \p Operand is the same as \p Node, which may be a function for what it
  /// returns.
  void link(Value *Operand, Value *Node);
  void fix(Value *V) { Fixed.push_back(V); }
  void visit(Instruction &I);
  void visitCall(CallBase &Call);
  void visitIntrinsic(IntrinsicInst &II);
  void visitObject(AllocaInst &Alloca);

  bool isReferenceNow(Value *V) const { return Chosen.contains(V); }
  void rewrite(Function &F);
  void rewriteOperands(Instruction &I);
  void renameIntrinsic(IntrinsicInst &II);
  void rewriteObject(AllocaInst &Alloca);
  Type *convert(Type *T);

  Module &M;
  PointerType *const Reference;
  EquivalenceClasses<Value *> Classes;
  SmallVector<Value *, 32> Fixed;
  SmallPtrSet<Value *, 32> Chosen;
};

} // end anonymous namespace

void Converter::link(Value *Operand, Value *Node) {
  if (!isPointer(Operand->getType()))
    return fix(Node);
  if (isCandidate(Operand))
    Classes.unionSets(Operand, Node);
  else if (!isa<ConstantPointerNull, UndefValue>(Operand))
    fix(Node);
}

/// What is stored to a stack object is what is loaded from it.
void Converter::visitObject(AllocaInst &Alloca) {
  Value *Same = nullptr;
  bool IsFixed = false;
  SmallVector<Value *, 8> Work = {&Alloca};
  while (!Work.empty())
    for (User *U : Work.pop_back_val()->users()) {
      Value *Held = nullptr;
      if (isa<GetElementPtrInst>(U))
        Work.push_back(U);
      else if (auto *Store = dyn_cast<StoreInst>(U))
        Held = Store->getValueOperand();
      else if (isa<LoadInst>(U))
        Held = U;
      if (!Held || !isPointer(Held->getType()) ||
          isa<ConstantPointerNull, UndefValue>(Held))
        continue;
      if (!isCandidate(Held))
        IsFixed = true;
      else if (Same)
        Classes.unionSets(Same, Held);
      else
        Same = Held;
    }
  if (Same && IsFixed)
    fix(Same);
}

void Converter::visitIntrinsic(IntrinsicInst &II) {
  switch (II.getIntrinsicID()) {
  case Intrinsic::memcpy:
  case Intrinsic::memmove:
  case Intrinsic::memset:
    return;
  case Intrinsic::launder_invariant_group:
  case Intrinsic::strip_invariant_group:
    return link(II.getArgOperand(0), &II);
  default:
    for (Value *V : II.operand_values())
      if (isCandidate(V))
        fix(V);
    if (isCandidate(&II))
      fix(&II);
  }
}

void Converter::visitCall(CallBase &Call) {
  auto *Callee = dyn_cast<Function>(Call.getCalledOperand());
  if (!Callee || Callee->isVarArg())
    return;
  if (auto *II = dyn_cast<IntrinsicInst>(&Call))
    return visitIntrinsic(*II);
  for (unsigned I = 0; I != Call.arg_size(); ++I)
    if (isCandidate(Callee->getArg(I)))
      link(Call.getArgOperand(I), Callee->getArg(I));
  if (isCandidate(&Call))
    link(&Call, Callee);
}

void Converter::visit(Instruction &I) {
  if (auto *Alloca = dyn_cast<AllocaInst>(&I)) {
    fix(Alloca);
    return visitObject(*Alloca);
  }
  if (auto *Call = dyn_cast<CallBase>(&I))
    return visitCall(*Call);
  if (isa<LoadInst, StoreInst>(I))
    return;
  if (isa<PHINode, SelectInst, FreezeInst>(I)) {
    if (isCandidate(&I))
      for (Value *V : I.operand_values())
        if (V->getType() == I.getType())
          link(V, &I);
    return;
  }
  if (auto *GEP = dyn_cast<GetElementPtrInst>(&I)) {
    if (isCandidate(GEP))
      link(GEP->getPointerOperand(), GEP);
    else if (isCandidate(GEP->getPointerOperand()))
      fix(GEP->getPointerOperand());
    return;
  }
  if (isa<ICmpInst>(I)) {
    for (unsigned Number : {0, 1})
      if (isCandidate(I.getOperand(Number)))
        link(I.getOperand(!Number), I.getOperand(Number));
    return;
  }
  if (isa<ReturnInst>(I)) {
    if (I.getNumOperands() && isPointer(I.getOperand(0)->getType()))
      link(I.getOperand(0), I.getFunction());
    return;
  }
  for (Value *V : I.operand_values())
    if (isCandidate(V))
      fix(V);
  if (isCandidate(&I))
    fix(&I);
}

Type *Converter::convert(Type *T) {
  if (isPointer(T))
    return Reference;
  if (auto *A = dyn_cast<ArrayType>(T))
    return ArrayType::get(convert(A->getElementType()), A->getNumElements());
  if (auto *V = dyn_cast<FixedVectorType>(T))
    return FixedVectorType::get(convert(V->getElementType()),
                                V->getNumElements());
  if (auto *S = dyn_cast<StructType>(T)) {
    SmallVector<Type *, 4> Members;
    for (Type *Member : S->elements())
      Members.push_back(convert(Member));
    return StructType::get(M.getContext(), Members, S->isPacked());
  }
  return T;
}

/// Its type says where references are.
void Converter::rewriteObject(AllocaInst &Alloca) {
  SmallVector<Value *, 8> Work = {&Alloca};
  bool HasReferences = false;
  while (!Work.empty())
    for (User *U : Work.pop_back_val()->users()) {
      if (isa<GetElementPtrInst>(U))
        Work.push_back(U);
      Value *Held = isa<StoreInst>(U) ? cast<StoreInst>(U)->getValueOperand()
                                      : static_cast<Value *>(U);
      if (isa<LoadInst, StoreInst>(U) && isReference(Held->getType()))
        HasReferences = true;
    }
  if (HasReferences)
    Alloca.setAllocatedType(convert(Alloca.getAllocatedType()));
}

void Converter::renameIntrinsic(IntrinsicInst &II) {
  SmallVector<Type *, 3> Types;
  if (isa<MemTransferInst>(II))
    Types = {II.getArgOperand(0)->getType(), II.getArgOperand(1)->getType(),
             II.getArgOperand(2)->getType()};
  else if (isa<MemSetInst>(II))
    Types = {II.getArgOperand(0)->getType(), II.getArgOperand(2)->getType()};
  else if (II.getIntrinsicID() == Intrinsic::launder_invariant_group ||
           II.getIntrinsicID() == Intrinsic::strip_invariant_group)
    Types = {II.getArgOperand(0)->getType()};
  else
    return;
  II.setCalledFunction(
      Intrinsic::getOrInsertDeclaration(&M, II.getIntrinsicID(), Types));
}

/// Constants get the types of what they are used with.
void Converter::rewriteOperands(Instruction &I) {
  const auto adapt = [&](Use &U, Type *T) {
    if (!isReference(T) || U->getType() == T || !isa<Constant>(U))
      return;
    U = isa<UndefValue>(U) ? static_cast<Constant *>(UndefValue::get(T))
                           : Constant::getNullValue(T);
  };
  if (auto *II = dyn_cast<IntrinsicInst>(&I)) {
    renameIntrinsic(*II);
  } else if (auto *Call = dyn_cast<CallBase>(&I)) {
    auto *Callee = dyn_cast<Function>(Call->getCalledOperand());
    if (!Callee)
      return;
    Call->mutateFunctionType(Callee->getFunctionType());
    for (unsigned A = 0; A != Call->arg_size(); ++A)
      if (!Callee->isVarArg())
        adapt(Call->getArgOperandUse(A), Callee->getArg(A)->getType());
  } else if (isa<ReturnInst>(I)) {
    if (I.getNumOperands())
      adapt(I.getOperandUse(0), I.getFunction()->getReturnType());
  } else if (isa<ICmpInst>(I)) {
    adapt(I.getOperandUse(0), I.getOperand(1)->getType());
    adapt(I.getOperandUse(1), I.getOperand(0)->getType());
  } else if (isa<PHINode, FreezeInst>(I)) {
    for (Use &U : I.operands())
      adapt(U, I.getType());
  } else if (isa<SelectInst>(I)) {
    adapt(I.getOperandUse(1), I.getType());
    adapt(I.getOperandUse(2), I.getType());
  } else if (isa<GetElementPtrInst>(I)) {
    adapt(I.getOperandUse(0), I.getType());
  }
}

/// Gives the function its new type.
void Converter::rewrite(Function &F) {
  SmallVector<Type *, 8> Parameters;
  bool IsChanged = Chosen.contains(&F);
  for (Argument &A : F.args()) {
    IsChanged |= Chosen.contains(&A);
    Parameters.push_back(Chosen.contains(&A) ? Reference : A.getType());
  }
  if (!IsChanged)
    return;
  Type *Result = Chosen.contains(&F) ? Reference : F.getReturnType();
  auto *New = Function::Create(FunctionType::get(Result, Parameters, false),
                               F.getLinkage(), "");
  M.getFunctionList().insert(F.getIterator(), New);
  New->copyAttributesFrom(&F);
  New->takeName(&F);
  New->splice(New->begin(), &F);
  for (Argument &A : F.args()) {
    Argument *Other = New->getArg(A.getArgNo());
    if (Other->getType() != A.getType())
      A.mutateType(Other->getType());
    A.replaceAllUsesWith(Other);
    Other->takeName(&A);
  }
  F.replaceAllUsesWith(New);
  F.eraseFromParent();
}

void Converter::run() {
  SmallVector<Function *, 16> All;
  for (Function &F : M) {
    if (F.isIntrinsic())
      continue;
    All.push_back(&F);
    const bool IsTaken = F.hasAddressTaken() || F.isVarArg();
    for (Argument &A : F.args())
      if (isCandidate(&A) &&
          (IsTaken || A.hasByValAttr() || A.hasStructRetAttr()))
        fix(&A);
    if (IsTaken && isPointer(F.getReturnType()))
      fix(&F);
    for (Instruction &I : instructions(F)) {
      if (isCandidate(&I))
        Classes.insert(&I);
      visit(I);
    }
    for (Argument &A : F.args())
      if (isCandidate(&A))
        Classes.insert(&A);
  }
  SmallPtrSet<Value *, 32> Leaders;
  for (Value *V : Fixed)
    Leaders.insert(Classes.getOrInsertLeaderValue(V));
  for (const auto *Member : Classes)
    if (!Leaders.contains(Classes.getLeaderValue(Member->getData())))
      Chosen.insert(Member->getData());
  for (Function *F : All)
    for (Instruction &I : instructions(F))
      if (Chosen.contains(&I))
        I.mutateType(Reference);
  for (Function *F : All)
    rewrite(*F);
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      rewriteOperands(I);
      if (auto *Alloca = dyn_cast<AllocaInst>(&I))
        rewriteObject(*Alloca);
    }
}

void irstress::makeReferences(Module &M) { Converter(M).run(); }
