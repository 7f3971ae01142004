//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which general registers x86-64 functions and instructions use.
///
//===----------------------------------------------------------------------===//

#include "MCTargetDesc/X86BaseInfo.h"
#include "MCTargetDesc/X86MCTargetDesc.h"
#include "X86Verifier.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace llvm;
using namespace llvm::managed_maps;

static const MCRegister GeneralRegisters[] = {
    X86::RAX, X86::RBX, X86::RCX, X86::RDX, X86::RSI,
    X86::RDI, X86::RBP, X86::R8,  X86::R9,  X86::R10,
    X86::R11, X86::R12, X86::R13, X86::R14, X86::R15};
static constexpr unsigned FlagsBit = std::size(GeneralRegisters);

ArrayRef<MCRegister> X86Verifier::generalRegisters() const {
  return GeneralRegisters;
}

MCRegister X86Verifier::flags() const { return X86::EFLAGS; }

/// Those of the calling convention; RAX has the number of vectors for one with
/// a variable number of arguments, R10 the static chain.
bool X86Verifier::mayHoldArgument(MCRegister Reg) const {
  return is_contained({X86::RDI, X86::RSI, X86::RDX, X86::RCX, X86::R8, X86::R9,
                       X86::RAX, X86::R10},
                      Reg.id());
}

bool X86Verifier::mayHoldResult(MCRegister Reg) const {
  return is_contained({X86::RAX, X86::RDX, X86::RCX, X86::R8}, Reg.id());
}

BitVector X86Verifier::readRegisters(const DecodedInst &I) const {
  BitVector Read(FlagsBit + 1);
  const MCInstrDesc &Desc = MII.get(I.Inst.getOpcode());
  auto Add = [&](MCRegister Reg) {
    if (Reg == X86::EFLAGS)
      Read.set(FlagsBit);
    const auto *It = find(GeneralRegisters, wholeRegister(Reg));
    if (It != std::end(GeneralRegisters))
      Read.set(It - std::begin(GeneralRegisters));
  };
  switch (I.Inst.getOpcode()) {
  case X86::PUSH64r:
  case X86::PUSH64rmr:
  case X86::PUSHP64r:
  case X86::PUSH2:
  case X86::PUSH2P:
    return Read;
  default:
    break;
  }
  for (unsigned Number = Desc.getNumDefs(); Number < I.Inst.getNumOperands();
       ++Number) {
    const MCOperand &Operand = I.Inst.getOperand(Number);
    if (Operand.isReg() && Operand.getReg())
      Add(Operand.getReg());
  }
  // What does not depend on its operands, which are the same register.
  switch (I.Inst.getOpcode()) {
  case X86::XOR32rr:
  case X86::XOR64rr:
  case X86::SUB32rr:
  case X86::SUB64rr:
  case X86::SBB32rr:
  case X86::SBB64rr:
    if (I.Inst.getOperand(1).getReg() == I.Inst.getOperand(2).getReg())
      Read.reset();
    break;
  default:
    break;
  }
  // A save to the stack frame.
  const int First = X86II::getMemoryOperandNo(Desc.TSFlags);
  if (First >= 0 && I.Inst.getOpcode() == X86::MOV64mr) {
    const MCRegister Base =
        I.Inst.getOperand(First + X86::AddrBaseReg).getReg();
    if (Base == X86::RSP || Base == X86::RBP)
      Read.reset();
  }
  for (MCPhysReg Implicit : Desc.implicit_uses())
    Add(Implicit);
  return Read;
}

BitVector X86Verifier::restoredRegisters(const DecodedInst &I) const {
  BitVector Restored(FlagsBit + 1);
  if (I.Inst.getOpcode() == X86::POP64r)
    for (unsigned Bit = 0; Bit != FlagsBit; ++Bit)
      if (I.Inst.getOperand(0).getReg() == GeneralRegisters[Bit] &&
          isPreserved(GeneralRegisters[Bit]))
        Restored.set(Bit);
  return Restored;
}

bool X86Verifier::comparesWithZero(const DecodedInst &I, MCRegister Reg) const {
  return I.Inst.getOpcode() == X86::TEST64rr &&
         I.Inst.getOperand(0).getReg() == Reg &&
         I.Inst.getOperand(1).getReg() == Reg;
}

bool X86Verifier::isPagePoll(const DecodedInst &I) const {
  // testl %eax, (%base), or from what a relocation or the linker says is the
  // page
  const MCInst &Inst = I.Inst;
  return Inst.getOpcode() == X86::TEST32mr &&
         Inst.getOperand(X86::AddrBaseReg).getReg() &&
         !Inst.getOperand(X86::AddrIndexReg).getReg() &&
         Inst.getOperand(X86::AddrDisp).isImm() &&
         (Inst.getOperand(X86::AddrDisp).getImm() == 0 ||
          Inst.getOperand(X86::AddrBaseReg).getReg() == X86::RIP) &&
         !Inst.getOperand(X86::AddrSegmentReg).getReg() &&
         Inst.getOperand(X86::AddrNumOperands).getReg() == X86::EAX;
}

bool X86Verifier::isPadding(const DecodedInst &I) const {
  switch (I.Inst.getOpcode()) {
  case X86::NOOP:
  case X86::NOOPW:
  case X86::NOOPL:
  case X86::NOOPQ:
  case X86::INT3:
    return true;
  default:
    // An exchange of a register with itself.
    return I.Inst.getOpcode() == X86::XCHG16ar && I.Size == 2;
  }
}
