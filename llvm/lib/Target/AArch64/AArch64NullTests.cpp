//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The shapes in which AArch64 code tests a pointer for null.
///
//===----------------------------------------------------------------------===//

#include "AArch64FaultingAccess.h"
#include "AArch64InstrInfo.h"
#include "MCTargetDesc/AArch64AddressingModes.h"
#include "llvm/CodeGen/BranchFlags.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/StackPlaces.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

std::optional<Register> AArch64::comparedWithNull(const MachineInstr &MI) {
  auto Is = [&](unsigned Operand, Register Reg) {
    return MI.getOperand(Operand).getReg() == Reg;
  };
  bool IsComparison;
  switch (MI.getOpcode()) {
  case AArch64::ADDSXri:
  case AArch64::SUBSXri:
    IsComparison = MI.getOperand(2).isImm() && MI.getOperand(2).getImm() == 0;
    break;
  case AArch64::SUBSXrr:
  case AArch64::SUBSXrs:
    IsComparison = Is(2, AArch64::XZR);
    break;
  case AArch64::ANDSXrr:
    IsComparison = Is(2, MI.getOperand(1).getReg());
    break;
  default:
    IsComparison = false;
  }
  if (!IsComparison || !Is(0, AArch64::XZR))
    return std::nullopt;
  return MI.getOperand(1).getReg();
}

std::optional<NullChoice> AArch64::takenIfNull(const MachineInstr &MI) {
  switch (MI.getOpcode()) {
  case AArch64::CSELXr:
  case AArch64::CSINCXr:
  case AArch64::CSINVXr:
  case AArch64::CSNEGXr:
    break;
  default:
    return std::nullopt;
  }
  if (MI.getOperand(1).getReg() == MI.getOperand(2).getReg())
    return std::nullopt;
  switch (MI.getOperand(3).getImm()) {
  case AArch64CC::EQ:
    return NullChoice{1, /*IsInMemory=*/false};
  case AArch64CC::NE:
    return NullChoice{2, /*IsInMemory=*/false};
  default:
    return std::nullopt;
  }
}

/// The register that is zero if and only if \p Flags sets Z; nothing if that is
/// no pointer-sized general register, or is not written.
static Register testedRegister(const MachineInstr &Flags) {
  switch (Flags.getOpcode()) {
  // A pointer that has just been computed.
  case AArch64::ADDSXri:
  case AArch64::ADDSXrr:
  case AArch64::ADDSXrs:
  case AArch64::ADDSXrx:
  case AArch64::ADDSXrx64:
  case AArch64::SUBSXri:
  case AArch64::SUBSXrr:
  case AArch64::SUBSXrs:
  case AArch64::SUBSXrx:
  case AArch64::SUBSXrx64:
  case AArch64::ANDSXri:
  case AArch64::ANDSXrr:
  case AArch64::ANDSXrs: {
    const Register Result = Flags.getOperand(0).getReg();
    return Result == AArch64::XZR ? Register() : Result;
  }
  default:
    return Register();
  }
}

/// The register that \p Flags, a comparison, compares with a number, and what
/// it may hold if the condition \p CC is true.
static std::optional<std::pair<Register, KnownInteger>>
comparedWithNumber(const MachineInstr &Flags, AArch64CC::CondCode CC) {
  const bool Negated = Flags.getOpcode() == AArch64::ADDSXri;
  if ((!Negated && Flags.getOpcode() != AArch64::SUBSXri) ||
      Flags.getOperand(0).getReg() != AArch64::XZR ||
      !Flags.getOperand(2).isImm())
    return std::nullopt;
  const Register Reg = Flags.getOperand(1).getReg();
  const APInt Number(
      64, static_cast<uint64_t>(Flags.getOperand(2).getImm())
              << AArch64_AM::getShiftValue(Flags.getOperand(3).getImm()));
  if (CC == AArch64CC::EQ)
    return std::pair(Reg, fromZeroTo(Negated ? -Number : Number));
  if (Negated)
    return std::nullopt;
  if (CC == AArch64CC::LO && !Number.isZero())
    return std::pair(Reg,
                     KnownInteger(ConstantRange(APInt::getZero(64), Number)));
  if (CC == AArch64CC::LS)
    return std::pair(
        Reg, KnownInteger(ConstantRange(APInt::getZero(64), Number + 1)));
  return std::nullopt;
}

/// B.cond, whose condition is \p CC.
static std::optional<NullTest> matchFlags(MachineBasicBlock &MBB, int64_t CC,
                                          MachineBasicBlock *Taken,
                                          MachineBasicBlock *Other) {
  MachineInstr *Flags = getFlagsForBranchOnly(MBB, AArch64::NZCV);
  if (!Flags)
    return std::nullopt;
  auto Condition = static_cast<AArch64CC::CondCode>(CC);
  if (Condition == AArch64CC::NE || Condition == AArch64CC::HS ||
      Condition == AArch64CC::HI) {
    Condition = AArch64CC::getInvertedCondCode(Condition);
    std::swap(Taken, Other);
  }
  if (Condition == AArch64CC::EQ)
    if (const Register Pointer = testedRegister(*Flags)) {
      if (!isUnchangedAfter(*Flags, Pointer))
        return std::nullopt;
      return NullTest{Pointer, Taken, Other, nullptr};
    }
  const auto Compared = comparedWithNumber(*Flags, Condition);
  if (!Compared || !isUnchangedAfter(*Flags, Compared->first))
    return std::nullopt;
  return NullTest{Compared->first, Taken, Other, Flags, Compared->second};
}

/// CBZ or CBNZ of 64 bits, or a branch behind an instruction that sets flags.
/// The condition of the former, as analyzeBranch gives it, is -1, the opcode
/// and the register; that of the latter is one number.
std::optional<NullTest> AArch64::matchNullTest(MachineBasicBlock &MBB) {
  const TargetInstrInfo &TII = *MBB.getParent()->getSubtarget().getInstrInfo();
  MachineBasicBlock *Taken = nullptr, *Other = nullptr;
  SmallVector<MachineOperand, 3> Cond;
  if (TII.analyzeBranch(MBB, Taken, Other, Cond))
    return std::nullopt;
  if (!Other)
    Other = MBB.getFallThrough();
  if (!Other || Cond.empty())
    return std::nullopt;
  if (Cond.size() == 1)
    return matchFlags(MBB, Cond[0].getImm(), Taken, Other);
  if (Cond.size() != 3 || Cond[0].getImm() != -1)
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
