//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Places on the stack that hold pointers after register allocation: spill
/// slots, and variables of fixed size in the entry block. Memory operands tell
/// which of them an instruction accesses. No pointer to a spill slot exists, so
/// it is changed only by instructions that name it, and by calls, in which a
/// collector may update it. A store through a pointer may change a variable,
/// too.
///
/// A place is given as a Register (Register::index2StackSlot). Slots of
/// callee-saved registers, whose frame index is negative, are left out.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CODEGEN_STACKPLACES_H
#define LLVM_CODEGEN_STACKPLACES_H

#include "llvm/CodeGen/Register.h"
#include <optional>

namespace llvm {

struct FaultingAccessInfo;
class MachineFunction;
class MachineInstr;

/// A move of a pointer-sized value between a register and a place on the stack.
struct SpillOrReload {
  Register To, From;
};

/// The spill slot or variable of 8 bytes that \p MI accesses, and all of it, if
/// \p MI accesses no other memory and the access is neither volatile nor
/// atomic. No register otherwise.
Register getStackPlace(const MachineInstr &MI);

/// What \p MI moves, if it does nothing else. \p Info is the target's.
std::optional<SpillOrReload> getSpillOrReload(const MachineInstr &MI,
                                              const FaultingAccessInfo &Info);

/// Whether \p MI, which need not be in a function, may change \p Place, a
/// physical register or a place on the stack of \p MF.
bool mayChange(const MachineInstr &MI, Register Place,
               const MachineFunction &MF);

/// Whether no instruction from \p MI to the end of its block, \p MI left out,
/// may change \p Place.
bool isUnchangedAfter(const MachineInstr &MI, Register Place);

/// Whether \p First and \p Second both access stack objects alone, one of them
/// just spill slots, and none in common.
bool useDifferentSlots(const MachineInstr &First, const MachineInstr &Second);

/// Whether \p MI writes nothing in memory but spill slots of its function,
/// other than those for the registers of its caller.
bool writesOnlySpillSlots(const MachineInstr &MI);

} // namespace llvm

#endif // LLVM_CODEGEN_STACKPLACES_H
