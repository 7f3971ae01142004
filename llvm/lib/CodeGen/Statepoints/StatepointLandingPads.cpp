//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The landing pads of statepoints.
///
//===----------------------------------------------------------------------===//

#include "StatepointLandingPads.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetLowering.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

template <typename BlockT> static auto *findInvokeIn(BlockT &MBB) {
  decltype(&*MBB.begin()) LastCall = nullptr;
  if (none_of(MBB.successors(), [](auto *Succ) { return Succ->isEHPad(); }))
    return LastCall;
  // The invoke is the last call between the last two labels. Code that was
  // written by hand may have no labels.
  bool SeenLabel = false;
  for (auto &MI : reverse(MBB)) {
    if (MI.isEHLabel() && SeenLabel)
      break;
    if (MI.isEHLabel())
      SeenLabel = true;
    else if (!MI.isCall())
      continue;
    else if (SeenLabel)
      return &MI;
    else if (!LastCall)
      LastCall = &MI;
  }
  return LastCall;
}

MachineInstr *llvm::findInvoke(MachineBasicBlock &MBB) {
  return findInvokeIn(MBB);
}

const MachineInstr *llvm::findInvoke(const MachineBasicBlock &MBB) {
  return findInvokeIn(MBB);
}

MachineBasicBlock *llvm::findLandingPad(MachineInstr &Call) {
  MachineBasicBlock &MBB = *Call.getParent();
  if (findInvoke(MBB) != &Call)
    return nullptr;
  // No register of this frame is live in a funclet.
  for (MachineBasicBlock *Succ : MBB.successors())
    if (Succ->isEHPad() && !Succ->isEHFuncletEntry())
      return Succ;
  return nullptr;
}

bool llvm::isSetByUnwinder(const MachineBasicBlock &LandingPad, Register Reg) {
  const MachineFunction &MF = *LandingPad.getParent();
  const Function &F = MF.getFunction();
  if (!F.hasPersonalityFn())
    return false;
  const TargetSubtargetInfo &STI = MF.getSubtarget();
  const TargetLowering &TLI = *STI.getTargetLowering();
  const TargetRegisterInfo &TRI = *STI.getRegisterInfo();
  const Constant *Personality = F.getPersonalityFn();
  for (Register Set : {TLI.getExceptionPointerRegister(Personality),
                       TLI.getExceptionSelectorRegister(Personality)})
    if (Set && TRI.regsOverlap(Set, Reg))
      return true;
  return false;
}
