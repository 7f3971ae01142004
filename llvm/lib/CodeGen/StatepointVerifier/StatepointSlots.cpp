//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatepointSlots.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/FaultingAccess.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/StackMaps.h"
#include "llvm/CodeGen/TargetFrameLowering.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetLowering.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Value.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/ManagedTargetInfo.h"

using namespace llvm;

/// Larger objects of the IR are no slots, as each word takes time and memory.
static constexpr int64_t MaxObjectWords = 32;

StatepointSlots::StatepointSlots(const MachineFunction &MF)
    : MF(MF), TII(*MF.getSubtarget().getInstrInfo()),
      TRI(*MF.getSubtarget().getRegisterInfo()) {
  const MachineFrameInfo &MFI = MF.getFrameInfo();
  const bool LaidOut = isFrameLaidOut();
  // Targets compute the address of a slot from the callee-saved registers,
  // which MIR that was written by hand may not have.
  if (LaidOut && (!MFI.isCalleeSavedInfoValid() || !followStackPointer()))
    return;
  for (int FI = MFI.getObjectIndexBegin(); FI != MFI.getObjectIndexEnd(); ++FI)
    if (!MFI.isDeadObjectIndex(FI) && !MFI.isVariableSizedObjectIndex(FI) &&
        MFI.getStackID(FI) == 0 && MFI.getObjectSize(FI) > 0 &&
        MFI.getObjectSize(FI) % WordSize == 0 &&
        (!MFI.getObjectAllocation(FI) ||
         MFI.getObjectSize(FI) <= MaxObjectWords * WordSize))
      Slots[FI] = MFI.getObjectSize(FI) / WordSize;
  if (LaidOut)
    findViews();
  findListed();
  BitVector Escaping(MFI.getNumObjects());
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB)
      findEscaping(MI, Escaping);
  for (unsigned I : Escaping.set_bits())
    Slots.erase(int(I) + MFI.getObjectIndexBegin());
}

bool StatepointSlots::isFrameLaidOut() const {
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
void StatepointSlots::findViews() {
  const TargetFrameLowering &TFI = *MF.getSubtarget().getFrameLowering();
  std::optional<int64_t> Distance;
  Register SP, Other;
  for (const auto &[FI, NumWords] : Slots) {
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
  for (const auto &[FI, NumWords] : Slots)
    LargestView = std::max<int64_t>(LargestView, NumWords * WordSize);
  sort(Views, [](const View &A, const View &B) {
    return std::tuple(A.Base.id(), A.Offset, A.FI) <
           std::tuple(B.Base.id(), B.Offset, B.FI);
  });
  for (const View &V : Views)
    if (!is_contained(Bases, V.Base))
      Bases.push_back(V.Base);
}

/// Which slots statepoints list.
void StatepointSlots::findListed() {
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

/// Whether \p Reg is a general register. The function may use all of these.
bool StatepointSlots::isGeneral(Register Reg) const {
  const TargetRegisterClass *Class =
      MF.getSubtarget().getTargetLowering()->getRegClassFor(MVT::i64);
  return Class && Reg.isPhysical() && Class->contains(Reg) &&
         !MF.getRegInfo().isReserved(Reg.asMCReg());
}

/// The number that \p MI adds to \p Base, if that is all it does.
std::optional<int64_t> StatepointSlots::addedBy(const MachineInstr &MI,
                                                Register Base) const {
  if (TII.isCopyInstr(MI))
    return 0;
  const FaultingAccessInfo *Info =
      ManagedTargetInfo(MF.getTarget().getTargetTriple()).getHooks();
  const auto Sum = Info ? Info->SumOf(MI) : std::nullopt;
  if (!Sum || Sum->HasMore || Sum->Addends.size() != 1 ||
      Sum->Addends[0] != Base)
    return std::nullopt;
  return Sum->Offset;
}

/// By how much \p MI, which modifies the stack pointer, lowers it. Nothing if
/// that is not known.
std::optional<int64_t> StatepointSlots::pushedBy(const MachineInstr &MI) const {
  if (const int Pushed = TII.getSPAdjust(MI))
    return Pushed;
  // What has no operand but a register that it loads has to be a pop.
  if (MI.getNumExplicitOperands() == 0)
    return std::nullopt;
  if (MI.mayLoad() && !MI.mayStore() && MI.getNumExplicitOperands() == 1 &&
      MI.getNumExplicitDefs() == 1 && isGeneral(MI.getOperand(0).getReg()))
    return -int64_t(WordSize);
  if (TII.isCopyInstr(MI) || !MI.getOperand(0).isReg() ||
      MI.getOperand(0).getReg() != StackPointer)
    return std::nullopt;
  if (const auto Added = addedBy(MI, StackPointer))
    return -*Added;
  return std::nullopt;
}

/// Finds out where the stack pointer is lower than after the prologue. Returns
/// false if that is not known.
bool StatepointSlots::followStackPointer() {
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

/// Which slots the deopt state of \p MI, which is a STATEPOINT, has the address
/// of.
static SmallVector<unsigned, 4> addressesInDeoptState(const MachineInstr &MI) {
  SmallVector<unsigned, 4> Found;
  unsigned I = StatepointOpers(&MI).getNumDeoptArgsIdx();
  const unsigned Count = MI.getOperand(I++).getImm();
  for (unsigned N = 0; N != Count; ++N) {
    const MachineOperand &MO = MI.getOperand(I);
    if (MO.isImm() && MO.getImm() == StackMaps::DirectMemRefOp)
      Found.push_back(I + 1);
    I = StackMaps::getNextMetaArgIdx(&MI, I);
  }
  return Found;
}

std::optional<std::pair<int64_t, uint64_t>>
StatepointSlots::bytesOfObject(const MachineInstr &MI, int FI) const {
  if (!MI.hasOneMemOperand() || MI.isInlineAsm() || MI.isCall())
    return std::nullopt;
  const MachineMemOperand &MMO = **MI.memoperands_begin();
  const Value *Address = MMO.getValue();
  if (!Address || Address->getType()->getPointerAddressSpace() != 0 ||
      !MMO.getSize().hasValue())
    return std::nullopt;
  APInt Offset(MF.getDataLayout().getIndexSizeInBits(0), MMO.getOffset(),
               /*isSigned=*/true);
  if (Address->stripAndAccumulateConstantOffsets(MF.getDataLayout(), Offset,
                                                 /*AllowNonInbounds=*/true) !=
      MF.getFrameInfo().getObjectAllocation(FI))
    return std::nullopt;
  return std::pair(Offset.getSExtValue(),
                   MMO.getSize().getValue().getKnownMinValue());
}

/// Adds the slots whose address \p MI makes known to \p Escaping.
void StatepointSlots::findEscaping(const MachineInstr &MI,
                                   BitVector &Escaping) const {
  const int First = MF.getFrameInfo().getObjectIndexBegin();
  // What is listed is stored to in ways that are described, even if it is
  // loaded from an address that was chosen.
  auto Escape = [&](int FI) {
    if (!Listed.contains(FI))
      Escaping.set(FI - First);
  };
  if (MI.isDebugInstr())
    return;
  if (MI.getOpcode() == TargetOpcode::STATEPOINT) {
    for (unsigned I : addressesInDeoptState(MI))
      if (auto Slot = slotOf(MI, I))
        Escape(Slot->first);
    return;
  }
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
    if (MO.isFI() && !MI.isLifetimeMarker() &&
        (!IsMemory || (MF.getFrameInfo().getObjectAllocation(MO.getIndex()) &&
                       !bytesOfObject(MI, MO.getIndex()))))
      Escape(MO.getIndex());
    if (Views.empty() || !MO.isReg() || !MO.isUse() || MO.isImplicit() ||
        IsMemory || MI.isCall() || MI.getFlag(MachineInstr::FrameSetup) ||
        MI.getFlag(MachineInstr::FrameDestroy) || !isBase(MO.getReg()))
      continue;
    // What code generation spilled is accessed in ways that it describes.
    const std::optional<int64_t> Added = addedBy(MI, MO.getReg());
    const auto Slot = Added ? slotAt(MO.getReg(), *Added, MI) : std::nullopt;
    for (const auto &[FI, NumWords] : Slots)
      if (!MF.getFrameInfo().isSpillSlotObjectIndex(FI) &&
          !MF.getFrameInfo().isStatepointSpillSlotObjectIndex(FI) &&
          (!Added || (Slot && Slot->first == FI)))
        Escape(FI);
  }
}

std::optional<std::pair<int, int64_t>>
StatepointSlots::slotAt(Register Base, int64_t Offset,
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
        Offset < It->Offset + int64_t(Slot->second * WordSize))
      return std::pair(It->FI, Offset - It->Offset);
  }
  return std::nullopt;
}

std::optional<std::pair<int, int64_t>>
StatepointSlots::slotOf(const MachineInstr &Statepoint, unsigned I) const {
  const MachineOperand &Base = Statepoint.getOperand(I);
  const int64_t Offset = Statepoint.getOperand(I + 1).getImm();
  if (Base.isFI())
    return std::pair(Base.getIndex(), Offset);
  return Base.isReg() ? slotAt(Base.getReg(), Offset, Statepoint)
                      : std::nullopt;
}
