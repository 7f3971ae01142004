//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The shape in which AArch64 code tests a pointer for null.
///
//===----------------------------------------------------------------------===//

#include "AArch64FaultingAccess.h"
#include "AArch64InstrInfo.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

/// CBZ or CBNZ of 64 bits. The condition of such a branch, as analyzeBranch
/// gives it, is -1, the opcode and the register.
std::optional<NullTest> AArch64::matchNullTest(MachineBasicBlock &MBB) {
  const TargetInstrInfo &TII = *MBB.getParent()->getSubtarget().getInstrInfo();
  MachineBasicBlock *Taken = nullptr, *Other = nullptr;
  SmallVector<MachineOperand, 3> Cond;
  if (TII.analyzeBranch(MBB, Taken, Other, Cond) || Cond.size() != 3 ||
      Cond[0].getImm() != -1)
    return std::nullopt;
  if (!Other)
    Other = MBB.getFallThrough();
  if (!Other)
    return std::nullopt;

  const Register Pointer = Cond[2].getReg();
  switch (Cond[1].getImm()) {
  case AArch64::CBZX:
    return NullTest{Pointer, Taken, Other, nullptr};
  case AArch64::CBNZX:
    return NullTest{Pointer, Other, Taken, nullptr};
  default:
    return std::nullopt;
  }
}
