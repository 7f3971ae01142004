//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which call in the IR a STATEPOINT was made from.
///
/// Before instruction selection, each call that becomes a STATEPOINT gets an
/// alias scope of its own, in its metadata `!statepoint.scope`: the scope of
/// what the callee accesses. Lowering adds a memory operand to the STATEPOINT
/// that names the same scope, its *origin*:
///
///   STATEPOINT ... :: (volatile load store unknown-size, !alias.scope !5)
///
/// It says nothing else about the instruction: an access of unknown size to an
/// unknown address may alias any other, volatile ones keep their order, and no
/// access denies that it aliases the scope.
///
/// A memory operand survives what code generation does to an instruction: it is
/// printed and parsed with machine code, and so is the metadata with the IR
/// beside it; a copy of the instruction has it as well; and where branch
/// folding merges two instructions, the result has the memory operands of both.
/// A copy of the call in the IR has the same scope. So a STATEPOINT may have
/// several origins, and several calls may be one of them. Each is right.
///
/// Origins are last among the memory operands.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CODEGEN_STATEPOINTORIGIN_H
#define LLVM_CODEGEN_STATEPOINTORIGIN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {

class CallBase;
class MachineFunction;
class MachineInstr;
class MachineMemOperand;
class MDNode;

/// Gives each of \p Calls, which are in one function, a scope of its own in
/// place of the one that it may have from elsewhere.
void setStatepointScopes(ArrayRef<CallBase *> Calls);

/// Returns the scope of \p Call, or null if it has none.
MDNode *getStatepointScope(const CallBase &Call);

/// Appends the memory operand to \p MemOperands that says that a STATEPOINT of
/// \p MF is made from \p Call, if \p Call has a scope.
void addStatepointOrigin(MachineFunction &MF, const CallBase &Call,
                         SmallVectorImpl<MachineMemOperand *> &MemOperands);

/// Moves the origins of \p MI behind its other memory operands, to which some
/// may have been added. Leaves other instructions than STATEPOINTs alone.
void moveStatepointOriginsLast(MachineInstr &MI);

/// Returns the scopes of the calls that \p Statepoint was made from. None if it
/// does not say.
SmallVector<const MDNode *, 1>
getStatepointOrigins(const MachineInstr &Statepoint);

} // end namespace llvm

#endif // LLVM_CODEGEN_STATEPOINTORIGIN_H
