//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What AArch64 instructions compute, for RegisterBits: moves, bit fields, the
/// arithmetic with which addresses are made, and loads of narrow integers.
/// Also, which instructions are additions, and which move a register to or from
/// memory.
///
//===----------------------------------------------------------------------===//

#include "AArch64FaultingAccess.h"
#include "AArch64InstrInfo.h"
#include "MCTargetDesc/AArch64AddressingModes.h"
#include "Utils/AArch64BaseInfo.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/RegisterBits.h"

using namespace llvm;

/// The integer \p Value in \p Width bits.
static KnownInteger constant(unsigned Width, uint64_t Value) {
  return KnownInteger::makeConstant(APInt(64, Value).trunc(Width));
}

/// \p Bits moved up by \p Amount, which is less than their number.
static KnownInteger shifted(const KnownInteger &Bits, unsigned Amount) {
  return KnownInteger::shl(Bits, constant(Bits.getBitWidth(), Amount));
}

/// The lowest \p Count of \p Bits, extended to \p Width.
static KnownInteger lowest(const KnownInteger &Bits, unsigned Count,
                           unsigned Width) {
  return Bits.trunc(Count).zext(Width);
}

/// UBFM: with First <= Last, the bits of the source from First to Last;
/// otherwise those up to Last, moved up by Width - First.
static KnownInteger unsignedBitField(const KnownInteger &Source, unsigned First,
                                     unsigned Last) {
  const unsigned Width = Source.getBitWidth();
  if (First <= Last)
    return Source.extractBits(Last - First + 1, First).zext(Width);
  return shifted(lowest(Source, Last + 1, Width), Width - First);
}

/// SBFM: the same with the sign of the last bit.
static KnownInteger signedBitField(const KnownInteger &Source, unsigned First,
                                   unsigned Last) {
  const unsigned Width = Source.getBitWidth();
  if (First <= Last)
    return Source.extractBits(Last - First + 1, First).sext(Width);
  return shifted(Source.trunc(Last + 1).sext(Width), Width - First);
}

/// An operand with an extension, in as many bits as the result has.
static KnownInteger extended(const KnownInteger &Source, unsigned Imm,
                             unsigned Width) {
  const KnownInteger Wide = Source.zextOrTrunc(Width);
  const unsigned Amount = AArch64_AM::getArithShiftValue(Imm);
  switch (AArch64_AM::getArithExtendType(Imm)) {
  case AArch64_AM::UXTB:
    return shifted(lowest(Wide, 8, Width), Amount);
  case AArch64_AM::UXTH:
    return shifted(lowest(Wide, 16, Width), Amount);
  case AArch64_AM::UXTW:
    return shifted(lowest(Wide, 32, Width), Amount);
  case AArch64_AM::SXTW:
    return shifted(Wide.trunc(32).sext(Width), Amount);
  default:
    return KnownInteger(Width);
  }
}

/// The first operand of \p MI after it, in as many bits as that has.
static KnownInteger compute(const MachineInstr &MI, const RegisterBits &Before,
                            unsigned Width) {
  auto In = [&](unsigned Operand) {
    const MachineOperand &MO = MI.getOperand(Operand);
    if (!MO.isReg())
      return KnownInteger(Width);
    if (MO.getReg() == AArch64::WZR || MO.getReg() == AArch64::XZR)
      return constant(Width, 0);
    return Before.get(MO.getReg());
  };
  auto Imm = [&](unsigned Operand) { return MI.getOperand(Operand).getImm(); };
  // A number with a shift after it, unless the linker fills it in.
  auto Number = [&](unsigned Operand) {
    return MI.getOperand(Operand).isImm()
               ? shifted(constant(Width, Imm(Operand)),
                         AArch64_AM::getShiftValue(Imm(Operand + 1)))
               : KnownInteger(Width);
  };
  // A register that is moved up.
  auto Shifted = [&](unsigned Operand) {
    const unsigned Shift = Imm(Operand + 1);
    return AArch64_AM::getShiftType(Shift) == AArch64_AM::LSL
               ? shifted(In(Operand), AArch64_AM::getShiftValue(Shift))
               : KnownInteger(Width);
  };

  switch (MI.getOpcode()) {
  default:
    return KnownInteger(Width);
  case AArch64::ORRWrs:
  case AArch64::ORRXrs:
    return In(1) | Shifted(2);
  case AArch64::MOVZWi:
  case AArch64::MOVZXi:
    return Number(1);
  case AArch64::MOVNWi:
  case AArch64::MOVNXi:
    return Number(1) ^ constant(Width, UINT64_MAX);
  case AArch64::MOVKWi:
  case AArch64::MOVKXi:
    if (!MI.getOperand(2).isImm())
      return KnownInteger(Width);
    return (In(1) & constant(Width, ~(UINT64_C(0xffff) << Imm(3)))) |
           constant(Width, static_cast<uint64_t>(Imm(2)) << Imm(3));
  case AArch64::UBFMWri:
  case AArch64::UBFMXri:
    return unsignedBitField(In(1), Imm(2), Imm(3));
  case AArch64::SBFMWri:
  case AArch64::SBFMXri:
    return signedBitField(In(1), Imm(2), Imm(3));
  case AArch64::ANDWri:
  case AArch64::ANDXri:
    return In(1) &
           constant(Width, AArch64_AM::decodeLogicalImmediate(Imm(2), Width));
  case AArch64::ADDWri:
  case AArch64::ADDXri:
    return KnownInteger::add(In(1), Number(2));
  case AArch64::SUBWri:
  case AArch64::SUBXri:
    return KnownInteger::sub(In(1), Number(2));
  case AArch64::ADDWrs:
  case AArch64::ADDXrs:
    return KnownInteger::add(In(1), Shifted(2));
  case AArch64::SUBWrs:
  case AArch64::SUBXrs:
    return KnownInteger::sub(In(1), Shifted(2));
  case AArch64::SUBWrx:
  case AArch64::SUBXrx:
    return KnownInteger::sub(In(1), extended(In(2), Imm(3), Width));
  case AArch64::ANDWrs:
  case AArch64::ANDXrs:
    return In(1) & Shifted(2);
  case AArch64::MADDWrrr:
  case AArch64::MADDXrrr:
    return KnownInteger::add(In(3), KnownInteger::mul(In(1), In(2)));
  case AArch64::MSUBWrrr:
  case AArch64::MSUBXrrr:
    return KnownInteger::sub(In(3), KnownInteger::mul(In(1), In(2)));
  case AArch64::SMADDLrrr:
    return KnownInteger::add(
        In(3), KnownInteger::mul(In(1).sext(Width), In(2).sext(Width)));
  case AArch64::UMADDLrrr:
    return KnownInteger::add(
        In(3), KnownInteger::mul(In(1).zext(Width), In(2).zext(Width)));
  case AArch64::LDRSWui:
  case AArch64::LDRSWroW:
  case AArch64::LDRSWroX:
  case AArch64::LDURSWi:
    return KnownInteger(32).sext(Width);
  case AArch64::LDRSHWui:
  case AArch64::LDRSHXui:
  case AArch64::LDURSHWi:
  case AArch64::LDURSHXi:
    return KnownInteger(16).sext(Width);
  case AArch64::LDRSBWui:
  case AArch64::LDRSBXui:
  case AArch64::LDURSBWi:
  case AArch64::LDURSBXi:
    return KnownInteger(8).sext(Width);
  case AArch64::ADDWrx:
  case AArch64::ADDXrx:
    return KnownInteger::add(In(1), extended(In(2), Imm(3), Width));
  case AArch64::LDRBBui:
  case AArch64::LDRBBroW:
  case AArch64::LDRBBroX:
  case AArch64::LDURBBi:
    return KnownInteger(8).zext(Width);
  case AArch64::LDRHHui:
  case AArch64::LDRHHroW:
  case AArch64::LDRHHroX:
  case AArch64::LDURHHi:
    return KnownInteger(16).zext(Width);
  }
}

std::optional<RegisterValue>
llvm::AArch64::resultOf(const MachineInstr &MI, const RegisterBits &Before) {
  if (MI.getNumExplicitDefs() != 1 || !MI.getOperand(0).isReg())
    return std::nullopt;
  const Register Reg = MI.getOperand(0).getReg();
  if (GPR64RegClass.contains(Reg) && Reg != XZR)
    return RegisterValue{Reg, compute(MI, Before, 64)};
  // What writes 32 bits clears the others.
  if (GPR32RegClass.contains(Reg) && Reg != WZR)
    return RegisterValue{getXRegFromWReg(Reg),
                         compute(MI, Before, 32).zext(64)};
  return std::nullopt;
}

std::optional<RegisterSum> llvm::AArch64::sumOf(const MachineInstr &MI) {
  RegisterSum Sum;
  auto Add = [&](unsigned Operand) {
    const Register Reg = MI.getOperand(Operand).getReg();
    if (Reg != XZR)
      Sum.Addends.push_back(Reg);
  };
  switch (MI.getOpcode()) {
  default:
    return std::nullopt;
  case AArch64::ADDSXri:
  case AArch64::ADDXri:
  case AArch64::SUBXri:
    // The constant may be a symbol that the linker resolves.
    if (!MI.getOperand(1).isReg() || !MI.getOperand(2).isImm())
      return std::nullopt;
    Sum.Offset = MI.getOperand(2).getImm()
                 << AArch64_AM::getShiftValue(MI.getOperand(3).getImm());
    if (MI.getOpcode() == AArch64::SUBXri)
      Sum.Offset = -Sum.Offset;
    Add(1);
    return Sum;
  case AArch64::ORRXrr:
  case AArch64::ORRXrs:
    if (MI.getOpcode() == AArch64::ORRXrs && MI.getOperand(3).getImm() != 0)
      return std::nullopt;
    // What copies become until pseudo instructions are expanded; otherwise a
    // disjunction, which is a sum less the bits that both have.
    Sum.HasMore = MI.getOperand(1).getReg() != XZR;
    if (MI.getOperand(1).getReg() != MI.getOperand(2).getReg()) {
      Add(1);
      Add(2);
    }
    return Sum;
  case AArch64::ADDSXrr:
  case AArch64::ADDSXrs:
  case AArch64::ADDSXrx:
  case AArch64::ADDSXrx64:
  case AArch64::ADDXrr:
  case AArch64::ADDXrs:
  case AArch64::ADDXrx:
  case AArch64::ADDXrx64:
    break;
  }
  // Two terms with the same register are a multiple of it; the second may be
  // shifted or extended.
  Register Second = MI.getOperand(2).getReg();
  if (GPR32RegClass.contains(Second))
    Second = getXRegFromWReg(Second);
  if (MI.getOperand(1).getReg() == Second) {
    Sum.HasMore = true;
    return Sum;
  }
  Add(1);
  const bool IsShifted =
      MI.getOpcode() == AArch64::ADDXrs || MI.getOpcode() == AArch64::ADDSXrs;
  if (MI.getOpcode() == AArch64::ADDXrr || MI.getOpcode() == AArch64::ADDSXrr ||
      (IsShifted && MI.getOperand(3).getImm() == 0))
    Add(2);
  else
    Sum.HasMore = true;
  return Sum;
}

bool llvm::AArch64::isDifference(const MachineInstr &MI) {
  switch (MI.getOpcode()) {
  default:
    return false;
  case AArch64::CCMPXr:
  case AArch64::SUBSXrr:
  case AArch64::SUBXrr:
    return true;
  case AArch64::SUBSXrs:
  case AArch64::SUBXrs:
    return AArch64_AM::getShiftValue(MI.getOperand(3).getImm()) == 0;
  }
}

Register llvm::AArch64::movedRegister(const MachineInstr &MI) {
  switch (MI.getOpcode()) {
  default:
    return Register();
  case AArch64::LDRXui:
  case AArch64::LDURXi:
  case AArch64::STRXui:
  case AArch64::STURXi: {
    const Register Reg = MI.getOperand(0).getReg();
    return Reg == AArch64::XZR ? Register() : Reg;
  }
  }
}
