//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Follows the moves of a value between registers and spill slots.
///
//===----------------------------------------------------------------------===//

#include "PointerPlaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/StackPlaces.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

std::optional<PlaceMove> llvm::asPlaceMove(const MachineInstr &MI,
                                           const FaultingAccessInfo &Info,
                                           const TargetInstrInfo &TII) {
  if (const auto Moved = getSpillOrReload(MI, Info))
    return PlaceMove{Moved->To, Moved->From};
  const auto Copy = TII.isCopyInstr(MI);
  if (!Copy)
    return std::nullopt;
  // What always holds zero is no place: as a base, its number is that of the
  // stack pointer.
  const TargetRegisterInfo &TRI = *MI.getMF()->getSubtarget().getRegisterInfo();
  const Register From = Copy->Source->getReg();
  if (From.isPhysical() && TRI.isConstantPhysReg(From))
    return std::nullopt;
  return PlaceMove{Copy->Destination->getReg(), From};
}

Register llvm::getMoveSource(Register Place, const MachineInstr &MI,
                             const FaultingAccessInfo &Info,
                             const TargetInstrInfo &TII) {
  const auto Move = asPlaceMove(MI, Info, TII);
  return Move && Move->To == Place ? Move->From : Register();
}

PointerPlaces::PointerPlaces(const MachineBasicBlock &Block, Register Place,
                             const FaultingAccessInfo &Info)
    : Info(Info), MF(*Block.getParent()),
      TII(*MF.getSubtarget().getInstrInfo()) {
  Places.push_back(Place);
  for (const MachineInstr &MI : reverse(Block)) {
    if (MI.isDebugInstr())
      continue;
    const std::optional<PlaceMove> Moved = asPlaceMove(MI, Info, TII);
    if (Moved && (contains(Moved->To) || contains(Moved->From)) &&
        isUnchangedAfter(MI, Moved->To) && isUnchangedAfter(MI, Moved->From)) {
      if (!contains(Moved->From))
        Places.push_back(Moved->From);
      if (!contains(Moved->To))
        Places.push_back(Moved->To);
      continue;
    }
    // Before this, one of them holds something else.
    if (any_of(Places,
               [&](Register Known) { return mayChange(MI, Known, MF); }))
      break;
  }
}

bool PointerPlaces::contains(Register Place) const {
  return is_contained(Places, Place);
}

void PointerPlaces::step(const MachineInstr &MI) {
  if (MI.isDebugInstr())
    return;
  const std::optional<PlaceMove> Moved = asPlaceMove(MI, Info, TII);
  const bool IsCopied = Moved && contains(Moved->From);
  erase_if(Places, [&](Register Place) { return mayChange(MI, Place, MF); });
  if (IsCopied && !contains(Moved->To))
    Places.push_back(Moved->To);
}
