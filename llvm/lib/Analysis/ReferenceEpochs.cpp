//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/ReferenceEpochs.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ReferenceCopies.h"
#include "llvm/Analysis/ReferenceOrigins.h"
#include "llvm/Analysis/SafepointStates.h"
#include "llvm/Analysis/StatepointRules.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/Statepoint.h"

using namespace llvm;
using namespace llvm::PatternMatch;

/// Objects are aligned to less, so no bits below tell where they are.
static constexpr uint64_t MaxTag = 4095;
/// Integers that are shorter hold no address.
static constexpr unsigned MinAddressBits = 32;

static ReferenceEpoch meet(ReferenceEpoch A, ReferenceEpoch B) {
  if (A.hasState() && B.hasState() && A.State != B.State)
    return {ReferenceEpoch::Mixed, 0};
  return A.K < B.K ? B : A;
}

bool ReferenceEpochs::isComputation(const Instruction &I) {
  if (isa<IntrinsicInst>(I)) {
    SmallVector<const Value *, 4> Choices;
    bool IsSame;
    return getReferenceSource(&I, IsSame) || addReferenceChoices(&I, Choices);
  }
  return isa<PHINode, SelectInst, GetElementPtrInst, CastInst, FreezeInst,
             InsertElementInst, ExtractElementInst, ShuffleVectorInst,
             InsertValueInst, ExtractValueInst, BinaryOperator>(I);
}

ReferenceEpoch ReferenceEpochs::get(const Value &V) const {
  if (const auto *I = dyn_cast<Instruction>(&V))
    return Epochs.lookup(I);
  if (isa<Argument>(V))
    return {containsReferences(V.getType(), &Strategy) ? ReferenceEpoch::Current
                                                       : ReferenceEpoch::Null,
            0};
  const auto *C = dyn_cast<Constant>(&V);
  const bool IsPlain = !C || C->isNullValue() || isa<UndefValue>(C) ||
                       !containsReferences(C->getType(), &Strategy);
  return {IsPlain ? ReferenceEpoch::Null : ReferenceEpoch::Constant, 0};
}

/// What comes from elsewhere is true where it is defined.
ReferenceEpoch ReferenceEpochs::defined(const Instruction &I) const {
  if (!containsReferences(I.getType(), &Strategy))
    return {ReferenceEpoch::Null, 0};
  return {ReferenceEpoch::Current, Defined.lookup(&I)};
}

/// A relocate or the result of a statepoint is true after the statepoint.
ReferenceEpoch ReferenceEpochs::evaluateProjection(const Instruction &I) const {
  if (!containsReferences(I.getType(), &Strategy))
    return {ReferenceEpoch::Null, 0};
  const auto *Statepoint =
      dyn_cast<GCStatepointInst>(cast<GCProjectionInst>(I).getStatepoint());
  auto Number = Statepoint ? Numbers.find(Statepoint) : Numbers.end();
  if (Number == Numbers.end())
    return defined(I);
  if (const auto *Relocate = dyn_cast<GCRelocateInst>(&I)) {
    // What is constant stays so.
    const ReferenceEpoch Derived = get(*Relocate->getDerivedPtr());
    if (Derived.K < ReferenceEpoch::Current)
      return Derived;
  }
  const unsigned Here = Defined.lookup(&I);
  const unsigned Behind = States.getBehind(Number->second);
  const auto *Invoke = dyn_cast<InvokeInst>(Statepoint);
  if (!Invoke)
    return {Here == Behind ? ReferenceEpoch::Current : ReferenceEpoch::Past,
            Behind};
  // Of the two edges, it is on the one whose block dominates it.
  for (const BasicBlock *Next :
       {Invoke->getNormalDest(), Invoke->getUnwindDest()}) {
    const unsigned Edge = States.getIn(*Next);
    if (Edge == Here)
      return {ReferenceEpoch::Current, Here};
  }
  return {ReferenceEpoch::Mixed, 0};
}

ReferenceEpoch ReferenceEpochs::evaluatePhi(const Instruction &I) const {
  const auto &Phi = cast<PHINode>(I);
  ReferenceEpoch All;
  bool IsCurrent = true;
  for (unsigned N = 0; N != Phi.getNumIncomingValues(); ++N) {
    const ReferenceEpoch Epoch = get(*Phi.getIncomingValue(N));
    All = meet(All, Epoch);
    IsCurrent &= Epoch.isTrueIn(States.getOut(*Phi.getIncomingBlock(N)));
  }
  if (All.K < ReferenceEpoch::Current)
    return All;
  const unsigned Here = States.getIn(*Phi.getParent());
  if (IsCurrent)
    return {ReferenceEpoch::Current, Here};
  if (All.hasState())
    return {ReferenceEpoch::Past, All.State};
  return {ReferenceEpoch::Mixed, 0};
}

ReferenceEpoch ReferenceEpochs::evaluateOperands(const Instruction &I) const {
  ReferenceEpoch Result;
  for (const Use &U : I.operands()) {
    // Conditions, lengths and tokens are nothing that the result is made of.
    if (isa<SelectInst>(I) && U.getOperandNo() == 0)
      continue;
    if (isa<IntrinsicInst>(I) && U.getOperandNo() != 0)
      continue;
    Result = meet(Result, get(*U));
  }
  return Result;
}

ReferenceEpoch ReferenceEpochs::evaluate(const Instruction &I) const {
  if (isa<PHINode>(I))
    return evaluatePhi(I);
  if (isa<GCRelocateInst, GCResultInst>(I))
    return evaluateProjection(I);
  if (!isComputation(I))
    return defined(I);
  const ReferenceEpoch Plain = {ReferenceEpoch::Null, 0};
  Type *Ty = I.getType()->getScalarType();
  if (Ty->isIntegerTy() && Ty->getIntegerBitWidth() < MinAddressBits)
    return Plain;
  if (isa<BinaryOperator>(I)) {
    const ReferenceEpoch Left = get(*I.getOperand(0));
    const ReferenceEpoch Right = get(*I.getOperand(1));
    const bool IsDifference =
        I.getOpcode() == Instruction::Sub || I.getOpcode() == Instruction::Xor;
    if (IsDifference && Left.hasState() && Right.hasState() &&
        Left.State == Right.State)
      return Plain;
    const APInt *Mask;
    if (match(&I, m_And(m_Value(), m_APInt(Mask))) && Mask->ule(MaxTag))
      return Plain;
    return meet(Left, Right);
  }
  if (const auto *GEP = dyn_cast<GetElementPtrInst>(&I)) {
    // An index is where an object is only if the pointer is nothing.
    const ReferenceEpoch Pointer = get(*GEP->getPointerOperand());
    return Pointer.K == ReferenceEpoch::Null &&
                   !isInDefinedVariable(*GEP->getPointerOperand())
               ? evaluateOperands(I)
               : Pointer;
  }
  const ReferenceEpoch Result = evaluateOperands(I);
  if (isa<ExtractValueInst>(I) && !containsReferences(Ty, &Strategy) &&
      containsReferences(I.getOperand(0)->getType(), &Strategy))
    return Plain;
  // A plain integer or pointer becomes a reference here.
  if (isa<IntToPtrInst, AddrSpaceCastInst>(I) &&
      Result.K == ReferenceEpoch::Null && !isa<Constant>(I.getOperand(0)) &&
      !containsReferences(I.getOperand(0)->getType(), &Strategy))
    return defined(I);
  return Result;
}

ReferenceEpochs::ReferenceEpochs(Function &F, const DominatorTree &DT,
                                 const SafepointStates &States,
                                 const GCStrategy &Strategy)
    : States(States), Strategy(Strategy) {
  for (auto [Number, Call] : enumerate(States.safepoints()))
    Numbers[Call] = Number;
  SmallVector<Instruction *, 0> Pending;
  DenseMap<const Value *, SmallVector<Instruction *, 1>> Relocates;
  ReversePostOrderTraversal<Function *> Order(&F);
  for (BasicBlock *BB : Order) {
    unsigned State = States.getIn(*BB);
    for (Instruction &I : *BB) {
      if (auto It = Numbers.find(&I); It != Numbers.end())
        State = States.getBehind(It->second);
      if (I.getType()->isVoidTy() || I.getType()->isTokenTy())
        continue;
      Defined[&I] = State;
      Pending.push_back(&I);
      if (auto *Relocate = dyn_cast<GCRelocateInst>(&I))
        Relocates[Relocate->getDerivedPtr()].push_back(Relocate);
    }
  }
  // Operands come before what is computed of them, but for loops.
  std::reverse(Pending.begin(), Pending.end());
  while (!Pending.empty()) {
    Instruction *I = Pending.pop_back_val();
    ReferenceEpoch &Epoch = Epochs[I];
    ReferenceEpoch New = evaluate(*I);
    if (isa<PHINode>(I) && New.K == Epoch.K && New != Epoch)
      New = {ReferenceEpoch::Mixed, 0};
    if (New == Epoch || (isa<PHINode>(I) && New.K < Epoch.K))
      continue;
    Epoch = New;
    for (User *U : I->users())
      if (auto *Next = dyn_cast<Instruction>(U);
          Next && isComputation(*Next) && Epochs.contains(Next))
        Pending.push_back(Next);
    if (auto It = Relocates.find(I); It != Relocates.end())
      append_range(Pending, It->second);
  }
}
