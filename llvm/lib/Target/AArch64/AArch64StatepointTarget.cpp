//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AArch64StatepointTarget.h"
#include "AArch64Subtarget.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"

using namespace llvm;

void llvm::prepareStatepointTarget(MachineInstr &MI) {
  MachineFunction &MF = *MI.getMF();
  const auto &ST = MF.getSubtarget<AArch64Subtarget>();
  if (!ST.hardenSlsBlr() || !isIndirectStatepoint(MI))
    return;
  // The class is the one that calls have when they are hardened.
  MachineRegisterInfo &MRI = MF.getRegInfo();
  MachineOperand &Target = MI.getOperand(getStatepointTargetIdx(MI));
  if (MRI.constrainRegClass(Target.getReg(), &AArch64::GPR64noipRegClass))
    return;
  const Register Copy = MRI.createVirtualRegister(&AArch64::GPR64noipRegClass);
  BuildMI(*MI.getParent(), MI, MI.getDebugLoc(),
          ST.getInstrInfo()->get(TargetOpcode::COPY), Copy)
      .addReg(Target.getReg());
  Target.setReg(Copy);
  Target.setIsKill(false);
}

void llvm::callThunkFromStatepoint(MachineInstr &MI, StringRef Name) {
  MachineFunction &MF = *MI.getMF();
  MachineOperand &Target = MI.getOperand(getStatepointTargetIdx(MI));
  const Register Callee = Target.getReg();
  const bool IsKill = Target.isKill();
  Target.ChangeToES(MF.createExternalSymbolName(Name));
  MI.addOperand(MF, MachineOperand::CreateReg(Callee, /*isDef=*/false,
                                              /*isImp=*/true, IsKill));
}
