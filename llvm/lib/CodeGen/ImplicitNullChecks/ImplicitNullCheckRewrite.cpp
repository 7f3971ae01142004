//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Turns a plan for an implicit null check into code.
///
//===----------------------------------------------------------------------===//

#include "ImplicitNullCheckRewrite.h"
#include "NullCheckProbes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/BinaryFormat/FaultMaps.h"
#include "llvm/CodeGen/FaultMaps.h"
#include "llvm/CodeGen/LivePhysRegs.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetOpcodes.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;

/// Whether \p MI defines any part of \p Reg.
static bool definesPartOf(const MachineInstr &MI, Register Reg) {
  const TargetRegisterInfo *TRI = MI.getMF()->getSubtarget().getRegisterInfo();
  return any_of(MI.all_defs(), [&](const MachineOperand &MO) {
    return MO.getReg() && TRI->regsOverlap(MO.getReg(), Reg);
  });
}

/// The registers that \p LiveIn stands for: one, or the largest of those of its
/// sub-registers that are live.
static SmallVector<MCRegister, 4>
liveRegisters(const MachineBasicBlock::RegisterMaskPair &LiveIn,
              const TargetRegisterInfo &TRI) {
  SmallVector<MCRegister, 4> Live;
  MCSubRegIndexIterator Sub(LiveIn.PhysReg, &TRI);
  if (LiveIn.LaneMask.all() || !Sub.isValid())
    return {LiveIn.PhysReg};
  for (; Sub.isValid(); ++Sub) {
    LaneBitmask Lanes = TRI.getSubRegIndexLaneMask(Sub.getSubRegIndex());
    if ((Lanes & ~LiveIn.LaneMask).none())
      Live.push_back(Sub.getSubReg());
  }
  SmallVector<MCRegister, 4> Largest;
  copy_if(Live, std::back_inserter(Largest), [&](MCRegister Reg) {
    return none_of(
        Live, [&](MCRegister Other) { return TRI.isSubRegister(Other, Reg); });
  });
  return Largest;
}

/// Makes what \p Faulting defines an input of it as well where \p Handler needs
/// the value from before: when \p Faulting faults it defines nothing, and
/// without the use, what computed that value would seem dead.
static void keepHandlerValuesAlive(MachineInstr &Faulting,
                                   const MachineBasicBlock &Handler) {
  MachineFunction &MF = *Faulting.getMF();
  const TargetRegisterInfo &TRI = *MF.getSubtarget().getRegisterInfo();
  MachineInstrBuilder MIB(MF, Faulting);
  for (const auto &LiveIn : Handler.liveins())
    for (MCRegister Reg : liveRegisters(LiveIn, TRI))
      if (definesPartOf(Faulting, Reg))
        MIB.addReg(Reg, RegState::Implicit);
}

/// Prepares \p MI to leave its place for the start of \p Region or for above
/// it: debug instructions that it passes lose their interest in the registers
/// that it defines, and it kills none.
static void prepareToMove(MachineInstr &MI,
                          ArrayRef<MachineBasicBlock *> Region) {
  for (MachineOperand &MO : MI.all_uses())
    MO.setIsKill(false);

  auto ShowsResult = [&](const MachineOperand &MO) {
    return MO.isReg() && MO.getReg() && definesPartOf(MI, MO.getReg());
  };
  for (MachineBasicBlock *MBB : Region)
    for (MachineInstr &Other : make_early_inc_range(*MBB)) {
      if (&Other == &MI)
        return;
      if (Other.isDebugValue() && any_of(Other.debug_operands(), ShowsResult))
        Other.setDebugValueUndef();
      else if (Other.isDebugPHI() && ShowsResult(Other.getOperand(0)))
        Other.eraseFromParent();
    }
}

/// The kind of the entry for \p MI, which is such an access.
static unsigned faultKind(const MachineInstr &MI,
                          const AccessDescription &Access) {
  FaultMaps::FaultKind Kind = FaultMaps::FaultingLoadStore;
  if (!MI.mayLoad())
    Kind = FaultMaps::FaultingStore;
  else if (!MI.mayStore() || Access.Faults.OnlyLoads)
    Kind = FaultMaps::FaultingLoad;
  return Access.NeedsWideGuard ? faultmap::makeWide(Kind) : Kind;
}

/// Puts into the place of \p Access, which leaves the function, an instruction
/// that does the same and leads to \p Handler if it faults. The entry for it
/// has the kind \p Kind. \p Site, if not null, is the node with the check's
/// site id.
static MachineInstr *makeFaulting(MachineInstr &Access,
                                  MachineBasicBlock &Handler,
                                  const MDNode *Site, unsigned Kind) {
  MachineBasicBlock &MBB = *Access.getParent();
  MachineFunction &MF = *MBB.getParent();
  const TargetInstrInfo &TII = *MF.getSubtarget().getInstrInfo();

  // The first result comes first, and after the opcode what remains of the
  // operands, in order. So target code can print them as those of the access.
  const unsigned NumDefs = Access.getNumExplicitDefs();
  MachineInstrBuilder MIB =
      BuildMI(MBB, Access, MIMetadata(Access),
              TII.get(TargetOpcode::FAULTING_OP),
              NumDefs ? Access.getOperand(0).getReg() : Register())
          .addImm(Kind)
          .addMBB(&Handler)
          .addImm(Access.getOpcode());
  for (MachineOperand MO : drop_begin(Access.operands(), NumDefs ? 1 : 0)) {
    if (MO.isReg() && MO.isUse())
      MO.setIsKill(false);
    else if (MO.isReg())
      MO.setIsDead(false);
    MIB.add(MO);
  }
  if (Site)
    MIB.addMetadata(Site);
  MIB.setMemRefs(Access.memoperands());
  MIB->setFlags(Access.getFlags());
  MIB->cloneInstrSymbols(MF, Access);

  if (unsigned Number = Access.peekDebugInstrNum())
    for (unsigned I = 0; I != NumDefs; ++I)
      MF.makeDebugValueSubstitution({Number, I},
                                    {MIB->getDebugInstrNum(), I ? 3 + I : 0});
  keepHandlerValuesAlive(*MIB, Handler);
  Access.removeFromParent();
  return MIB;
}

/// Inserts the probe that \p Access stands for in front of \p Place.
static MachineInstr *insertProbe(MachineBasicBlock &MBB,
                                 MachineBasicBlock::iterator Place,
                                 const NullCheckAccess &Access,
                                 const FaultingAccessInfo &Info) {
  MachineFunction &MF = *MBB.getParent();
  const ExtAddrMode &Address = Access.Description.Address;
  // What spilled or copied the pointer may have been its last use.
  const TargetRegisterInfo *TRI = MF.getSubtarget().getRegisterInfo();
  for (Register Reg : {Address.BaseReg, Address.ScaledReg})
    if (Reg)
      for (MachineInstr &MI : MBB) {
        MI.clearRegisterKills(Reg, TRI);
        MI.clearRegisterDeads(Reg);
      }
  MachineInstr *Probe =
      Info.InsertProbe(MBB, Place, MIMetadata(*Access.MI), Address);
  // Some bytes of what the access touches.
  for (const MachineMemOperand *MMO : Access.MI->memoperands())
    Probe->addMemOperand(
        MF, MF.getMachineMemOperand(MachinePointerInfo(MMO->getAddrSpace()),
                                    MachineMemOperand::MOLoad,
                                    LLT::scalar(8 * Info.SizeOfProbe(Address)),
                                    Align(1)));
  return Probe;
}

/// Moves \p Access and what it needs to where the plan says, or inserts a probe
/// there, and makes it fault.
static void convert(MachineBasicBlock &Check, const NullCheckAccess &Access,
                    MachineBasicBlock &Handler, const MDNode *Site,
                    const FaultingAccessInfo &Info,
                    FaultingAccesses &Converted) {
  // What moves may pass them, and they would seem to overwrite its results.
  if (!Access.IsProbe || !Access.Needed.empty())
    for (MachineBasicBlock *Block : Access.Region)
      for (MachineInstr &MI : make_early_inc_range(*Block))
        if (&MI != Access.MI && isNullCheckProbe(MI))
          MI.eraseFromParent();

  const TargetInstrInfo &TII =
      *Check.getParent()->getSubtarget().getInstrInfo();
  MachineBasicBlock &MBB = Access.AtCheck ? Check : *Access.Region.front();
  MachineBasicBlock::iterator Place =
      Access.AtCheck ? MBB.end() : MBB.getFirstNonDebugInstr();

  auto Move = [&](MachineInstr &MI) {
    prepareToMove(MI, Access.Region);
    if (Place != MachineBasicBlock::iterator(MI))
      MBB.splice(Place, MI.getParent(), MI);
    else
      ++Place;
  };
  for (MachineInstr *MI : Access.Needed)
    Move(*MI);
  MachineInstr *Faults = Access.MI;
  if (Access.IsProbe)
    Faults = insertProbe(MBB, Place, Access, Info);
  else
    Move(*Faults);

  // The other blocks of the region, the one that the access was in first.
  SmallVector<MachineBasicBlock *, 4> Changed(reverse(Access.Region));
  if (!Access.AtCheck) {
    Changed.pop_back();
    // Debug instructions alone must not make a block.
    auto After = std::next(MachineBasicBlock::iterator(Faults));
    if (skipDebugInstructionsForward(After, MBB.end()) == MBB.end())
      MBB.erase(After, MBB.end());
    MachineBasicBlock *Rest = MBB.splitAt(*Faults);
    if (Rest == &MBB)
      Rest = MBB.getSingleSuccessor();
    else
      Changed.push_back(Rest);
    if (!MBB.isSuccessor(&Handler))
      MBB.addSuccessor(&Handler, BranchProbability(1, 1 << 20));
    MBB.normalizeSuccProbs();
    TII.insertBranch(MBB, Rest, nullptr, /*Cond=*/{}, DebugLoc());
  }
  MachineInstr *Faulting = makeFaulting(*Faults, Handler, Site,
                                        faultKind(*Faults, Access.Description));
  Converted[Faulting] = {Faults, Access.Description};
  for (MachineBasicBlock *Block : Changed)
    recomputeLiveIns(*Block);
}

bool llvm::makeImplicit(MachineBasicBlock &Check, const NullCheckPlan &Plan,
                        const MDNode *Site, const FaultingAccessInfo &Info,
                        FaultingAccesses &Converted) {
  const TargetInstrInfo &TII =
      *Check.getParent()->getSubtarget().getInstrInfo();
  const DebugLoc DL = Check.findBranchDebugLoc();
  TII.removeBranch(Check);
  if (Plan.Test.Compare)
    Plan.Test.Compare->eraseFromParent();

  bool LeavesCheck = true;
  for (const NullCheckAccess &Access : Plan.Accesses) {
    if (!Converted.contains(Access.MI))
      convert(Check, Access, *Plan.Test.Null, Site, Info, Converted);
    LeavesCheck &= !Access.AtCheck;
  }
  if (LeavesCheck)
    Check.removeSuccessor(Plan.Test.Null, /*NormalizeSuccProbs=*/true);

  // Block placement removes the branch if it can.
  TII.insertBranch(Check, Plan.Test.NotNull, nullptr, /*Cond=*/{}, DL);
  return LeavesCheck;
}
