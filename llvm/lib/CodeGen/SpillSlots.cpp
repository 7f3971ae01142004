//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/CodeGen/SpillSlots.h"
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
#include <iterator>

using namespace llvm;

/// The frame index of the stack object that \p MMO names without an alloca.
static std::optional<int> getFrameIndex(const MachineMemOperand &MMO) {
  const auto *Fixed =
      dyn_cast_if_present<FixedStackPseudoSourceValue>(MMO.getPseudoValue());
  return Fixed ? std::optional(Fixed->getFrameIndex()) : std::nullopt;
}

Register llvm::getSpillSlot(const MachineInstr &MI) {
  constexpr uint64_t Size = 8;
  if (!MI.hasOneMemOperand())
    return Register();
  const MachineMemOperand &MMO = **MI.memoperands_begin();
  const std::optional<int> FI = getFrameIndex(MMO);
  // An instruction that accesses other memory need not be in a function.
  if (!FI || *FI < 0)
    return Register();
  const MachineFrameInfo &MFI = MI.getMF()->getFrameInfo();
  if (!MFI.isSpillSlotObjectIndex(*FI) || MFI.getObjectSize(*FI) != Size ||
      MMO.getOffset() != 0 || MMO.getSize() != LocationSize::precise(Size) ||
      !MMO.isUnordered())
    return Register();
  return Register::index2StackSlot(*FI);
}

std::optional<SpillOrReload>
llvm::getSpillOrReload(const MachineInstr &MI, const FaultingAccessInfo &Info) {
  if (!MI.mayLoadOrStore())
    return std::nullopt;
  const Register Reg = Info.MovedRegister(MI), Slot = getSpillSlot(MI);
  if (!Reg || !Slot)
    return std::nullopt;
  return MI.mayStore() ? SpillOrReload{Slot, Reg} : SpillOrReload{Reg, Slot};
}

bool llvm::mayChange(const MachineInstr &MI, Register Place,
                     const TargetRegisterInfo &TRI) {
  if (!Place.isStack())
    return MI.modifiesRegister(Place, &TRI);
  if (MI.isCall())
    return true;
  if (!MI.mayStore())
    return false;
  return MI.memoperands_empty() ||
         any_of(MI.memoperands(), [&](const MachineMemOperand *MMO) {
           if (MMO->getValue())
             return false;
           const std::optional<int> FI = getFrameIndex(*MMO);
           return !FI || *FI == Place.stackSlotIndex();
         });
}

bool llvm::isUnchangedAfter(const MachineInstr &MI, Register Place) {
  const MachineBasicBlock &MBB = *MI.getParent();
  const TargetRegisterInfo &TRI =
      *MBB.getParent()->getSubtarget().getRegisterInfo();
  return none_of(
      make_range(std::next(MachineBasicBlock::const_iterator(MI)), MBB.end()),
      [&](const MachineInstr &Later) { return mayChange(Later, Place, TRI); });
}

bool llvm::useDifferentSlots(const MachineInstr &First,
                             const MachineInstr &Second) {
  const MachineFrameInfo &MFI = First.getMF()->getFrameInfo();
  auto IsInSlot = [&](const MachineMemOperand *MMO) {
    const std::optional<int> FI = getFrameIndex(*MMO);
    return FI && MFI.isSpillSlotObjectIndex(*FI);
  };
  if (First.memoperands_empty() || Second.memoperands_empty() ||
      (!all_of(First.memoperands(), IsInSlot) &&
       !all_of(Second.memoperands(), IsInSlot)))
    return false;
  return all_of(First.memoperands(), [&](const MachineMemOperand *A) {
    return all_of(Second.memoperands(), [&](const MachineMemOperand *B) {
      const std::optional<int> FA = getFrameIndex(*A), FB = getFrameIndex(*B);
      return FA && FB && *FA != *FB;
    });
  });
}
