//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What X86 instructions compute, for RegisterBits: moves, extensions, the
/// arithmetic with which addresses are made, and loads of narrow integers.
/// Also, which instructions are additions, and which move a register to or from
/// memory.
///
//===----------------------------------------------------------------------===//

#include "X86FaultingAccess.h"
#include "X86InstrInfo.h"
#include "X86RegisterInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/RegisterBits.h"
#include "llvm/CodeGen/TargetInstrInfo.h"

using namespace llvm;

/// The integer \p Value in \p Width bits.
static KnownInteger constant(unsigned Width, int64_t Value) {
  return KnownInteger::makeConstant(
      APInt(64, Value, /*isSigned=*/true).trunc(Width));
}

/// The value of the first operand of \p MI after it, in as many bits as that
/// has.
static KnownInteger compute(const MachineInstr &MI, const RegisterBits &Before,
                            unsigned Width) {
  auto In = [&](unsigned Operand) {
    const MachineOperand &MO = MI.getOperand(Operand);
    return MO.isReg() ? Before.get(MO.getReg()) : KnownInteger(Width);
  };
  auto Number = [&](unsigned Operand) {
    const MachineOperand &MO = MI.getOperand(Operand);
    return MO.isImm() ? constant(Width, MO.getImm()) : KnownInteger(Width);
  };
  auto ShiftAmount = [&] {
    return constant(Width, MI.getOperand(2).getImm() & (Width - 1));
  };

  switch (MI.getOpcode()) {
  default:
    return KnownInteger(Width);
  case X86::MOV32rr:
  case X86::MOV64rr:
    return In(1);
  case X86::MOV32ri:
  case X86::MOV32ri64:
  case X86::MOV64ri32:
  case X86::MOV64ri:
    return Number(1);
  case X86::XOR32rr:
  case X86::XOR64rr:
    if (MI.getOperand(1).getReg() == MI.getOperand(2).getReg())
      return constant(Width, 0);
    return KnownInteger(Width);
  case X86::MOVZX32rr8:
  case X86::MOVZX32rr16:
    return In(1).zext(Width);
  case X86::MOVZX32rm8:
    return KnownInteger(8).zext(Width);
  case X86::MOVZX32rm16:
    return KnownInteger(16).zext(Width);
  case X86::MOVSX32rr8:
  case X86::MOVSX32rr16:
  case X86::MOVSX64rr8:
  case X86::MOVSX64rr16:
  case X86::MOVSX64rr32:
    return In(1).sext(Width);
  case X86::MOVSX32rm8:
  case X86::MOVSX64rm8:
    return KnownInteger(8).sext(Width);
  case X86::MOVSX32rm16:
  case X86::MOVSX64rm16:
    return KnownInteger(16).sext(Width);
  case X86::MOVSX64rm32:
    return KnownInteger(32).sext(Width);
  case X86::LEA64r:
  case X86::LEA64_32r:
    if (std::optional<ExtAddrMode> Mode = X86::addressAt(MI, 1))
      return Before.addressOf(*Mode).trunc(Width);
    return KnownInteger(Width);
  case X86::ADD32ri:
  case X86::ADD64ri32:
    return KnownInteger::add(In(1), Number(2));
  case X86::SUB32ri:
  case X86::SUB64ri32:
    return KnownInteger::sub(In(1), Number(2));
  case X86::ADD32rr:
  case X86::ADD64rr:
    return KnownInteger::add(In(1), In(2));
  case X86::SUB32rr:
  case X86::SUB64rr:
    return KnownInteger::sub(In(1), In(2));
  case X86::NEG32r:
  case X86::NEG64r:
    return KnownInteger::sub(constant(Width, 0), In(1));
  case X86::IMUL32rr:
  case X86::IMUL64rr:
    return KnownInteger::mul(In(1), In(2));
  case X86::IMUL32rri:
  case X86::IMUL64rri32:
    return KnownInteger::mul(In(1), Number(2));
  case X86::INC32r:
  case X86::INC64r:
    return KnownInteger::add(In(1), constant(Width, 1));
  case X86::DEC32r:
  case X86::DEC64r:
    return KnownInteger::sub(In(1), constant(Width, 1));
  case X86::AND32ri:
  case X86::AND64ri32:
    return In(1) & Number(2);
  case X86::AND32rr:
  case X86::AND64rr:
    return In(1) & In(2);
  case X86::AND32rm:
    return In(1) & KnownInteger(32);
  case X86::OR32rr:
  case X86::OR64rr:
    return In(1) | In(2);
  case X86::OR32ri:
  case X86::OR64ri32:
    return In(1) | Number(2);
  case X86::SHL32ri:
  case X86::SHL64ri:
    return KnownInteger::shl(In(1), ShiftAmount());
  case X86::SAR32ri:
  case X86::SAR64ri:
    return KnownInteger::ashr(In(1), ShiftAmount());
  case X86::SAR32r1:
  case X86::SAR64r1:
    return KnownInteger::ashr(In(1), constant(Width, 1));
  case X86::SHR32r1:
  case X86::SHR64r1:
    return KnownInteger::lshr(In(1), constant(Width, 1));
  case X86::SHR32ri:
  case X86::SHR64ri:
    return KnownInteger::lshr(In(1), ShiftAmount());
  }
}

std::optional<RegisterValue> llvm::X86::resultOf(const MachineInstr &MI,
                                                 const RegisterBits &Before) {
  if (MI.getNumExplicitDefs() != 1 || !MI.getOperand(0).isReg())
    return std::nullopt;
  switch (MI.getOpcode()) {
  // These may leave the register as it was.
  case X86::BSF32rr:
  case X86::BSF32rm:
  case X86::BSR32rr:
  case X86::BSR32rm:
  case X86::LAR32rr:
  case X86::LAR32rm:
  case X86::LSL32rr:
  case X86::LSL32rm:
  case X86::RDSSPD:
    return std::nullopt;
  default:
    break;
  }
  const Register Reg = MI.getOperand(0).getReg();
  if (X86::GR64RegClass.contains(Reg))
    return RegisterValue{Reg, compute(MI, Before, 64)};
  // What writes 32 bits clears the others.
  if (X86::GR32RegClass.contains(Reg))
    return RegisterValue{getX86SubSuperRegister(Reg, 64),
                         compute(MI, Before, 32).zext(64)};
  return std::nullopt;
}

/// Adds \p Scale times \p Reg, which may be no register.
static void add(RegisterSum &Sum, Register Reg, int64_t Scale) {
  if (!Reg)
    return;
  if (Scale == 1 && !is_contained(Sum.Addends, Reg)) {
    Sum.Addends.push_back(Reg);
    return;
  }
  // Two terms with the same register are a multiple of it.
  erase(Sum.Addends, Reg);
  Sum.HasMore = true;
}

std::optional<RegisterSum> llvm::X86::sumOf(const MachineInstr &MI) {
  RegisterSum Sum;
  switch (MI.getOpcode()) {
  default:
    return std::nullopt;
  case X86::LEA64r: {
    const std::optional<ExtAddrMode> Mode = X86::addressAt(MI, 1);
    if (!Mode)
      return std::nullopt;
    add(Sum, Mode->BaseReg, 1);
    add(Sum, Mode->ScaledReg, Mode->Scale);
    Sum.Offset = Mode->Displacement;
    return Sum;
  }
  case X86::ADD64ri32:
  case X86::SUB64ri32:
    if (!MI.getOperand(2).isImm())
      return std::nullopt;
    Sum.Offset = MI.getOperand(2).getImm();
    if (MI.getOpcode() == X86::SUB64ri32)
      Sum.Offset = -Sum.Offset;
    break;
  // A disjunction is a sum less the bits that both have.
  case X86::OR64rr:
    Sum.HasMore = true;
    [[fallthrough]];
  case X86::ADD64rr:
    add(Sum, MI.getOperand(2).getReg(), 1);
    break;
  case X86::ADD64rm:
  case X86::OR64rm:
    Sum.HasMore = Sum.AddsMemory = true;
    break;
  case X86::INC64r:
    Sum.Offset = 1;
    break;
  case X86::DEC64r:
    Sum.Offset = -1;
    break;
  }
  add(Sum, MI.getOperand(1).getReg(), 1);
  return Sum;
}

bool llvm::X86::isDifference(const MachineInstr &MI) {
  switch (MI.getOpcode()) {
  default:
    return false;
  case X86::CCMP64mr:
  case X86::CCMP64rm:
  case X86::CCMP64rr:
  case X86::CMP64mr:
  case X86::CMP64rm:
  case X86::CMP64rr:
  case X86::SUB64rm:
  case X86::SUB64rr:
    return true;
  }
}

Register llvm::X86::movedRegister(const MachineInstr &MI) {
  switch (MI.getOpcode()) {
  default:
    return Register();
  case X86::MOV64rm:
    return MI.getOperand(0).getReg();
  case X86::MOV64mr:
    return MI.getOperand(X86::AddrNumOperands).getReg();
  }
}

bool llvm::X86::clearsMemory(const MachineInstr &MI) {
  switch (MI.getOpcode()) {
  default:
    return false;
  // Shorter than a store, where code is to be small.
  case X86::AND16mi8:
  case X86::AND32mi8:
  case X86::AND64mi8:
  case X86::AND16mi:
  case X86::AND32mi:
  case X86::AND64mi32: {
    const MachineOperand &Mask = MI.getOperand(MI.getNumExplicitOperands() - 1);
    return Mask.isImm() && Mask.getImm() == 0;
  }
  }
}
