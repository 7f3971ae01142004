//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From the operands of a STATEPOINT to what a stack map says of it.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_MANAGEDMAPS_STATEPOINTSAFEPOINT_H
#define LLVM_LIB_CODEGEN_MANAGEDMAPS_STATEPOINTSAFEPOINT_H

#include "llvm/BinaryFormat/StackMapEncoder.h"
#include "llvm/Support/Error.h"

namespace llvm {

class MachineInstr;

/// What a stack map says of \p Statepoint, whose frame is \p Caller while its
/// call is running. All frame indices have been replaced. Fails if the operands
/// cannot be expressed, and says which and why.
Expected<stackmap::Safepoint> createSafepoint(const MachineInstr &Statepoint,
                                              const stackmap::Frame &Caller,
                                              const stackmap::TargetV4 &Target);

} // end namespace llvm

#endif // LLVM_LIB_CODEGEN_MANAGEDMAPS_STATEPOINTSAFEPOINT_H
