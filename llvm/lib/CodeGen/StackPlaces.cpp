//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/CodeGen/StackPlaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/FaultingAccess.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/CodeGen/PseudoSourceValue.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Instructions.h"
#include <iterator>

using namespace llvm;

/// Functions with more stack objects have no places in variables.
static constexpr int MaxObjects = 512;

/// The frame index of the stack object that \p MMO names without an alloca.
static std::optional<int> getFrameIndex(const MachineMemOperand &MMO) {
  const auto *Fixed =
      dyn_cast_if_present<FixedStackPseudoSourceValue>(MMO.getPseudoValue());
  return Fixed ? std::optional(Fixed->getFrameIndex()) : std::nullopt;
}

/// The frame index of the variable whose beginning \p MMO names.
static std::optional<int> getVariable(const MachineMemOperand &MMO,
                                      const MachineFrameInfo &MFI) {
  const auto *Variable = dyn_cast_if_present<AllocaInst>(MMO.getValue());
  if (!Variable || MFI.getObjectIndexEnd() > MaxObjects)
    return std::nullopt;
  for (int FI = 0, End = MFI.getObjectIndexEnd(); FI != End; ++FI)
    if (!MFI.isDeadObjectIndex(FI) && MFI.getObjectAllocation(FI) == Variable)
      return FI;
  return std::nullopt;
}

Register llvm::getStackPlace(const MachineInstr &MI) {
  constexpr uint64_t Size = 8;
  if (!MI.hasOneMemOperand())
    return Register();
  const MachineMemOperand &MMO = **MI.memoperands_begin();
  if (MMO.getOffset() != 0 || MMO.getSize() != LocationSize::precise(Size) ||
      MMO.isVolatile() || MMO.isAtomic())
    return Register();
  std::optional<int> FI = getFrameIndex(MMO);
  // An access that has become a check is in no function any more.
  if (!MI.getParent() ||
      (FI ? *FI < 0 : !isa_and_present<AllocaInst>(MMO.getValue())))
    return Register();
  const MachineFrameInfo &MFI = MI.getMF()->getFrameInfo();
  if (!FI)
    FI = getVariable(MMO, MFI);
  else if (!MFI.isSpillSlotObjectIndex(*FI) && !MFI.getObjectAllocation(*FI))
    return Register();
  if (!FI || MFI.getObjectSize(*FI) != Size)
    return Register();
  return Register::index2StackSlot(*FI);
}

std::optional<SpillOrReload>
llvm::getSpillOrReload(const MachineInstr &MI, const FaultingAccessInfo &Info) {
  if (!MI.mayLoadOrStore())
    return std::nullopt;
  const Register Reg = Info.MovedRegister(MI), Slot = getStackPlace(MI);
  if (!Reg || !Slot)
    return std::nullopt;
  return MI.mayStore() ? SpillOrReload{Slot, Reg} : SpillOrReload{Reg, Slot};
}

bool llvm::mayChange(const MachineInstr &MI, Register Place,
                     const MachineFunction &MF) {
  if (!Place.isStack())
    return MI.modifiesRegister(Place, MF.getSubtarget().getRegisterInfo());
  if (MI.isCall())
    return true;
  if (!MI.mayStore())
    return false;
  return MI.memoperands_empty() ||
         any_of(MI.memoperands(), [&](const MachineMemOperand *MMO) {
           const int Object = Place.stackSlotIndex();
           if (const Value *Address = MMO->getValue()) {
             // The address of a variable may be anywhere.
             const MachineFrameInfo &MFI = MF.getFrameInfo();
             return !MFI.isSpillSlotObjectIndex(Object) &&
                    (!isa<AllocaInst>(Address) ||
                     Address == MFI.getObjectAllocation(Object));
           }
           const std::optional<int> FI = getFrameIndex(*MMO);
           return !FI || *FI == Object;
         });
}

bool llvm::isUnchangedAfter(const MachineInstr &MI, Register Place) {
  const MachineBasicBlock &MBB = *MI.getParent();
  return none_of(
      make_range(std::next(MachineBasicBlock::const_iterator(MI)), MBB.end()),
      [&](const MachineInstr &Later) {
        return mayChange(Later, Place, *MBB.getParent());
      });
}

/// Whether \p MI accesses no memory but spill slots.
static bool accessesOnlySpillSlots(const MachineInstr &MI) {
  const MachineFrameInfo &MFI = MI.getMF()->getFrameInfo();
  return !MI.memoperands_empty() &&
         all_of(MI.memoperands(), [&](const MachineMemOperand *MMO) {
           const std::optional<int> FI = getFrameIndex(*MMO);
           return FI && MFI.isSpillSlotObjectIndex(*FI);
         });
}

bool llvm::useDifferentSlots(const MachineInstr &First,
                             const MachineInstr &Second) {
  if (First.memoperands_empty() || Second.memoperands_empty() ||
      (!accessesOnlySpillSlots(First) && !accessesOnlySpillSlots(Second)))
    return false;
  return all_of(First.memoperands(), [&](const MachineMemOperand *A) {
    return all_of(Second.memoperands(), [&](const MachineMemOperand *B) {
      const std::optional<int> FA = getFrameIndex(*A), FB = getFrameIndex(*B);
      return FA && FB && *FA != *FB;
    });
  });
}

bool llvm::writesOnlySpillSlots(const MachineInstr &MI) {
  return MI.mayStore() && !MI.mayLoad() && !MI.isCall() &&
         !MI.getFlag(MachineInstr::FrameSetup) && accessesOnlySpillSlots(MI);
}
