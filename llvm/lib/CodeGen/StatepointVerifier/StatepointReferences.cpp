//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatepointReferences.h"
#include "StatepointFaults.h"
#include "StatepointPlaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ReferenceOrigins.h"
#include "llvm/Analysis/StatepointValues.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/StackMaps.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCStrategy.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Statepoint.h"

using namespace llvm;

bool StatepointReferences::isReference(Type *Ty) const {
  return Ty->isPointerTy() && Strategy->isGCManagedPointer(Ty).value_or(false);
}

/// Whether \p V is computed from constants and from what is no pointer: null
/// and an index, or a place in a global. Such a pointer is into no object that
/// a collector moves.
static bool isOfConstant(const Value *V) {
  SmallVector<const Value *, 8> Pending = {V};
  SmallPtrSet<const Value *, 8> Seen;
  while (!Pending.empty()) {
    V = stripDerivations(Pending.pop_back_val());
    if (isa<Constant>(V) || !Seen.insert(V).second)
      continue;
    if (const auto *Relocate = dyn_cast<GCRelocateInst>(V))
      Pending.push_back(Relocate->getDerivedPtr());
    else if (!addReferenceChoices(V, Pending))
      return false;
  }
  return true;
}

/// Whether \p V is computed like that on some path, so that a number arrives as
/// it there. What is a constant in the IR is one in the code.
static bool mayBeComputedOfConstant(const Value *V) {
  // A value, and whether the one in question is computed from it.
  using Origin = PointerIntPair<const Value *, 1, bool>;
  SmallVector<Origin, 8> Pending = {Origin(V, false)};
  DenseSet<Origin> Seen;
  while (!Pending.empty()) {
    const Origin O = Pending.pop_back_val();
    const Value *Of = O.getPointer();
    const Value *Root = isa<Constant>(Of) ? Of : stripDerivations(Of);
    const bool IsComputed = O.getInt() || Root != Of;
    if (isa<Constant>(Root) && IsComputed)
      return true;
    if (isa<Constant>(Root) || !Seen.insert(Origin(Root, IsComputed)).second)
      continue;
    SmallVector<const Value *, 4> Choices;
    if (const auto *Relocate = dyn_cast<GCRelocateInst>(Root))
      Choices.push_back(Relocate->getDerivedPtr());
    else
      addReferenceChoices(Root, Choices);
    for (const Value *Choice : Choices)
      Pending.emplace_back(Choice, IsComputed);
  }
  return false;
}

/// Whether what \p F returns may be computed from constants.
static bool mayReturnNoObject(const Function &F) {
  return any_of(F, [](const BasicBlock &BB) {
    const auto *Return = dyn_cast<ReturnInst>(BB.getTerminator());
    return Return && mayBeComputedOfConstant(Return->getReturnValue());
  });
}

/// Whether a value of type \p Ty is passed in one general register.
static bool isWord(Type *Ty, const DataLayout &DL) {
  return (Ty->isPointerTy() || Ty->isIntegerTy(64)) &&
         DL.getTypeSizeInBits(Ty) == 64;
}

StatepointReferences::StatepointReferences(const MachineFunction &MF,
                                           const StatepointPlaces &Places,
                                           const GCStrategy *Strategy)
    : MF(MF), Places(Places), Strategy(Strategy) {
  if (!Strategy)
    return;
  const DataLayout &DL = MF.getDataLayout();
  auto Add = [&](const Value *Callee, auto Args) {
    const auto *F = dyn_cast<Function>(Callee->stripPointerCasts());
    if (!F)
      return;
    SmallVector<bool, 8> Passed;
    const bool AreWords = all_of(
        Args, [&](const Use &Arg) { return isWord(Arg->getType(), DL); });
    for (const Use &Arg : Args)
      Passed.push_back(AreWords && isReference(Arg->getType()) &&
                       !mayBeComputedOfConstant(Arg));
    auto [It, New] = PassedTo.try_emplace(F, Passed);
    // With as many arguments, each has the same register.
    if (It->second.size() != Passed.size())
      It->second.assign(It->second.size(), false);
    else if (!New)
      for (auto [Old, Here] : zip_equal(It->second, Passed))
        Old &= Here;
  };
  for (const Instruction &I : instructions(MF.getFunction())) {
    if (const auto *Statepoint = dyn_cast<GCStatepointInst>(&I))
      Add(Statepoint->getActualCalledOperand(), Statepoint->actual_args());
    else if (const auto *Call = dyn_cast<CallBase>(&I))
      Add(Call->getCalledOperand(), Call->args());
  }
}

/// Whether all arguments are in general registers one after another, whatever
/// the calling convention is. Then those that a call reads are in their order.
static bool takesWords(const Function &F) {
  const DataLayout &DL = F.getDataLayout();
  if (F.isVarArg())
    return false;
  for (const Argument &A : F.args())
    if (!isWord(A.getType(), DL) || A.hasByValAttr() || A.hasStructRetAttr() ||
        A.hasNestAttr() || A.hasSwiftErrorAttr() || A.hasSwiftSelfAttr() ||
        A.hasAttribute(Attribute::SwiftAsync) || A.hasInAllocaAttr())
      return false;
  return true;
}

void StatepointReferences::forEachArgument(
    const MachineInstr &MI, function_ref<void(Register)> Each) const {
  const bool IsStatepoint = MI.getOpcode() == TargetOpcode::STATEPOINT;
  const Function *Callee = nullptr;
  SmallVector<Register, 8> Passed;
  unsigned First = 0, Last = MI.getNumOperands();
  if (IsStatepoint) {
    StatepointOpers Opers(&MI);
    First = Opers.getNCallArgsPos();
    Last = Opers.getVarIdx();
  }
  for (unsigned I = First; I != Last; ++I) {
    const MachineOperand &MO = MI.getOperand(I);
    if (MO.isGlobal())
      Callee = dyn_cast<Function>(MO.getGlobal());
    else if (MO.isReg() && MO.isUse() && MO.isImplicit() != IsStatepoint &&
             Places.placeOf(MO.getReg()))
      Passed.push_back(MO.isUndef() ? Register() : MO.getReg());
  }
  if (!Callee || !takesWords(*Callee) || Passed.size() != Callee->arg_size())
    return;
  // A call may have other types than the declaration.
  const auto Calls = PassedTo.find(Callee);
  if (Calls != PassedTo.end() && Calls->second.size() != Passed.size())
    return;
  for (const auto &[I, Reg] : enumerate(Passed))
    if (Reg &&
        (Calls == PassedTo.end() ? isReference(Callee->getArg(I)->getType())
                                 : Calls->second[I]))
      Each(Reg);
}

/// Whether the IR loads or stores nothing but references at the place that
/// \p MI accesses.
bool StatepointReferences::accessesReference(const MachineInstr &MI) const {
  if (!MI.hasOneMemOperand() || MI.isInlineAsm())
    return false;
  const Value *Pointer = (*MI.memoperands_begin())->getValue();
  if (!Pointer || isa<Constant>(Pointer) ||
      (*MI.memoperands_begin())->getOffset() != 0)
    return false;
  bool Found = false;
  for (const User *U : Pointer->users()) {
    Type *Ty = nullptr;
    if (const auto *Load = dyn_cast<LoadInst>(U))
      Ty = MI.mayLoad() ? Load->getType() : nullptr;
    else if (const auto *Store = dyn_cast<StoreInst>(U);
             Store && Store->getPointerOperand() == Pointer)
      Ty = MI.mayStore() ? Store->getValueOperand()->getType() : nullptr;
    else if (isa<AtomicRMWInst, AtomicCmpXchgInst>(U))
      return false;
    if (Ty && !isReference(Ty))
      return false;
    if (const auto *Store = dyn_cast<StoreInst>(U);
        Ty && Store && mayBeComputedOfConstant(Store->getValueOperand()))
      return false;
    Found |= Ty != nullptr;
  }
  return Found;
}

void StatepointReferences::forEachStored(
    const MachineInstr &MI, function_ref<void(Register)> Each) const {
  if (!MI.mayStore() || MI.mayLoad() || MI.getNumExplicitDefs() ||
      !accessesReference(MI))
    return;
  // X86 has the value last, and AArch64 first.
  const MachineOperand &First = MI.getOperand(0);
  const MachineOperand &Last = MI.getOperand(MI.getNumExplicitOperands() - 1);
  const MachineOperand &Stored = Last.isReg() ? Last : First;
  if (MI.getNumExplicitOperands() != (Last.isReg() ? 6u : 3u) ||
      !Stored.isReg() || !Stored.readsReg() || !Places.placeOf(Stored.getReg()))
    return;
  Each(Stored.getReg());
}

void StatepointReferences::forEachResult(
    const MachineInstr &MI, function_ref<void(Register)> Each) const {
  if (!Strategy || MI.isCall() || !MI.mayLoad() ||
      (MI.mayStore() && !isFaultingLoad(MI)) || MI.getNumExplicitDefs() != 1 ||
      !accessesReference(MI))
    return;
  if (Places.placeOf(MI.getOperand(0).getReg()))
    Each(MI.getOperand(0).getReg());
}

void StatepointReferences::forEach(const MachineInstr &MI,
                                   function_ref<void(Register)> Each) const {
  if (!Strategy)
    return;
  if (MI.isCall() && !MI.isReturn()) {
    forEachArgument(MI, Each);
    return;
  }
  const Function &F = MF.getFunction();
  if (MI.isReturn() && !MI.isCall() && isReference(F.getReturnType()) &&
      !mayReturnNoObject(F)) {
    SmallVector<Register, 2> Returned;
    for (const MachineOperand &MO : MI.implicit_operands())
      if (MO.isReg() && MO.readsReg() && Places.placeOf(MO.getReg()))
        Returned.push_back(MO.getReg());
    if (Returned.size() == 1)
      Each(Returned[0]);
    return;
  }
  if (!MI.mayLoadOrStore() || MI.isInlineAsm() || MI.memoperands_empty())
    return;
  forEachStored(MI, Each);
  for (const MachineMemOperand *MMO : MI.memoperands())
    if (!isReference(PointerType::get(F.getContext(), MMO->getAddrSpace())) ||
        (MMO->getValue() && (isOfConstant(MMO->getValue()) ||
                             mayBeComputedOfConstant(MMO->getValue()))))
      return;
  // With an index, either register may be it.
  const TargetSubtargetInfo &STI = MF.getSubtarget();
  SmallVector<const MachineOperand *, 1> BaseOps;
  int64_t Offset;
  bool IsScalable;
  LocationSize Width = LocationSize::precise(0);
  if (STI.getInstrInfo()->getMemOperandsWithOffsetWidth(
          MI, BaseOps, Offset, IsScalable, Width, STI.getRegisterInfo()) &&
      BaseOps.size() == 1 && BaseOps[0]->isReg() && BaseOps[0]->readsReg())
    Each(BaseOps[0]->getReg());
}
