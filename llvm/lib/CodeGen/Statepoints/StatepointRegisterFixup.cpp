//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Puts the values of statepoints that cannot stay in their registers into
/// stack slots, after register allocation.
///
/// 1. Each statepoint is asked what it has in such registers.
/// 2. Registers that a landing pad loads are stored before every call that
///    unwinds there, even if that call lets them be.
/// 3. Each statepoint stores its registers, names their slots instead, and
///    loads the relocated values after the call and at the landing pad.
///
/// The pass has the name, options and interfaces of the upstream pass that it
/// replaces. It runs without optimization, too: what it does is not one.
///
//===----------------------------------------------------------------------===//

#include "StatepointLandingPads.h"
#include "StatepointSpillSlots.h"
#include "StatepointSpills.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/FixupStatepointCallerSaved.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/RootsInRegisters.h"
#include "llvm/CodeGen/StackMaps.h"
#include "llvm/CodeGen/StatepointOrigin.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/InitializePasses.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Debug.h"

using namespace llvm;

#define DEBUG_TYPE "fixup-statepoint-caller-saved"

STATISTIC(NumSpilled, "Number of registers stored for statepoints");

static cl::opt<bool>
    MixSlotSizes("fixup-scs-extend-slot-size", cl::Hidden, cl::init(false),
                 cl::desc("Let registers of different sizes share slots"));

static cl::opt<bool>
    RootsInPreserved("fixup-allow-gcptr-in-csr", cl::Hidden, cl::init(false),
                     cl::desc("Keep references in callee-saved registers, "
                              "whatever the strategy says"));

static cl::opt<bool> PropagateCopies(
    "fixup-scs-enable-copy-propagation", cl::Hidden, cl::init(true),
    cl::desc("Store the source of a register copy instead of the copy"));

static cl::opt<unsigned> MaxStatepoints(
    "fixup-max-csr-statepoints", cl::Hidden,
    cl::desc("Number of the first statepoint, counted from one in each "
             "function, whose references must be in stack slots"));

/// What a runtime sees in place of an undefined reference: a constant that is
/// easily recognized, the same as for one that is known before allocation.
static constexpr int64_t UndefinedRoot = 0xFEFEFEFE;

namespace {

class StatepointRegisterFixup {
public:
  explicit StatepointRegisterFixup(MachineFunction &MF)
      : MF(MF), TII(*MF.getSubtarget().getInstrInfo()),
        TRI(*MF.getSubtarget().getRegisterInfo()), Slots(MF, MixSlotSizes) {}

  bool run();

private:
  struct Statepoint {
    MachineInstr *MI;
    MachineBasicBlock *LandingPad;
    RootRegisters Roots;
    StatepointSpills Spills;
  };

  void findStatepoints();
  void completeLandingPad(MachineBasicBlock &Pad);
  void fix(const Statepoint &S);
  MachineInstr *rewrite(const Statepoint &S,
                        const DenseMap<Register, int> &SlotOf);
  void store(MachineBasicBlock &MBB, const StatepointStore &Store, int Slot);
  void load(MachineBasicBlock &MBB, MachineBasicBlock::iterator Before,
            Register Reg, int Slot);

  MachineFunction &MF;
  const TargetInstrInfo &TII;
  const TargetRegisterInfo &TRI;
  StatepointSpillSlots Slots;
  SmallVector<Statepoint, 16> Statepoints;
  /// The registers that landing pads load.
  MapVector<MachineBasicBlock *, SmallSetVector<Register, 4>> PadRegs;
  /// A register that a landing pad loads, and that the call which ends a block
  /// does not store.
  struct ExtraStore {
    MachineBasicBlock *MBB;
    MachineBasicBlock *Pad;
    Register Reg;
  };
  SmallVector<ExtraStore, 2> ExtraStores;
  DenseSet<std::pair<const MachineBasicBlock *, Register>> Loaded;
};

class FixupStatepointCallerSavedLegacy : public MachineFunctionPass {
public:
  static char ID;

  FixupStatepointCallerSavedLegacy() : MachineFunctionPass(ID) {
    initializeFixupStatepointCallerSavedLegacyPass(
        *PassRegistry::getPassRegistry());
  }

  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(AU);
  }

  StringRef getPassName() const override {
    return "Fixup Statepoint Caller Saved";
  }

  bool runOnMachineFunction(MachineFunction &MF) override {
    return StatepointRegisterFixup(MF).run();
  }
};

} // end anonymous namespace

char FixupStatepointCallerSavedLegacy::ID = 0;
char &llvm::FixupStatepointCallerSavedID = FixupStatepointCallerSavedLegacy::ID;

INITIALIZE_PASS(FixupStatepointCallerSavedLegacy, DEBUG_TYPE,
                "Fixup Statepoint Caller Saved", false, false)

static RootRegisters getRootRegisters(const MachineFunction &MF) {
  if (RootsInPreserved.getNumOccurrences())
    return RootsInPreserved ? RootRegisters::Preserved : RootRegisters::None;
  return keepsRootsInRegisters(MF) ? RootRegisters::Platform
                                   : RootRegisters::None;
}

void StatepointRegisterFixup::findStatepoints() {
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : MBB)
      if (MI.getOpcode() == TargetOpcode::STATEPOINT)
        Statepoints.push_back({&MI, nullptr, RootRegisters::None, {}});
  if (Statepoints.empty())
    return;

  RootRegisters Roots = getRootRegisters(MF);
  unsigned Number = 0;
  for (Statepoint &S : Statepoints) {
    bool IsWithin =
        !MaxStatepoints.getNumOccurrences() || ++Number < MaxStatepoints;
    S.Roots = IsWithin ? Roots : RootRegisters::None;
    S.LandingPad = findLandingPad(*S.MI);
    S.Spills = findStatepointSpills(*S.MI, S.Roots);
    if (!S.LandingPad)
      continue;
    for (Register Reg : S.Spills.Relocated)
      if (!isSetByUnwinder(*S.LandingPad, Reg))
        PadRegs[S.LandingPad].insert(Reg);
  }
}

/// Sees to it that what \p Pad loads is stored before every call that unwinds
/// there.
void StatepointRegisterFixup::completeLandingPad(MachineBasicBlock &Pad) {
  for (MachineBasicBlock *Pred : Pad.predecessors()) {
    MachineInstr *Call = findInvoke(*Pred);
    if (!Call)
      continue;
    Statepoint *S =
        find_if(Statepoints, [&](const auto &Each) { return Each.MI == Call; });
    SmallVector<Register, 4> Forced;
    for (Register Reg : PadRegs[&Pad]) {
      if (S != Statepoints.end() && is_contained(S->Spills.Relocated, Reg))
        continue;
      // A reference that stayed in the register changes during the call.
      if (S != Statepoints.end() &&
          any_of(Call->defs(), [&](auto &MO) { return MO.getReg() == Reg; }))
        Forced.push_back(Reg);
      else if (Pad.isLiveIn(Reg))
        ExtraStores.push_back({Pred, &Pad, Reg});
    }
    if (!Forced.empty())
      S->Spills = findStatepointSpills(*Call, S->Roots, Forced);
  }
}

void StatepointRegisterFixup::store(MachineBasicBlock &MBB,
                                    const StatepointStore &Store, int Slot) {
  TII.storeRegToStackSlot(MBB, Store.Before, Store.Source, Store.IsKill, Slot,
                          TRI.getMinimalPhysRegClass(Store.Source), Register());
}

void StatepointRegisterFixup::load(MachineBasicBlock &MBB,
                                   MachineBasicBlock::iterator Before,
                                   Register Reg, int Slot) {
  TII.loadRegFromStackSlot(MBB, Before, Reg, Slot,
                           TRI.getMinimalPhysRegClass(Reg), Register());
}

/// Replaces the statepoint by one that names the slots.
MachineInstr *
StatepointRegisterFixup::rewrite(const Statepoint &S,
                                 const DenseMap<Register, int> &SlotOf) {
  MachineInstr &Old = *S.MI;
  MachineInstr *New =
      MF.CreateMachineInstr(TII.get(Old.getOpcode()), Old.getDebugLoc(), true);
  MachineInstrBuilder MIB(MF, New);
  New->setCFIType(MF, Old.getCFIType());

  // Relocated values that stay are defined, and tied, as before.
  unsigned NumDefs = Old.getNumDefs();
  SmallVector<unsigned, 8> NewDef(NumDefs);
  for (unsigned I = 0; I != NumDefs; ++I) {
    unsigned Use = Old.findTiedOperandIdx(I);
    if (is_contained(S.Spills.Operands, Use) ||
        is_contained(S.Spills.UndefinedRoots, Use))
      continue;
    NewDef[I] = New->getNumOperands();
    MIB.addReg(Old.getOperand(I).getReg(), RegState::Define);
  }

  for (unsigned I = NumDefs, E = Old.getNumOperands(); I != E; ++I) {
    const MachineOperand &MO = Old.getOperand(I);
    if (is_contained(S.Spills.Operands, I)) {
      int Slot = SlotOf.lookup(MO.getReg());
      const TargetRegisterClass *RC = TRI.getMinimalPhysRegClass(MO.getReg());
      MIB.addImm(StackMaps::IndirectMemRefOp)
          .addImm(TRI.getSpillSize(*RC))
          .addFrameIndex(Slot)
          .addImm(0);
    } else if (is_contained(S.Spills.UndefinedRoots, I)) {
      MIB.addImm(StackMaps::ConstantOp).addImm(UndefinedRoot);
    } else {
      MIB.add(MO);
      unsigned Def;
      if (Old.isRegTiedToDefOperand(I, &Def))
        New->tieOperands(NewDef[Def], New->getNumOperands() - 1);
    }
  }

  New->setMemRefs(MF, Old.memoperands());
  // This order, by hash of the register's number, is in upstream's tests.
  for (auto [Reg, Slot] : SlotOf) {
    auto Flags = MachineMemOperand::MOLoad;
    if (is_contained(S.Spills.Relocated, Reg))
      Flags |= MachineMemOperand::MOStore;
    New->addMemOperand(MF,
                       MF.getMachineMemOperand(
                           MachinePointerInfo::getFixedStack(MF, Slot), Flags,
                           TRI.getSpillSize(*TRI.getMinimalPhysRegClass(Reg)),
                           MF.getFrameInfo().getObjectAlign(Slot)));
  }
  New->setFlags(Old.getFlags());
  New->cloneInstrSymbols(MF, Old);
  if (Old.isCandidateForAdditionalCallInfo())
    MF.moveAdditionalCallInfo(&Old, New);
  Old.getParent()->insert(Old, New);
  moveStatepointOriginsLast(*New);

  // A relocated value that nobody relocated may still have uses.
  for (unsigned I : S.Spills.UndefinedRoots) {
    unsigned Def;
    if (!Old.isRegTiedToDefOperand(I, &Def) || Old.getOperand(Def).isDead())
      continue;
    BuildMI(*Old.getParent(), Old, Old.getDebugLoc(),
            TII.get(TargetOpcode::IMPLICIT_DEF), Old.getOperand(Def).getReg());
  }
  Old.eraseFromParent();
  return New;
}

void StatepointRegisterFixup::fix(const Statepoint &S) {
  Slots.startStatepoint(S.LandingPad);
  DenseMap<Register, int> SlotOf;
  MachineBasicBlock &MBB = *S.MI->getParent();
  for (Register Reg : S.Spills.Registers) {
    int Slot = SlotOf[Reg] = Slots.getSlot(Reg);
    ++NumSpilled;
    store(MBB, findStatepointStore(*S.MI, S.Spills, Reg, PropagateCopies),
          Slot);
  }

  MachineInstr *New = rewrite(S, SlotOf);
  LLVM_DEBUG(dbgs() << "Rewrote to " << *New);
  MachineBasicBlock::iterator Behind = std::next(New->getIterator());
  for (Register Reg : S.Spills.Relocated) {
    load(MBB, Behind, Reg, SlotOf[Reg]);
    if (S.LandingPad && PadRegs[S.LandingPad].contains(Reg) &&
        Loaded.insert({S.LandingPad, Reg}).second)
      load(*S.LandingPad,
           S.LandingPad->SkipPHIsLabelsAndDebug(S.LandingPad->begin(), Reg),
           Reg, SlotOf[Reg]);
  }
}

bool StatepointRegisterFixup::run() {
  findStatepoints();
  // A pad that a single call unwinds to has all of its stores.
  for (auto &PadAndRegs : PadRegs)
    if (PadAndRegs.first->pred_size() > 1)
      completeLandingPad(*PadAndRegs.first);

  bool Changed = false;
  for (const Statepoint &S : Statepoints)
    if (!S.Spills.empty()) {
      fix(S);
      Changed = true;
    }
  // The statepoints have chosen the slots.
  for (auto [MBB, Pad, Reg] : ExtraStores)
    store(*MBB, {findInvoke(*MBB), Reg, /*IsKill=*/false},
          Slots.getSlotAtLandingPad(Pad, Reg));
  return Changed;
}

PreservedAnalyses
FixupStatepointCallerSavedPass::run(MachineFunction &MF,
                                    MachineFunctionAnalysisManager &) {
  if (!StatepointRegisterFixup(MF).run())
    return PreservedAnalyses::all();
  PreservedAnalyses PA = getMachineFunctionPassPreservedAnalyses();
  PA.preserveSet<CFGAnalyses>();
  return PA;
}
