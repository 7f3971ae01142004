//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a statepoint has in registers that cannot stay there, and where each of
/// these registers is stored.
///
/// The register allocator takes a meta operand for a use that is over when the
/// call begins. The runtime reads it while the call runs, and writes a
/// reference then. A register can hold it if the call preserves the register
/// and, for a reference, if the runtime looks for references there; others go
/// to stack slots.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_STATEPOINTS_STATEPOINTSPILLS_H
#define LLVM_LIB_CODEGEN_STATEPOINTS_STATEPOINTSPILLS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/Register.h"

namespace llvm {

/// Where the references of a statepoint may be.
enum class RootRegisters {
  /// In stack slots only.
  None,
  /// In the registers that C functions of the target preserve, which are those
  /// that a runtime has to find in the frames of callees.
  Platform,
  /// In all registers that the callee preserves.
  Preserved,
};

/// The part of a statepoint that cannot stay in registers.
struct StatepointSpills {
  /// The meta operands that name a stack slot afterwards, ascending.
  SmallVector<unsigned, 8> Operands;
  /// The registers of these operands, in the order of their first operand.
  SmallVector<Register, 8> Registers;
  /// Those of them that have the relocated value after the statepoint.
  SmallVector<Register, 8> Relocated;
  /// References that are undefined. What their register holds is none.
  SmallVector<unsigned, 2> UndefinedRoots;

  bool empty() const { return Operands.empty() && UndefinedRoots.empty(); }
};

/// Returns what \p Statepoint, which is allocated, has in registers that cannot
/// stay there. References in one of \p Forced cannot in any case.
StatepointSpills findStatepointSpills(const MachineInstr &Statepoint,
                                      RootRegisters Roots,
                                      ArrayRef<Register> Forced = {});

/// A store of \p Source, which is a register or the one that it was copied
/// from.
struct StatepointStore {
  MachineBasicBlock::iterator Before;
  Register Source;
  bool IsKill;
};

/// Returns how \p Reg, one of \p Spills, is stored for \p Statepoint. With
/// \p PropagateCopies, a copy to \p Reg that has no other use is deleted.
StatepointStore findStatepointStore(MachineInstr &Statepoint,
                                    const StatepointSpills &Spills,
                                    Register Reg, bool PropagateCopies);

} // end namespace llvm

#endif // LLVM_LIB_CODEGEN_STATEPOINTS_STATEPOINTSPILLS_H
