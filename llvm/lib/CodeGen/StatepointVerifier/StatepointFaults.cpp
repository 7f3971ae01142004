//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatepointFaults.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/FaultMaps.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

/// Operands of FAULTING_OP.
enum { OpcodeIdx = 3, AccessIdx = 4 };

bool llvm::isFaultingLoad(const MachineInstr &MI) {
  return isFaultingAccess(MI) &&
         faultmap::withoutWide(getFaultKind(MI)) == faultmap::FaultingLoad;
}

bool llvm::isTiedResult(const MachineInstr &MI, const MachineOperand &Result) {
  const MCInstrDesc &Access = MI.getMF()->getSubtarget().getInstrInfo()->get(
      MI.getOperand(OpcodeIdx).getImm());
  // The first result is an operand of FAULTING_OP itself.
  const unsigned Idx = Result.getOperandNo();
  const int Def = Idx == 0 ? 0 : Idx - AccessIdx + 1;
  for (unsigned I = Access.getNumDefs(); I < Access.getNumOperands(); ++I)
    if (Access.getOperandConstraint(I, MCOI::TIED_TO) == Def)
      return true;
  return false;
}

Register llvm::getFaultingPointer(const MachineInstr &MI) {
  const MCInstrDesc &Access = MI.getMF()->getSubtarget().getInstrInfo()->get(
      MI.getOperand(OpcodeIdx).getImm());
  // The first result is an operand of FAULTING_OP itself.
  const unsigned Moved = Access.getNumDefs() ? 1 : 0;
  const auto Operands = drop_begin(enumerate(Access.operands()), Moved);
  const bool AreMarked = any_of(Operands, [](const auto &Operand) {
    return Operand.value().OperandType == MCOI::OPERAND_MEMORY;
  });
  Register Pointer;
  unsigned NumAfter = 0;
  for (const auto &[I, Info] : Operands) {
    const unsigned Idx = AccessIdx + I - Moved;
    if (Idx >= MI.getNumExplicitOperands())
      break;
    const MachineOperand &MO = MI.getOperand(Idx);
    if (!MO.isReg()) {
      ++NumAfter;
      continue;
    }
    if (!MO.getReg() || MO.isDef() ||
        (AreMarked && Info.OperandType != MCOI::OPERAND_MEMORY))
      continue;
    // What is loaded or stored comes before the address, unless operands of
    // the address are marked.
    if (Pointer && (AreMarked || isFaultingLoad(MI)) && MO.getReg() != Pointer)
      return Register();
    Pointer = MO.getReg();
    NumAfter = 0;
  }
  // An index has more after it than an offset.
  return AreMarked || NumAfter <= 1 ? Pointer : Register();
}

bool llvm::isReachedWithoutFault(const MachineBasicBlock &From,
                                 const MachineBasicBlock &To) {
  bool HasFault = false;
  for (const MachineInstr &MI : From.terminators()) {
    if (isFaultingAccess(MI)) {
      HasFault |= &getFaultHandler(MI) == &To;
      continue;
    }
    if (any_of(MI.operands(), [&](const MachineOperand &MO) {
          return MO.isMBB() && MO.getMBB() == &To;
        }))
      return true;
  }
  // What has no fault leads there in some other way, such as by unwinding.
  return !HasFault || (From.isLayoutSuccessor(&To) &&
                       (From.empty() || !From.back().isBarrier()));
}
