//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatepointPlaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/StackMaps.h"
#include "llvm/CodeGen/TargetFrameLowering.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetLowering.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

StatepointPlaces::StatepointPlaces(const MachineFunction &MF)
    : MF(MF), MRI(MF.getRegInfo()), TII(*MF.getSubtarget().getInstrInfo()),
      TRI(*MF.getSubtarget().getRegisterInfo()) {
  numberRegisters();
  numberSlots();
  findAccesses();
}

void StatepointPlaces::numberRegisters() {
  const TargetRegisterClass *Class =
      MF.getSubtarget().getTargetLowering()->getRegClassFor(MVT::i64);
  if (!Class)
    return;
  UnitPlaces.assign(TRI.getNumRegUnits(), NoPlace);
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
  if (UnitPlaces.empty())
    return Found;
  for (MCRegUnit Unit : TRI.regunits(Reg.asMCReg())) {
    const unsigned Place = UnitPlaces[unsigned(Unit)];
    if (Place != NoPlace && !is_contained(Found, Place))
      Found.push_back(Place);
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

/// The function's slots are seen from the stack pointer, the frame pointer and
/// the base pointer, whichever an instruction uses.
void StatepointPlaces::findViews() {
  // Targets want to know what the prologue saves before they tell where slots
  // are. It is known since the frame is laid out, but code that is read from a
  // file says so only if there is something.
  const_cast<MachineFunction &>(MF).getFrameInfo().setCalleeSavedInfoValid(
      true);
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
  for (const auto &[FI, Words] : Slots)
    LargestView = std::max<int64_t>(LargestView, Words.Count * WordSize);
  sort(Views, [](const View &A, const View &B) {
    return std::tuple(A.Base.id(), A.Offset, A.FI) <
           std::tuple(B.Base.id(), B.Offset, B.FI);
  });
}

/// Which slots statepoints list.
void StatepointPlaces::findListed() {
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB) {
      if (MI.getOpcode() != TargetOpcode::STATEPOINT)
        continue;
      StatepointOpers Opers(&MI);
      unsigned I = Opers.getNumGCPtrIdx();
      const unsigned Count = MI.getOperand(I++).getImm();
      for (unsigned N = 0; N != Count; ++N) {
        const MachineOperand &MO = MI.getOperand(I);
        if (MO.isImm() && MO.getImm() == StackMaps::IndirectMemRefOp)
          if (auto Slot = slotOf(MI, I + 2))
            Listed.insert(Slot->first);
        I = StackMaps::getNextMetaArgIdx(&MI, I);
      }
    }
}

/// Which opcodes the target moves registers to slots and back with.
void StatepointPlaces::findPlainMoves() {
  int FI;
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB)
      if (TII.isStoreToStackSlot(MI, FI) || TII.isLoadFromStackSlot(MI, FI) ||
          TII.isStoreToStackSlotPostFE(MI, FI) ||
          TII.isLoadFromStackSlotPostFE(MI, FI))
        PlainMoves.insert(MI.getOpcode());
}

void StatepointPlaces::numberSlots() {
  const MachineFrameInfo &MFI = MF.getFrameInfo();
  const bool LaidOut = isFrameLaidOut();
  if (LaidOut && !followStackPointer())
    return;
  for (int FI = MFI.getObjectIndexBegin(); FI != MFI.getObjectIndexEnd(); ++FI)
    if (!MFI.isDeadObjectIndex(FI) && !MFI.isVariableSizedObjectIndex(FI) &&
        !MFI.getObjectAllocation(FI) && MFI.getStackID(FI) == 0 &&
        MFI.getObjectSize(FI) > 0 && MFI.getObjectSize(FI) % WordSize == 0)
      Slots[FI] = {0, unsigned(MFI.getObjectSize(FI) / WordSize)};
  if (LaidOut)
    findViews();
  findListed();
  findPlainMoves();
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
    SlotOf.append(It->second.Count, FI);
  }
}

bool StatepointPlaces::isArgument(unsigned Place) const {
  return Place >= Registers.size() &&
         MF.getFrameInfo().isFixedObjectIndex(SlotOf[Place - Registers.size()]);
}

bool StatepointPlaces::isListed(unsigned Place) const {
  return Place >= Registers.size() &&
         Listed.contains(SlotOf[Place - Registers.size()]);
}

std::string StatepointPlaces::describe(unsigned Place) const {
  std::string Text;
  raw_string_ostream OS(Text);
  if (Place < Registers.size()) {
    OS << printReg(Registers[Place], &TRI);
    return Text;
  }
  const int FI = SlotOf[Place - Registers.size()];
  const bool Fixed = MF.getFrameInfo().isFixedObjectIndex(FI);
  OS << (Fixed ? "%fixed-stack." : "%stack.")
     << (Fixed ? FI - MF.getFrameInfo().getObjectIndexBegin() : FI);
  if (const unsigned Word = Place - wordsOfSlot(FI).First)
    OS << " + " << Word * WordSize;
  return Text;
}

std::optional<std::pair<int, int64_t>>
StatepointPlaces::slotAt(Register Base, int64_t Offset,
                         const MachineInstr &MI) const {
  if (Base == StackPointer)
    Offset -= Pushed.lookup(&MI);
  // The last one that begins there or before, or one that is larger.
  auto It = partition_point(Views, [&](const View &V) {
    return std::pair(V.Base.id(), V.Offset) <= std::pair(Base.id(), Offset);
  });
  while (It != Views.begin() && (--It)->Base == Base &&
         Offset < It->Offset + LargestView) {
    auto Slot = Slots.find(It->FI);
    if (Slot != Slots.end() &&
        Offset < It->Offset + int64_t(Slot->second.Count * WordSize))
      return std::pair(It->FI, Offset - It->Offset);
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

std::optional<std::pair<int, int64_t>>
StatepointPlaces::slotOf(const MachineInstr &Statepoint, unsigned I) const {
  const MachineOperand &Base = Statepoint.getOperand(I);
  const int64_t Offset = Statepoint.getOperand(I + 1).getImm();
  if (Base.isFI())
    return std::pair(Base.getIndex(), Offset);
  return Base.isReg() ? slotAt(Base.getReg(), Offset, Statepoint)
                      : std::nullopt;
}

StatepointPlaces::Range StatepointPlaces::words(const MachineInstr &Statepoint,
                                                unsigned I,
                                                uint64_t Size) const {
  const auto Slot = slotOf(Statepoint, I);
  return Slot ? wordsOf(Slot->first, Slot->second, Size) : Range();
}
