//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatepointRelocates.h"
#include "StatepointInput.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Statepoint.h"

using namespace llvm;

namespace {

class RelocatePlaces {
  /// The calls of each block that become statepoints, in order.
  DenseMap<const BasicBlock *, SmallVector<const Instruction *, 2>> Calls;
  /// Whether a block between two, and not these, has one.
  DenseMap<std::pair<const BasicBlock *, const BasicBlock *>, bool> Between;

  ArrayRef<const Instruction *> callsIn(const BasicBlock &BB) const {
    auto It = Calls.find(&BB);
    return It == Calls.end() ? ArrayRef<const Instruction *>()
                             : ArrayRef(It->second);
  }
  bool hasCallBetween(const BasicBlock &From, const BasicBlock &To);

public:
  explicit RelocatePlaces(const Function &F);
  /// Whether a statepoint may be executed from \p Begin on, which dominates \p
  /// End, and before \p End.
  bool hasCall(const Instruction &Begin, const Instruction &End);
};

} // end anonymous namespace

RelocatePlaces::RelocatePlaces(const Function &F) {
  for (const Instruction &I : instructions(F))
    if (const auto *Call = dyn_cast<CallBase>(&I);
        Call && becomesStatepoint(*Call))
      Calls[I.getParent()].push_back(&I);
}

/// Goes back from \p To until \p From.
bool RelocatePlaces::hasCallBetween(const BasicBlock &From,
                                    const BasicBlock &To) {
  auto [It, IsNew] = Between.try_emplace({&From, &To}, false);
  if (!IsNew)
    return It->second;
  SmallPtrSet<const BasicBlock *, 16> Seen = {&From};
  SmallVector<const BasicBlock *, 16> Pending(predecessors(&To));
  while (!Pending.empty()) {
    const BasicBlock *BB = Pending.pop_back_val();
    if (!Seen.insert(BB).second)
      continue;
    if (Calls.contains(BB))
      return It->second = true;
    append_range(Pending, predecessors(BB));
  }
  return false;
}

bool RelocatePlaces::hasCall(const Instruction &Begin, const Instruction &End) {
  const BasicBlock &From = *Begin.getParent(), &To = *End.getParent();
  const ArrayRef<const Instruction *> AfterBegin = callsIn(From).drop_while(
      [&](const Instruction *Call) { return Call->comesBefore(&Begin); });
  if (&From == &To)
    return !AfterBegin.empty() && AfterBegin.front()->comesBefore(&End);
  const ArrayRef<const Instruction *> InTo = callsIn(To);
  return !AfterBegin.empty() ||
         (!InTo.empty() && InTo.front()->comesBefore(&End)) ||
         hasCallBetween(From, To);
}

/// The first instruction that \p Relocate may be in front of. Null if its token
/// is no statepoint.
static Instruction *getEarliestPlace(const GCRelocateInst &Relocate) {
  Value *Token = Relocate.getArgOperand(0);
  if (auto *Pad = dyn_cast<LandingPadInst>(Token))
    return Pad->getNextNode();
  auto *Statepoint = dyn_cast<GCStatepointInst>(Token);
  const auto *Invoke = dyn_cast_or_null<InvokeInst>(Statepoint);
  if (!Invoke)
    return Statepoint ? Statepoint->getNextNode() : nullptr;
  BasicBlock &Normal = *Invoke->getNormalDest();
  return Normal.getUniquePredecessor() ? &*Normal.getFirstInsertionPt()
                                       : nullptr;
}

bool llvm::hoistRelocates(Function &F) {
  RelocatePlaces Places(F);
  SmallVector<std::pair<GCRelocateInst *, Instruction *>, 8> Sunk;
  for (Instruction &I : instructions(F))
    if (auto *Relocate = dyn_cast<GCRelocateInst>(&I))
      if (Instruction *Place = getEarliestPlace(*Relocate);
          Place && Place != &I && Places.hasCall(*Place, I))
        Sunk.emplace_back(Relocate, Place);
  for (auto [Relocate, Place] : Sunk)
    Relocate->moveBefore(Place->getIterator());
  return !Sunk.empty();
}
