//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which general registers AArch64 functions and instructions use.
///
//===----------------------------------------------------------------------===//

#include "AArch64Verifier.h"
#include "MCTargetDesc/AArch64MCTargetDesc.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace llvm;
using namespace llvm::managed_maps;

static const MCRegister GeneralRegisters[] = {
    AArch64::X0,  AArch64::X1,  AArch64::X2,  AArch64::X3,  AArch64::X4,
    AArch64::X5,  AArch64::X6,  AArch64::X7,  AArch64::X8,  AArch64::X9,
    AArch64::X10, AArch64::X11, AArch64::X12, AArch64::X13, AArch64::X14,
    AArch64::X15, AArch64::X16, AArch64::X17, AArch64::X18, AArch64::X19,
    AArch64::X20, AArch64::X21, AArch64::X22, AArch64::X23, AArch64::X24,
    AArch64::X25, AArch64::X26, AArch64::X27, AArch64::X28, AArch64::FP,
    AArch64::LR};
static constexpr unsigned FlagsBit = std::size(GeneralRegisters);

/// The number that the instruction has for \p Reg; 31 if it is another one.
static unsigned numberOf(MCRegister Reg) {
  unsigned Number = 0;
  for (MCRegister General : GeneralRegisters) {
    if (General == Reg)
      return Number;
    ++Number;
  }
  return 31;
}

ArrayRef<MCRegister> AArch64Verifier::generalRegisters() const {
  return GeneralRegisters;
}

MCRegister AArch64Verifier::flags() const { return AArch64::NZCV; }

/// X8 has the address of a result in memory, X15 to X18 belong to languages,
/// linkers and the platform, the link register has the return address.
bool AArch64Verifier::mayHoldArgument(MCRegister Reg) const {
  const unsigned Number = numberOf(Reg);
  return Number <= 8 || (Number >= 15 && Number <= 18) || Number == 30;
}

bool AArch64Verifier::mayHoldResult(MCRegister Reg) const {
  const unsigned Number = numberOf(Reg);
  return Number <= 8 || Number == 18 || Number == 30;
}

/// Whether \p W is a store of general registers whose base is the stack pointer
/// or the frame pointer.
static bool isSave(Word W) {
  const bool HasFrameBase = W.get(9, 5) == 31 || W.get(9, 5) == 29;
  if (!HasFrameBase || W.get(26) || W.get(25) || W.get(27) != 1)
    return false;
  if (W.get(29, 27) == 0b101)
    return !W.get(22);
  return W.get(29, 27) == 0b111 && W.get(23, 22) == 0b00 &&
         (W.get(24) || !W.get(21));
}

BitVector AArch64Verifier::readRegisters(const DecodedInst &I) const {
  BitVector Read(FlagsBit + 1);
  const MCInstrDesc &Desc = MII.get(I.Inst.getOpcode());
  auto Add = [&](MCRegister Reg) {
    if (Reg == AArch64::NZCV)
      Read.set(FlagsBit);
    for (unsigned Bit = 0; Bit != FlagsBit; ++Bit)
      if (MRI.isSuperOrSubRegisterEq(GeneralRegisters[Bit], Reg))
        Read.set(Bit);
  };
  if (I.Bytes.size() != 4 || isSave(Word(I)))
    return Read;
  for (unsigned Number = Desc.getNumDefs(); Number < I.Inst.getNumOperands();
       ++Number) {
    const MCOperand &Operand = I.Inst.getOperand(Number);
    if (Operand.isReg() && Operand.getReg())
      Add(Operand.getReg());
  }
  for (MCPhysReg Implicit : Desc.implicit_uses())
    Add(Implicit);
  return Read;
}

BitVector AArch64Verifier::restoredRegisters(const DecodedInst &I) const {
  BitVector Restored(FlagsBit + 1);
  if (I.Bytes.size() != 4)
    return Restored;
  const Word W(I);
  auto Add = [&](unsigned Number) {
    if (Number < FlagsBit && isPreserved(GeneralRegisters[Number]))
      Restored.set(Number);
  };
  // A load of a pair of 64-bit registers from the stack.
  const bool IsPair = W.get(31, 30) == 0b10 && W.get(29, 27) == 0b101 &&
                      !W.get(26) && !W.get(25) && W.get(22);
  if (IsPair && W.get(9, 5) == 31) {
    Add(W.get(4, 0));
    Add(W.get(14, 10));
  }
  return Restored;
}

bool AArch64Verifier::comparesWithZero(const DecodedInst &I,
                                       MCRegister Reg) const {
  if (I.Bytes.size() != 4)
    return false;
  const Word W(I);
  // CMP with the immediate 0.
  if (W.get(31, 23) == 0b111100010 && W.get(21, 10) == 0 && W.get(4, 0) == 31)
    return W.get(9, 5) == numberOf(Reg);
  // CBZ, CBNZ.
  return W.get(31, 25) == 0b1011010 && W.get(4, 0) == numberOf(Reg);
}

bool AArch64Verifier::isPagePoll(const DecodedInst &I) const {
  // ldr wzr, [base]
  const MCInst &Inst = I.Inst;
  return Inst.getOpcode() == AArch64::LDRWui &&
         Inst.getOperand(0).getReg() == AArch64::WZR &&
         Inst.getOperand(1).getReg() != AArch64::SP &&
         Inst.getOperand(2).isImm() && Inst.getOperand(2).getImm() == 0;
}

bool AArch64Verifier::isPadding(const DecodedInst &I) const {
  if (I.Bytes.size() != 4)
    return false;
  const Word W(I);
  // A hint that is for nothing, or zeros, which raise an exception.
  return W.get(31, 0) == 0xd503201f || W.get(31, 0) == 0;
}
