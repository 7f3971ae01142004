//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatepointPlaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/FaultingAccess.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/PseudoSourceValue.h"
#include "llvm/CodeGen/RegisterBits.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetLowering.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

/// By how much \p MI, which modifies the stack pointer, lowers it. Nothing if
/// that is not known.
std::optional<int64_t>
StatepointPlaces::pushedBy(const MachineInstr &MI) const {
  if (const int Pushed = TII.getSPAdjust(MI))
    return Pushed;
  // What has no operand but a register that it loads has to be a pop.
  if (MI.getNumExplicitOperands() == 0)
    return std::nullopt;
  if (MI.mayLoad() && !MI.mayStore() && MI.getNumExplicitOperands() == 1 &&
      MI.getNumExplicitDefs() == 1 && placeOf(MI.getOperand(0).getReg()))
    return -int64_t(WordSize);
  if (TII.isCopyInstr(MI) || !MI.getOperand(0).isReg() ||
      MI.getOperand(0).getReg() != StackPointer)
    return std::nullopt;
  if (const auto Added = addedBy(MI, StackPointer))
    return -*Added;
  return std::nullopt;
}

/// Finds out where the stack pointer is lower than behind the prologue. Returns
/// false if that is not known.
bool StatepointPlaces::followStackPointer() {
  StackPointer = MF.getSubtarget()
                     .getTargetLowering()
                     ->getStackPointerRegisterToSaveRestore();
  for (const MachineBasicBlock &MBB : MF) {
    int64_t Lowered = 0;
    for (const MachineInstr &MI : MBB) {
      if (Lowered)
        Pushed[&MI] = Lowered;
      if (MI.isCall() || MI.isMetaInstruction() ||
          MI.getFlag(MachineInstr::FrameSetup) ||
          MI.getFlag(MachineInstr::FrameDestroy) ||
          !MI.modifiesRegister(StackPointer, &TRI))
        continue;
      const std::optional<int64_t> By = pushedBy(MI);
      if (!By)
        return false;
      Lowered += *By;
    }
    // A call that does not return leaves its arguments there.
    if (Lowered && !MBB.succ_empty())
      return false;
  }
  return true;
}

/// Adds the slots whose address \p MI makes known.
void StatepointPlaces::dropEscaping(const MachineInstr &MI,
                                    BitVector &Escaping) const {
  const int First = MF.getFrameInfo().getObjectIndexBegin();
  // What is listed is stored to in ways that are described, even if it is
  // loaded from an address that was chosen.
  auto Escape = [&](int FI) {
    if (!Listed.contains(FI))
      Escaping.set(FI - First);
  };
  if (MI.isDebugInstr() || MI.getOpcode() == TargetOpcode::STATEPOINT)
    return;
  SmallVector<const MachineOperand *, 1> BaseOps;
  int64_t Offset;
  bool IsScalable;
  LocationSize Width = LocationSize::precise(0);
  // An index may lead anywhere in a slot that has one.
  const bool IsMemory =
      MI.mayLoadOrStore() && !MI.isInlineAsm() &&
      (Views.empty() || TII.getMemOperandsWithOffsetWidth(
                            MI, BaseOps, Offset, IsScalable, Width, &TRI));
  for (const MachineOperand &MO : MI.operands()) {
    if (MO.isFI() && !IsMemory && !MI.isLifetimeMarker())
      Escape(MO.getIndex());
    if (Views.empty() || !MO.isReg() || !MO.isUse() || MO.isImplicit() ||
        IsMemory || MI.isCall() || MI.getFlag(MachineInstr::FrameSetup) ||
        MI.getFlag(MachineInstr::FrameDestroy) ||
        none_of(Views, [&](const View &V) { return V.Base == MO.getReg(); }))
      continue;
    // What code generation spilled is accessed in ways that it describes.
    const auto Added = addedBy(MI, MO.getReg());
    const auto Slot = Added ? slotAt(MO.getReg(), *Added, MI) : std::nullopt;
    for (const auto &[FI, Words] : Slots)
      if (!MF.getFrameInfo().isSpillSlotObjectIndex(FI) &&
          !MF.getFrameInfo().isStatepointSpillSlotObjectIndex(FI) &&
          (!Added || (Slot && Slot->first == FI)))
        Escape(FI);
  }
}

/// The number that \p MI adds to \p Base, if that is all it does.
std::optional<int64_t> StatepointPlaces::addedBy(const MachineInstr &MI,
                                                 Register Base) const {
  const FaultingAccessInfo *Info =
      getFaultingAccessInfo(MF.getTarget().getTargetTriple());
  if (TII.isCopyInstr(MI))
    return 0;
  if (!Info || MI.getNumExplicitDefs() != 1)
    return std::nullopt;
  std::optional<int64_t> Added;
  for (uint64_t Sample : {0x123456789abcdef0, 0x5a5a3c3c0f0f9660}) {
    RegisterBits Before(MF, *Info);
    Before.set(Base, KnownBits::makeConstant(APInt(64, Sample)));
    Before.step(MI);
    const KnownBits Bits = Before.get(MI.getOperand(0).getReg());
    if (Bits.getBitWidth() != 64 || !Bits.isConstant())
      return std::nullopt;
    const int64_t Difference = (Bits.getConstant() - Sample).getSExtValue();
    if (Added && Added != Difference)
      return std::nullopt;
    Added = Difference;
  }
  return Added;
}

/// The registers that \p MI, which accesses \p Width bytes at a base and an
/// offset, loads or stores and does nothing else with.
SmallVector<Register, 2> StatepointPlaces::movedBy(const MachineInstr &MI,
                                                   uint64_t Width) const {
  int FI;
  Register Reg = MI.mayStore() ? TII.isStoreToStackSlotPostFE(MI, FI)
                               : TII.isLoadFromStackSlotPostFE(MI, FI);
  if (!Reg)
    Reg = MI.mayStore() ? TII.isStoreToStackSlot(MI, FI)
                        : TII.isLoadFromStackSlot(MI, FI);
  // It would be recognized if it described the slot.
  if (!Reg && PlainMoves.contains(MI.getOpcode())) {
    const MachineOperand &Last = MI.getOperand(MI.getNumExplicitOperands() - 1);
    const MachineOperand &Moved =
        MI.mayStore() && Last.isReg() ? Last : MI.getOperand(0);
    Reg = Moved.isReg() ? Moved.getReg() : Register();
  }
  if (Reg)
    return placeOf(Reg) ? SmallVector<Register, 2>{Reg}
                        : SmallVector<Register, 2>();
  // One or two registers, a base and an offset: there is no room for anything
  // that would change the value.
  if (MI.mayLoad() == MI.mayStore() || Width % WordSize || MI.isInlineAsm() ||
      MI.getNumExplicitOperands() != Width / WordSize + 2)
    return {};
  SmallVector<Register, 2> Moved;
  for (unsigned I = 0; I != Width / WordSize; ++I) {
    const MachineOperand &MO = MI.getOperand(I);
    if (!MO.isReg() || MO.isDef() != MI.mayLoad() || !placeOf(MO.getReg()))
      return {};
    Moved.push_back(MO.getReg());
  }
  return Moved;
}

std::optional<StatepointPlaces::Access>
StatepointPlaces::accessByIndex(const MachineInstr &MI, int FI) const {
  auto It = Slots.find(FI);
  if (It == Slots.end())
    return std::nullopt;
  Range Words = It->second;
  int Accessed;
  const bool Whole =
      (TII.isLoadFromStackSlot(MI, Accessed) && Accessed == FI) ||
      (TII.isStoreToStackSlot(MI, Accessed) && Accessed == FI);
  if (Words.Count != 1) {
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
    if (Whole)
      Offset = 0;
    if (Size)
      Words = wordsOf(FI, Offset, Size);
  }
  Access A;
  for (unsigned W = 0; W != Words.Count; ++W)
    A.Words.push_back(Words.First + W);
  if (Whole)
    A.Moved = movedBy(MI, WordSize);
  return A;
}

std::optional<StatepointPlaces::Access>
StatepointPlaces::accessByAddress(const MachineInstr &MI) const {
  if (Views.empty() || MI.isInlineAsm() || MI.isCall())
    return std::nullopt;
  SmallVector<const MachineOperand *, 1> BaseOps;
  int64_t Offset;
  bool IsScalable;
  LocationSize Width = LocationSize::precise(0);
  if (!TII.getMemOperandsWithOffsetWidth(MI, BaseOps, Offset, IsScalable, Width,
                                         &TRI) ||
      BaseOps.size() != 1 || !BaseOps[0]->isReg() || IsScalable ||
      MI.modifiesRegister(BaseOps[0]->getReg(), &TRI) ||
      none_of(Views,
              [&](const View &V) { return V.Base == BaseOps[0]->getReg(); }))
    return std::nullopt;
  uint64_t Size = Width.hasValue() ? Width.getValue().getKnownMinValue() : 0;
  if (Size == 0)
    Size = WordSize;
  // It may reach from one slot into the next one.
  Access A;
  bool IsAligned = true;
  for (const int64_t End = Offset + Size; Offset < End;) {
    const auto Slot = slotAt(BaseOps[0]->getReg(), Offset, MI);
    const unsigned Skipped = Slot ? Slot->second % WordSize : 0;
    IsAligned &= Skipped == 0;
    A.Words.push_back(std::nullopt);
    if (Slot)
      A.Words.back() = wordsOf(Slot->first, Slot->second, 1).First;
    Offset += WordSize - Skipped;
  }
  if (IsAligned)
    A.Moved = movedBy(MI, Size);
  return A;
}

/// Where no addressing mode reaches, the address is in another register.
std::optional<StatepointPlaces::Access>
StatepointPlaces::accessByComputedAddress(const MachineInstr &MI) const {
  if (MI.isCall())
    return std::nullopt;
  // Stores of pairs describe both.
  Access A;
  for (const MachineMemOperand *MMO : MI.memoperands()) {
    const auto *Stack =
        dyn_cast_or_null<FixedStackPseudoSourceValue>(MMO->getPseudoValue());
    const auto Slot = Stack ? Slots.find(Stack->getFrameIndex()) : Slots.end();
    if (Slot == Slots.end())
      continue;
    const LocationSize Size = MMO->getSize();
    const Range Words = Size.hasValue()
                            ? wordsOf(Slot->first, MMO->getOffset(),
                                      Size.getValue().getKnownMinValue())
                            : Slot->second;
    for (unsigned W = 0; W != Words.Count; ++W)
      A.Words.push_back(Words.First + W);
  }
  return A.Words.empty() ? std::nullopt : std::optional(A);
}

bool StatepointPlaces::mayStoreAnywhere(const MachineInstr &MI) const {
  // What is pushed behind the prologue is below all slots.
  if (!isLaidOut() || !MI.mayStore() || !MI.getFlag(MachineInstr::FrameSetup))
    return false;
  const auto *Moved = find_if(
      Views, [&](const View &V) { return MI.modifiesRegister(V.Base, &TRI); });
  // What the prologue saves has slots of its own.
  return Moved != Views.end() &&
         any_of(MI.operands(), [&](const MachineOperand &MO) {
           return MO.isReg() && MO.readsReg() && placeOf(MO.getReg()) &&
                  none_of(MF.getFrameInfo().getCalleeSavedInfo(),
                          [&](const CalleeSavedInfo &Saved) {
                            return Register(Saved.getReg()) == MO.getReg();
                          });
         });
}

std::optional<StatepointPlaces::Access>
StatepointPlaces::findAccess(const MachineInstr &MI) const {
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
  return A;
}

void StatepointPlaces::findAccesses() {
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB.instrs())
      if (std::optional<Access> A = findAccess(MI))
        Accesses[&MI] = std::move(*A);
}

const StatepointPlaces::Access *
StatepointPlaces::accessOf(const MachineInstr &MI) const {
  auto It = Accesses.find(&MI);
  return It == Accesses.end() ? nullptr : &It->second;
}
