//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FaultingOp.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/BinaryFormat/FaultMaps.h"
#include "llvm/CodeGen/FaultingAccess.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/ManagedTargetInfo.h"

using namespace llvm;

/// Where nothing is mapped, whatever the size of a page.
static constexpr int64_t MinPageSize = 4096;

/// Makes the access of \p Faulting, in front of it.
static MachineInstr *makeAccess(MachineInstr &Faulting) {
  MachineFunction &MF = *Faulting.getMF();
  const MCInstrDesc &Desc =
      MF.getSubtarget().getInstrInfo()->get(Faulting.getOperand(3).getImm());
  MachineInstr *Access =
      MF.CreateMachineInstr(Desc, DebugLoc(), /*NoImplicit=*/true);
  // The first result is an operand of FAULTING_OP itself.
  if (Desc.getNumDefs())
    Access->addOperand(MF, Faulting.getOperand(0));
  for (const MachineOperand &MO : drop_begin(Faulting.operands(), 4))
    if (!MO.isMetadata())
      Access->addOperand(MF, MO);
  // Targets look at the function.
  Faulting.getParent()->insert(Faulting.getIterator(), Access);
  return Access;
}

bool llvm::faultsWithNullBase(MachineInstr &MI) {
  MachineFunction &MF = *MI.getMF();
  const FaultingAccessInfo *Info =
      ManagedTargetInfo(MF.getTarget().getTargetTriple()).getHooks();
  if (!Info)
    return false;
  MachineInstr *Access = makeAccess(MI);
  scope_exit Delete([&] { Access->eraseFromParent(); });
  const std::optional<FaultingAccess> Faults = Info->ReliablyFaults(*Access);
  const std::optional<ExtAddrMode> Address =
      Faults ? Info->AddressOf(*Access) : std::nullopt;
  if (!Address || Address->ScaledReg)
    return false;
  const int64_t Offset = Address->Displacement, Size = Faults->MaxSize;
  const bool IsWide = faultmap::isWide(getFaultKind(MI));
  return Offset >= (IsWide ? -faultmap::WideGuardBelow : 0) &&
         Offset + Size <= (IsWide ? faultmap::WideGuardAbove : MinPageSize) &&
         Offset % Faults->Alignment == 0;
}
