//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The shapes in which X86 code tests a pointer for null.
///
//===----------------------------------------------------------------------===//

#include "X86FaultingAccess.h"
#include "X86InstrInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/BranchFlags.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/StackPlaces.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

std::optional<Register> X86::comparedWithNull(const MachineInstr &MI) {
  switch (MI.getOpcode()) {
  case X86::TEST64rr:
    if (MI.getOperand(0).getReg() == MI.getOperand(1).getReg())
      return MI.getOperand(0).getReg();
    return std::nullopt;
  case X86::CMP64mi8:
  case X86::CMP64mi32: {
    const MachineOperand &Number = MI.getOperand(X86::AddrNumOperands);
    if (Number.isImm() && Number.getImm() == 0)
      return Register();
    return std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

std::optional<NullChoice> X86::takenIfNull(const MachineInstr &MI) {
  bool IsInMemory = false;
  switch (MI.getOpcode()) {
  case X86::CMOV64rm:
  case X86::CMOV64rm_ND:
    IsInMemory = true;
    break;
  case X86::CMOV64rr:
  case X86::CMOV64rr_ND:
    if (MI.getOperand(1).getReg() != MI.getOperand(2).getReg())
      break;
    return std::nullopt;
  default:
    return std::nullopt;
  }
  switch (MI.getOperand(MI.getNumExplicitOperands() - 1).getImm()) {
  case X86::COND_E:
    return NullChoice{2, IsInMemory};
  case X86::COND_NE:
    return NullChoice{1, /*IsInMemory=*/false};
  default:
    return std::nullopt;
  }
}

/// The register or place on the stack that is zero if and only if \p Flags
/// leaves the zero flag set.
static Register testedPlace(const MachineInstr &Flags) {
  if (const std::optional<Register> Compared = X86::comparedWithNull(Flags))
    return *Compared ? *Compared : getStackPlace(Flags);
  switch (Flags.getOpcode()) {
  // A pointer that has just been computed.
  case X86::ADD64ri32:
  case X86::ADD64rr:
  case X86::ADD64rm:
  case X86::SUB64ri32:
  case X86::SUB64rr:
  case X86::SUB64rm:
  case X86::AND64ri32:
  case X86::AND64rr:
  case X86::AND64rm:
  case X86::INC64r:
  case X86::DEC64r:
    return Flags.getOperand(0).getReg();
  default:
    return Register();
  }
}

/// The place that \p Flags compares with a number, and what it may hold if the
/// condition \p CC is true.
static std::optional<std::pair<Register, KnownInteger>>
comparedWithNumber(const MachineInstr &Flags, X86::CondCode CC) {
  unsigned At;
  switch (Flags.getOpcode()) {
  case X86::CMP64ri32:
    At = 1;
    break;
  case X86::CMP64mi8:
  case X86::CMP64mi32:
    At = X86::AddrNumOperands;
    break;
  default:
    return std::nullopt;
  }
  const Register Place =
      At == 1 ? Flags.getOperand(0).getReg() : getStackPlace(Flags);
  if (!Place || !Flags.getOperand(At).isImm())
    return std::nullopt;
  const APInt Number(64, Flags.getOperand(At).getImm(), /*isSigned=*/true);
  switch (CC) {
  case X86::COND_E:
    return std::pair(Place, fromZeroTo(Number));
  case X86::COND_B:
    if (Number.isZero())
      return std::nullopt;
    return std::pair(Place,
                     KnownInteger(ConstantRange(APInt::getZero(64), Number)));
  case X86::COND_BE:
    return std::pair(Place, KnownInteger(ConstantRange::getNonEmpty(
                                APInt::getZero(64), Number + 1)));
  default:
    return std::nullopt;
  }
}

/// The last instruction in front of \p MI, in its block, that changes \p Reg.
static const MachineInstr *lastChange(const MachineInstr &MI, Register Reg) {
  const MachineBasicBlock &MBB = *MI.getParent();
  const TargetRegisterInfo &TRI =
      *MBB.getParent()->getSubtarget().getRegisterInfo();
  for (auto I = MachineBasicBlock::const_iterator(MI); I != MBB.begin();)
    if ((--I)->modifiesRegister(Reg, &TRI))
      return &*I;
  return nullptr;
}

/// Whether \p Reg is zero in front of \p MI because of what comes before it in
/// its block.
static bool isZero(const MachineInstr &MI, Register Reg) {
  const MachineInstr *Def = lastChange(MI, Reg);
  return Def && Def->isMoveImmediate() && Def->getOperand(0).getReg() == Reg &&
         Def->getOperand(1).isImm() && Def->getOperand(1).getImm() == 0;
}

/// The register or place on the stack that \p Flags compares with a register
/// that holds zero.
static Register comparedWithZeroRegister(const MachineInstr &Flags) {
  switch (Flags.getOpcode()) {
  case X86::CMP64rr: {
    const Register First = Flags.getOperand(0).getReg();
    const Register Second = Flags.getOperand(1).getReg();
    if (isZero(Flags, Second))
      return First;
    return isZero(Flags, First) ? Second : Register();
  }
  case X86::CMP64mr: {
    const Register Zero = Flags.getOperand(X86::AddrNumOperands).getReg();
    return isZero(Flags, Zero) ? getStackPlace(Flags) : Register();
  }
  default:
    return Register();
  }
}

/// The variable or spill slot that \p Reg was loaded from in front of \p MI, in
/// its block.
static Register loadedFrom(const MachineInstr &MI, Register Reg) {
  const MachineInstr *Def = lastChange(MI, Reg);
  if (!Def || Def->getOpcode() != X86::MOV64rm ||
      Def->getOperand(0).getReg() != Reg)
    return Register();
  const Register Place = getStackPlace(*Def);
  return Place && isUnchangedAfter(*Def, Place) ? Place : Register();
}

/// If \p Flags, for a branch with the condition \p CC, tests a condition that
/// is in a register: the instruction with the flags of that one. Changes \p CC
/// to it. So GlobalISel branches.
static const MachineInstr *getFlagsOfStoredCondition(const MachineInstr &Flags,
                                                     X86::CondCode &CC) {
  if (Flags.getOpcode() != X86::TEST8ri || Flags.getOperand(1).getImm() != 1 ||
      (CC != X86::COND_E && CC != X86::COND_NE))
    return nullptr;
  const Register Reg = Flags.getOperand(0).getReg();
  const MachineInstr *Stored = lastChange(Flags, Reg);
  if (!Stored || Stored->getOpcode() != X86::SETCCr ||
      Stored->getOperand(0).getReg() != Reg)
    return nullptr;
  const auto Condition =
      static_cast<X86::CondCode>(Stored->getOperand(1).getImm());
  CC = CC == X86::COND_NE ? Condition
                          : X86::GetOppositeBranchCondition(Condition);
  return lastChange(*Stored, X86::EFLAGS);
}

std::optional<NullTest> X86::matchNullTest(MachineBasicBlock &MBB) {
  const TargetSubtargetInfo &STI = MBB.getParent()->getSubtarget();
  const TargetInstrInfo &TII = *STI.getInstrInfo();
  MachineBasicBlock *Taken = nullptr, *Other = nullptr;
  SmallVector<MachineOperand, 1> Cond;
  if (TII.analyzeBranch(MBB, Taken, Other, Cond) || Cond.size() != 1)
    return std::nullopt;
  if (!Other)
    Other = MBB.getFallThrough();

  MachineInstr *Flags = getFlagsForBranchOnly(MBB, X86::EFLAGS);
  if (!Flags || !Other)
    return std::nullopt;
  MachineInstr *Compare = Flags->getNumExplicitDefs() == 0 ? Flags : nullptr;
  auto CC = static_cast<X86::CondCode>(Cond[0].getImm());
  const MachineInstr *Stored = getFlagsOfStoredCondition(*Flags, CC);
  if (CC == X86::COND_NE || CC == X86::COND_AE || CC == X86::COND_A) {
    CC = X86::GetOppositeBranchCondition(CC);
    std::swap(Taken, Other);
  }
  if (Stored) {
    Register Pointer = comparedWithZeroRegister(*Stored);
    // The condition may be where the pointer was.
    if (Pointer && !isUnchangedAfter(*Stored, Pointer))
      Pointer = Pointer.isStack() ? Register() : loadedFrom(*Stored, Pointer);
    if (!Pointer || CC != X86::COND_E)
      return std::nullopt;
    return NullTest{Pointer, Taken, Other, Compare};
  }
  if (CC == X86::COND_E)
    if (const Register Pointer = testedPlace(*Flags)) {
      if (!isUnchangedAfter(*Flags, Pointer))
        return std::nullopt;
      return NullTest{Pointer, Taken, Other, Compare};
    }
  const auto Compared = comparedWithNumber(*Flags, CC);
  if (!Compared || !isUnchangedAfter(*Flags, Compared->first))
    return std::nullopt;
  return NullTest{Compared->first, Taken, Other, Compare, Compared->second};
}
