//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatepointTransfer.h"
#include "StatepointFaults.h"
#include "StatepointPlaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/FaultingAccess.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/PseudoSourceValue.h"
#include "llvm/CodeGen/StackMaps.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Statepoint.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/ManagedTargetInfo.h"

using namespace llvm;

using Id = StatepointTransfer::Id;

/// The function that \p Call calls, if that is known.
static const Function *getCallee(const CallBase &Call) {
  const auto *Statepoint = dyn_cast<GCStatepointInst>(&Call);
  const Value *Callee = Statepoint ? Statepoint->getActualCalledOperand()
                                   : Call.getCalledOperand();
  return dyn_cast<Function>(Callee->stripPointerCasts());
}

StatepointTransfer::StatepointTransfer(const MachineFunction &MF,
                                       const StatepointPlaces &Places,
                                       StatepointValueNumbers &Values)
    : MF(MF), Places(Places), Accesses(MF, Places), Values(Values),
      TII(*MF.getSubtarget().getInstrInfo()),
      TRI(*MF.getSubtarget().getRegisterInfo()), MRI(MF.getRegInfo()),
      Info(ManagedTargetInfo(MF.getTarget().getTargetTriple()).getHooks()) {
  for (const Instruction &I : instructions(MF.getFunction()))
    if (const auto *Call = dyn_cast<CallBase>(&I))
      if (const Function *Callee = getCallee(*Call))
        Called.insert(Callee);
}

Id StatepointTransfer::valueOf(Register Reg, const State &Now) const {
  if (std::optional<unsigned> Place = Places.placeOf(Reg))
    return Now[*Place];
  return Reg.isPhysical() && MRI.isConstantPhysReg(Reg)
             ? StatepointValueNumbers::Constant
             : StatepointValueNumbers::None;
}

void StatepointTransfer::readOperand(const MachineInstr &MI,
                                     const MachineOperand &MO,
                                     Reader Read) const {
  if (!MO.isReg() || !MO.readsReg() || MO.isDebug())
    return;
  for (unsigned Place : Places.overlapping(MO.getReg()))
    Read(Place, MI,
         /*IsPart=*/TRI.isSubRegister(Places.registerAt(Place), MO.getReg()));
}

void StatepointTransfer::clobber(const MachineInstr &MI, State &Now) {
  for (const MachineOperand &MO : MI.operands())
    if (MO.isRegMask())
      for (unsigned P = 0, E = Places.numRegisters(); P != E; ++P)
        if (MO.clobbersPhysReg(Places.registerAt(P)))
          Now[P] = Values.unknown(&MI, P);
}

/// The places that \p MI and an undefined or dead value leave behind.
void StatepointTransfer::stepMeta(const MachineInstr &MI, State &Now) {
  if (MI.isImplicitDef()) {
    for (unsigned Place : Places.overlapping(MI.getOperand(0).getReg()))
      Now[Place] = StatepointValueNumbers::Nothing;
    return;
  }
  if (!MI.isLifetimeMarker())
    return;
  const StatepointPlaces::Range Words =
      Places.wordsOfSlot(MI.getOperand(0).isFI() ? MI.getOperand(0).getIndex()
                                                 : MI.getOperand(1).getIndex());
  for (unsigned I = 0; I != Words.Count; ++I)
    Now[Words.First + I] = StatepointValueNumbers::Constant;
}

bool StatepointTransfer::stepMove(const MachineInstr &MI, State &Now) {
  if (const auto Copy = TII.isCopyInstr(MI)) {
    const auto To = Places.placeOf(Copy->Destination->getReg());
    const Id V = Copy->Source->isUndef() ? StatepointValueNumbers::Nothing
                                         : valueOf(Copy->Source->getReg(), Now);
    if (!To || V == StatepointValueNumbers::None)
      return false;
    Now[*To] = V;
    return true;
  }
  // Between two passes, a copy may be what only SumOf knows.
  if (const auto Sum = Info ? Info->SumOf(MI) : std::nullopt;
      Sum && Sum->Addends.size() == 1 && !Sum->Offset && !Sum->HasMore) {
    const auto To = Places.placeOf(MI.getOperand(0).getReg());
    const Id V = valueOf(Sum->Addends[0], Now);
    if (To && V != StatepointValueNumbers::None) {
      Now[*To] = V;
      return true;
    }
  }
  const StatepointAccesses::Access *Access = Accesses.accessOf(MI);
  if (!Access || Access->Moved.empty())
    return false;
  for (const auto &[I, Reg] : enumerate(Access->Moved)) {
    const std::optional<unsigned> Word = Access->Words[I];
    const unsigned Place = *Places.placeOf(Reg);
    if (!MI.mayStore())
      Now[Place] = Word ? Now[*Word] : Values.unknown(&MI, Place);
    else if (Word)
      Now[*Word] = Now[Place];
  }
  return true;
}

bool StatepointTransfer::isConstantOperand(const MachineOperand &MO,
                                           const State &Now) const {
  if (!MO.isReg() || !MO.readsReg() || !MO.getReg())
    return true;
  const Register Reg = MO.getReg();
  // What flags choose from constants is no reference that moves.
  if (Info && Reg == Info->Flags)
    return true;
  const SmallVector<unsigned, 2> Overlapping = Places.overlapping(Reg);
  if (!Overlapping.empty())
    return all_of(Overlapping, [&](unsigned Place) {
      return Now[Place] == StatepointValueNumbers::Constant;
    });
  // The program counter, the zero register.
  return MRI.isConstantPhysReg(Reg) || Reg == TRI.getProgramCounter();
}

/// What \p MI computes into \p Place, as a sum of what it reads. None if it is
/// no sum.
Id StatepointTransfer::sumOf(const MachineInstr &MI, unsigned Place,
                             const State &Now) {
  const std::optional<RegisterSum> Sum = knownSum(MI, Now);
  if (!Sum || MI.getOperand(0).getReg() != Places.registerAt(Place))
    return StatepointValueNumbers::None;
  SmallVector<Id, 2> Inputs;
  for (Register Reg : Sum->Addends)
    Inputs.push_back(valueOf(Reg, Now));
  if (const StatepointAccesses::Access *Access = Accesses.accessOf(MI);
      Access && Sum->AddsMemory)
    for (std::optional<unsigned> Word : Access->Words)
      if (Word)
        Inputs.push_back(Now[*Word]);
  if (Inputs.empty())
    return StatepointValueNumbers::None;
  if (Inputs.size() == 1 && !Sum->HasMore)
    return Values.sum(Inputs[0], Sum->Offset);
  return Values.sum(&MI, Inputs);
}

/// What \p MI, which is no move, leaves in \p Place.
Id StatepointTransfer::resultOf(const MachineInstr &MI, unsigned Place,
                                const State &Now) {
  if (MI.isCall())
    return Values.source(&MI, Place);
  const bool AllConstant = all_of(MI.operands(), [&](const MachineOperand &MO) {
    return isConstantOperand(MO, Now);
  });
  const bool Computed = MI.getOpcode() > TargetOpcode::GENERIC_OP_END ||
                        MI.isCopy() || MI.isSubregToReg();
  if (!MI.mayLoad() && AllConstant && Computed && !MI.hasUnmodeledSideEffects())
    return StatepointValueNumbers::Constant;
  if (const Id Sum = sumOf(MI, Place, Now); Sum != StatepointValueNumbers::None)
    return Sum;
  if (!MI.mayLoad())
    return Values.unknown(&MI, Place);
  // The address of a global.
  if ((Info && Info->LoadsGOTEntry && Info->LoadsGOTEntry(MI)) ||
      any_of(MI.memoperands(), [&](const MachineMemOperand *MMO) {
        const PseudoSourceValue *PSV = MMO->getPseudoValue();
        return PSV && PSV->isConstant(&MF.getFrameInfo()) &&
               !isa<FixedStackPseudoSourceValue>(PSV);
      }))
    return StatepointValueNumbers::Constant;
  // Code generation itself loads parts of values from the stack.
  if (any_of(MI.memoperands(),
             [](const MachineMemOperand *MMO) {
               return !MMO->getValue() && MMO->getAddrSpace() == 0;
             }) ||
      any_of(MI.operands(), [](auto &MO) { return MO.isFI(); }) ||
      Accesses.accessOf(MI))
    return Values.unknown(&MI, Place);
  const bool Plain = MI.getNumExplicitDefs() >= 1 &&
                     none_of(MI.defs(),
                             [&](const MachineOperand &MO) {
                               return MO.isTied() || (isFaultingAccess(MI) &&
                                                      isTiedResult(MI, MO));
                             }) &&
                     any_of(MI.defs(), [&](const MachineOperand &MO) {
                       return MO.getReg() == Places.registerAt(Place);
                     });
  return Plain && (!MI.mayStore() || isFaultingLoad(MI))
             ? Values.source(&MI, Place)
             : Values.unknown(&MI, Place);
}

/// The sum that \p MI computes, if all of its registers are known. To read what
/// it adds is no use: who uses the sum uses it.
std::optional<RegisterSum>
StatepointTransfer::knownSum(const MachineInstr &MI, const State &Now) const {
  std::optional<RegisterSum> Sum = Info ? Info->SumOf(MI) : std::nullopt;
  if (Sum && any_of(Sum->Addends, [&](Register Reg) {
        return valueOf(Reg, Now) == StatepointValueNumbers::None;
      }))
    return std::nullopt;
  return Sum;
}

void StatepointTransfer::stepOther(const MachineInstr &MI, State &Now,
                                   Reader Read) {
  const StatepointAccesses::Access *Access = Accesses.accessOf(MI);
  const std::optional<RegisterSum> Sum = knownSum(MI, Now);
  const auto Choice = ComparedWithNull != StatepointValueNumbers::None
                          ? Info->TakenIfNull(MI)
                          : std::nullopt;
  // What is only taken if it is null is as good as a constant.
  auto IsNull = [&](unsigned Place) { return Now[Place] == ComparedWithNull; };
  for (const auto &[I, MO] : enumerate(MI.operands())) {
    // An address that it loads from is no addend.
    if (MO.isReg() && Sum && is_contained(Sum->Addends, MO.getReg()) &&
        (!Sum->AddsMemory || MO.isTied()))
      continue;
    if (Choice && !Choice->IsInMemory && I == Choice->Index &&
        all_of(Places.overlapping(MO.getReg()), IsNull))
      continue;
    readOperand(MI, MO, Read);
  }
  const bool Clears = Info && Info->ClearsMemory && Info->ClearsMemory(MI);
  if (Access && MI.mayLoad() && !Clears && !(Sum && Sum->AddsMemory))
    for (std::optional<unsigned> Word : Access->Words)
      if (Word && !(Access->IsNarrow && Places.isInObject(*Word)) &&
          !(Choice && Choice->IsInMemory && IsNull(*Word)))
        Read(*Word, MI, Access->IsNarrow);

  // Results come from what was there before.
  SmallVector<std::pair<unsigned, Id>, 4> Results;
  for (const MachineOperand &MO : MI.operands())
    if (MO.isReg() && MO.isDef())
      for (unsigned Place : Places.overlapping(MO.getReg()))
        Results.emplace_back(Place, resultOf(MI, Place, Now));
  if (Access && MI.mayStore()) {
    // All that it reads is the address of the frame.
    const bool IsConstant = none_of(MI.operands(), [&](auto &MO) {
      return MO.isReg() && MO.readsReg() && MO.getReg() &&
             !MRI.isConstantPhysReg(MO.getReg()) &&
             !MRI.isReserved(MO.getReg());
    });
    for (std::optional<unsigned> Word : Access->Words)
      if (Word)
        Results.emplace_back(*Word, IsConstant && (Clears || !MI.mayLoad())
                                        ? StatepointValueNumbers::Constant
                                        : Values.unknown(&MI, *Word));
  }
  if (Accesses.mayStoreAnywhere(MI))
    for (unsigned P = Places.numRegisters(), E = Places.size(); P != E; ++P)
      if (Now[P] == StatepointValueNumbers::Nothing)
        Results.emplace_back(P, Values.unknown(&MI, P));
  clobber(MI, Now);
  for (const auto &[Place, V] : Results)
    Now[Place] = V;
}

/// What the flags say after \p MI, which reads what is in \p Now.
void StatepointTransfer::updateFlags(const MachineInstr &MI, const State &Now) {
  if (!Info || !Info->Flags)
    return;
  const bool IsFirst = MI.getIterator() == MI.getParent()->instr_begin();
  if (!IsFirst && !MI.isCall() && !MI.modifiesRegister(Info->Flags, &TRI))
    return;
  ComparedWithNull = StatepointValueNumbers::None;
  const std::optional<Register> Compared = Info->ComparedWithNull(MI);
  if (!Compared)
    return;
  if (*Compared) {
    ComparedWithNull = valueOf(*Compared, Now);
    return;
  }
  const StatepointAccesses::Access *Access = Accesses.accessOf(MI);
  if (Access && Access->Words.size() == 1 && Access->Words.front() &&
      !Access->IsNarrow)
    ComparedWithNull = Now[*Access->Words.front()];
}

/// Nothing reads what was read for the last time.
void StatepointTransfer::endKilled(const MachineInstr &MI, State &Now) {
  for (const MachineOperand &MO : MI.operands()) {
    if (!MO.isReg() || !MO.isUse() || !MO.isKill())
      continue;
    const auto Place = Places.placeOf(MO.getReg());
    if (Place && !MI.modifiesRegister(MO.getReg(), &TRI))
      Now[*Place] = StatepointValueNumbers::Constant;
  }
}

SmallVector<StatepointTransfer::Entry, 8>
StatepointTransfer::readList(const MachineInstr &Statepoint,
                             unsigned CountIdx) const {
  SmallVector<Entry, 8> List;
  const unsigned Count = Statepoint.getOperand(CountIdx).getImm();
  unsigned I = CountIdx + 1;
  for (unsigned N = 0; N != Count; ++N) {
    const MachineOperand &MO = Statepoint.getOperand(I);
    StatepointPlaces::Range Words;
    Entry Found;
    if (MO.isReg() && !MO.isUndef()) {
      if (const auto Place = Places.placeOf(MO.getReg()))
        Found.push_back(*Place);
    } else if (MO.isFI()) {
      Words = Places.wordsOfSlot(MO.getIndex());
    } else if (MO.isImm() && MO.getImm() == StackMaps::IndirectMemRefOp) {
      Words = Places.words(Statepoint, I + 2,
                           Statepoint.getOperand(I + 1).getImm());
    } else if (MO.isImm() && MO.getImm() == StackMaps::DirectMemRefOp) {
      if (const auto Slot = Places.slots().slotOf(Statepoint, I + 1))
        Words = Places.wordsOfSlot(Slot->first);
    }
    for (unsigned W = 0; W != Words.Count; ++W)
      Found.push_back(Words.First + W);
    List.push_back(Found);
    I = StackMaps::getNextMetaArgIdx(&Statepoint, I);
  }
  return List;
}

void StatepointTransfer::stepStatepoint(const MachineInstr &MI, State &Now,
                                        Reader Read) {
  StatepointOpers Opers(&MI);
  for (const MachineOperand &MO : MI.operands())
    readOperand(MI, MO, Read);
  const SmallVector<Entry, 8> Pointers = readList(MI, Opers.getNumGCPtrIdx());
  const SmallVector<Entry, 8> Objects = readList(MI, Opers.getNumAllocaIdx());
  for (const auto &List : {readList(MI, Opers.getNumDeoptArgsIdx()), Pointers})
    for (const Entry &E : List)
      for (unsigned Place : E)
        if (Place >= Places.numRegisters())
          Read(Place, MI, /*IsPart=*/false);

  const State Before = Now;
  for (Id &V : Now)
    V = Values.stale(V);
  for (const Entry &E : Pointers)
    for (unsigned Place : E)
      Now[Place] = Values.relocated(&MI, Before[Place]);
  for (const Entry &E : Objects)
    for (unsigned Place : E)
      Now[Place] = Values.unknown(&MI, Place);
  clobber(MI, Now);
  for (const auto &[I, MO] : enumerate(MI.operands())) {
    if (!MO.isReg() || !MO.isDef())
      continue;
    unsigned Use;
    const bool IsTied = MI.isRegTiedToUseOperand(I, &Use);
    for (unsigned Place : Places.overlapping(MO.getReg())) {
      if (!IsTied)
        Now[Place] = Values.source(&MI, Place);
      else if (MI.getOperand(Use).isUndef())
        Now[Place] = StatepointValueNumbers::Constant;
      else
        Now[Place] = Values.relocated(&MI, Before[Place]);
    }
  }
}

bool StatepointTransfer::isDifference(
    const MachineInstr &MI, function_ref<bool(unsigned Place)> Holds) const {
  if (!Info || !Info->IsDifference(MI))
    return false;
  unsigned Count = 0;
  const auto Check = [&](unsigned Place) {
    ++Count;
    return Holds(Place);
  };
  for (const MachineOperand &MO : MI.explicit_uses())
    if (MO.isReg() && MO.readsReg() &&
        !all_of(Places.overlapping(MO.getReg()), Check))
      return false;
  if (const StatepointAccesses::Access *Access = Accesses.accessOf(MI))
    for (std::optional<unsigned> Word : Access->Words)
      if (Word && !Check(*Word))
        return false;
  return Count == 2;
}

/// Whether all that \p MI does is to test one register or one word of a stack
/// slot, or to compare it with a constant, null that is or the address of a
/// global: the answer is the same before and after a collection.
bool StatepointTransfer::isTest(const MachineInstr &MI,
                                const State &Now) const {
  if (MI.mayStore() || MI.isCall() || MI.isReturn() || MI.isInlineAsm())
    return false;
  SmallVector<unsigned, 2> Read;
  for (const MachineOperand &MO : MI.operands()) {
    if (!MO.isReg())
      continue;
    for (unsigned Place : Places.overlapping(MO.getReg())) {
      // Some comparisons are subtractions.
      if (MO.isDef() && !MO.isDead())
        return false;
      if (!MO.isDef() && Now[Place] != StatepointValueNumbers::Constant &&
          !is_contained(Read, Place))
        Read.push_back(Place);
    }
  }
  if (!MI.mayLoad())
    return Read.size() == 1;
  const StatepointAccesses::Access *Access = Accesses.accessOf(MI);
  return Read.empty() && Access && Access->Words.size() == 1 &&
         all_of(MI.memoperands(), [](const MachineMemOperand *MMO) {
           return MMO->getSize() ==
                  LocationSize::precise(StatepointPlaces::WordSize);
         });
}

/// Whether \p MI calls code of this function that the machine outliner has put
/// into another one.
bool StatepointTransfer::callsOutlined(const MachineInstr &MI) const {
  return MI.isCall() && any_of(MI.operands(), [&](const MachineOperand &MO) {
           const auto *F =
               MO.isGlobal() ? dyn_cast<Function>(MO.getGlobal()) : nullptr;
           return F && F->hasLocalLinkage() && !Called.contains(F);
         });
}

/// What is done to slots does not show, nor whether what is read is only moved.
void StatepointTransfer::stepOutlined(const MachineInstr &MI, State &Now) {
  clobber(MI, Now);
  for (const MachineOperand &MO : MI.all_defs())
    for (unsigned Place : Places.overlapping(MO.getReg()))
      Now[Place] = Values.unknown(&MI, Place);
  for (unsigned P = Places.numRegisters(), E = Places.size(); P != E; ++P)
    Now[P] = Values.unknown(&MI, P);
}

void StatepointTransfer::step(const MachineInstr &MI, State &Now, Reader Read) {
  updateFlags(MI, Now);
  if (MI.isDebugInstr() || MI.isBundle())
    return;
  if (MI.getOpcode() == TargetOpcode::STATEPOINT) {
    stepStatepoint(MI, Now, Read);
    return;
  }
  if (MI.isMetaInstruction()) {
    stepMeta(MI, Now);
    return;
  }
  if (callsOutlined(MI)) {
    stepOutlined(MI, Now);
  } else if (!stepMove(MI, Now)) {
    // What a prologue saves is the caller's.
    if (MI.getFlag(MachineInstr::FrameSetup) ||
        MI.getFlag(MachineInstr::FrameDestroy) || isTest(MI, Now))
      stepOther(MI, Now, [](unsigned, const MachineInstr &, bool) {});
    else
      stepOther(MI, Now, Read);
  }
  endKilled(MI, Now);
}
