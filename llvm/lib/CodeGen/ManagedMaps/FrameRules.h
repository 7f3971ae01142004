//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How to get from a frame to its caller at each statepoint of a function.
///
/// The answer is that of the call frame information, which is followed through
/// the function in the order of its layout, as an unwinder follows it. So a
/// stack map and the unwind tables cannot disagree, whatever the frame looks
/// like: with pushed arguments, dynamic or realigned.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_MANAGEDMAPS_FRAMERULES_H
#define LLVM_LIB_CODEGEN_MANAGEDMAPS_FRAMERULES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/BinaryFormat/StackMapEncoder.h"

namespace llvm {

class MachineFunction;
class MachineInstr;

class FrameRules {
public:
  /// Follows the call frame information of \p MF, which is about to be emitted,
  /// for \p Target.
  FrameRules(const MachineFunction &MF, const stackmap::TargetV4 &Target);

  /// The frame while the call of \p Statepoint, of the function, is running.
  const stackmap::Frame &at(const MachineInstr &Statepoint) const {
    return Frames.at(&Statepoint);
  }

private:
  DenseMap<const MachineInstr *, stackmap::Frame> Frames;
};

} // end namespace llvm

#endif // LLVM_LIB_CODEGEN_MANAGEDMAPS_FRAMERULES_H
