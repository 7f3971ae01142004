//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The landing pads of statepoints, and what they load.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_STATEPOINTS_STATEPOINTLANDINGPADS_H
#define LLVM_LIB_CODEGEN_STATEPOINTS_STATEPOINTLANDINGPADS_H

#include "llvm/CodeGen/Register.h"

namespace llvm {

class MachineBasicBlock;
class MachineInstr;

/// Returns the call of \p MBB that unwinds to a block of the function, or null.
/// Other calls before it, or of the library after it, do not.
MachineInstr *findInvoke(MachineBasicBlock &MBB);
const MachineInstr *findInvoke(const MachineBasicBlock &MBB);

/// Returns the landing pad that \p Call unwinds to with the registers of this
/// frame, or null.
MachineBasicBlock *findLandingPad(MachineInstr &Call);

/// Returns true if the unwinder passes \p Reg to \p LandingPad, so that nothing
/// from before the call is in it.
bool isSetByUnwinder(const MachineBasicBlock &LandingPad, Register Reg);

} // end namespace llvm

#endif // LLVM_LIB_CODEGEN_STATEPOINTS_STATEPOINTLANDINGPADS_H
