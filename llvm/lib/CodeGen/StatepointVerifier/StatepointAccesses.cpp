//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatepointAccesses.h"
#include "StatepointPlaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/FaultingAccess.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/PseudoSourceValue.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/ManagedTargetInfo.h"

using namespace llvm;

StatepointAccesses::StatepointAccesses(const MachineFunction &MF,
                                       const StatepointPlaces &Places)
    : MF(MF), Places(Places), Slots(Places.slots()),
      TII(*MF.getSubtarget().getInstrInfo()),
      TRI(*MF.getSubtarget().getRegisterInfo()),
      Info(ManagedTargetInfo(MF.getTarget().getTargetTriple()).getHooks()) {
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB.instrs())
      if (std::optional<Access> A = findAccess(MI))
        Accesses[&MI] = std::move(*A);
}

/// The registers that \p MI, which accesses \p Width bytes at a base and an
/// offset, loads or stores and does nothing else with.
SmallVector<Register, 2> StatepointAccesses::movedBy(const MachineInstr &MI,
                                                     uint64_t Width) const {
  int FI;
  Register Reg = MI.mayStore() ? TII.isStoreToStackSlotPostFE(MI, FI)
                               : TII.isLoadFromStackSlotPostFE(MI, FI);
  if (!Reg)
    Reg = MI.mayStore() ? TII.isStoreToStackSlot(MI, FI)
                        : TII.isLoadFromStackSlot(MI, FI);
  // Those only know what describes a slot without an offset.
  if (!Reg && Info)
    Reg = Info->MovedRegister(MI);
  if (Reg)
    return Places.placeOf(Reg) ? SmallVector<Register, 2>{Reg}
                               : SmallVector<Register, 2>();
  // One or two registers, a base and an offset: there is no room for anything
  // that would change the value.
  if (MI.mayLoad() == MI.mayStore() || Width % StatepointSlots::WordSize ||
      MI.isInlineAsm() ||
      MI.getNumExplicitOperands() != Width / StatepointSlots::WordSize + 2)
    return {};
  SmallVector<Register, 2> Moved;
  for (unsigned I = 0; I != Width / StatepointSlots::WordSize; ++I) {
    const MachineOperand &MO = MI.getOperand(I);
    if (!MO.isReg() || MO.isDef() != MI.mayLoad() ||
        !Places.placeOf(MO.getReg()))
      return {};
    Moved.push_back(MO.getReg());
  }
  return Moved;
}

/// The access of \p MI to \p FI, which is an object of the IR.
StatepointAccesses::Access
StatepointAccesses::accessToObject(const MachineInstr &MI, int FI) const {
  const auto Bytes = Slots.bytesOfObject(MI, FI);
  assert(Bytes && "other objects are no slots");
  const StatepointPlaces::Range Words =
      Places.wordsOf(FI, Bytes->first, Bytes->second);
  Access A;
  if (Bytes->first % StatepointSlots::WordSize == 0)
    A.Moved = movedBy(MI, Bytes->second);
  for (unsigned W = 0; W != Words.Count; ++W)
    A.Words.push_back(Words.First + W);
  return A;
}

std::optional<StatepointAccesses::Access>
StatepointAccesses::accessByIndex(const MachineInstr &MI, int FI) const {
  StatepointPlaces::Range Words = Places.wordsOfSlot(FI);
  if (Words.Count == 0)
    return std::nullopt;
  if (MF.getFrameInfo().getObjectAllocation(FI))
    return accessToObject(MI, FI);
  int Accessed;
  const bool Whole =
      (TII.isLoadFromStackSlot(MI, Accessed) && Accessed == FI) ||
      (TII.isStoreToStackSlot(MI, Accessed) && Accessed == FI);
  Access A;
  uint64_t Size = 0;
  int64_t Offset = 0;
  for (const MachineMemOperand *MMO : MI.memoperands()) {
    const auto *Stack =
        dyn_cast_or_null<FixedStackPseudoSourceValue>(MMO->getPseudoValue());
    if (!Stack || Stack->getFrameIndex() != FI || !MMO->getSize().hasValue())
      continue;
    Size = MMO->getSize().getValue().getKnownMinValue();
    Offset = MMO->getOffset();
  }
  if (Whole) {
    A.Moved = movedBy(MI, StatepointSlots::WordSize);
    Offset = 0;
    if (!A.Moved.empty())
      Size = StatepointSlots::WordSize;
  }
  if (Size)
    Words = Places.wordsOf(FI, Offset, Size);
  for (unsigned W = 0; W != Words.Count; ++W)
    A.Words.push_back(Words.First + W);
  return A;
}

std::optional<StatepointAccesses::Access>
StatepointAccesses::accessByAddress(const MachineInstr &MI) const {
  if (!Slots.isLaidOut() || MI.isInlineAsm() || MI.isCall())
    return std::nullopt;
  SmallVector<const MachineOperand *, 1> BaseOps;
  int64_t Offset;
  bool IsScalable;
  LocationSize Width = LocationSize::precise(0);
  if (!TII.getMemOperandsWithOffsetWidth(MI, BaseOps, Offset, IsScalable, Width,
                                         &TRI) ||
      BaseOps.size() != 1 || !BaseOps[0]->isReg() || IsScalable ||
      MI.modifiesRegister(BaseOps[0]->getReg(), &TRI) ||
      !Slots.isBase(BaseOps[0]->getReg()))
    return std::nullopt;
  uint64_t Size = Width.hasValue() ? Width.getValue().getKnownMinValue() : 0;
  if (Size == 0)
    Size = StatepointSlots::WordSize;
  // It may reach from one slot into the next one.
  Access A;
  bool IsAligned = true;
  for (const int64_t End = Offset + Size; Offset < End;) {
    const auto Slot = Slots.slotAt(BaseOps[0]->getReg(), Offset, MI);
    const unsigned Skipped =
        Slot ? Slot->second % StatepointSlots::WordSize : 0;
    IsAligned &= Skipped == 0;
    A.Words.push_back(std::nullopt);
    if (Slot)
      A.Words.back() = Places.wordsOf(Slot->first, Slot->second, 1).First;
    Offset += StatepointSlots::WordSize - Skipped;
  }
  if (IsAligned)
    A.Moved = movedBy(MI, Size);
  return A;
}

/// Where no addressing mode reaches, the address is in another register.
std::optional<StatepointAccesses::Access>
StatepointAccesses::accessByComputedAddress(const MachineInstr &MI) const {
  if (MI.isCall())
    return std::nullopt;
  // Stores of pairs describe both.
  Access A;
  for (const MachineMemOperand *MMO : MI.memoperands()) {
    const auto *Stack =
        dyn_cast_or_null<FixedStackPseudoSourceValue>(MMO->getPseudoValue());
    if (!Stack)
      continue;
    const LocationSize Size = MMO->getSize();
    const StatepointPlaces::Range Words =
        Size.hasValue()
            ? Places.wordsOf(Stack->getFrameIndex(), MMO->getOffset(),
                             Size.getValue().getKnownMinValue())
            : Places.wordsOfSlot(Stack->getFrameIndex());
    for (unsigned W = 0; W != Words.Count; ++W)
      A.Words.push_back(Words.First + W);
  }
  return A.Words.empty() ? std::nullopt : std::optional(A);
}

bool StatepointAccesses::mayStoreAnywhere(const MachineInstr &MI) const {
  // Words that are pushed after the prologue are below all slots.
  if (!Slots.isLaidOut() || !MI.mayStore() ||
      !MI.getFlag(MachineInstr::FrameSetup))
    return false;
  // What the prologue saves has slots of its own.
  return any_of(
             Slots.bases(),
             [&](Register Base) { return MI.modifiesRegister(Base, &TRI); }) &&
         any_of(MI.operands(), [&](const MachineOperand &MO) {
           return MO.isReg() && MO.readsReg() && Places.placeOf(MO.getReg()) &&
                  none_of(MF.getFrameInfo().getCalleeSavedInfo(),
                          [&](const CalleeSavedInfo &Saved) {
                            return Register(Saved.getReg()) == MO.getReg();
                          });
         });
}

std::optional<StatepointAccesses::Access>
StatepointAccesses::findAccess(const MachineInstr &MI) const {
  if (!MI.mayLoadOrStore() || Slots.empty() ||
      MI.getOpcode() == TargetOpcode::STATEPOINT)
    return std::nullopt;
  std::optional<Access> A;
  const auto *FI = find_if(MI.operands(),
                           [](const MachineOperand &MO) { return MO.isFI(); });
  if (FI != MI.operands_end())
    A = accessByIndex(MI, FI->getIndex());
  else if (!(A = accessByAddress(MI)))
    A = accessByComputedAddress(MI);
  if (A && none_of(A->Words, [](const auto &Word) { return Word.has_value(); }))
    return std::nullopt;
  if (A && A->Moved.size() != A->Words.size())
    A->Moved.clear();
  if (A)
    A->IsNarrow = !MI.memoperands_empty() &&
                  all_of(MI.memoperands(), [](const MachineMemOperand *MMO) {
                    return MMO->getSize().hasValue() &&
                           MMO->getSize().getValue().getKnownMinValue() <
                               StatepointSlots::WordSize;
                  });
  return A;
}

const StatepointAccesses::Access *
StatepointAccesses::accessOf(const MachineInstr &MI) const {
  auto It = Accesses.find(&MI);
  return It == Accesses.end() ? nullptr : &It->second;
}
