//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How many values one call can record. Instruction selection has one node for
/// the call, whose operands it counts with 16 bits, and drops the rest of the
/// number without a word. Version 3 of stack maps counts locations with 16
/// bits, too. Offsets of locations have 32 bits.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_STATEPOINTS_STACKMAPLIMITS_H
#define LLVM_LIB_CODEGEN_STATEPOINTS_STACKMAPLIMITS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {

class CallBase;
class MachineInstr;

/// Calls \p Report if \p Call records too many values. It is a statepoint, has
/// deopt state, or is a stackmap or patchpoint.
void findTooManyValues(const CallBase &Call,
                       function_ref<void(StringRef)> Report);

/// Reports that \p MI, a statepoint, stackmap or patchpoint whose frame is laid
/// out, is in a frame that a stack map cannot describe. \returns true if it is.
bool diagnoseLargeFrame(const MachineInstr &MI);

} // end namespace llvm

#endif // LLVM_LIB_CODEGEN_STATEPOINTS_STACKMAPLIMITS_H
