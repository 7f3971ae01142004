//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What must not sink below a null check.
///
//===----------------------------------------------------------------------===//

#include "NullCheckSinking.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/ImplicitNullChecks.h"

using namespace llvm;

bool llvm::isLoadedForNullCheck(const MachineInstr &MI) {
  const BasicBlock *Block = MI.getParent()->getBasicBlock();
  if (!MI.mayLoad() || !Block || !Block->getTerminator() ||
      !isEnabledImplicitNullCheck(*Block->getTerminator()))
    return false;
  const Instruction &Check = *Block->getTerminator();
  const MachineRegisterInfo &MRI = MI.getMF()->getRegInfo();
  SmallVector<const MachineInstr *, 8> Work = {&MI};
  for (unsigned Left = 16; Left && !Work.empty(); --Left)
    for (const MachineOperand &Def : Work.pop_back_val()->all_defs()) {
      if (!Def.getReg().isVirtual())
        continue;
      for (const MachineInstr &User : MRI.use_nodbg_instructions(Def.getReg()))
        if (!User.mayLoadOrStore()) {
          if (!User.isCall() && !User.isPHI())
            Work.push_back(&User);
        } else if (any_of(User.memoperands(), [&](const auto *MMO) {
                     return MMO->getValue() &&
                            isPointerOfCheck(*MMO->getValue(), Check);
                   }))
          return true;
    }
  return false;
}
