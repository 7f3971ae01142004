//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a statepoint has in registers that cannot stay there.
///
//===----------------------------------------------------------------------===//

#include "StatepointSpills.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/PagePolls.h"
#include "llvm/CodeGen/StackMaps.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetLowering.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Statepoint.h"

using namespace llvm;

static const TargetRegisterInfo &getRegisterInfo(const MachineInstr &MI) {
  return *MI.getMF()->getSubtarget().getRegisterInfo();
}

namespace {

/// Which registers have the same value while the call of a statepoint runs.
class PreservedRegisters {
public:
  explicit PreservedRegisters(const MachineInstr &Statepoint);

  /// That needs both the convention, by which a register is found in a frame of
  /// the callee, and the instruction, whose mask knows more of the callee and
  /// whose definitions include the return address.
  bool contains(Register Reg) const;
  bool canHoldRoot(Register Reg, RootRegisters Roots) const;

private:
  static bool preserves(const uint32_t *Mask, Register Reg) {
    return Mask && !MachineOperand::clobbersPhysReg(Mask, Reg);
  }

  const TargetRegisterInfo &TRI;
  const TargetRegisterClass *Words;
  const bool IsPoll;
  const uint32_t *ByConvention, *ByDefault;
  SmallVector<const MachineOperand *, 4> Clobbers;
};

} // namespace

PreservedRegisters::PreservedRegisters(const MachineInstr &Statepoint)
    : TRI(getRegisterInfo(Statepoint)), Words(Statepoint.getMF()
                                                  ->getSubtarget()
                                                  .getTargetLowering()
                                                  ->getRegClassFor(MVT::i64)),
      IsPoll(isPagePoll(Statepoint)) {
  const MachineFunction &MF = *Statepoint.getMF();
  ByConvention = TRI.getCallPreservedMask(
      MF, StatepointOpers(&Statepoint).getCallingConv());
  ByDefault = TRI.getCallPreservedMask(MF, CallingConv::C);
  // What the call clobbers follows what is recorded, which is more.
  for (const MachineOperand &MO : reverse(Statepoint.operands())) {
    if (!MO.isRegMask() && !(MO.isReg() && MO.isImplicit()))
      break;
    if (MO.isRegMask() || MO.isDef())
      Clobbers.push_back(&MO);
  }
}

bool PreservedRegisters::contains(Register Reg) const {
  if (IsPoll && !Words->contains(Reg))
    return false;
  return preserves(ByConvention, Reg) &&
         none_of(Clobbers, [&](const MachineOperand *MO) {
           return MO->isRegMask() ? MO->clobbersPhysReg(Reg)
                                  : TRI.regsOverlap(MO->getReg(), Reg);
         });
}

bool PreservedRegisters::canHoldRoot(Register Reg, RootRegisters Roots) const {
  if (Roots == RootRegisters::None || !contains(Reg))
    return false;
  // The runtime finds all of a thread's general registers where it is stopped.
  return Roots == RootRegisters::Preserved || IsPoll ||
         preserves(ByDefault, Reg);
}

StatepointSpills llvm::findStatepointSpills(const MachineInstr &Statepoint,
                                            RootRegisters Roots,
                                            ArrayRef<Register> Forced) {
  StatepointOpers Opers(&Statepoint);
  unsigned FirstRoot = Opers.getNumGCPtrIdx() + 1;
  unsigned EndOfRoots = Opers.getNumAllocaIdx() - 1;
  bool DeoptIsLiveIn =
      Opers.getFlags() & uint64_t(StatepointFlags::DeoptLiveIn);

  // A reference in a register is tied to its relocated value.
  SmallVector<Register, 8> RootRegs;
  for (const MachineOperand &Def : Statepoint.defs())
    RootRegs.push_back(Def.getReg());

  const PreservedRegisters Preserved(Statepoint);
  StatepointSpills Spills;
  for (unsigned I = DeoptIsLiveIn ? FirstRoot : Opers.getVarIdx(),
                E = Statepoint.getNumOperands();
       I != E; ++I) {
    const MachineOperand &MO = Statepoint.getOperand(I);
    if (!MO.isReg() || MO.isImplicit())
      continue;
    Register Reg = MO.getReg();
    if (MO.isUndef()) {
      if (I >= FirstRoot && I < EndOfRoots)
        Spills.UndefinedRoots.push_back(I);
      continue;
    }
    assert(Reg.isPhysical() && "statepoint is not allocated");
    // A deopt value that is a reference goes where the reference is updated.
    bool IsRoot = is_contained(RootRegs, Reg);
    if (IsRoot ? Preserved.canHoldRoot(Reg, Roots) && !is_contained(Forced, Reg)
               : Preserved.contains(Reg))
      continue;
    Spills.Operands.push_back(I);
    if (is_contained(Spills.Registers, Reg))
      continue;
    Spills.Registers.push_back(Reg);
  }

  for (unsigned I = 0, E = Statepoint.getNumDefs(); I != E; ++I)
    if (is_contained(Spills.Operands, Statepoint.findTiedOperandIdx(I)))
      Spills.Relocated.push_back(Statepoint.getOperand(I).getReg());
  return Spills;
}

/// Returns true if \p Statepoint reads \p Reg otherwise than as one of
/// \p Spills, or leaves it alive.
static bool needsRegister(const MachineInstr &Statepoint,
                          const StatepointSpills &Spills, Register Reg) {
  const TargetRegisterInfo &TRI = getRegisterInfo(Statepoint);
  for (const auto &[I, MO] : enumerate(Statepoint.operands()))
    if (MO.isReg() && MO.readsReg() && TRI.regsOverlap(MO.getReg(), Reg) &&
        !is_contained(Spills.Operands, I))
      return true;
  return !Statepoint.modifiesRegister(Reg, &TRI) &&
         !Statepoint.killsRegister(Reg, &TRI);
}

/// Returns true if the source of a copy can be stored in place of \p Reg.
static bool canStoreSource(const MachineFunction &MF, const MachineOperand &Src,
                           Register Reg) {
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  Register From = Src.getReg();
  if (Src.isUndef() ||
      (MF.getRegInfo().isReserved(From) && !TRI.isConstantPhysReg(From)))
    return false;
  return TRI.getSpillSize(*TRI.getMinimalPhysRegClass(From)) ==
         TRI.getSpillSize(*TRI.getMinimalPhysRegClass(Reg));
}

StatepointStore llvm::findStatepointStore(MachineInstr &Statepoint,
                                          const StatepointSpills &Spills,
                                          Register Reg, bool PropagateCopies) {
  StatepointStore Own{Statepoint, Reg, !needsRegister(Statepoint, Spills, Reg)};
  if (!Own.IsKill || !PropagateCopies)
    return Own;

  const MachineFunction &MF = *Statepoint.getMF();
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  MachineBasicBlock &MBB = *Statepoint.getParent();
  bool IsRead = false;
  SmallVector<MachineInstr *, 2> DebugUsers;
  MachineInstr *Def = nullptr;
  for (MachineInstr &MI :
       make_range(std::next(MachineBasicBlock::reverse_iterator(Statepoint)),
                  MBB.rend())) {
    if (MI.isDebugInstr()) {
      if (MI.readsRegister(Reg, &TRI))
        DebugUsers.push_back(&MI);
      continue;
    }
    // Another statepoint may use the same slot.
    if (MI.getOpcode() == TargetOpcode::STATEPOINT)
      return Own;
    IsRead |= MI.readsRegister(Reg, &TRI);
    if (MI.modifiesRegister(Reg, &TRI)) {
      Def = &MI;
      break;
    }
  }
  if (!Def)
    return Own;
  auto Copy = MF.getSubtarget().getInstrInfo()->isCopyInstr(*Def);
  if (!Copy || Copy->Destination->getReg() != Reg ||
      !canStoreSource(MF, *Copy->Source, Reg))
    return Own;

  StatepointStore Store{std::next(MachineBasicBlock::iterator(Def)),
                        Copy->Source->getReg(), Copy->Source->isKill()};
  if (IsRead) {
    // The store reads the source after the copy does.
    Def->clearRegisterKills(Store.Source, &TRI);
    return Store;
  }
  for (MachineInstr *User : DebugUsers)
    User->setDebugValueUndef();
  Def->eraseFromParent();
  return Store;
}
