//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatepointRelocations.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/SafepointStates.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include <vector>

using namespace llvm;

namespace {

/// A use, and the state that it is in.
struct StatefulUse {
  Use *U;
  unsigned State;
};

class UseRewriter {
  Function &F;
  const SafepointStates &States;
  ArrayRef<Instruction *> Tokens;
  ArrayRef<RelocatedReference> References;
  DenseMap<const Value *, unsigned> Numbers;
  std::vector<SmallVector<StatefulUse, 2>> Uses;
  /// The predecessors of joins, in the order of a depth-first walk.
  DenseMap<const BasicBlock *, SmallVector<BasicBlock *, 4>> Predecessors;
  /// The copy of the current reference in each state, and the reference that
  /// it is a copy of.
  std::vector<std::pair<unsigned, Value *>> CopyIn;

  void collect();
  void orderPredecessors();
  Value *getCopy(unsigned Number, unsigned State) const;
  void rewrite(unsigned Number);

public:
  UseRewriter(Function &F, const SafepointStates &States,
              ArrayRef<Instruction *> Tokens,
              ArrayRef<RelocatedReference> References);
  void run();
};

} // end anonymous namespace

UseRewriter::UseRewriter(Function &F, const SafepointStates &States,
                         ArrayRef<Instruction *> Tokens,
                         ArrayRef<RelocatedReference> References)
    : F(F), States(States), Tokens(Tokens), References(References),
      Uses(References.size()), CopyIn(States.size(), {~0u, nullptr}) {
  for (unsigned I = 0; I != References.size(); ++I)
    Numbers[References[I].V] = I;
}

void UseRewriter::collect() {
  States.visitUses(F, Tokens, [&](Use &U, unsigned State) {
    auto It = Numbers.find(U.get());
    if (It != Numbers.end() && State != References[It->second].Definition)
      Uses[It->second].push_back({&U, State});
  });
}

/// Phis have their incoming values in the order in which a depth-first walk
/// takes the edges, as those that mem2reg makes.
void UseRewriter::orderPredecessors() {
  for (const RelocatedReference &R : References)
    for (const unsigned Join : R.Joins)
      Predecessors.try_emplace(States.getBlock(Join));
  if (Predecessors.empty())
    return;
  using Edge = std::pair<BasicBlock *, BasicBlock *>;
  SmallVector<Edge, 16> Pending = {{nullptr, &F.getEntryBlock()}};
  BitVector Seen(F.getMaxBlockNumber());
  while (!Pending.empty()) {
    const auto [From, BB] = Pending.pop_back_val();
    if (auto It = Predecessors.find(BB); It != Predecessors.end())
      It->second.push_back(From);
    if (Seen.test(BB->getNumber()))
      continue;
    Seen.set(BB->getNumber());
    for (BasicBlock *Next : reverse(successors(BB)))
      Pending.emplace_back(BB, Next);
  }
}

Value *UseRewriter::getCopy(unsigned Number, unsigned State) const {
  if (State == References[Number].Definition)
    return References[Number].V;
  const auto &[Owner, Copy] = CopyIn[State];
  assert(Owner == Number && "reference is used where it was not relocated");
  return Copy;
}

void UseRewriter::rewrite(unsigned Number) {
  const RelocatedReference &R = References[Number];
  for (const auto &[State, Copy] : R.Copies)
    CopyIn[State] = {Number, Copy};
  SmallVector<PHINode *, 8> Phis;
  for (const unsigned Join : reverse(R.Joins)) {
    BasicBlock *BB = States.getBlock(Join);
    PHINode *Phi = PHINode::Create(R.V->getType(), Predecessors[BB].size(),
                                   ".0", BB->begin());
    CopyIn[Join] = {Number, Phi};
    Phis.push_back(Phi);
  }
  for (PHINode *Phi : Phis)
    for (BasicBlock *From : Predecessors[Phi->getParent()])
      Phi->addIncoming(getCopy(Number, States.getOut(*From)), From);
  for (const StatefulUse &Use : Uses[Number])
    Use.U->set(getCopy(Number, Use.State));
}

void UseRewriter::run() {
  collect();
  orderPredecessors();
  for (unsigned Number = 0; Number != References.size(); ++Number)
    rewrite(Number);
}

void llvm::rewriteRelocatedUses(Function &F, const SafepointStates &States,
                                ArrayRef<Instruction *> Tokens,
                                ArrayRef<RelocatedReference> References) {
  UseRewriter(F, States, Tokens, References).run();
}
