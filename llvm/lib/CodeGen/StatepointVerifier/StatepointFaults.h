//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// What the verifier needs to know of an access that stands in for a null check
/// (FAULTING_OP): its operands are those of the access, after four of its own.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTFAULTS_H
#define LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTFAULTS_H

#include "FaultingOp.h"
#include "llvm/CodeGen/MachineInstr.h"

namespace llvm {

inline bool isFaultingAccess(const MachineInstr &MI) {
  return MI.getOpcode() == TargetOpcode::FAULTING_OP;
}

/// Whether \p MI does nothing to memory except to load.
bool isFaultingLoad(const MachineInstr &MI);

/// \returns whether \p Result, which \p MI defines, is made of what the access
/// finds in that register: it is an operand, or an address that is written
/// back.
bool isTiedResult(const MachineInstr &MI, const MachineOperand &Result);

/// \returns the only register that is part of the address of \p MI, a faulting
/// access, or no register if there are several. It is the checked pointer, or
/// lies at a constant distance from it.
Register getFaultingPointer(const MachineInstr &MI);

/// Whether control comes from \p From to \p To without a fault.
bool isReachedWithoutFault(const MachineBasicBlock &From,
                           const MachineBasicBlock &To);

} // end namespace llvm

#endif // LLVM_LIB_CODEGEN_STATEPOINTVERIFIER_STATEPOINTFAULTS_H
