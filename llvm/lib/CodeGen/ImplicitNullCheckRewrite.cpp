//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Keeps registers and debug instructions right when an implicit null check
/// takes instructions out of the not-null block.
///
//===----------------------------------------------------------------------===//

#include "ImplicitNullCheckRewrite.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

/// Whether \p MI defines any part of \p Reg.
static bool definesPartOf(const MachineInstr &MI, Register Reg) {
  const TargetRegisterInfo *TRI = MI.getMF()->getSubtarget().getRegisterInfo();
  return any_of(MI.all_defs(), [&](const MachineOperand &MO) {
    return MO.getReg() && TRI->regsOverlap(MO.getReg(), Reg);
  });
}

void llvm::keepHandlerValuesAlive(MachineInstr &Faulting,
                                  const MachineBasicBlock &Handler) {
  MachineInstrBuilder MIB(*Faulting.getMF(), Faulting);
  for (const auto &LiveIn : Handler.liveins())
    if (definesPartOf(Faulting, LiveIn.PhysReg))
      MIB.addReg(LiveIn.PhysReg, RegState::Implicit);
}

bool llvm::definesReservedRegister(const MachineInstr &MI) {
  const MachineRegisterInfo &MRI = MI.getMF()->getRegInfo();
  return any_of(MI.all_defs(), [&](const MachineOperand &MO) {
    return MO.getReg() && MRI.isReserved(MO.getReg());
  });
}

void llvm::prepareToHoist(MachineInstr &MI) {
  MachineBasicBlock &MBB = *MI.getParent();
  auto ShowsResult = [&](const MachineOperand &MO) {
    return MO.isReg() && MO.getReg() && definesPartOf(MI, MO.getReg());
  };
  for (MachineInstr &Other : make_early_inc_range(
           make_range(MBB.begin(), MachineBasicBlock::iterator(MI)))) {
    if (Other.isDebugValue() && any_of(Other.debug_operands(), ShowsResult))
      Other.setDebugValueUndef();
    else if (Other.isDebugPHI() && ShowsResult(Other.getOperand(0)))
      Other.eraseFromParent();
  }

  for (MachineOperand &MO : MI.all_uses())
    MO.setIsKill(false);
}
