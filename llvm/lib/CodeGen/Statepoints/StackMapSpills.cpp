//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Spills what stack maps record, for an allocator that has all operands of an
/// instruction in registers at once. Others fold reloads.
///
//===----------------------------------------------------------------------===//

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/StackMapOperands.h"
#include "llvm/CodeGen/StackMaps.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetOpcodes.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

namespace {

class StackMapSpiller {
  MachineFunction &MF;
  const MachineRegisterInfo &MRI;
  const TargetRegisterInfo &TRI;
  const TargetInstrInfo &TII;
  /// One for each register, as all are stored where they are recorded.
  DenseMap<Register, int> Slots;

  bool share(const TargetRegisterClass &A, const TargetRegisterClass &B) const;
  unsigned countFree(const TargetRegisterClass &RC,
                     const MachineInstr &MI) const;
  bool hasRegisters(const MachineInstr &MI) const;
  int getSlot(Register Reg);
  bool canSpill(const MachineOperand &MO) const;
  void spill(MachineInstr &MI);

public:
  explicit StackMapSpiller(MachineFunction &MF)
      : MF(MF), MRI(MF.getRegInfo()), TRI(*MF.getSubtarget().getRegisterInfo()),
        TII(*MF.getSubtarget().getInstrInfo()) {}
  void run();
};

} // end anonymous namespace

static bool isStackMap(const MachineInstr &MI) {
  return MI.getOpcode() == TargetOpcode::STACKMAP ||
         MI.getOpcode() == TargetOpcode::PATCHPOINT;
}

/// Whether \p MO is a register that the allocator has to find.
static bool isVirtualUse(const MachineOperand &MO) {
  return MO.isReg() && MO.isUse() && !MO.isUndef() && MO.getReg().isVirtual();
}

/// Whether a location may take the place of \p MO, if it is one of those that
/// are recorded.
bool StackMapSpiller::canSpill(const MachineOperand &MO) const {
  unsigned Size, Offset;
  return isVirtualUse(MO) && !MO.isImplicit() &&
         TII.getStackSlotRange(MRI.getRegClass(MO.getReg()), MO.getSubReg(),
                               Size, Offset, MF);
}

bool StackMapSpiller::share(const TargetRegisterClass &A,
                            const TargetRegisterClass &B) const {
  return any_of(A, [&](MCPhysReg Reg) {
    return any_of(B,
                  [&](MCPhysReg Other) { return TRI.regsOverlap(Reg, Other); });
  });
}

/// How many registers of \p RC are allocatable and nothing that \p MI needs.
unsigned StackMapSpiller::countFree(const TargetRegisterClass &RC,
                                    const MachineInstr &MI) const {
  return count_if(RC.getRawAllocationOrder(MF), [&](MCPhysReg Reg) {
    return MRI.isAllocatable(Reg) &&
           none_of(MI.operands(), [&](const MachineOperand &MO) {
             return MO.isReg() && MO.getReg().isPhysical() &&
                    TRI.regsOverlap(MO.getReg(), Reg);
           });
  });
}

/// Whether all virtual registers that \p MI uses can be in registers at once.
bool StackMapSpiller::hasRegisters(const MachineInstr &MI) const {
  DenseMap<const TargetRegisterClass *, DenseSet<Register>> Used;
  for (const MachineOperand &MO : MI.operands())
    if (MO.isReg() && MO.getReg().isVirtual() && !MO.isUndef())
      Used[MRI.getRegClass(MO.getReg())].insert(MO.getReg());
  return all_of(Used, [&](const auto &Class) {
    unsigned Needed = 0;
    for (const auto &Other : Used)
      if (share(*Class.first, *Other.first))
        Needed += Other.second.size();
    return Needed <= countFree(*Class.first, MI);
  });
}

int StackMapSpiller::getSlot(Register Reg) {
  const auto [Slot, IsNew] = Slots.try_emplace(Reg);
  if (IsNew) {
    const TargetRegisterClass &RC = *MRI.getRegClass(Reg);
    Slot->second = MF.getFrameInfo().CreateSpillStackObject(
        TRI.getSpillSize(RC), TRI.getSpillAlign(RC));
  }
  return Slot->second;
}

/// Stores in front of \p MI what it records, and has it record the slots.
void StackMapSpiller::spill(MachineInstr &MI) {
  const unsigned First = TII.getPatchpointUnfoldableRange(MI).second;
  MachineBasicBlock &MBB = *MI.getParent();
  MachineInstr *New = MF.CreateMachineInstr(MI.getDesc(), MI.getDebugLoc(),
                                            /*NoImplicit=*/true);
  MachineInstrBuilder MIB(MF, New);
  SmallVector<MachineMemOperand *, 16> Accesses(MI.memoperands());
  DenseSet<Register> Stored;
  for (const auto &[I, MO] : enumerate(MI.operands())) {
    if (I < First || !canSpill(MO)) {
      MIB.add(MO);
      continue;
    }
    const Register Reg = MO.getReg();
    const TargetRegisterClass *RC = MRI.getRegClass(Reg);
    const int Slot = getSlot(Reg);
    unsigned Size, Offset;
    TII.getStackSlotRange(RC, MO.getSubReg(), Size, Offset, MF);
    MIB.addImm(StackMaps::IndirectMemRefOp)
        .addImm(Size)
        .addFrameIndex(Slot)
        .addImm(Offset);
    if (!Stored.insert(Reg).second)
      continue;
    TII.storeRegToStackSlot(MBB, MI, Reg, /*isKill=*/false, Slot, RC,
                            Register());
    Accesses.push_back(MF.getMachineMemOperand(
        MachinePointerInfo::getFixedStack(MF, Slot), MachineMemOperand::MOLoad,
        MF.getFrameInfo().getObjectSize(Slot),
        MF.getFrameInfo().getObjectAlign(Slot)));
  }
  MBB.insert(MI, New);
  New->setFlags(MI.getFlags());
  New->setMemRefs(MF, Accesses);
  New->cloneInstrSymbols(MF, MI);
  if (MI.shouldUpdateAdditionalCallInfo())
    MF.moveAdditionalCallInfo(&MI, New);
  MI.eraseFromParent();
}

void StackMapSpiller::run() {
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : make_early_inc_range(MBB))
      if (isStackMap(MI) && !hasRegisters(MI))
        spill(MI);
}

void llvm::spillStackMapOperands(MachineFunction &MF) {
  if (MF.getFrameInfo().hasStackMap() || MF.getFrameInfo().hasPatchPoint())
    StackMapSpiller(MF).run();
}
