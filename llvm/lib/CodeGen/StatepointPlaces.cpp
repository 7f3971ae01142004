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
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/PseudoSourceValue.h"
#include "llvm/CodeGen/RegisterBits.h"
#include "llvm/CodeGen/TargetFrameLowering.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetLowering.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

StatepointPlaces::StatepointPlaces(const MachineFunction &MF)
    : MF(MF), MRI(MF.getRegInfo()), TII(*MF.getSubtarget().getInstrInfo()),
      TRI(*MF.getSubtarget().getRegisterInfo()) {
  numberRegisters();
  numberSlots();
}

void StatepointPlaces::numberRegisters() {
  const TargetRegisterClass *Class =
      MF.getSubtarget().getTargetLowering()->getRegClassFor(MVT::i64);
  if (!Class)
    return;
  for (MCPhysReg Reg : *Class) {
    if (MRI.isReserved(Reg) || MRI.isConstantPhysReg(Reg))
      continue;
    for (MCRegUnit Unit : TRI.regunits(Reg))
      UnitPlaces[unsigned(Unit)] = Registers.size();
    Registers.push_back(Reg);
  }
  NumPlaces = Registers.size();
}

std::optional<unsigned> StatepointPlaces::placeOf(Register Reg) const {
  if (!Reg.isPhysical())
    return std::nullopt;
  for (unsigned Place : overlapping(Reg))
    if (Registers[Place] == Reg)
      return Place;
  return std::nullopt;
}

SmallVector<unsigned, 2> StatepointPlaces::overlapping(Register Reg) const {
  SmallVector<unsigned, 2> Found;
  if (!Reg.isPhysical())
    return Found;
  for (MCRegUnit Unit : TRI.regunits(Reg.asMCReg())) {
    auto It = UnitPlaces.find(unsigned(Unit));
    if (It != UnitPlaces.end() && !is_contained(Found, It->second))
      Found.push_back(It->second);
  }
  return Found;
}

bool StatepointPlaces::isFrameLaidOut() const {
  const MachineFrameInfo &MFI = MF.getFrameInfo();
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB)
      if (!MI.isDebugInstr() &&
          any_of(MI.operands(), [](auto &MO) { return MO.isFI(); }))
        return false;
  return MFI.getStackSize() != 0;
}

bool StatepointPlaces::stackPointerMoves() const {
  const Register SP = MF.getSubtarget()
                          .getTargetLowering()
                          ->getStackPointerRegisterToSaveRestore();
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB)
      if (!MI.isCall() && !MI.isMetaInstruction() &&
          !MI.getFlag(MachineInstr::FrameSetup) &&
          !MI.getFlag(MachineInstr::FrameDestroy) &&
          MI.modifiesRegister(SP, &TRI))
        return true;
  return false;
}

/// The function's slots are seen from the stack pointer, the frame pointer and
/// the base pointer, whichever an instruction uses.
void StatepointPlaces::findViews() {
  const TargetFrameLowering &TFI = *MF.getSubtarget().getFrameLowering();
  std::optional<int64_t> Distance;
  Register SP, Other;
  for (const auto &[FI, Words] : Slots) {
    Register Base, Preferred;
    const int64_t Offset = TFI.getFrameIndexReference(MF, FI, Base).getFixed();
    const int64_t FromPreferred =
        TFI.getFrameIndexReferencePreferSP(MF, FI, Preferred,
                                           /*IgnoreSPUpdates=*/false)
            .getFixed();
    Views.push_back({Base, Offset, FI});
    if (Base == Preferred)
      continue;
    Views.push_back({Preferred, FromPreferred, FI});
    Distance = Offset - FromPreferred;
    SP = Preferred;
    Other = Base;
  }
  // What is known of one slot is known of all.
  if (Distance && !MF.getFrameInfo().hasVarSizedObjects()) {
    const SmallVector<View, 32> Known = Views;
    for (const View &V : Known) {
      if (V.Base == SP)
        Views.push_back({Other, V.Offset + *Distance, V.FI});
      else if (V.Base == Other)
        Views.push_back({SP, V.Offset - *Distance, V.FI});
    }
  }
}

/// Adds the slots whose address \p MI makes known.
void StatepointPlaces::dropEscaping(const MachineInstr &MI,
                                    BitVector &Escaping) const {
  const int First = MF.getFrameInfo().getObjectIndexBegin();
  auto Escape = [&](int FI) { Escaping.set(FI - First); };
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
    const auto Slot = Added ? slotAt(MO.getReg(), *Added) : std::nullopt;
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

void StatepointPlaces::numberSlots() {
  const MachineFrameInfo &MFI = MF.getFrameInfo();
  const bool LaidOut = isFrameLaidOut();
  if (LaidOut && stackPointerMoves())
    return;
  for (int FI = MFI.getObjectIndexBegin(); FI != MFI.getObjectIndexEnd(); ++FI)
    if (!MFI.isDeadObjectIndex(FI) && !MFI.isVariableSizedObjectIndex(FI) &&
        !MFI.getObjectAllocation(FI) && MFI.getStackID(FI) == 0 &&
        MFI.getObjectSize(FI) > 0 && MFI.getObjectSize(FI) % WordSize == 0)
      Slots[FI] = {0, unsigned(MFI.getObjectSize(FI) / WordSize)};
  if (LaidOut)
    findViews();
  BitVector Escaping(MFI.getNumObjects());
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB)
      dropEscaping(MI, Escaping);
  for (int FI = MFI.getObjectIndexBegin(); FI != MFI.getObjectIndexEnd();
       ++FI) {
    auto It = Slots.find(FI);
    if (It == Slots.end())
      continue;
    if (Escaping.test(FI - MFI.getObjectIndexBegin())) {
      Slots.erase(It);
      continue;
    }
    It->second.First = NumPlaces;
    NumPlaces += It->second.Count;
  }
}

bool StatepointPlaces::isArgument(unsigned Place) const {
  for (const auto &[FI, Words] : Slots)
    if (Place >= Words.First && Place < Words.First + Words.Count)
      return MF.getFrameInfo().isFixedObjectIndex(FI);
  return false;
}

std::string StatepointPlaces::describe(unsigned Place) const {
  std::string Text;
  raw_string_ostream OS(Text);
  if (Place < Registers.size()) {
    OS << printReg(Registers[Place], &TRI);
    return Text;
  }
  for (const auto &[FI, Words] : Slots)
    if (Place >= Words.First && Place < Words.First + Words.Count) {
      const bool Fixed = MF.getFrameInfo().isFixedObjectIndex(FI);
      OS << (Fixed ? "%fixed-stack." : "%stack.")
         << (Fixed ? FI - MF.getFrameInfo().getObjectIndexBegin() : FI);
      if (Place != Words.First)
        OS << " + " << (Place - Words.First) * WordSize;
    }
  return Text;
}

std::optional<std::pair<int, int64_t>>
StatepointPlaces::slotAt(Register Base, int64_t Offset) const {
  for (const View &V : Views) {
    auto It = Slots.find(V.FI);
    if (V.Base == Base && It != Slots.end() && Offset >= V.Offset &&
        Offset < V.Offset + int64_t(It->second.Count * WordSize))
      return std::pair(V.FI, Offset - V.Offset);
  }
  return std::nullopt;
}

StatepointPlaces::Range StatepointPlaces::wordsOf(int FI, int64_t Offset,
                                                  uint64_t Size) const {
  auto It = Slots.find(FI);
  const int64_t End =
      It == Slots.end() ? 0 : int64_t(It->second.Count * WordSize);
  if (Offset < 0 || Offset >= End || Size == 0)
    return {};
  const uint64_t Last = std::min<uint64_t>(End, Offset + Size) - 1;
  const unsigned First = Offset / WordSize;
  return {It->second.First + First, unsigned(Last / WordSize - First + 1)};
}

StatepointPlaces::Range StatepointPlaces::words(const MachineInstr &Statepoint,
                                                unsigned I,
                                                uint64_t Size) const {
  const MachineOperand &Base = Statepoint.getOperand(I);
  const int64_t Offset = Statepoint.getOperand(I + 1).getImm();
  if (Base.isFI())
    return wordsOf(Base.getIndex(), Offset, Size);
  if (!Base.isReg())
    return {};
  const auto Slot = slotAt(Base.getReg(), Offset);
  return Slot ? wordsOf(Slot->first, Slot->second, Size) : Range();
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
    const auto Slot = slotAt(BaseOps[0]->getReg(), Offset);
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
  for (const MachineMemOperand *MMO : MI.memoperands())
    if (const auto *Stack = dyn_cast_or_null<FixedStackPseudoSourceValue>(
            MMO->getPseudoValue()))
      return accessByIndex(MI, Stack->getFrameIndex());
  return std::nullopt;
}

std::optional<StatepointPlaces::Access>
StatepointPlaces::accessOf(const MachineInstr &MI) const {
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
