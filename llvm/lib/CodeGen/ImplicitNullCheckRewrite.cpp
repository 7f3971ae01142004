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
#include "llvm/ADT/SmallVector.h"
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

/// The registers that \p LiveIn stands for: one, or the largest of those of its
/// sub-registers that are live.
static SmallVector<MCRegister, 4>
liveRegisters(const MachineBasicBlock::RegisterMaskPair &LiveIn,
              const TargetRegisterInfo &TRI) {
  SmallVector<MCRegister, 4> Live;
  MCSubRegIndexIterator Sub(LiveIn.PhysReg, &TRI);
  if (LiveIn.LaneMask.all() || !Sub.isValid())
    return {LiveIn.PhysReg};
  for (; Sub.isValid(); ++Sub) {
    LaneBitmask Lanes = TRI.getSubRegIndexLaneMask(Sub.getSubRegIndex());
    if ((Lanes & ~LiveIn.LaneMask).none())
      Live.push_back(Sub.getSubReg());
  }
  SmallVector<MCRegister, 4> Largest;
  copy_if(Live, std::back_inserter(Largest), [&](MCRegister Reg) {
    return none_of(
        Live, [&](MCRegister Other) { return TRI.isSubRegister(Other, Reg); });
  });
  return Largest;
}

void llvm::keepHandlerValuesAlive(MachineInstr &Faulting,
                                  const MachineBasicBlock &Handler) {
  MachineFunction &MF = *Faulting.getMF();
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  MachineInstrBuilder MIB(MF, Faulting);
  for (const auto &LiveIn : Handler.liveins())
    for (MCRegister Reg : liveRegisters(LiveIn, TRI))
      if (definesPartOf(Faulting, Reg))
        MIB.addReg(Reg, RegState::Implicit);
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
