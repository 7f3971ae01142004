//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GCReloads.h"
#include "GCRoots.h"
#include "Rewriting/StatepointRelocations.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/GCPointerOrigins.h"
#include "llvm/Analysis/SafepointStates.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

using StateKind = SafepointStates::Kind;

namespace {

class Reloader {
  Function &F;
  const SafepointStates &States;
  const GCRoots &Roots;
  GCSlotAddress GetSlotAddress;
  std::vector<RelocatedReference> References;
  /// The last reference that was used in each state, by its number plus one.
  std::vector<unsigned> Seen;
  DenseMap<std::pair<unsigned, unsigned>, Instruction *> Loads;

  BasicBlock::iterator getPlace(unsigned State) const;
  Instruction *load(unsigned Root, unsigned State);
  Value *createOffset(const GCDerivedValue &Derived);
  Instruction *rebuild(const GCDerivedValue &Derived, Value *Offset,
                       unsigned State);
  SmallVector<unsigned, 4> findStates(ArrayRef<unsigned> Uses);

public:
  Reloader(Function &F, const SafepointStates &States, const GCRoots &Roots,
           GCSlotAddress GetSlotAddress)
      : F(F), States(States), Roots(Roots), GetSlotAddress(GetSlotAddress),
        Seen(States.size()) {}
  void run(std::vector<SmallVector<unsigned, 4>> StoreStates);
};

} // end anonymous namespace

/// Where the copies in a state after a safepoint are made.
BasicBlock::iterator Reloader::getPlace(unsigned State) const {
  if (States.getKind(State) == StateKind::Edge)
    return States.getBlock(State)->getFirstInsertionPt();
  return std::next(
      States.safepoints()[States.getSafepoint(State)]->getIterator());
}

Instruction *Reloader::load(unsigned Root, unsigned State) {
  Instruction *&Loaded = Loads[{Root, State}];
  if (Loaded)
    return Loaded;
  Value *V = Roots.roots()[Root].V;
  const unsigned Safepoint = States.getSafepoint(State);
  IRBuilder<> Builder(F.getContext());
  Builder.SetInsertPoint(getPlace(State));
  auto *Vector = dyn_cast<FixedVectorType>(V->getType());
  if (!Vector)
    return Loaded = Builder.CreateLoad(
               V->getType(), GetSlotAddress(Builder, Root, 0, Safepoint),
               V->hasName() ? V->getName() + ".reload" : Twine());
  Value *Whole = PoisonValue::get(Vector);
  for (unsigned I = 0; I != Vector->getNumElements(); ++I)
    Whole = Builder.CreateInsertElement(
        Whole,
        Builder.CreateLoad(Vector->getElementType(),
                           GetSlotAddress(Builder, Root, I, Safepoint)),
        I);
  return Loaded = cast<Instruction>(Whole);
}

/// The pointer that \p V is at a constant distance from, which is added to
/// \p Offset. Copies are the same pointer, and so is what is frozen: references
/// that are undefined are null.
static const Value *stripConstantOffsets(const Value &V, const DataLayout &DL,
                                         APInt &Offset) {
  const Value *From = &V;
  while (true) {
    if (!From->getType()->isVectorTy())
      From = From->stripAndAccumulateConstantOffsets(DL, Offset,
                                                     /*AllowNonInbounds=*/true);
    const auto *I = dyn_cast<Instruction>(From);
    if (!I)
      return From;
    const GCPointerOrigin Origin = getGCPointerOrigin(*I);
    if (Origin.K != GCPointerOrigin::Copy || !Origin.hasOperand(0))
      return From;
    From = I->getOperand(0);
  }
}

/// Computes the offset of \p Derived from its root, where it is defined.
Value *Reloader::createOffset(const GCDerivedValue &Derived) {
  const DataLayout &DL = F.getDataLayout();
  Value *Root = Roots.roots()[Derived.Root].V;
  Type *IndexTy = DL.getIndexType(Derived.V->getType());
  APInt Offset(DL.getIndexTypeSizeInBits(Derived.V->getType()), 0);
  if (stripConstantOffsets(*Derived.V, DL, Offset) == Root)
    return ConstantInt::get(IndexTy, Offset);
  IRBuilder<> Builder(F.getContext());
  BasicBlock::iterator Place = *Derived.V->getInsertionPointAfterDef();
  Builder.SetInsertPoint(Place);
  if (Root->getType()->isVectorTy() != Derived.V->getType()->isVectorTy())
    Root = Builder.CreateVectorSplat(
        cast<VectorType>(Derived.V->getType())->getElementCount(), Root);
  return Builder.CreateSub(
      Builder.CreatePtrToInt(Derived.V, IndexTy),
      Builder.CreatePtrToInt(Root, IndexTy),
      Derived.V->hasName() ? Derived.V->getName() + ".offset" : Twine());
}

Instruction *Reloader::rebuild(const GCDerivedValue &Derived, Value *Offset,
                               unsigned State) {
  Instruction *Root = load(Derived.Root, State);
  IRBuilder<> Builder(F.getContext());
  Builder.SetInsertPoint(*Root->getInsertionPointAfterDef());
  Value *Copy = Root;
  Type *Ty = Derived.V->getType();
  Type *ScalarTy = Ty->getScalarType();
  if (Copy->getType()->getScalarType() != ScalarTy)
    Copy = Builder.CreateAddrSpaceCast(
        Copy, Copy->getType()->getWithNewType(ScalarTy));
  // A pointer that is the same has no instruction of its own otherwise.
  return cast<Instruction>(Builder.Insert(
      GetElementPtrInst::Create(Builder.getInt8Ty(), Copy, {Offset}),
      Derived.V->hasName() ? Derived.V->getName() + ".reload" : Twine()));
}

/// Returns the states with a copy of what is used in \p Uses, apart from the
/// one of its definition. The current reference is the last one.
SmallVector<unsigned, 4> Reloader::findStates(ArrayRef<unsigned> Uses) {
  const unsigned Number = References.size();
  const unsigned Definition = References.back().Definition;
  SmallVector<unsigned, 4> Found;
  SmallVector<unsigned, 16> Pending(Uses);
  while (!Pending.empty()) {
    const unsigned State = Pending.pop_back_val();
    if (State == Definition || Seen[State] == Number)
      continue;
    Seen[State] = Number;
    if (States.getKind(State) != StateKind::Join) {
      Found.push_back(State);
      continue;
    }
    References.back().Joins.push_back(State);
    for (const BasicBlock *From : predecessors(States.getBlock(State)))
      Pending.push_back(States.getOut(*From));
  }
  return Found;
}

void Reloader::run(std::vector<SmallVector<unsigned, 4>> UsesOf) {
  for (const auto &[Number, Root] : enumerate(Roots.roots()))
    UsesOf[Number].append(Root.Uses);
  SmallVector<std::pair<const GCDerivedValue *, Value *>, 0> Offsets;
  for (const GCDerivedValue &Derived : Roots.derived()) {
    Value *Offset = createOffset(Derived);
    Offsets.emplace_back(&Derived, Offset);
    // What computes it uses the root.
    if (!isa<Constant>(Offset))
      UsesOf[Derived.Root].push_back(Derived.Definition);
  }
  for (const auto &[Number, Root] : enumerate(Roots.roots())) {
    References.push_back({Root.V, Root.Definition, {}, {}});
    for (const unsigned State : findStates(UsesOf[Number]))
      References.back().Copies.emplace_back(State, load(Number, State));
  }
  for (const auto &[Derived, Offset] : Offsets) {
    References.push_back({Derived->V, Derived->Definition, {}, {}});
    for (const unsigned State : findStates(Derived->Uses))
      References.back().Copies.emplace_back(State,
                                            rebuild(*Derived, Offset, State));
  }
  SmallVector<Instruction *, 0> Calls(States.safepoints());
  rewriteRelocatedUses(F, States, Calls, References);
}

void llvm::reloadGCRoots(Function &F, const SafepointStates &States,
                         const GCRoots &Roots,
                         std::vector<SmallVector<unsigned, 4>> StoreStates,
                         GCSlotAddress GetSlotAddress) {
  Reloader(F, States, Roots, GetSlotAddress).run(std::move(StoreStates));
}
