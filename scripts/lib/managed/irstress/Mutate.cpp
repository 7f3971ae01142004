//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Puts safepoints everywhere, and takes references on detours: what is used
/// after a safepoint comes out of a vector, an aggregate, memory, another
/// function or an intrinsic. It is the same reference; all that changes is what
/// has to keep it across the safepoint.
///
//===----------------------------------------------------------------------===//

#include "Plugin.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace irstress;

/// One detour or safepoint for that many instructions, and at most.
static constexpr unsigned Density = 8, Most = 16;

namespace {

class Mutator {
public:
  Mutator(Module &M, Function &F, Random &R) : H(M), F(F), R(R) {}

  void run();

private:
  using Detour = Value *(Mutator::*)(IRBuilder<> &, Value *);

  void mutateAt(Instruction &I);
  void poll(IRBuilder<> &B, Value *V);
  Value *getPoll(IRBuilder<> &B);
  AllocaInst *makeObject(Type *T);
  Function *getFunction(StringRef Name, Type *Result,
                        ArrayRef<Type *> Parameters,
                        function_ref<void(Function &)> Fill);

  // Each returns the same reference.
  Value *takeStruct(IRBuilder<> &B, Value *V);
  Value *takeNested(IRBuilder<> &B, Value *V);
  Value *takeArray(IRBuilder<> &B, Value *V);
  Value *takeVector(IRBuilder<> &B, Value *V);
  Value *takeShuffles(IRBuilder<> &B, Value *V);
  Value *takeObject(IRBuilder<> &B, Value *V);
  Value *takeCopies(IRBuilder<> &B, Value *V);
  Value *takeValue(IRBuilder<> &B, Value *V);
  Value *takeHeap(IRBuilder<> &B, Value *V);
  Value *takeDerived(IRBuilder<> &B, Value *V);
  Value *takeDerivedVector(IRBuilder<> &B, Value *V);
  Value *takeMask(IRBuilder<> &B, Value *V);
  Value *takeSelect(IRBuilder<> &B, Value *V);
  Value *takePhi(IRBuilder<> &B, Value *V);
  Value *takeUndefined(IRBuilder<> &B, Value *V);
  Value *takeLoop(IRBuilder<> &B, Value *V);
  Value *takeFreeze(IRBuilder<> &B, Value *V);
  Value *takeInvariantGroup(IRBuilder<> &B, Value *V);
  Value *takeMaskedLoad(IRBuilder<> &B, Value *V);
  Value *takePair(IRBuilder<> &B, Value *V);
  Value *takeByval(IRBuilder<> &B, Value *V);
  Value *takeFill(IRBuilder<> &B, Value *V);
  Value *takeSharedVariable(IRBuilder<> &B, Value *V);

  static constexpr Detour Detours[] = {
      &Mutator::takeStruct,
      &Mutator::takeNested,
      &Mutator::takeArray,
      &Mutator::takeVector,
      &Mutator::takeShuffles,
      &Mutator::takeObject,
      &Mutator::takeCopies,
      &Mutator::takeHeap,
      &Mutator::takeDerived,
      &Mutator::takeDerivedVector,
      &Mutator::takeMask,
      &Mutator::takeSelect,
      &Mutator::takePhi,
      &Mutator::takeLoop,
      &Mutator::takeFreeze,
      &Mutator::takeInvariantGroup,
      &Mutator::takeMaskedLoad,
      &Mutator::takePair,
      &Mutator::takeByval,
      &Mutator::takeFill,
      &Mutator::takeValue,
      &Mutator::takeUndefined,
      &Mutator::takeSharedVariable,
  };

  Harness H;
  Function &F;
  Random &R;
};

} // end anonymous namespace

/// The function that collects: itself, or a pointer that is computed in one of
/// the ways in which nodes have several results.
Value *Mutator::getPoll(IRBuilder<> &B) {
  Value *Poll = H.get("poll", H.Void, {}, /*IsLeaf=*/false).getCallee();
  if (R.chance(80))
    return Poll;
  auto *T = StructType::get(H.M.getContext(), {H.Int, H.Pointer});
  Function *Get = getFunction("callee", T, {H.Int}, [&](Function &New) {
    New.addFnAttr(Attribute::NoInline);
    IRBuilder<> N(&New.getEntryBlock());
    Value *S = N.CreateInsertValue(PoisonValue::get(T), New.getArg(0), 0);
    N.CreateRet(N.CreateInsertValue(S, Poll, 1));
  });
  Value *Callee = B.CreateExtractValue(B.CreateCall(Get, {H.getInt(B)}), 1);
  if (R.chance(30))
    return B.CreateFreeze(Callee);
  return R.chance(30) ? B.CreateSelect(H.getTrue(B), Callee, Poll) : Callee;
}

/// A safepoint, with deopt state now and then.
void Mutator::poll(IRBuilder<> &B, Value *V) {
  SmallVector<OperandBundleDef, 1> Bundles;
  if (R.chance(15)) {
    SmallVector<Value *, 3> State = {B.getInt64(R.below(100))};
    if (V && R.chance(60))
      State.push_back(V);
    if (V && R.chance(30))
      State.push_back(B.CreatePtrAdd(V, B.getInt64(8)));
    Bundles.emplace_back("deopt", State);
  }
  B.CreateCall(FunctionType::get(H.Void, false), getPoll(B), {}, Bundles);
}

AllocaInst *Mutator::makeObject(Type *T) {
  IRBuilder<> B(&*F.getEntryBlock().getFirstInsertionPt());
  return B.CreateAlloca(T);
}

/// A function that the detours of all functions share.
Function *Mutator::getFunction(StringRef Name, Type *Result,
                               ArrayRef<Type *> Parameters,
                               function_ref<void(Function &)> Fill) {
  const std::string Full = ("ir_m" + Name).str();
  if (Function *Known = H.M.getFunction(Full))
    return Known;
  auto *New = Function::Create(FunctionType::get(Result, Parameters, false),
                               GlobalValue::InternalLinkage, Full, H.M);
  New->setGC(F.getGC());
  New->setPersonalityFn(F.getPersonalityFn());
  BasicBlock::Create(H.M.getContext(), "", New);
  Fill(*New);
  return New;
}

Value *Mutator::takeStruct(IRBuilder<> &B, Value *V) {
  auto *T = StructType::get(H.M.getContext(), {H.Int, H.Reference});
  Value *S = B.CreateInsertValue(PoisonValue::get(T), H.getOne(B), 0);
  S = B.CreateInsertValue(S, V, 1);
  poll(B, V);
  return B.CreateExtractValue(S, 1);
}

Value *Mutator::takeNested(IRBuilder<> &B, Value *V) {
  auto *Pair = FixedVectorType::get(H.Reference, 2);
  auto *T = StructType::get(H.M.getContext(),
                            {ArrayType::get(H.Reference, 2), Pair, H.Int});
  Value *Lanes =
      B.CreateInsertElement(Constant::getNullValue(Pair), V, R.below(2));
  Value *S = B.CreateInsertValue(Constant::getNullValue(T), Lanes, 1);
  if (R.chance(50))
    S = B.CreateInsertValue(S, V, {0, unsigned(R.below(2))});
  poll(B, V);
  Value *Both = B.CreateExtractValue(S, 1);
  Value *IsFirst = B.CreateICmpNE(B.CreateExtractElement(Both, uint64_t(0)),
                                  ConstantPointerNull::get(H.Reference));
  return B.CreateSelect(IsFirst, B.CreateExtractElement(Both, uint64_t(0)),
                        B.CreateExtractElement(Both, 1));
}

Value *Mutator::takeArray(IRBuilder<> &B, Value *V) {
  auto *T = ArrayType::get(H.Reference, 2);
  Value *A = R.chance(50) ? Constant::getNullValue(T)
                          : static_cast<Value *>(UndefValue::get(T));
  const unsigned Index = R.below(2);
  A = B.CreateInsertValue(A, V, Index);
  poll(B, V);
  return B.CreateExtractValue(A, Index);
}

/// The other lanes are undefined.
Value *Mutator::takeVector(IRBuilder<> &B, Value *V) {
  const unsigned Count = R.chance(70) ? 2 : 4, Lane = R.below(Count);
  auto *T = FixedVectorType::get(H.Reference, Count);
  Value *Lanes = R.chance(50) ? PoisonValue::get(T) : UndefValue::get(T);
  Lanes = B.CreateInsertElement(Lanes, V, Lane);
  if (R.chance(50))
    Lanes = B.CreateInsertElement(Lanes, V, (Lane + 1) % Count);
  poll(B, V);
  return B.CreateExtractElement(Lanes, Lane);
}

Value *Mutator::takeShuffles(IRBuilder<> &B, Value *V) {
  auto *T = FixedVectorType::get(H.Reference, 2);
  auto *Wide = FixedVectorType::get(H.Reference, 4);
  Value *Lanes = B.CreateInsertElement(PoisonValue::get(T), V, uint64_t(0));
  Lanes = B.CreateInsertElement(Lanes, V, 1);
  switch (R.below(4)) {
  case 0:
    Lanes = B.CreateVectorReverse(Lanes);
    break;
  case 1:
    Lanes = B.CreateInsertVector(Wide, Constant::getNullValue(Wide), Lanes,
                                 uint64_t(0));
    break;
  case 2:
    Lanes = B.CreateShuffleVector(Lanes, ArrayRef<int>{1, 0, -1, 1});
    break;
  default:
    Lanes =
        B.CreateInsertVector(Wide, PoisonValue::get(Wide), Lanes, uint64_t(0));
    Lanes = B.CreateExtractVector(T, Lanes, uint64_t(0));
    break;
  }
  poll(B, V);
  return B.CreateExtractElement(Lanes, R.below(2));
}

Value *Mutator::takeObject(IRBuilder<> &B, Value *V) {
  Type *Types[] = {H.Reference, ArrayType::get(H.Reference, 3),
                   StructType::get(H.M.getContext(), {H.Int, H.Reference}),
                   FixedVectorType::get(H.Reference, 2)};
  AllocaInst *Object = makeObject(Types[R.below(4)]);
  // Null is in the rest.
  B.CreateStore(Constant::getNullValue(Object->getAllocatedType()), Object);
  const bool IsSecond = Object->getAllocatedType() != H.Reference;
  Value *Place = IsSecond ? B.CreatePtrAdd(Object, B.getInt64(8)) : Object;
  B.CreateAlignedStore(V, Place, Align(8));
  poll(B, V);
  return B.CreateAlignedLoad(H.Reference, Place, Align(8));
}

/// A value type that copies of memory move.
Value *Mutator::takeCopies(IRBuilder<> &B, Value *V) {
  auto *Small =
      StructType::get(H.M.getContext(), ArrayRef<Type *>(H.Reference));
  auto *Large = StructType::get(H.M.getContext(), {H.Reference, H.Int});
  StructType *T = R.chance(60) ? Small : Large;
  AllocaInst *From = makeObject(T), *To = makeObject(T);
  const uint64_t Size = T == Small ? 8 : 16;
  if (T == Large)
    B.CreateStore(Constant::getNullValue(T), From);
  B.CreateStore(V, From);
  if (R.chance(30))
    poll(B, V);
  B.CreateMemCpy(To, Align(8), From, Align(8), Size);
  poll(B, V);
  if (R.chance(50)) {
    B.CreateMemMove(From, Align(8), To, Align(8), Size);
    if (R.chance(50))
      poll(B, V);
    return B.CreateLoad(H.Reference, From);
  }
  return B.CreateLoad(H.Reference, To);
}

/// A value type that copies of memory take from one object to another, through
/// a stack object that nothing else accesses.
Value *Mutator::takeValue(IRBuilder<> &B, Value *V) {
  auto *Small =
      StructType::get(H.M.getContext(), ArrayRef<Type *>(H.Reference));
  auto *Large = StructType::get(H.M.getContext(), {H.Reference, H.Reference});
  StructType *T = R.chance(60) ? Small : Large;
  const uint64_t Size = T == Small ? 8 : 16;
  AllocaInst *Object = makeObject(T);
  FunctionCallee Fresh = H.get("fresh", H.Reference, {}, /*IsLeaf=*/false);
  Value *From = B.CreatePtrAdd(B.CreateCall(Fresh), B.getInt64(16));
  B.CreateStore(V, From);
  // What is copied has to be there.
  if (T == Large)
    B.CreateStore(ConstantPointerNull::get(H.Reference),
                  B.CreatePtrAdd(From, B.getInt64(8)));
  Value *To = B.CreatePtrAdd(B.CreateCall(Fresh), B.getInt64(40));
  B.CreateMemCpy(Object, Align(8), From, Align(8), Size);
  poll(B, V);
  B.CreateMemCpy(To, Align(8), Object, Align(8), Size);
  if (R.chance(50))
    poll(B, nullptr);
  return B.CreateLoad(H.Reference, To);
}

/// Fields of objects, between which copies of memory move it.
Value *Mutator::takeHeap(IRBuilder<> &B, Value *V) {
  FunctionCallee Fresh = H.get("fresh", H.Reference, {}, /*IsLeaf=*/false);
  Value *A = B.CreateCall(Fresh);
  Value *C = R.chance(50) ? B.CreateCall(Fresh) : A;
  Value *From = B.CreatePtrAdd(A, B.getInt64(16));
  Value *To = B.CreatePtrAdd(C, B.getInt64(40));
  B.CreateStore(V, From);
  if (R.chance(30))
    poll(B, V);
  if (R.chance(70))
    B.CreateMemCpy(To, Align(8), From, Align(8), 8);
  else
    B.CreateStore(B.CreateLoad(H.Reference, From), To);
  poll(B, V);
  return B.CreateLoad(H.Reference, To);
}

Value *Mutator::takeDerived(IRBuilder<> &B, Value *V) {
  Value *Distance = R.chance(50)
                        ? static_cast<Value *>(B.getInt64(8 * R.below(100)))
                        : B.CreateMul(H.getInt(B), B.getInt64(8));
  Value *D = B.CreatePtrAdd(V, Distance);
  poll(B, R.chance(50) ? V : nullptr);
  if (R.chance(50))
    return B.CreatePtrAdd(D, B.CreateNeg(Distance));
  Value *Index = B.CreateSub(B.getInt64(0), Distance);
  return B.CreateGEP(B.getInt8Ty(), D, Index);
}

Value *Mutator::takeDerivedVector(IRBuilder<> &B, Value *V) {
  auto *T = FixedVectorType::get(H.Reference, 2);
  Value *Lanes =
      R.chance(50) ? B.CreateVectorSplat(2, V)
                   : B.CreateInsertElement(PoisonValue::get(T), V, uint64_t(0));
  const auto step = [&](int64_t Distance) {
    Lanes = B.CreateGEP(B.getInt8Ty(), Lanes,
                        ConstantVector::getSplat(ElementCount::getFixed(2),
                                                 B.getInt64(Distance)));
  };
  step(24);
  poll(B, V);
  step(-24);
  return B.CreateExtractElement(Lanes, uint64_t(0));
}

Value *Mutator::takeMask(IRBuilder<> &B, Value *V) {
  Value *Mask = B.CreateNeg(H.getOne(B));
  Value *D = V;
  const int64_t Distance = R.chance(50) ? 8 * R.below(20) : 0;
  if (Distance)
    D = B.CreatePtrAdd(D, B.getInt64(Distance));
  D = B.CreateIntrinsic(Intrinsic::ptrmask, {H.Reference, H.Int}, {D, Mask});
  poll(B, R.chance(50) ? V : nullptr);
  return Distance ? B.CreatePtrAdd(D, B.getInt64(-Distance)) : D;
}

/// The other value is never chosen.
Value *Mutator::takeSelect(IRBuilder<> &B, Value *V) {
  Value *Others[] = {UndefValue::get(H.Reference),
                     ConstantPointerNull::get(H.Reference),
                     B.CreatePtrAdd(V, B.getInt64(16))};
  Value *S = B.CreateSelect(H.getTrue(B), V, Others[R.below(3)]);
  poll(B, V);
  return S;
}

/// It comes from a branch; the other one is never executed, and has nothing.
Value *Mutator::takePhi(IRBuilder<> &B, Value *V) {
  Instruction *Then, *Else, *Here = &*B.GetInsertPoint();
  SplitBlockAndInsertIfThenElse(H.getTrue(B), Here, &Then, &Else);
  IRBuilder<> Branch(Then);
  if (R.chance(40))
    poll(Branch, V);
  Branch.SetInsertPoint(Else);
  if (R.chance(40))
    poll(Branch, V);
  Value *Others[] = {UndefValue::get(H.Reference),
                     PoisonValue::get(H.Reference),
                     ConstantPointerNull::get(H.Reference),
                     Branch.CreatePtrAdd(V, Branch.getInt64(16))};
  B.SetInsertPoint(Here->getParent(), Here->getParent()->begin());
  PHINode *P = B.CreatePHI(H.Reference, 2);
  P->addIncoming(V, Then->getParent());
  P->addIncoming(Others[R.below(4)], Else->getParent());
  B.SetInsertPoint(Here);
  poll(B, nullptr);
  return P;
}

/// A value that is there on one of two paths, each of which is executed now and
/// then, and undefined at the safepoint behind the other one.
Value *Mutator::takeUndefined(IRBuilder<> &B, Value *V) {
  Instruction *Then, *Else, *Here = &*B.GetInsertPoint();
  Value *IsThere = R.chance(50) ? H.getTrue(B) : B.CreateNot(H.getTrue(B));
  SplitBlockAndInsertIfThenElse(IsThere, Here, &Then, &Else);
  IRBuilder<> Branch(Then);
  Value *There;
  if (R.chance(50)) {
    There = Branch.CreatePtrAdd(V, Branch.getInt64(8));
  } else {
    FunctionCallee Fresh = H.get("fresh", H.Reference, {}, /*IsLeaf=*/false);
    Value *Place =
        Branch.CreatePtrAdd(Branch.CreateCall(Fresh), Branch.getInt64(16));
    Branch.CreateStore(Branch.CreatePtrAdd(V, Branch.getInt64(0)), Place);
    poll(Branch, nullptr);
    There = Branch.CreatePtrAdd(Branch.CreateLoad(H.Reference, Place),
                                Branch.getInt64(8));
  }
  Type *Types[] = {H.Reference,
                   StructType::get(H.M.getContext(), {H.Reference, H.Int}),
                   FixedVectorType::get(H.Reference, 2)};
  Type *T = Types[R.below(3)];
  if (T->isStructTy())
    There = Branch.CreateInsertValue(PoisonValue::get(T), There, 0);
  else if (T->isVectorTy())
    There = Branch.CreateInsertElement(PoisonValue::get(T), There, uint64_t(0));
  B.SetInsertPoint(Here->getParent(), Here->getParent()->begin());
  PHINode *P = B.CreatePHI(T, 2);
  P->addIncoming(There, Then->getParent());
  P->addIncoming(R.chance(50) ? PoisonValue::get(T) : UndefValue::get(T),
                 Else->getParent());
  B.SetInsertPoint(Here);
  poll(B, R.chance(30) ? V : nullptr);
  if (R.chance(30))
    poll(B, nullptr);
  Value *Got = P;
  if (T->isStructTy())
    Got = B.CreateExtractValue(P, 0);
  else if (T->isVectorTy())
    Got = B.CreateExtractElement(P, uint64_t(0));
  return B.CreateSelect(IsThere, B.CreatePtrAdd(Got, B.getInt64(-8)), V);
}

/// A pointer that goes through an object and back, with safepoints.
Value *Mutator::takeLoop(IRBuilder<> &B, Value *V) {
  Instruction *Here = &*B.GetInsertPoint();
  BasicBlock *Before = Here->getParent();
  BasicBlock *After = SplitBlock(Before, Here);
  auto *Body = BasicBlock::Create(H.M.getContext(), "", &F, After);
  Before->getTerminator()->setSuccessor(0, Body);
  const uint64_t Trips = 1 + R.below(4);
  IRBuilder<> L(Body);
  PHINode *Left = L.CreatePHI(H.Int, 2);
  PHINode *D = L.CreatePHI(H.Reference, 2);
  poll(L, R.chance(30) ? V : nullptr);
  Value *Next = L.CreatePtrAdd(D, L.getInt64(8));
  Value *NextLeft = L.CreateSub(Left, L.getInt64(1));
  L.CreateCondBr(L.CreateIsNull(NextLeft), After, Body);
  Left->addIncoming(L.getInt64(Trips), Before);
  Left->addIncoming(NextLeft, Body);
  D->addIncoming(V, Before);
  D->addIncoming(Next, Body);
  B.SetInsertPoint(Here);
  return B.CreatePtrAdd(Next, B.getInt64(-8 * int64_t(Trips)));
}

Value *Mutator::takeFreeze(IRBuilder<> &B, Value *V) {
  Value *Z = B.CreateFreeze(V);
  poll(B, R.chance(50) ? V : nullptr);
  return Z;
}

Value *Mutator::takeInvariantGroup(IRBuilder<> &B, Value *V) {
  Value *D = R.chance(50) ? B.CreatePtrAdd(V, B.getInt64(8)) : V;
  Value *I = R.chance(50) ? B.CreateLaunderInvariantGroup(D)
                          : B.CreateStripInvariantGroup(D);
  poll(B, R.chance(50) ? V : nullptr);
  return D == V ? I : B.CreatePtrAdd(I, B.getInt64(-8));
}

/// Lanes that are switched off are undefined.
Value *Mutator::takeMaskedLoad(IRBuilder<> &B, Value *V) {
  auto *T = FixedVectorType::get(H.Reference, 2);
  AllocaInst *Object = makeObject(T);
  B.CreateStore(Constant::getNullValue(T), Object);
  const unsigned Lane = R.below(2);
  B.CreateStore(V, B.CreatePtrAdd(Object, B.getInt64(8 * Lane)));
  Value *Mask = B.CreateInsertElement(
      Constant::getNullValue(FixedVectorType::get(B.getInt1Ty(), 2)),
      H.getTrue(B), Lane);
  Value *Lanes =
      B.CreateMaskedLoad(T, Object, Align(8), Mask, PoisonValue::get(T));
  poll(B, R.chance(50) ? V : nullptr);
  return B.CreateExtractElement(Lanes, Lane);
}

/// A function returns it in an aggregate.
Value *Mutator::takePair(IRBuilder<> &B, Value *V) {
  auto *T = StructType::get(H.M.getContext(), {H.Reference, H.Int});
  Function *Pair =
      getFunction("pair", T, {H.Reference, H.Int}, [&](Function &New) {
        IRBuilder<> N(&New.getEntryBlock());
        Value *S = N.CreateInsertValue(PoisonValue::get(T), New.getArg(0), 0);
        H.poll(N);
        N.CreateRet(N.CreateInsertValue(S, New.getArg(1), 1));
      });
  Value *Result = B.CreateCall(Pair, {V, H.getInt(B)});
  if (R.chance(50))
    poll(B, V);
  return B.CreateExtractValue(Result, 0);
}

/// A function is given a copy of the object that it is in.
Value *Mutator::takeByval(IRBuilder<> &B, Value *V) {
  auto *T = StructType::get(H.M.getContext(), {H.Int, H.Reference});
  Function *Get =
      getFunction("byval", H.Reference, {H.Pointer}, [&](Function &New) {
        New.addParamAttr(0, Attribute::getWithByValType(H.M.getContext(), T));
        New.addParamAttr(
            0, Attribute::getWithAlignment(H.M.getContext(), Align(8)));
        IRBuilder<> N(&New.getEntryBlock());
        H.poll(N);
        N.CreateRet(N.CreateLoad(H.Reference,
                                 N.CreatePtrAdd(New.getArg(0), N.getInt64(8))));
      });
  AllocaInst *Object = makeObject(T);
  B.CreateStore(Constant::getNullValue(T), Object);
  B.CreateStore(V, B.CreatePtrAdd(Object, B.getInt64(8)));
  CallInst *Call = B.CreateCall(Get, {Object});
  Call->setAttributes(Get->getAttributes());
  return Call;
}

/// A function writes it to the object that it is in, after a safepoint.
Value *Mutator::takeFill(IRBuilder<> &B, Value *V) {
  Function *Fill =
      getFunction("fill", H.Void, {H.Pointer, H.Reference}, [&](Function &New) {
        New.addFnAttr(Attribute::NoInline);
        IRBuilder<> N(&New.getEntryBlock());
        H.poll(N);
        N.CreateStore(New.getArg(1), New.getArg(0));
        N.CreateRetVoid();
      });
  AllocaInst *Object =
      makeObject(R.chance(50) ? static_cast<Type *>(H.Reference)
                              : ArrayType::get(H.Reference, 2));
  B.CreateStore(Constant::getNullValue(Object->getAllocatedType()), Object);
  B.CreateCall(Fill, {Object, V});
  poll(B, V);
  return B.CreateLoad(H.Reference, Object);
}

/// A variable that is a number before or afterwards. Its type may be neither.
Value *Mutator::takeSharedVariable(IRBuilder<> &B, Value *V) {
  Type *Types[] = {H.Reference, H.Pointer, H.Int,
                   ArrayType::get(H.Reference, 2)};
  AllocaInst *Variable = makeObject(Types[R.below(4)]);
  Type *T = R.chance(30) ? B.getInt32Ty() : static_cast<Type *>(H.Int);
  const auto takeNumber = [&] {
    B.CreateStore(B.CreateTrunc(H.getInt(B), T), Variable);
    poll(B, R.chance(50) ? V : nullptr);
    H.use(B, B.CreateLoad(T, Variable));
  };
  if (R.chance(60))
    takeNumber();
  B.CreateStore(V, Variable);
  poll(B, V);
  Value *Same = B.CreateLoad(H.Reference, Variable);
  if (R.chance(60))
    takeNumber();
  return Same;
}

/// A safepoint in front of \p I, and a detour of a reference that is there.
void Mutator::mutateAt(Instruction &I) {
  IRBuilder<> B(&I);
  const DominatorTree DT(F);
  if (!DT.isReachableFromEntry(I.getParent()))
    return;
  SmallVector<Value *, 16> Bases, Others;
  for (Argument &A : F.args())
    if (isReference(A.getType()))
      Bases.push_back(&A);
  for (Instruction &Other : instructions(F))
    if (isReference(Other.getType()) && DT.dominates(&Other, &I))
      (isa<GetElementPtrInst>(Other) ? Others : Bases).push_back(&Other);
  // What has no use is of no use.
  const auto hasUse = [&](Value *V) {
    return any_of(V->uses(), [&](const Use &U) {
      return DT.dominates(&I, U) || U.getUser() == &I;
    });
  };
  erase_if(Bases, [&](Value *V) { return !hasUse(V); });
  erase_if(Others, [&](Value *V) { return !hasUse(V); });
  SmallVector<Value *, 16> &Chosen =
      !Others.empty() && (Bases.empty() || R.chance(20)) ? Others : Bases;
  if (Chosen.empty() || R.chance(20))
    return poll(B, nullptr);
  Value *V = Chosen[R.below(Chosen.size())];
  SmallVector<Use *, 8> Uses;
  for (Use &U : V->uses())
    if (DT.dominates(&I, U) || U.getUser() == &I)
      Uses.push_back(&U);
  Value *Same = (this->*Detours[R.below(std::size(Detours))])(B, V);
  const bool HasAll = R.chance(50);
  for (Use *U : Uses)
    if (HasAll || R.chance(70))
      U->set(Same);
}

void Mutator::run() {
  SmallVector<Instruction *, 64> Places;
  for (Instruction &I : instructions(F))
    if (!isa<PHINode>(I) && !I.isEHPad() && !isa<AllocaInst>(I) &&
        I.getParent()->getFirstInsertionPt() != I.getParent()->end() &&
        !(isa<StoreInst>(I) && I.getPrevNode() &&
          isa<AllocaInst>(I.getPrevNode())))
      Places.push_back(&I);
  if (Places.empty())
    return;
  const unsigned Count =
      std::min<uint64_t>(Most, 1 + R.below(2 + Places.size() / Density * 2));
  for (unsigned I = 0; I != Count; ++I)
    mutateAt(*Places[R.below(Places.size())]);
}

void irstress::mutate(Module &M, const Options &O) {
  SmallVector<Function *, 16> All;
  for (Function &F : M)
    // Nothing is collected in a leaf.
    if (!F.isDeclaration() && F.getName().starts_with("ir_f") &&
        !F.hasFnAttribute("gc-leaf-function"))
      All.push_back(&F);
  for (Function *F : All) {
    Random R(O.Seed + "/mutate", F->getName());
    Mutator(M, *F, R).run();
  }
}
