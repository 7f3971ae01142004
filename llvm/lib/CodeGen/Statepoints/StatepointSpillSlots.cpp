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
//===----------------------------------------------------------------------===//

#include "StatepointSpillSlots.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

#define DEBUG_TYPE "fixup-statepoint-caller-saved"

STATISTIC(NumSlots, "Number of stack slots for values of statepoints");
STATISTIC(NumSlotsExtended, "Number of slots extended for larger values");

void StatepointSpillSlots::startStatepoint(const MachineBasicBlock *Pad) {
  for (auto &SizeAndPool : Pools)
    SizeAndPool.second.Next = 0;
  LandingPad = Pad;
  Reserved.clear();
  auto It = LandingPadSlots.find(Pad);
  if (It != LandingPadSlots.end())
    Reserved.insert_range(make_second_range(It->second));
}

int StatepointSpillSlots::getSlot(Register Reg) {
  if (!LandingPad)
    return takeSlot(Reg);
  auto &Chosen = LandingPadSlots[LandingPad];
  auto It = find_if(Chosen, [&](const auto &P) { return P.first == Reg; });
  if (It != Chosen.end())
    return It->second;
  int Slot = takeSlot(Reg);
  Chosen.push_back({Reg, Slot});
  return Slot;
}

int StatepointSpillSlots::getSlotAtLandingPad(const MachineBasicBlock *Pad,
                                              Register Reg) {
  const auto &Chosen = LandingPadSlots.find(Pad)->second;
  return find_if(Chosen, [&](const auto &P) { return P.first == Reg; })->second;
}

int StatepointSpillSlots::takeSlot(Register Reg) {
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  MachineFrameInfo &MFI = MF.getFrameInfo();
  unsigned Size = TRI.getSpillSize(*TRI.getMinimalPhysRegClass(Reg));
  Pool &P = Pools[MixSizes ? 0 : Size];
  while (P.Next != P.Slots.size()) {
    int Slot = P.Slots[P.Next++];
    if (Reserved.contains(Slot))
      continue;
    if (MFI.getObjectSize(Slot) < Size) {
      MFI.setObjectSize(Slot, Size);
      MFI.setObjectAlignment(Slot, Align(Size));
      ++NumSlotsExtended;
    }
    return Slot;
  }
  ++NumSlots;
  int Slot = MFI.CreateSpillStackObject(Size, Align(Size));
  P.Slots.push_back(Slot);
  ++P.Next;
  return Slot;
}
