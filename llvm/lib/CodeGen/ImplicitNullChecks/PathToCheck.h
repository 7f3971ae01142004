//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is known at a null check if its pointer is null.
///
/// Such a check ends in the null block. So if control comes to it from a place
/// that it can only have come to through the other side of the same check, with
/// the same pointer, then that is no null pointer. This leaves one way into a
/// loop: for a pointer that the loop does not change, the check can fail in the
/// first iteration alone, in which an index still is what it started from.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_IMPLICITNULLCHECKS_PATHTOCHECK_H
#define LLVM_LIB_CODEGEN_IMPLICITNULLCHECKS_PATHTOCHECK_H

#include "FaultingAccesses.h"
#include "llvm/CodeGen/RegisterBits.h"

namespace llvm {

struct FaultingAccessInfo;
class MachineBasicBlock;
class MachineInstr;

/// Whether \p Block is reached through branches alone.
bool isPlain(const MachineBasicBlock &Block);

/// What is known on a path: if the pointer is null, and in any case.
struct PathBits {
  RegisterBits IfNull, Always;

  void step(const MachineInstr &MI) {
    IfNull.step(MI);
    Always.step(MI);
  }
};

/// What is known at the end of \p Check, whose branch makes \p Test, if the
/// pointer is null, in which case the branch goes to the null block. At most
/// \p MaxBlocks blocks are looked at, the last of those before the end, and in
/// each of the loops around the check some more.
PathBits getBitsAtCheck(const MachineBasicBlock &Check, const NullTest &Test,
                        const FaultingAccessInfo &Info,
                        const FaultingAccesses &Converted, unsigned MaxBlocks);

} // namespace llvm

#endif // LLVM_LIB_CODEGEN_IMPLICITNULLCHECKS_PATHTOCHECK_H
