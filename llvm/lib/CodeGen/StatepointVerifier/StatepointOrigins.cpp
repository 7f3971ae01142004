//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatepointOrigins.h"
#include "Statepoints/StatepointInput.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/StackMaps.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Statepoint.h"

using namespace llvm;

/// STATEPOINTs times calls.
static constexpr size_t MaxPairs = 1 << 22;

StatepointOrigins::StatepointOrigins(const MachineFunction &MF) : MF(MF) {
  collect(MF);
  if (Calls.empty() || Statepoints.empty())
    return;
  connectCalls();
  connectStatepoints();
  if (!match(/*ByPosition=*/true) && !match(/*ByPosition=*/false))
    return;
  for (const auto &[I, MI] : enumerate(Statepoints))
    for (Index C : Left[I])
      Found[MI].push_back(Calls[C]);
}

ArrayRef<const CallBase *>
StatepointOrigins::of(const MachineInstr &Statepoint) const {
  auto It = Found.find(&Statepoint);
  return It == Found.end() ? ArrayRef<const CallBase *>() : It->second;
}

void StatepointOrigins::collect(const MachineFunction &MF) {
  for (const BasicBlock &BB : MF.getFunction())
    for (const Instruction &I : BB)
      if (const auto *Call = dyn_cast<CallBase>(&I))
        if (becomesStatepoint(*Call)) {
          CallsOf[&BB].push_back(Calls.size());
          Calls.push_back(Call);
        }
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB)
      if (MI.getOpcode() == TargetOpcode::STATEPOINT) {
        StatepointsOf[&MBB].push_back(Statepoints.size());
        Statepoints.push_back(&MI);
      }
}

/// Adds the first of \p Contents on each path that begins with a block of
/// \p Pending.
template <typename BlockT, typename SetT, typename SuccessorsT>
static void addFirst(SmallVector<const BlockT *, 8> Pending,
                     const DenseMap<const BlockT *, SetT> &Contents,
                     SuccessorsT Successors, SetT &First) {
  SmallPtrSet<const BlockT *, 16> Seen;
  while (!Pending.empty()) {
    const BlockT *Block = Pending.pop_back_val();
    if (!Seen.insert(Block).second)
      continue;
    auto It = Contents.find(Block);
    if (It == Contents.end())
      Successors(*Block, Pending);
    else
      First.push_back(It->second.front());
  }
}

void StatepointOrigins::connectCalls() {
  auto Successors = [](const BasicBlock &BB, auto &Blocks) {
    append_range(Blocks, successors(&BB));
  };
  NextCalls.resize(Calls.size() + 1);
  for (const auto &[I, Call] : enumerate(Calls)) {
    if (I + 1 != Calls.size() &&
        Calls[I + 1]->getParent() == Call->getParent()) {
      NextCalls[I].push_back(I + 1);
      continue;
    }
    SmallVector<const BasicBlock *, 8> Behind;
    Successors(*Call->getParent(), Behind);
    addFirst(std::move(Behind), CallsOf, Successors, NextCalls[I]);
  }
  addFirst({&MF.getFunction().getEntryBlock()}, CallsOf, Successors,
           NextCalls.back());
}

void StatepointOrigins::connectStatepoints() {
  auto Successors = [](const MachineBasicBlock &MBB, auto &Blocks) {
    for (const MachineBasicBlock *Succ : MBB.successors())
      if (!Succ->isEHPad())
        Blocks.push_back(Succ);
  };
  NextStatepoints.resize(Statepoints.size() + 1);
  for (const auto &[I, MI] : enumerate(Statepoints)) {
    if (I + 1 != Statepoints.size() &&
        Statepoints[I + 1]->getParent() == MI->getParent()) {
      NextStatepoints[I].push_back(I + 1);
      continue;
    }
    SmallVector<const MachineBasicBlock *, 8> Behind;
    Successors(*MI->getParent(), Behind);
    addFirst(std::move(Behind), StatepointsOf, Successors, NextStatepoints[I]);
  }
  addFirst({&MF.front()}, StatepointsOf, Successors, NextStatepoints.back());
}

/// Whether nothing says that \p MI was made from another call than \p Call.
static bool looksLike(const MachineInstr &MI, const CallBase &Call) {
  StatepointOpers Opers(&MI);
  const auto *Statepoint = dyn_cast<GCStatepointInst>(&Call);
  if (Statepoint &&
      (Statepoint->getID() != Opers.getID() ||
       Statepoint->getFlags() != Opers.getFlags() ||
       Statepoint->getNumPatchBytes() != Opers.getNumPatchBytes()))
    return false;
  const Value *Callee = (Statepoint ? Statepoint->getActualCalledOperand()
                                    : Call.getCalledOperand())
                            ->stripPointerCasts();
  const MachineOperand &Target = Opers.getCallTarget();
  if (Target.isGlobal() && isa<GlobalValue>(Callee) &&
      Target.getGlobal() != Callee)
    return false;
  const auto Deopt = Call.getOperandBundle(LLVMContext::OB_deopt);
  return MI.getOperand(Opers.getNumDeoptArgsIdx()).getImm() ==
         int64_t(Deopt ? Deopt->Inputs.size() : 0);
}

bool StatepointOrigins::start(bool ByPosition) {
  Left.assign(Statepoints.size() + 1, {});
  Left.back().push_back(Calls.size());
  size_t NumPairs = 0;
  for (const auto &[I, MI] : enumerate(Statepoints)) {
    const MachineBasicBlock *MBB = MI->getParent();
    const Set &Here = StatepointsOf.find(MBB)->second;
    auto InIR = CallsOf.find(MBB->getBasicBlock());
    if (ByPosition && InIR != CallsOf.end() &&
        InIR->second.size() == Here.size()) {
      const Index Call = InIR->second[I - Here.front()];
      if (looksLike(*MI, *Calls[Call])) {
        Left[I].push_back(Call);
        continue;
      }
    }
    for (Index C = 0, E = Calls.size(); C != E; ++C)
      if (looksLike(*MI, *Calls[C]))
        Left[I].push_back(C);
    NumPairs += Calls.size();
    if (Left[I].empty() || NumPairs > MaxPairs)
      return false;
  }
  return true;
}

/// Takes away calls in \p From that none of \p To follows, and those in \p To
/// that follow none of \p From. Returns true if there are any.
static bool pruneEdge(ArrayRef<SmallVector<unsigned, 2>> Next,
                      SmallVectorImpl<unsigned> &From,
                      SmallVectorImpl<unsigned> &To) {
  const size_t Before = From.size() + To.size();
  DenseSet<unsigned> Followed, Targets(To.begin(), To.end());
  erase_if(From, [&](unsigned C) {
    bool IsFollowed = false;
    for (unsigned N : Next[C])
      if (Targets.contains(N)) {
        IsFollowed = true;
        Followed.insert(N);
      }
    return !IsFollowed;
  });
  erase_if(To, [&](unsigned C) { return !Followed.contains(C); });
  return From.size() + To.size() != Before;
}

bool StatepointOrigins::prune() {
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (Index From = 0, E = Left.size(); From != E; ++From)
      for (Index To : NextStatepoints[From]) {
        if (From == To) {
          // Its calls follow each other.
          Set Behind = Left[To];
          Changed |= pruneEdge(NextCalls, Left[From], Behind);
          continue;
        }
        Changed |= pruneEdge(NextCalls, Left[From], Left[To]);
      }
    if (any_of(Left, [](const Set &S) { return S.empty(); }))
      return false;
  }
  return true;
}

bool StatepointOrigins::match(bool ByPosition) {
  return start(ByPosition) && prune();
}
