//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What has to stay true when instructions of the not-null block move up to
/// the end of the block with the null check:
///
/// - the null path finds each register as the branch would have left it;
/// - debug instructions that are passed do not show a value too early;
/// - a register is not marked as killed above its last use.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_IMPLICITNULLCHECKREWRITE_H
#define LLVM_LIB_CODEGEN_IMPLICITNULLCHECKREWRITE_H

namespace llvm {

class MachineBasicBlock;
class MachineInstr;

/// Makes what \p Faulting defines an input of it as well where \p Handler
/// needs the value from before: when \p Faulting faults it defines nothing, and
/// without the use, what computed that value would seem dead.
void keepHandlerValuesAlive(MachineInstr &Faulting,
                            const MachineBasicBlock &Handler);

/// Whether \p MI changes a register that is live everywhere and hence in no
/// list of live-ins, such as the stack pointer.
bool definesReservedRegister(const MachineInstr &MI);

/// Prepares \p MI to leave its place for the end of its block's predecessor:
/// debug instructions above it lose their interest in the registers that it
/// defines, and it kills none.
void prepareToHoist(MachineInstr &MI);

} // namespace llvm

#endif // LLVM_LIB_CODEGEN_IMPLICITNULLCHECKREWRITE_H
