//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The callee of the machine instruction STATEPOINT, for what hardens calls.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CODEGEN_STATEPOINTTARGET_H
#define LLVM_CODEGEN_STATEPOINTTARGET_H

#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/PagePolls.h"
#include "llvm/CodeGen/StackMaps.h"

namespace llvm {

/// Returns the index of the operand of \p MI, a STATEPOINT, that is its callee.
inline unsigned getStatepointTargetIdx(const MachineInstr &MI) {
  return StatepointOpers(&MI).getNCallArgsPos() + 1;
}

/// Returns true if \p MI is a STATEPOINT that becomes a call of what is in a
/// register, rather than of a symbol or bytes to patch, or a poll by page.
inline bool isIndirectStatepoint(const MachineInstr &MI) {
  if (MI.getOpcode() != TargetOpcode::STATEPOINT || isPagePoll(MI))
    return false;
  StatepointOpers Opers(&MI);
  return Opers.getNumPatchBytes() == 0 && Opers.getCallTarget().isReg();
}

} // end namespace llvm

#endif // LLVM_CODEGEN_STATEPOINTTARGET_H
