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
#include "llvm/CodeGen/SpillSlots.h"
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

/// The register or spill slot that is zero if and only if \p Flags leaves the
/// zero flag set.
static Register testedPlace(const MachineInstr &Flags) {
  if (const std::optional<Register> Compared = X86::comparedWithNull(Flags))
    return *Compared ? *Compared : getSpillSlot(Flags);
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

std::optional<NullTest> X86::matchNullTest(MachineBasicBlock &MBB) {
  const TargetSubtargetInfo &STI = MBB.getParent()->getSubtarget();
  const TargetInstrInfo &TII = *STI.getInstrInfo();
  MachineBasicBlock *Taken = nullptr, *Other = nullptr;
  SmallVector<MachineOperand, 1> Cond;
  if (TII.analyzeBranch(MBB, Taken, Other, Cond) || Cond.size() != 1)
    return std::nullopt;
  if (!Other)
    Other = MBB.getFallThrough();

  const auto CC = static_cast<X86::CondCode>(Cond[0].getImm());
  MachineInstr *Flags = getFlagsForBranchOnly(MBB, X86::EFLAGS);
  if (!Flags || (CC != X86::COND_E && CC != X86::COND_NE) || !Other)
    return std::nullopt;
  const Register Pointer = testedPlace(*Flags);
  if (!Pointer || !isUnchangedAfter(*Flags, Pointer))
    return std::nullopt;

  MachineInstr *Compare = Flags->getNumExplicitDefs() == 0 ? Flags : nullptr;
  if (CC == X86::COND_E)
    return NullTest{Pointer, Taken, Other, Compare};
  return NullTest{Pointer, Other, Taken, Compare};
}
