//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The flags that a conditional branch reads, on targets with a flag register.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CODEGEN_BRANCHFLAGS_H
#define LLVM_CODEGEN_BRANCHFLAGS_H

#include "llvm/CodeGen/Register.h"

namespace llvm {

class MachineBasicBlock;
class MachineInstr;

/// The instruction of \p MBB that computes \p Flags, a register, for the
/// branch at the block's end, if nothing else reads them. Null otherwise.
MachineInstr *getFlagsForBranchOnly(MachineBasicBlock &MBB, Register Flags);

} // namespace llvm

#endif // LLVM_CODEGEN_BRANCHFLAGS_H
