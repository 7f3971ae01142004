//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatepointInputValues.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/StatepointRules.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

void StatepointLiveness::step(const Instruction &I,
                              StatepointValueSet &Live) const {
  Live.erase(&I);
  for (const AllocaInst *Object : Tracked.Ends.lookup(&I))
    Live.erase(Object);
}

void StatepointLiveness::addUses(const Instruction &I,
                                 StatepointValueSet &Live) const {
  if (isa<PHINode>(I))
    return;
  for (const Value *V : I.operand_values())
    if (Tracked.Values.contains(V))
      Live.insert(V);
  for (const AllocaInst *Object : Tracked.Reads.lookup(&I))
    Live.insert(Object);
}

StatepointValueSet StatepointLiveness::onEdge(const BasicBlock &From,
                                              const BasicBlock &To) const {
  StatepointValueSet Live = LiveIn.lookup(&To);
  for (const PHINode &Phi : To.phis()) {
    const Value *V = Phi.getIncomingValueForBlock(&From);
    if (Tracked.Values.contains(V))
      Live.insert(V);
  }
  return Live;
}

void StatepointLiveness::visit(
    const BasicBlock &BB,
    function_ref<void(const Instruction &, const StatepointValueSet &)> Visit)
    const {
  StatepointValueSet Live;
  for (const BasicBlock *Next : successors(&BB))
    Live.insert_range(onEdge(BB, *Next));
  for (const Instruction &I : reverse(BB)) {
    step(I, Live);
    Visit(I, Live);
    addUses(I, Live);
  }
}

StatepointLiveness::StatepointLiveness(const Function &F,
                                       const StatepointTracked &Tracked)
    : Tracked(Tracked) {
  ReversePostOrderTraversal<const Function *> Order(&F);
  const SmallVector<const BasicBlock *, 16> Blocks(Order.begin(), Order.end());
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (const BasicBlock *BB : reverse(Blocks)) {
      StatepointValueSet Live;
      for (const BasicBlock *Next : successors(BB))
        Live.insert_range(onEdge(*BB, *Next));
      for (const Instruction &I : reverse(*BB)) {
        step(I, Live);
        addUses(I, Live);
      }
      // Sets only grow.
      StatepointValueSet &Old = LiveIn[BB];
      Changed |= Old.size() != Live.size();
      Old = std::move(Live);
    }
  }
}

namespace {

/// How the contents of one stack object are used.
struct ObjectUses {
  SmallVector<const Instruction *, 4> Reads, Writes, Ends;
  bool HasReferences = false;
  /// Whether calls may use the object that do not get its address.
  bool IsCaptured = false;

  void add(const Use &U, const AllocaInst &Object, const GCStrategy &Strategy);
  void addCall(const CallBase &Call, const Use &U);
  void keepUntilEnd(const Function &F);
};

} // end anonymous namespace

void ObjectUses::addCall(const CallBase &Call, const Use &U) {
  if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(&Call)) {
    if (Intrinsic->isLifetimeStartOrEnd())
      return Ends.push_back(&Call);
    if (Intrinsic->isAssumeLikeIntrinsic())
      return;
  }
  if (!Call.isArgOperand(&U)) {
    Reads.push_back(&Call);
    Writes.push_back(&Call);
    IsCaptured |=
        !Call.isBundleOperand(&U) ||
        Call.getOperandBundleForOperand(U.getOperandNo()).getTagID() !=
            LLVMContext::OB_deopt;
    return;
  }
  const unsigned Argument = Call.getArgOperandNo(&U);
  if (Call.paramHasAttr(Argument, Attribute::StructRet)) {
    Ends.push_back(&Call);
    Writes.push_back(&Call);
    return;
  }
  if (Call.isByValArgument(Argument))
    return Reads.push_back(&Call);
  if (!Call.onlyWritesMemory(Argument))
    Reads.push_back(&Call);
  if (!Call.onlyReadsMemory(Argument))
    Writes.push_back(&Call);
  IsCaptured |= !Call.doesNotCapture(Argument);
}

void ObjectUses::add(const Use &U, const AllocaInst &Object,
                     const GCStrategy &Strategy) {
  const auto &I = *cast<Instruction>(U.getUser());
  if (isa<ICmpInst>(I))
    return;
  if (const auto *Call = dyn_cast<CallBase>(&I))
    return addCall(*Call, U);
  if (const auto *Load = dyn_cast<LoadInst>(&I)) {
    HasReferences |= containsReferences(Load->getType(), &Strategy);
    return Reads.push_back(Load);
  }
  Writes.push_back(&I);
  const auto *Store = dyn_cast<StoreInst>(&I);
  if (!Store || Store->getPointerOperand() != U.get() ||
      Store->getValueOperand() == U.get()) {
    Reads.push_back(&I);
    IsCaptured = true;
    return;
  }
  const Type *Ty = Store->getValueOperand()->getType();
  HasReferences |= containsReferences(Ty, &Strategy);
  const DataLayout &DL = I.getDataLayout();
  if (U.get() == &Object && Object.getAllocationSize(DL) ==
                                DL.getTypeStoreSize(const_cast<Type *>(Ty)))
    Ends.push_back(&I);
}

/// Has any call read the object until its lifetime ends.
void ObjectUses::keepUntilEnd(const Function &F) {
  erase_if(Ends, [](const Instruction *I) { return isa<StoreInst>(I); });
  bool HasEnd = false;
  for (const Instruction *I : Ends) {
    const auto *Intrinsic = dyn_cast<IntrinsicInst>(I);
    if (!Intrinsic || Intrinsic->getIntrinsicID() != Intrinsic::lifetime_end)
      continue;
    Reads.push_back(I);
    HasEnd = true;
  }
  for (const BasicBlock &BB : F)
    if (!HasEnd && succ_empty(&BB))
      Reads.push_back(BB.getTerminator());
}

void StatepointStackObjects::add(const AllocaInst &Object,
                                 const GCStrategy &Strategy,
                                 StatepointTracked &Tracked) {
  ObjectUses Found;
  Found.HasReferences =
      containsReferences(Object.getAllocatedType(), &Strategy);
  SmallVector<const Value *, 8> Pending = {&Object};
  StatepointValueSet Seen;
  while (!Pending.empty()) {
    const Value *V = Pending.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    for (const Use &U : V->uses()) {
      if (isa<GetElementPtrInst, BitCastInst, AddrSpaceCastInst, PHINode,
              SelectInst, FreezeInst>(U.getUser()))
        Pending.push_back(U.getUser());
      else
        Found.add(U, Object, Strategy);
    }
  }
  if (!Found.HasReferences)
    return;
  if (Found.IsCaptured)
    Found.keepUntilEnd(*Object.getFunction());
  Writes[&Object] = Found.Writes;
  for (const Instruction *I : Found.Reads)
    Tracked.Reads[I].push_back(&Object);
  for (const Instruction *I : Found.Ends)
    Tracked.Ends[I].push_back(&Object);
}

StatepointStackObjects::StatepointStackObjects(const Function &F,
                                               const GCStrategy &Strategy,
                                               StatepointTracked &Tracked) {
  for (const Instruction &I : instructions(F)) {
    const auto *Object = dyn_cast<AllocaInst>(&I);
    // An object that is itself a reference is an error in any case.
    if (Object && !isReferenceType(Object->getType(), &Strategy))
      add(*Object, Strategy, Tracked);
  }
}

bool StatepointStackObjects::isWrittenBefore(const AllocaInst &Object,
                                             const Instruction &I) const {
  return any_of(Writes.lookup(&Object), [&](const Instruction *Write) {
    if (Write != &I)
      return isPotentiallyReachable(Write, &I);
    SmallVector<BasicBlock *, 8> Next;
    for (const BasicBlock *BB : successors(I.getParent()))
      Next.push_back(const_cast<BasicBlock *>(BB));
    return !Next.empty() &&
           isPotentiallyReachableFromMany(Next, I.getParent(), nullptr);
  });
}
