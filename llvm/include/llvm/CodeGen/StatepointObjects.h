//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Stack objects that statepoints list in gc-live, in the terms of the machine.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CODEGEN_STATEPOINTOBJECTS_H
#define LLVM_CODEGEN_STATEPOINTOBJECTS_H

#include "llvm/CodeGen/Register.h"
#include "llvm/Support/Compiler.h"
#include <cstdint>
#include <optional>
#include <utility>

namespace llvm {

class AllocaInst;
class MachineInstr;
class MachineInstrBuilder;
class MachineOperand;
class Value;

/// Returns the stack object that \p V points into and the offset in bytes, if
/// both are known to the compiler.
LLVM_ABI std::optional<std::pair<const AllocaInst *, int64_t>>
findStackObject(const Value *V);

/// Adds to a STATEPOINT what \p Member stands for before instruction selection
/// ends: the index of the stack object in the guise of a jump table's, because
/// the operand of an object would be taken for all of it. The next operand is
/// the offset in bytes.
LLVM_ABI void addStackObjectMember(MachineInstrBuilder &MIB,
                                   const MachineOperand &Member);

/// Returns how many bytes of references are at \p Offset from \p Base, where
/// \p Statepoint, whose frame indexes are eliminated, lists a stack object: all
/// of it if it has nothing but references, and otherwise one reference.
LLVM_ABI uint64_t getStackObjectSize(const MachineInstr &Statepoint,
                                     Register Base, int64_t Offset);

} // end namespace llvm

#endif // LLVM_CODEGEN_STATEPOINTOBJECTS_H
