//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What x86-64 instructions put into general registers: moves, extensions and
/// the arithmetic with which addresses are made.
///
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/X86BaseInfo.h"
#include "MCTargetDesc/X86MCTargetDesc.h"
#include "RegisterState.h"
#include "X86Verifier.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace llvm;
using namespace llvm::managed_maps;

namespace {

/// The operands of an instruction with a result of \p Width bits.
class Operands {
public:
  Operands(const DecodedInst &I, const RegisterState &Before,
           const MCRegisterInfo &MRI, unsigned Width)
      : I(I), Before(Before), MRI(MRI), Width(Width) {}

  MCRegister registerAt(unsigned Number) const {
    return I.Inst.getOperand(Number).getReg();
  }

  /// The register at \p Number, in as many bits as it has.
  KnownInteger in(unsigned Number) const { return value(registerAt(Number)); }

  KnownInteger value(MCRegister Reg) const {
    const unsigned Index = Reg.id();
    const bool IsHigh = Index == X86::AH || Index == X86::BH ||
                        Index == X86::CH || Index == X86::DH;
    const MCRegister Whole = getX86SubSuperRegister(Reg, RegisterWidth);
    for (auto [Class, Bits] : {std::make_pair(X86::GR64RegClassID, 64u),
                               std::make_pair(X86::GR32RegClassID, 32u),
                               std::make_pair(X86::GR16RegClassID, 16u),
                               std::make_pair(X86::GR8RegClassID, 8u)})
      if (MRI.getRegClass(Class).contains(Reg))
        return Before.get(Whole).extractBits(Bits, IsHigh ? 8 : 0);
    return KnownInteger(Width);
  }

  /// The number at \p Number.
  KnownInteger number(unsigned Number) const {
    const MCOperand &Operand = I.Inst.getOperand(Number);
    if (!Operand.isImm() || I.IsRelocated)
      return KnownInteger(Width);
    return knownNumber(Operand.getImm(), Width);
  }

  /// The count at \p Number of a shift.
  KnownInteger count(unsigned Number) const {
    return knownNumber(I.Inst.getOperand(Number).getImm() & (Width - 1), Width);
  }

  /// What LEA computes.
  KnownInteger address() const;

private:
  const DecodedInst &I;
  const RegisterState &Before;
  const MCRegisterInfo &MRI;
  unsigned Width;
};

} // end anonymous namespace

KnownInteger Operands::address() const {
  const unsigned First = 1;
  const MCOperand &Displacement = I.Inst.getOperand(First + X86::AddrDisp);
  AddressSum Sum;
  Sum.Base = registerAt(First + X86::AddrBaseReg);
  Sum.Index = registerAt(First + X86::AddrIndexReg);
  if (Sum.Index == X86::RIZ || Sum.Index == X86::EIZ)
    Sum.Index = MCRegister();
  Sum.Scale = I.Inst.getOperand(First + X86::AddrScaleAmt).getImm();
  if (!Displacement.isImm() || I.IsRelocated)
    return KnownInteger(Width);
  Sum.Displacement = Displacement.getImm();
  for (MCRegister Reg : {Sum.Base, Sum.Index})
    if (Reg && !MRI.getRegClass(X86::GR64RegClassID).contains(Reg))
      return KnownInteger(Width);
  return Before.addressOf(Sum).trunc(Width);
}

/// The first operand of \p I after it, in \p Width bits.
static KnownInteger compute(const DecodedInst &I, const Operands &Op,
                            unsigned Width) {
#define CASE(OP) case X86::OP:
// Both widths that an address may be computed in.
#define BOTH(OP, FORM) CASE(OP##32##FORM) CASE(OP##64##FORM)
#define REGISTERS(OP) BOTH(OP, rr) BOTH(OP, rr_REV)
#define NUMBERS(OP) BOTH(OP, ri8) CASE(OP##32ri) CASE(OP##64ri32)
  switch (I.Inst.getOpcode()) {
  default:
    return KnownInteger(Width);
    REGISTERS(MOV)
    return Op.in(1);
    CASE(MOV32ri)
    CASE(MOV32ri_alt) CASE(MOV64ri) CASE(MOV64ri32) return Op.number(1);
    BOTH(MOVZX, rr8)
    BOTH(MOVZX, rr16) CASE(MOVZX32rr8_NOREX) return Op.in(1).zext(Width);
    BOTH(MOVZX, rm8) CASE(MOVZX32rm8_NOREX) return KnownInteger(8).zext(Width);
    BOTH(MOVZX, rm16)
    return KnownInteger(16).zext(Width);
    BOTH(MOVSX, rr8)
    BOTH(MOVSX, rr16) CASE(MOVSX64rr32) return Op.in(1).sext(Width);
    BOTH(MOVSX, rm8)
    return KnownInteger(8).sext(Width);
    BOTH(MOVSX, rm16)
    return KnownInteger(16).sext(Width);
    CASE(MOVSX64rm32)
    return KnownInteger(32).sext(Width);
    CASE(LEA64r) CASE(LEA64_32r) return Op.address();
    REGISTERS(XOR)
    if (Op.registerAt(1) == Op.registerAt(2))
      return knownNumber(0, Width);
    return Op.in(1) ^ Op.in(2);
    REGISTERS(SUB)
    if (Op.registerAt(1) == Op.registerAt(2))
      return knownNumber(0, Width);
    return KnownInteger::sub(Op.in(1), Op.in(2));
    REGISTERS(ADD)
    return KnownInteger::add(Op.in(1), Op.in(2));
    REGISTERS(AND)
    return Op.in(1) & Op.in(2);
    REGISTERS(OR)
    return Op.in(1) | Op.in(2);
    NUMBERS(ADD)
    return KnownInteger::add(Op.in(1), Op.number(2));
    NUMBERS(SUB)
    return KnownInteger::sub(Op.in(1), Op.number(2));
    NUMBERS(AND)
    return Op.in(1) & Op.number(2);
    NUMBERS(OR)
    return Op.in(1) | Op.number(2);
    NUMBERS(XOR)
    return Op.in(1) ^ Op.number(2);
    BOTH(INC, r)
    return KnownInteger::add(Op.in(1), knownNumber(1, Width));
    BOTH(DEC, r)
    return KnownInteger::sub(Op.in(1), knownNumber(1, Width));
    BOTH(NEG, r)
    return KnownInteger::sub(knownNumber(0, Width), Op.in(1));
    BOTH(SHL, ri)
    return KnownInteger::shl(Op.in(1), Op.count(2));
    BOTH(SHR, ri)
    return KnownInteger::lshr(Op.in(1), Op.count(2));
    BOTH(SAR, ri)
    return KnownInteger::ashr(Op.in(1), Op.count(2));
    BOTH(SHL, r1)
    return KnownInteger::shl(Op.in(1), knownNumber(1, Width));
    BOTH(SHR, r1)
    return KnownInteger::lshr(Op.in(1), knownNumber(1, Width));
    BOTH(SAR, r1)
    return KnownInteger::ashr(Op.in(1), knownNumber(1, Width));
    BOTH(IMUL, rr)
    return KnownInteger::mul(Op.in(1), Op.in(2));
    BOTH(IMUL, rri8)
    CASE(IMUL32rri)
    CASE(IMUL64rri32) return KnownInteger::mul(Op.in(1), Op.number(2));
    BOTH(CMOV, rr)
    return Op.in(1).unionWith(Op.in(2));
  }
#undef CASE
#undef BOTH
#undef REGISTERS
#undef NUMBERS
}

/// As compute, for the short encodings that work on the accumulator.
static std::optional<KnownInteger>
computeAccumulator(const DecodedInst &I, const Operands &Op, unsigned &Width) {
#define CASE(OP)                                                               \
  case X86::OP##32i32:                                                         \
  case X86::OP##64i32:                                                         \
    Width = I.Inst.getOpcode() == X86::OP##32i32 ? 32 : 64;
  auto Number = [&] {
    const MCOperand &Operand = I.Inst.getOperand(0);
    return Operand.isImm() && !I.IsRelocated
               ? knownNumber(Operand.getImm(), Width)
               : KnownInteger(Width);
  };
  auto Old = [&] { return Op.value(X86::RAX).trunc(Width); };
  switch (I.Inst.getOpcode()) {
  default:
    return std::nullopt;
  // The short encoding of a sign extension.
  case X86::CDQE:
    Width = 64;
    return Op.value(X86::EAX).sext(64);
    CASE(ADD) return KnownInteger::add(Old(), Number());
    CASE(SUB) return KnownInteger::sub(Old(), Number());
    CASE(AND) return Old() & Number();
    CASE(OR) return Old() | Number();
    CASE(XOR) return Old() ^ Number();
  }
#undef CASE
}

std::optional<RegisterResult>
X86Verifier::resultOf(const DecodedInst &I, const RegisterState &Before) const {
  unsigned Width = 64;
  if (std::optional<KnownInteger> Bits =
          computeAccumulator(I, Operands(I, Before, MRI, RegisterWidth), Width))
    return RegisterResult{X86::RAX, Bits->zext(RegisterWidth)};

  const MCInstrDesc &Desc = MII.get(I.Inst.getOpcode());
  if (Desc.getNumDefs() != 1 || !I.Inst.getOperand(0).isReg())
    return std::nullopt;
  switch (I.Inst.getOpcode()) {
  // These leave the register as it was if their source is zero.
  case X86::BSF32rr:
  case X86::BSF32rm:
  case X86::BSR32rr:
  case X86::BSR32rm:
    return std::nullopt;
  default:
    break;
  }
  const MCRegister Reg = I.Inst.getOperand(0).getReg();
  if (MRI.getRegClass(X86::GR64RegClassID).contains(Reg))
    return RegisterResult{Reg, compute(I, Operands(I, Before, MRI, 64), 64)};
  // What writes 32 bits clears the others.
  if (MRI.getRegClass(X86::GR32RegClassID).contains(Reg))
    return RegisterResult{
        getX86SubSuperRegister(Reg, RegisterWidth),
        compute(I, Operands(I, Before, MRI, 32), 32).zext(RegisterWidth)};
  return std::nullopt;
}

MCRegister X86Verifier::wholeRegister(MCRegister Reg) const {
  for (unsigned Class : {X86::GR64RegClassID, X86::GR32RegClassID,
                         X86::GR16RegClassID, X86::GR8RegClassID})
    if (MRI.getRegClass(Class).contains(Reg))
      return getX86SubSuperRegister(Reg, RegisterWidth);
  return MCRegister();
}

bool X86Verifier::isPreserved(MCRegister Reg) const {
  switch (Reg.id()) {
  case X86::RBX:
  case X86::RBP:
  case X86::R12:
  case X86::R13:
  case X86::R14:
  case X86::R15:
    return true;
  default:
    return false;
  }
}

void X86Verifier::collectAddresses(ArrayRef<DecodedInst> Instructions,
                                   SmallVectorImpl<uint64_t> &Addresses) const {
  for (const DecodedInst &I : Instructions) {
    const MCInstrDesc &Desc = MII.get(I.Inst.getOpcode());
    const int Memory = X86II::getMemoryOperandNo(Desc.TSFlags);
    for (const MCOperand &Operand : I.Inst)
      if (Operand.isImm() && !I.IsRelocated)
        Addresses.push_back(Operand.getImm());
    if (Memory < 0 || I.IsRelocated)
      continue;
    const unsigned First = Memory + X86II::getOperandBias(Desc);
    const MCOperand &Displacement = I.Inst.getOperand(First + X86::AddrDisp);
    if (I.Inst.getOperand(First + X86::AddrBaseReg).getReg() == X86::RIP &&
        Displacement.isImm())
      Addresses.push_back(I.Address + I.Size + Displacement.getImm());
  }
}

bool X86Verifier::isTrap(const DecodedInst &I) const {
  switch (I.Inst.getOpcode()) {
  case X86::TRAP:
  case X86::UD1Lm:
  case X86::UD1Lr:
  case X86::UD1Qm:
  case X86::UD1Qr:
  case X86::UD1Wm:
  case X86::UD1Wr:
    return true;
  default:
    return false;
  }
}

bool X86Verifier::isOpaque(const DecodedInst &I) const {
  const MCInstrDesc &Desc = MII.get(I.Inst.getOpcode());
  switch (I.Inst.getOpcode()) {
  case X86::INT:
    return true;
  case X86::LFENCE:
  case X86::MFENCE:
  case X86::SFENCE:
  case X86::PAUSE:
  case X86::ENDBR64:
    return false;
  default:
    // Those with operands are described well.
    return Desc.hasUnmodeledSideEffects() && Desc.getNumOperands() == 0;
  }
}

MCRegister X86Verifier::stackPointer() const { return X86::RSP; }
MCRegister X86Verifier::framePointer() const { return X86::RBP; }

std::optional<StackState>
X86Verifier::stackBehind(const DecodedInst &I, const StackState &Before) const {
  StackState Behind = Before;
  auto RegisterAt = [&](unsigned Number) {
    const MCOperand &Operand = I.Inst.getOperand(Number);
    return Operand.isReg() ? MCRegister(Operand.getReg()) : MCRegister();
  };
  auto Value = [&](MCRegister Reg) -> std::optional<int64_t> {
    if (Reg == X86::RSP)
      return Before.Stack;
    return Reg == X86::RBP ? Before.Frame : std::nullopt;
  };
  auto Move = [&](int64_t By) {
    if (Behind.Stack)
      *Behind.Stack += By;
    return Behind;
  };
  // What the first operand becomes.
  auto Set = [&](std::optional<int64_t> To, int64_t Distance) {
    if (To)
      *To += Distance;
    if (RegisterAt(0) == X86::RSP)
      Behind.Stack = To;
    else if (RegisterAt(0) == X86::RBP)
      Behind.Frame = To;
    return Behind;
  };
  switch (I.Inst.getOpcode()) {
  case X86::PUSH64r:
  case X86::PUSH64rmr:
  case X86::PUSH64rmm:
  case X86::PUSH64i8:
  case X86::PUSH64i32:
  case X86::PUSHP64r:
  case X86::PUSHF64:
    return Move(-8);
  case X86::PUSH2:
  case X86::PUSH2P:
    return Move(-16);
  case X86::POP64r:
  case X86::POP64rmr:
  case X86::POPP64r:
    if (RegisterAt(0) == X86::RSP)
      return std::nullopt;
    if (RegisterAt(0) == X86::RBP)
      Behind.Frame = std::nullopt;
    return Move(8);
  case X86::POP64rmm:
  case X86::POPF64:
    return Move(8);
  case X86::LEAVE64:
    Behind.Stack = Before.Frame;
    Behind.Frame = std::nullopt;
    return Move(8);
  case X86::MOV64rr:
  case X86::MOV64rr_REV:
    return Set(Value(RegisterAt(1)), 0);
  case X86::ADD64ri8:
  case X86::ADD64ri32:
    if (!I.Inst.getOperand(2).isImm())
      return std::nullopt;
    return Set(Value(RegisterAt(1)), I.Inst.getOperand(2).getImm());
  case X86::SUB64ri8:
  case X86::SUB64ri32:
    if (!I.Inst.getOperand(2).isImm())
      return std::nullopt;
    return Set(Value(RegisterAt(1)), -I.Inst.getOperand(2).getImm());
  case X86::LEA64r:
    if (RegisterAt(1 + X86::AddrIndexReg) ||
        !I.Inst.getOperand(1 + X86::AddrDisp).isImm())
      return std::nullopt;
    return Set(Value(RegisterAt(1)),
               I.Inst.getOperand(1 + X86::AddrDisp).getImm());
  default:
    return std::nullopt;
  }
}
