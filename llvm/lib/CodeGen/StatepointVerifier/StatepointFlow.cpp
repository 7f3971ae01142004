//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatepointFlow.h"
#include "StatepointEdges.h"
#include "StatepointFaults.h"
#include "Statepoints/StatepointLandingPads.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/FaultingAccess.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/ManagedTargetInfo.h"

using namespace llvm;

using Id = StatepointFlow::Id;

/// Rounds over the function. Loops in loops take one each.
static constexpr unsigned MaxRounds = 64;

StatepointFlow::StatepointFlow(const MachineFunction &MF,
                               const StatepointPlaces &Places,
                               StatepointValueNumbers &Values,
                               StatepointTransfer &Transfer)
    : MF(MF), Places(Places), Values(Values), Transfer(Transfer),
      Blocks(MF.getNumBlockIDs()) {
  const FaultingAccessInfo *Info =
      ManagedTargetInfo(MF.getTarget().getTargetTriple()).getHooks();
  for (const MachineBasicBlock &MBB : MF) {
    Block &B = Blocks[MBB.getNumber()];
    B.Invoke = findInvoke(MBB);
    for (const MachineInstr &MI : MBB.terminators())
      if (isFaultingAccess(MI))
        B.Faults.push_back({&MI, {}});
    if (!Info)
      continue;
    // The interface of analyzeBranch requires a block that is not const, but
    // changes nothing unless it is asked to.
    const std::optional<NullTest> Test =
        Info->MatchNullTest(const_cast<MachineBasicBlock &>(MBB));
    const auto Place = Test ? Places.placeOf(Test->Pointer) : std::nullopt;
    if (!Place)
      continue;
    B.Null = Test->Null;
    B.Test = Test->Compare ? Test->Compare : &*MBB.getFirstTerminator();
    B.NullPlace = *Place;
  }
}

const StatepointFlow::State &
StatepointFlow::atEntry(const MachineBasicBlock &MBB) const {
  return Blocks[MBB.getNumber()].In;
}

/// \p Null is known to be null in \p Now.
static void endNull(Id Null, StatepointFlow::State &Now) {
  for (Id &V : Now)
    if (V == Null)
      V = StatepointValueNumbers::Constant;
}

/// What arrives from \p From at \p To without a fault.
StatepointFlow::State StatepointFlow::alongEdge(const MachineBasicBlock &From,
                                                const MachineBasicBlock &To) {
  const Block &B = Blocks[From.getNumber()];
  State Now = To.isEHPad() && B.Invoke ? B.Unwound : B.Out;
  if (Now.empty())
    return Now;
  if (B.Null == &To)
    endNull(B.NullValue, Now);
  if (To.isEHPad())
    for (unsigned P = 0, E = Places.numRegisters(); P != E; ++P)
      if (isSetByUnwinder(To, Places.registerAt(P)))
        Now[P] = Values.unknown(&To, P);
  return Now;
}

/// Adds to \p Arriving what arrives at \p MBB from accesses of \p From that
/// fault. A fault leaves all as it was. Where the address is a sum, the pointer
/// in it is null, and the others are numbers.
void StatepointFlow::addFaults(const MachineBasicBlock &From,
                               const MachineBasicBlock &MBB,
                               SmallVectorImpl<State> &Arriving) const {
  for (const Fault &F : Blocks[From.getNumber()].Faults) {
    if (&getFaultHandler(*F.Access) != &MBB)
      continue;
    Arriving.push_back(F.Before);
    if (auto Place = Places.placeOf(getFaultingPointer(*F.Access));
        Place && !F.Before.empty())
      for (Id Addend : Values.addendsOf(F.Before[*Place]))
        endNull(Addend, Arriving.back());
  }
}

StatepointFlow::State StatepointFlow::enter(const MachineBasicBlock &MBB) {
  if (&MBB == &MF.front()) {
    // A prologue stores in ways of its own, but not what is to be listed.
    State Now(Places.size(), StatepointValueNumbers::Nothing);
    for (unsigned P = 0, E = Places.size(); P != E; ++P)
      if (P < Places.numRegisters() || Places.isArgument(P))
        Now[P] = Values.source(&MBB, P);
      else if (Places.slots().isLaidOut() && !Places.isListed(P))
        Now[P] = StatepointValueNumbers::Constant;
    return Now;
  }
  SmallVector<State, 4> Arriving;
  for (const MachineBasicBlock *Pred : MBB.predecessors()) {
    if (isReachedWithoutFault(*Pred, MBB) && !isNeverTaken(*Pred, MBB))
      Arriving.push_back(alongEdge(*Pred, MBB));
    addFaults(*Pred, MBB, Arriving);
  }
  if (all_of(Arriving, [](const State &S) { return S.empty(); }))
    return {};
  // Places that hold the same on each path hold the same after the join.
  std::map<SmallVector<Id, 4>, Id> Phis;
  State Now(Places.size());
  for (unsigned P = 0, E = Places.size(); P != E; ++P) {
    SmallVector<Id, 4> Inputs;
    Id Single = StatepointValueNumbers::None;
    bool Differ = false;
    for (const State &S : Arriving) {
      const Id V = S.empty() ? StatepointValueNumbers::None : S[P];
      Inputs.push_back(V);
      if (V == StatepointValueNumbers::None)
        continue;
      Differ |= Single != StatepointValueNumbers::None && V != Single;
      Single = V;
    }
    if (!Differ) {
      Now[P] = Single;
      continue;
    }
    auto [It, New] = Phis.try_emplace(Inputs);
    if (New)
      It->second = Values.phi(&MBB, P, Inputs);
    Now[P] = It->second;
  }
  return Now;
}

bool StatepointFlow::run() {
  ReversePostOrderTraversal<const MachineFunction *> Order(&MF);
  auto Ignore = [](unsigned, const MachineInstr &, bool) {};
  for (unsigned Round = 0; Round != MaxRounds; ++Round) {
    bool Changed = false;
    for (const MachineBasicBlock *MBB : Order) {
      Block &B = Blocks[MBB->getNumber()];
      State Now = enter(*MBB);
      if (Now.empty() || (Round && Now == B.In))
        continue;
      Changed = true;
      B.In = Now;
      Fault *NextFault = B.Faults.begin();
      for (const MachineInstr &MI : MBB->instrs()) {
        if (NextFault != B.Faults.end() && &MI == NextFault->Access)
          NextFault++->Before = Now;
        if (&MI == B.Test)
          B.NullValue = Now[B.NullPlace];
        Transfer.step(MI, Now, Ignore);
        if (&MI == B.Invoke)
          B.Unwound = Now;
      }
      B.Out = std::move(Now);
    }
    if (!Changed)
      return true;
  }
  return false;
}
