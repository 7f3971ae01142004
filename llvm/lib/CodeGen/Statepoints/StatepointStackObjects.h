//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The references in stack objects that a statepoint lists.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_STATEPOINTS_STATEPOINTSTACKOBJECTS_H
#define LLVM_LIB_CODEGEN_STATEPOINTS_STATEPOINTSTACKOBJECTS_H

#include "llvm/ADT/SmallBitVector.h"
#include "llvm/CodeGen/Register.h"
#include <cstdint>

namespace llvm {

class GCStatepointInst;
class GCStrategy;
class MachineInstr;

/// \returns which operands of \p MI, before emitPatchPoint expands it, are
/// frame indexes in their final form. Lowering lists a part of a stack object
/// as DirectMemRefOp, the frame index and the offset in bytes. A whole object
/// is only a frame index until it is expanded. Returns an empty set unless \p
/// MI is a STATEPOINT.
SmallBitVector findStackObjectParts(const MachineInstr &MI);

/// Lists each reference in the stack objects of \p Statepoint, where only the
/// beginning of each object was listed, if its function has a stack map of
/// version 4. A part of an object, which is listed with an offset, is one
/// reference whatever the type of the object is. It has to be called while the
/// objects still are those of the function's allocas, which is until slots are
/// merged. Objects in which no reference is known are diagnosed. Other
/// instructions are left alone.
void listReferencesInStackObjects(MachineInstr &Statepoint);

/// Returns how many entries a STATEPOINT made of \p Call lists, at least, of
/// the stack objects of \p Call if the stack map of the function has \p
/// Version.
size_t countStackObjectEntries(const GCStatepointInst &Call,
                               const GCStrategy &Strategy, unsigned Version);

/// Returns how many bytes of references version 3 records \p Offset bytes from
/// \p Base, where \p Statepoint, whose frame indexes are eliminated, lists a
/// stack object: all of it if it has nothing but references, and otherwise one.
uint64_t getStackObjectSize(const MachineInstr &Statepoint, Register Base,
                            int64_t Offset);

} // end namespace llvm

#endif // LLVM_LIB_CODEGEN_STATEPOINTS_STATEPOINTSTACKOBJECTS_H
