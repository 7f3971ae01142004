//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which values of a statepoint may be in registers. The strategy of a function
/// chooses, options of the command line choose for experiments, and the
/// allocators set limits; docs/RootsInRegisters.md has the whole picture.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CODEGEN_ROOTSINREGISTERS_H
#define LLVM_CODEGEN_ROOTSINREGISTERS_H

#include "llvm/Support/Compiler.h"
#include <optional>

namespace llvm {

class MachineFunction;
class MVT;

/// How many values of one statepoint are operands in registers at most. What
/// exceeds a limit is stored to a stack slot before the statepoint.
struct StatepointRegisterLimits {
  /// References, each with a relocated value that is in the same register.
  unsigned Roots = 0;
  /// Whether these may be references that a landing pad uses.
  bool RootsInLandingPads = false;
  /// Deopt values that may be in registers by what they are.
  unsigned DeoptValues = 0;
};

/// Returns the limits for the statepoints of \p MF. \p RootsOption is the limit
/// that the command line sets for every function, if it does.
LLVM_ABI StatepointRegisterLimits getStatepointRegisterLimits(
    const MachineFunction &MF, std::optional<unsigned> RootsOption);

/// Returns true if a stack map can name the registers of \p MF that values of
/// type \p VT, which is legal, are in. The stack of the x87 unit has no names.
LLVM_ABI bool hasNamedRegisters(const MachineFunction &MF, MVT VT);

/// Returns true if the strategy of \p MF lets references stay in callee-saved
/// registers at statepoints.
LLVM_ABI bool keepsRootsInRegisters(const MachineFunction &MF);

} // end namespace llvm

#endif // LLVM_CODEGEN_ROOTSINREGISTERS_H
