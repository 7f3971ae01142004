//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The shape in which AArch64 code tests a pointer for null, and the target's
/// entry in the registry of reliably faulting instructions.
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
static std::optional<NullTest> matchNullTest(MachineBasicBlock &MBB) {
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

/// The table has 64-bit code addresses, and is written for ELF and Mach-O.
static bool canEmitTable(const Triple &TT) {
  return TT.isArch64Bit() && TT.getEnvironment() != Triple::GNUILP32 &&
         (TT.isOSBinFormatELF() || TT.isOSBinFormatMachO());
}

void llvm::registerAArch64FaultingAccess() {
  static const FaultingAccessInfo Info = {
      AArch64::reliablyFaults, AArch64::addressOfFaulting,
      AArch64::resultOf,       AArch64::sumOf,
      matchNullTest,           canEmitTable};
  registerFaultingAccessInfo(Triple::aarch64, Info);
  registerFaultingAccessInfo(Triple::aarch64_be, Info);
  registerFaultingAccessInfo(Triple::aarch64_32, Info);
}
