//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/CodeGen/BranchFlags.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

MachineInstr *llvm::getFlagsForBranchOnly(MachineBasicBlock &MBB,
                                          Register Flags) {
  const TargetRegisterInfo &TRI =
      *MBB.getParent()->getSubtarget().getRegisterInfo();
  if (any_of(MBB.successors(), [&](const MachineBasicBlock *Succ) {
        return Succ->isLiveIn(Flags.asMCReg());
      }))
    return nullptr;
  for (MachineInstr &MI : reverse(MBB)) {
    if (MI.isDebugInstr() || MI.isTerminator())
      continue;
    if (MI.modifiesRegister(Flags, &TRI))
      return &MI;
    if (MI.readsRegister(Flags, &TRI))
      return nullptr;
  }
  return nullptr;
}
