//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GCObjectCopies.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <optional>

using namespace llvm;

namespace {

/// What is in an object, the worst last.
enum class State : uint8_t { Nothing, Fresh, Stale };

/// Follows one object through its function.
class CopyFlow {
  const AllocaInst &Object;
  const DenseSet<const Instruction *> &Safepoints;
  SmallPtrSet<const Instruction *, 8> Writes, Reads;
  /// Whether any safepoint may write to it.
  bool IsCaptured = false;
  DenseMap<const BasicBlock *, State> Out;

  void findUses();
  void addUse(const Use &U, SmallVectorImpl<const Value *> &Pending);
  bool replaces(const Instruction &I) const;
  State step(const Instruction &I, State S) const;
  State enter(const BasicBlock &BB) const;

public:
  CopyFlow(const AllocaInst &Object,
           const DenseSet<const Instruction *> &Safepoints)
      : Object(Object), Safepoints(Safepoints) {}
  DenseSet<const Instruction *> run();
};

} // end anonymous namespace

void CopyFlow::addUse(const Use &U, SmallVectorImpl<const Value *> &Pending) {
  const auto &I = *cast<Instruction>(U.getUser());
  if (isa<GetElementPtrInst, BitCastInst, AddrSpaceCastInst, PHINode,
          SelectInst, FreezeInst>(I)) {
    Pending.push_back(&I);
    return;
  }
  if (isa<LoadInst>(I)) {
    Reads.insert(&I);
    return;
  }
  if (isa<ICmpInst>(I) || I.isLifetimeStartOrEnd())
    return;
  if (const auto *Copy = dyn_cast<AnyMemTransferInst>(&I);
      Copy && &U == &Copy->getRawSourceUse()) {
    Reads.insert(&I);
    return;
  }
  const auto *Call = dyn_cast<CallBase>(&I);
  const auto *Store = dyn_cast<StoreInst>(&I);
  if (Call && Call->isArgOperand(&U)) {
    IsCaptured |= !Call->doesNotCapture(Call->getArgOperandNo(&U));
    if (!Call->onlyReadsMemory(Call->getArgOperandNo(&U)))
      Writes.insert(&I);
    return;
  }
  if (!Store || U.getOperandNo() != StoreInst::getPointerOperandIndex())
    IsCaptured = true;
  Writes.insert(&I);
}

void CopyFlow::findUses() {
  SmallVector<const Value *, 8> Pending = {&Object};
  SmallPtrSet<const Value *, 8> Seen;
  while (!Pending.empty()) {
    const Value *V = Pending.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    for (const Use &U : V->uses())
      addUse(U, Pending);
  }
}

/// Whether \p I writes all of the object.
bool CopyFlow::replaces(const Instruction &I) const {
  const auto *Write = dyn_cast<AnyMemIntrinsic>(&I);
  const auto *Length =
      Write ? dyn_cast<ConstantInt>(Write->getLength()) : nullptr;
  const std::optional<TypeSize> Size =
      Object.getAllocationSize(Object.getDataLayout());
  return Length && Write->getRawDest() == &Object && Size &&
         !Size->isScalable() && Length->getValue().uge(Size->getFixedValue());
}

State CopyFlow::step(const Instruction &I, State S) const {
  if (I.isLifetimeStartOrEnd() &&
      cast<IntrinsicInst>(I).getArgOperand(0) == &Object)
    return State::Nothing;
  const bool IsSafepoint = Safepoints.contains(&I);
  if (Writes.contains(&I) && !IsSafepoint)
    return replaces(I) ? State::Fresh : std::max(S, State::Fresh);
  if (IsSafepoint && (IsCaptured || Writes.contains(&I) || S != State::Nothing))
    return State::Stale;
  return S;
}

State CopyFlow::enter(const BasicBlock &BB) const {
  State S = State::Nothing;
  for (const BasicBlock *From : predecessors(&BB))
    S = std::max(S, Out.lookup(From));
  return S;
}

DenseSet<const Instruction *> CopyFlow::run() {
  findUses();
  const Function &F = *Object.getFunction();
  const ReversePostOrderTraversal<const Function *> Blocks(&F);
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (const BasicBlock *BB : Blocks) {
      State S = enter(*BB);
      for (const Instruction &I : *BB)
        S = step(I, S);
      State &Old = Out[BB];
      Changed |= Old != S;
      Old = S;
    }
  }
  DenseSet<const Instruction *> Stale;
  for (const BasicBlock *BB : Blocks) {
    State S = enter(*BB);
    for (const Instruction &I : *BB) {
      if (S == State::Stale && Reads.contains(&I))
        Stale.insert(&I);
      S = step(I, S);
    }
  }
  return Stale;
}

GCObjectCopies::GCObjectCopies(ArrayRef<const CallBase *> Safepoints)
    : Safepoints(Safepoints.begin(), Safepoints.end()) {}

bool GCObjectCopies::isFresh(const Instruction &Read,
                             const AllocaInst &Object) {
  auto It = StaleReads.find(&Object);
  if (It == StaleReads.end())
    It = StaleReads.try_emplace(&Object, CopyFlow(Object, Safepoints).run())
             .first;
  return !It->second.contains(&Read);
}
