//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Records which call in the IR each STATEPOINT was lowered from.
///
/// Before instruction selection, every call that becomes a STATEPOINT gets its
/// own alias scope in its metadata `!statepoint.scope`: the scope of the
/// callee's accesses. Lowering adds a memory operand with the same scope to the
/// STATEPOINT, called its *origin*:
///
///   STATEPOINT ... ::
///       (volatile load store unknown-size, align 1, !alias.scope !5)
///
/// The origin has no effect on code generation: an access of unknown size to an
/// unknown address may alias every other access, a volatile access stays in
/// order, and no access has the scope in its `!noalias` list.
///
/// Memory operands survive code generation. They are printed and parsed with
/// machine code, as the metadata is with the IR in the same file. A copy of the
/// instruction keeps them. When branch folding merges two instructions, the
/// result has the memory operands of both, so a STATEPOINT may have several
/// origins. A copy of a call in the IR has the scope of the original, so
/// several calls may share an origin. In both cases each of the calls is right.
///
/// Origins come after all other memory operands.
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

/// Gives each of \p Calls, all in one function, a new scope. A scope that a
/// call already has, for example from an earlier compilation, is replaced.
void setStatepointScopes(ArrayRef<CallBase *> Calls);

/// \returns the scope of \p Call, or null if it has none.
MDNode *getStatepointScope(const CallBase &Call);

/// Appends the origin of a STATEPOINT in \p MF that is lowered from \p Call to
/// \p MemOperands. Does nothing if \p Call has no scope.
void addStatepointOrigin(MachineFunction &MF, const CallBase &Call,
                         SmallVectorImpl<MachineMemOperand *> &MemOperands);

/// Moves the origins of \p MI after its other memory operands. To be called
/// when a memory operand was added. \p MI is in a block. Does nothing unless it
/// is a STATEPOINT.
void moveStatepointOriginsLast(MachineInstr &MI);

/// \returns the scopes of the calls that \p Statepoint was lowered from. There
/// are none if it has no origin.
SmallVector<const MDNode *, 1>
getStatepointOrigins(const MachineInstr &Statepoint);

} // end namespace llvm

#endif // LLVM_CODEGEN_STATEPOINTORIGIN_H
