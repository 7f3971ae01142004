//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The stack slots that values of statepoints are stored to.
///
/// A slot is in use from a store before a statepoint to the loads after it, so
/// that all statepoints share their slots. A landing pad loads, too: the
/// statepoints that unwind there agree on the slot of each register.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_STATEPOINTS_STATEPOINTSPILLSLOTS_H
#define LLVM_LIB_CODEGEN_STATEPOINTS_STATEPOINTSPILLSLOTS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/Register.h"

namespace llvm {

class MachineBasicBlock;
class MachineFunction;

class StatepointSpillSlots {
public:
  /// With \p MixSizes, registers of all sizes share slots of the largest.
  StatepointSpillSlots(MachineFunction &MF, bool MixSizes)
      : MF(MF), MixSizes(MixSizes) {}

  /// Makes all slots available but those of \p LandingPad, which is where the
  /// next statepoint unwinds to, or null.
  void startStatepoint(const MachineBasicBlock *LandingPad);

  /// Returns a slot for \p Reg that no other register of the statepoint has.
  int getSlot(Register Reg);

  /// Returns the slot of \p Reg at \p LandingPad, which has been chosen.
  int getSlotAtLandingPad(const MachineBasicBlock *LandingPad, Register Reg);

private:
  /// The slots of a size, and how many of them the statepoint has passed.
  struct Pool {
    SmallVector<int, 8> Slots;
    unsigned Next = 0;
  };

  int takeSlot(Register Reg);

  MachineFunction &MF;
  bool MixSizes;
  DenseMap<unsigned, Pool> Pools;
  DenseMap<const MachineBasicBlock *, SmallVector<std::pair<Register, int>, 8>>
      LandingPadSlots;
  const MachineBasicBlock *LandingPad = nullptr;
  SmallSet<int, 8> Reserved;
};

} // end namespace llvm

#endif // LLVM_LIB_CODEGEN_STATEPOINTS_STATEPOINTSPILLSLOTS_H
