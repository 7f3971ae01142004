//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnrelocatableValues.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/GCRootLiveness.h"
#include "llvm/Analysis/SafepointStates.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include <algorithm>
#include <vector>

using namespace llvm;

namespace {

/// The states in which one value is defined and used.
struct TrackedValue {
  unsigned Definition = 0;
  SmallVector<unsigned, 2> Uses;
};

} // end anonymous namespace

ValuesOverSafepoints llvm::findValuesOver(const Function &Constant,
                                          ArrayRef<const CallBase *> Safepoints,
                                          ArrayRef<const Value *> Values) {
  // What others change, too, is only read here.
  auto &F = const_cast<Function &>(Constant);
  SmallVector<CallBase *, 16> Calls;
  for (const CallBase *Call : Safepoints)
    Calls.push_back(const_cast<CallBase *>(Call));
  DominatorTree DT(F);
  const SafepointStates States(F, DT, Calls);

  std::vector<TrackedValue> Tracked(Values.size());
  DenseMap<const Value *, unsigned> Numbers;
  for (const auto &[Number, V] : enumerate(Values))
    Numbers[V] = Number;
  auto AddUse = [&](const Value *V, unsigned State) {
    if (auto It = Numbers.find(V); It != Numbers.end())
      Tracked[It->second].Uses.push_back(State);
  };
  unsigned Next = 0;
  for (const BasicBlock &BB : F) {
    if (!DT.isReachableFromEntry(&BB))
      continue;
    unsigned State = States.getIn(BB);
    for (const Instruction &I : BB) {
      if (const auto *Phi = dyn_cast<PHINode>(&I)) {
        for (const auto &[From, V] :
             zip_equal(Phi->blocks(), Phi->incoming_values()))
          if (DT.isReachableFromEntry(From))
            AddUse(V, States.getOut(*From));
      } else {
        for (const Value *V : I.operand_values())
          AddUse(V, State);
      }
      const auto *Invoke = dyn_cast<InvokeInst>(&I);
      if (Next != Calls.size() && Calls[Next] == &I) {
        State = States.getBehind(Next++);
        // The result exists only on the path to the normal successor.
        if (Invoke && Invoke->getNormalDest()->getUniquePredecessor())
          State = States.getIn(*Invoke->getNormalDest());
      }
      if (auto It = Numbers.find(&I); It != Numbers.end())
        Tracked[It->second].Definition = State;
    }
  }

  ValuesOverSafepoints Result;
  GCRootLiveness Liveness(States);
  for (const auto &[V, T] : zip_equal(Values, Tracked)) {
    const GCRootRanges Live = Liveness.compute(T.Definition, T.Uses, {});
    if (!Live.isListed())
      continue;
    auto First = std::min_element(
        Live.Ranges.begin(), Live.Ranges.end(),
        [](const auto &A, const auto &B) { return A.First < B.First; });
    Result[Calls[First->Last]].push_back(V);
  }
  return Result;
}

bool llvm::isBehindAny(const Instruction &I, ArrayRef<const CallBase *> Calls) {
  SmallPtrSet<const BasicBlock *, 8> Blocks;
  for (const CallBase *Call : Calls) {
    Blocks.insert(Call->getParent());
    if (Call->getParent() == I.getParent() && Call->comesBefore(&I))
      return true;
  }
  // The block of I is visited only if it is in a loop.
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<const BasicBlock *, 16> Pending = {I.getParent()};
  while (!Pending.empty())
    for (const BasicBlock *Before : predecessors(Pending.pop_back_val())) {
      if (!Seen.insert(Before).second)
        continue;
      if (Blocks.contains(Before))
        return true;
      Pending.push_back(Before);
    }
  return false;
}
