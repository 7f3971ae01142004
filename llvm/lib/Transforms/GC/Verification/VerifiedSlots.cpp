//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifiedSlots.h"
#include "VerifiedFrame.h"
#include "VerifiedRules.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Analysis/ReferenceOrigins.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

static bool isSlotPhi(GCReferenceName Name) {
  return isa_and_nonnull<BasicBlock>(Name.first);
}

static unsigned getNumLanes(const Value *V) {
  const auto *Vector = dyn_cast<FixedVectorType>(V->getType());
  return Vector ? Vector->getNumElements() : 1;
}

/// Whether \p Index is a constant, which is returned in \p Lane.
static bool isConstantIndex(const Value *Index, unsigned &Lane) {
  const auto *C = dyn_cast<ConstantInt>(Index);
  if (C)
    Lane = C->getValue().getLimitedValue(~0u);
  return C;
}

void VerifiedSlots::advance(const Instruction &I, uint8_t ListStates,
                            GCSlotContents &Contents) const {
  const GCFrameStep Step = Frame.getStep(I);
  const bool IsLost = Step.What == GCFrameStep::Safepoint &&
                      ListStates & (GCListState::Out | GCListState::OutBelow);
  if (Step.What == GCFrameStep::Push || IsLost)
    Contents.assign(Contents.size(), GCReferenceName());
  else if (Step.What == GCFrameStep::Store)
    Contents[Step.Slot] = {cast<StoreInst>(I).getValueOperand(), 0};
}

const GCSlotContents &VerifiedSlots::getAtStart(const BasicBlock &BB) const {
  return AtStart[BB.getNumber()];
}

/// What predecessors agree on, or phis. A phi stays one.
GCSlotContents VerifiedSlots::meet(const BasicBlock &BB) const {
  GCSlotContents Result = AtStart[BB.getNumber()];
  const bool IsFirst = Result.empty();
  Result.resize(Frame.getNumSlots());
  for (unsigned Slot = 0; Slot != Result.size(); ++Slot) {
    const GCReferenceName Phi = {&BB, Slot};
    if (!IsFirst && Result[Slot] == Phi)
      continue;
    bool IsKnown = false;
    for (const BasicBlock *From : predecessors(&BB)) {
      if (AtEnd[From->getNumber()].empty())
        continue;
      const GCReferenceName Other = AtEnd[From->getNumber()][Slot];
      Result[Slot] = !IsKnown || Result[Slot] == Other ? Other : Phi;
      IsKnown = true;
    }
  }
  return Result;
}

/// Returns true if what slots hold at the end of \p BB changed.
bool VerifiedSlots::flow(const BasicBlock &BB) {
  GCSlotContents Contents = meet(BB);
  AtStart[BB.getNumber()] = Contents;
  uint8_t States = Frame.getAtStart(BB);
  StringRef Ignored;
  for (const Instruction &I : BB) {
    const GCFrameStep Step = Frame.getStep(I);
    if (Step.What == GCFrameStep::Load)
      Loaded[&I] = Contents[Step.Slot];
    advance(I, States, Contents);
    States = Frame.advance(I, States, Ignored);
  }
  if (AtEnd[BB.getNumber()] == Contents)
    return false;
  AtEnd[BB.getNumber()] = std::move(Contents);
  return true;
}

VerifiedSlots::VerifiedSlots(const Function &F, const VerifiedFrame &Frame,
                             const GCPointers &Pointers,
                             const VerifiedRules &Rules,
                             const DominatorTree &DT)
    : Frame(Frame), Pointers(Pointers), Rules(Rules), DT(DT),
      AtStart(F.getMaxBlockNumber()), AtEnd(F.getMaxBlockNumber()) {
  if (!Frame.getNumSlots())
    return;
  const ReversePostOrderTraversal<const Function *> Order(&F);
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (const BasicBlock *BB : Order)
      Changed |= flow(*BB);
  }
}

/// Returns the operand from which \p Name is derived, or null. Clears
/// \p IsDerived if it is the same pointer.
GCReferenceName VerifiedSlots::getOperand(GCReferenceName Name,
                                          bool &IsDerived) const {
  const auto [V, Lane] = Name;
  IsDerived = false;
  const auto *I = dyn_cast_or_null<Instruction>(V);
  if (!I)
    return {};
  auto It = Loaded.find(I);
  if (It != Loaded.end())
    return It->second;
  auto GetLane = [Lane = Lane](const Value *Of) -> GCReferenceName {
    return {Of, Of->getType()->isVectorTy() ? Lane : 0};
  };
  if (const auto *GEP = dyn_cast<GetElementPtrInst>(I)) {
    IsDerived = !all_of(GEP->indices(), [](const Value *Index) {
      return isa<Constant>(Index) && cast<Constant>(Index)->isNullValue();
    });
    return GetLane(GEP->getPointerOperand());
  }
  bool IsSame;
  const auto *Call = dyn_cast<CallInst>(I);
  if (isa<FreezeInst, IntrinsicInst>(I) || (Call && Call->isInlineAsm()))
    if (const Value *Source = getReferenceSource(I, IsSame);
        Source && Pointers.getKind(Source->getType()) != GCPointerKind::None) {
      IsDerived = !IsSame;
      return GetLane(Source);
    }
  if (isa<BitCastInst, AddrSpaceCastInst>(I)) {
    const Value *Source = I;
    while (isa<BitCastInst, AddrSpaceCastInst>(Source)) {
      Source = cast<Instruction>(Source)->getOperand(0);
      if (Pointers.getKind(Source->getType()) != GCPointerKind::None)
        return GetLane(Source);
    }
    return {};
  }
  if (const Value *Object = Rules.getObject(*I)) {
    IsDerived = true;
    return GetLane(Object);
  }
  unsigned Index;
  if (isa<ExtractElementInst>(I) && isConstantIndex(I->getOperand(1), Index))
    return {I->getOperand(0), Index};
  if (isa<InsertElementInst>(I) && isConstantIndex(I->getOperand(2), Index))
    return Index == Lane ? GCReferenceName(I->getOperand(1), 0)
                         : GCReferenceName(I->getOperand(0), Lane);
  if (const auto *Shuffle = dyn_cast<ShuffleVectorInst>(I)) {
    const ArrayRef<int> Mask = Shuffle->getShuffleMask();
    const int From = Lane < Mask.size() ? Mask[Lane] : PoisonMaskElem;
    const unsigned Width = getNumLanes(I->getOperand(0));
    if (From < 0)
      return {PoisonValue::get(I->getType()), 0};
    return unsigned(From) < Width
               ? GCReferenceName(I->getOperand(0), From)
               : GCReferenceName(I->getOperand(1), From - Width);
  }
  return {};
}

/// Returns the pointer that \p Name is a copy of.
GCReferenceName VerifiedSlots::resolve(GCReferenceName Name) const {
  while (true) {
    if (isa_and_nonnull<Constant>(Name.first))
      return {Name.first, 0};
    bool IsDerived;
    const GCReferenceName Operand = getOperand(Name, IsDerived);
    const bool IsLoaded = Loaded.contains(Name.first);
    if (IsDerived || (!Operand.first && !IsLoaded))
      return Name;
    Name = Operand;
  }
}

GCReferenceName VerifiedSlots::getObject(GCReferenceName Name) const {
  while (true) {
    Name = resolve(Name);
    bool IsDerived;
    const GCReferenceName From = getOperand(Name, IsDerived);
    if (!IsDerived)
      return Name;
    Name = From;
  }
}

bool VerifiedSlots::addChoices(
    GCReferenceName Name, SmallVectorImpl<GCReferenceName> &Choices) const {
  const auto [V, Number] = Name;
  if (const auto *BB = dyn_cast<BasicBlock>(V)) {
    for (const BasicBlock *From : predecessors(BB))
      if (!AtEnd[From->getNumber()].empty())
        Choices.push_back(AtEnd[From->getNumber()][Number]);
    return true;
  }
  if (const auto *Phi = dyn_cast<PHINode>(V)) {
    for (const BasicBlock *From : predecessors(Phi->getParent()))
      if (DT.isReachableFromEntry(From))
        Choices.emplace_back(Phi->getIncomingValueForBlock(From), Number);
    return true;
  }
  if (const auto *Select = dyn_cast<SelectInst>(V)) {
    Choices.emplace_back(Select->getTrueValue(), Number);
    Choices.emplace_back(Select->getFalseValue(), Number);
    return true;
  }
  if (const auto *Extract = dyn_cast<ExtractElementInst>(V)) {
    const Value *Vector = Extract->getVectorOperand();
    for (unsigned Lane = 0; Lane != getNumLanes(Vector); ++Lane)
      Choices.emplace_back(Vector, Lane);
    return true;
  }
  if (const auto *Insert = dyn_cast<InsertElementInst>(V)) {
    Choices.emplace_back(Insert->getOperand(0), Number);
    Choices.emplace_back(Insert->getOperand(1), 0);
    return true;
  }
  // Which lanes an intrinsic takes is not looked at.
  SmallVector<const Value *, 4> Operands;
  if (!isa<IntrinsicInst>(V) || !addReferenceChoices(V, Operands))
    return false;
  for (const Value *Operand : Operands)
    for (unsigned Lane = 0; Lane != getNumLanes(Operand); ++Lane)
      Choices.emplace_back(Operand, Lane);
  return true;
}

bool VerifiedSlots::isStored(GCReferenceName Of) const {
  SmallVector<GCReferenceName, 8> Pending = {Of};
  DenseSet<GCReferenceName> Seen;
  while (!Pending.empty()) {
    const GCReferenceName Held = Pending.pop_back_val();
    const GCReferenceName Name = resolve(Held);
    // Null is no root, so it stands for one that was lost.
    if (!Name.first || isa<Constant>(Held.first))
      return false;
    if (Seen.insert(Name).second && isSlotPhi(Name))
      addChoices(Name, Pending);
  }
  return true;
}

bool VerifiedSlots::isBase(GCReferenceName Of) const {
  SmallVector<GCReferenceName, 8> Pending = {Of};
  DenseSet<GCReferenceName> Seen;
  while (!Pending.empty()) {
    const GCReferenceName Name = resolve(Pending.pop_back_val());
    if (!Name.first || isa<Constant>(Name.first) || !Seen.insert(Name).second)
      continue;
    bool IsDerived;
    getOperand(Name, IsDerived);
    // The type of some says that they are base pointers.
    if (IsDerived ||
        (hasUnknownOrigin(Name.first) &&
         Pointers.getKind(Name.first->getType()) != GCPointerKind::Base))
      return false;
    if (const Value *PassThrough = getReferencePassThrough(Name.first))
      Pending.emplace_back(PassThrough, Name.second);
    addChoices(Name, Pending);
  }
  return true;
}

bool VerifiedSlots::isRootless(GCReferenceName Of) const {
  SmallVector<GCReferenceName, 8> Pending = {Of};
  DenseSet<GCReferenceName> Seen;
  while (!Pending.empty()) {
    const GCReferenceName Name = resolve(Pending.pop_back_val());
    if (!Name.first)
      return false;
    if (isa<Constant>(Name.first) || Rules.isRootless(*Name.first) ||
        !Seen.insert(Name).second)
      continue;
    bool IsDerived;
    const GCReferenceName Operand = getOperand(Name, IsDerived);
    if (IsDerived)
      Pending.push_back(Operand);
    else if (!addChoices(Name, Pending))
      return false;
  }
  return true;
}
