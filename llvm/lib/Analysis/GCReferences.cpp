//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/GCReferences.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Analysis/SafepointStates.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include <algorithm>

using namespace llvm;

namespace {

/// What happens at one instruction, later things last.
enum Moment { AsOperand, AsBase, AsDemand, OnEdge };

} // namespace

/// Later instructions have larger places, and among things that happen at the
/// same moment the first has the largest.
static uint64_t getPlace(uint64_t Instruction, Moment M, unsigned Rank) {
  const uint64_t MaxRank = (1u << 24) - 1;
  return ((Instruction << 2 | M) << 24) |
         (MaxRank - std::min<uint64_t>(Rank, MaxRank));
}

namespace {

/// Walks a function with the state at each instruction.
class Scanner {
  Function &F;
  const SafepointStates &States;
  unsigned Safepoint = 0;

public:
  Scanner(Function &F, const SafepointStates &States) : F(F), States(States) {}

  /// Calls \p Visit with each instruction, its place in the function, the
  /// state in front of it and the state after it.
  template <typename Callable> void scan(Callable Visit) {
    Safepoint = 0;
    uint64_t Place = 0;
    for (BasicBlock &BB : F) {
      unsigned State = States.getIn(BB);
      for (Instruction &I : BB) {
        unsigned Behind = State;
        if (Safepoint != States.safepoints().size() &&
            States.safepoints()[Safepoint] == &I)
          Behind = States.getBehind(Safepoint++);
        Visit(I, Place++, State, Behind);
        State = Behind;
      }
    }
  }
};

struct StateOfUse {
  unsigned Number, State;
};

} // end anonymous namespace

GCReferences::GCReferences(Function &F, const SafepointStates &States,
                           const GCPointers &Pointers,
                           function_ref<bool(const Use &)> IsUse)
    : Places(States.safepoints().size()) {
  auto Add = [&](Value &V, unsigned Definition) {
    if (!Pointers.isReference(V))
      return;
    Numbers[&V] = References.size();
    References.push_back({&V, Definition});
  };
  for (Argument &A : F.args())
    Add(A, 0);
  std::vector<uint64_t> Ends(F.getMaxBlockNumber());
  Scanner Scan(F, States);
  Scan.scan(
      [&](Instruction &I, uint64_t Place, unsigned Before, unsigned Behind) {
        if (I.isTerminator())
          Ends[I.getParent()->getNumber()] = Place;
        if (Before != Behind)
          Places[Behind - 1] = Place;
        // The result of an invoke exists only on the path to its normal
        // successor.
        const auto *Invoke = dyn_cast<InvokeInst>(&I);
        Add(I, Invoke && Before != Behind &&
                       Invoke->getNormalDest()->getUniquePredecessor()
                   ? States.getIn(*Invoke->getNormalDest())
                   : Behind);
      });

  std::vector<StateOfUse> Found;
  std::vector<unsigned> LastState(References.size(), SafepointStates::None);
  auto AddUse = [&](const Value *V, unsigned State, uint64_t Place) {
    auto It = Numbers.find(V);
    if (It == Numbers.end())
      return;
    Reference &R = References[It->second];
    R.LastUse = std::max(R.LastUse, Place);
    if (State == R.Definition || State == LastState[It->second])
      return;
    LastState[It->second] = State;
    Found.push_back({It->second, State});
  };
  unsigned PhiRank = 0;
  Scan.scan([&](Instruction &I, uint64_t Place, unsigned Before, unsigned) {
    if (auto *Phi = dyn_cast<PHINode>(&I)) {
      PhiRank = &I == &I.getParent()->front() ? 0 : PhiRank + 1;
      if (!Pointers.isReference(I))
        return;
      for (unsigned Incoming = 0; Incoming != Phi->getNumIncomingValues();
           ++Incoming) {
        const BasicBlock *From = Phi->getIncomingBlock(Incoming);
        AddUse(Phi->getIncomingValue(Incoming), States.getOut(*From),
               getPlace(Ends[From->getNumber()], OnEdge, PhiRank));
      }
      return;
    }
    for (const Use &U : I.operands())
      if (!IsUse || IsUse(U))
        AddUse(U.get(), Before, getPlace(Place, AsOperand, U.getOperandNo()));
  });

  // Sort the uses by what they use.
  Starts.assign(References.size() + 1, 0);
  for (const StateOfUse &U : Found)
    ++Starts[U.Number + 1];
  for (unsigned Number = 0; Number != References.size(); ++Number)
    Starts[Number + 1] += Starts[Number];
  Uses.resize(Found.size());
  std::vector<unsigned> Next(Starts.begin(), Starts.end() - 1);
  for (const StateOfUse &U : Found)
    Uses[Next[U.Number]++] = U.State;
}

std::optional<unsigned> GCReferences::getNumber(const Value *V) const {
  auto It = Numbers.find(V);
  return It == Numbers.end() ? std::nullopt : std::optional(It->second);
}

void GCReferences::demandBase(unsigned Number, unsigned Safepoint,
                              unsigned Rank) {
  uint64_t &LastUse = References[Number].LastUse;
  LastUse = std::max(LastUse, getPlace(Places[Safepoint], AsBase, Rank));
}

void GCReferences::demand(unsigned Number, unsigned Safepoint, unsigned Rank) {
  uint64_t &LastUse = References[Number].LastUse;
  LastUse = std::max(LastUse, getPlace(Places[Safepoint], AsDemand, Rank));
}
