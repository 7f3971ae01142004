//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What can be made of `llvm.experimental.stackmap` and
/// `llvm.experimental.patchpoint`; docs/Statepoints.md says it for users.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CODEGEN_STACKMAPOPERANDS_H
#define LLVM_CODEGEN_STACKMAPOPERANDS_H

namespace llvm {

class CallBase;
class Function;
class MachineFunction;
class MachineInstr;
class TargetLoweringBase;
class Twine;
class Value;

/// Reports each patchpoint of \p F whose target is no constant, or which has
/// fewer arguments than it says, and makes it one that can be compiled. Gives
/// the others targets that are constants wherever the patchpoint is. Returns
/// true if something changed.
bool checkPatchpoints(Function &F);

/// Returns the value that stands for argument \p Argument of \p Call, which a
/// stack map records: the argument, or a constant of 64 bits if it is a wider
/// one that sign-extension makes of it. If no location describes the argument,
/// reports that and returns zero.
/// \param InRegister The argument goes into any register (anyregcc).
const Value *getStackMapOperand(const CallBase &Call, unsigned Argument,
                                const TargetLoweringBase &TLI, bool InRegister);

/// Spills what stackmaps and patchpoints of \p MF record, where they use more
/// virtual registers than there are registers. Statepoints have no such: their
/// values are in slots if nothing folds reloads.
void spillStackMapOperands(MachineFunction &MF);

/// Reports why \p MI, a patchpoint or a stackmap, cannot be emitted.
void diagnosePatchpoint(const MachineInstr &MI, const Twine &Reason);

/// Reports that \p MI, which asks for \p NumBytes bytes, needs \p CallBytes for
/// its call, or that the number is no multiple of \p CodeUnit. Returns true if
/// it did.
bool diagnosePatchBytes(const MachineInstr &MI, unsigned NumBytes,
                        unsigned CallBytes, unsigned CodeUnit);

} // end namespace llvm

#endif // LLVM_CODEGEN_STACKMAPOPERANDS_H
