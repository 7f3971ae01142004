//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GCReloads.h"
#include "GCControlFlow.h"
#include "GCRoots.h"
#include "GCSlotPlan.h"
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
  const GCControlFlow &Flow;
  const GCSlotPlan &Plan;
  GCSlotAddress CreateAddress;
  std::vector<RelocatedReference> References;
  /// The last reference that was found to be used in each state, by its number
  /// plus one; and the last that instructions use there.
  std::vector<unsigned> Seen, IsUsed;
  /// The last search that came to each state.
  std::vector<unsigned> Searched;
  unsigned NumSearches = 0;
  DenseMap<std::pair<unsigned, unsigned>, Instruction *> Loads;

  BasicBlock::iterator getPlace(unsigned State) const;
  std::optional<unsigned> findSlot(unsigned Root, unsigned Element,
                                   unsigned State) const;
  uint64_t getWeight(unsigned State) const;
  bool isCheaperInFrontOf(unsigned Join);
  bool isLoadedAt(unsigned Root, unsigned Join);
  Instruction *load(unsigned Root, unsigned State);
  Value *createOffset(const GCDerivedValue &Derived);
  Instruction *rebuild(const GCDerivedValue &Derived, Value *Offset,
                       unsigned State);
  SmallVector<unsigned, 4> findStates(unsigned Root, ArrayRef<unsigned> Uses);

public:
  Reloader(Function &F, const SafepointStates &States, const GCRoots &Roots,
           const GCControlFlow &Flow, const GCSlotPlan &Plan,
           GCSlotAddress CreateAddress)
      : F(F), States(States), Roots(Roots), Flow(Flow), Plan(Plan),
        CreateAddress(CreateAddress), Seen(States.size()),
        IsUsed(States.size()), Searched(States.size()) {}
  void run(std::vector<SmallVector<unsigned, 4>> StoreStates);
};

} // end anonymous namespace

/// Where the copies in a state are made.
BasicBlock::iterator Reloader::getPlace(unsigned State) const {
  if (States.getKind(State) != StateKind::Call)
    return States.getBlock(State)->getFirstInsertionPt();
  return std::next(
      States.safepoints()[States.getSafepoint(State)]->getIterator());
}

/// The slot that an element of a root can be loaded from where a state begins.
std::optional<unsigned> Reloader::findSlot(unsigned Root, unsigned Element,
                                           unsigned State) const {
  if (States.getKind(State) == StateKind::Join)
    return Plan.findSlotAtStart(Root, Element,
                                Flow.getNumber(States.getBlock(State)));
  return Plan.getSlot(Root, Element, States.getSafepoint(State));
}

/// How often the block is run in which a state begins.
uint64_t Reloader::getWeight(unsigned State) const {
  return Flow.getWeight(Flow.getNumber(States.getBlock(State)));
}

/// How many joins are looked at for one.
static constexpr unsigned MaxSearchedJoins = 64;

/// Whether loading the current reference after the safepoints in front of
/// \p Join, where it is not loaded in any case, is executed less often than
/// loading it at \p Join, or is one load as well.
bool Reloader::isCheaperInFrontOf(unsigned Join) {
  const unsigned Number = References.size();
  const uint64_t Limit = getWeight(Join);
  uint64_t Cost = 0;
  unsigned NumLoads = 0;
  ++NumSearches;
  SmallVector<unsigned, 16> Joins = {Join};
  for (unsigned I = 0; I != Joins.size(); ++I) {
    if (I == MaxSearchedJoins)
      return false;
    for (const BasicBlock *From : predecessors(States.getBlock(Joins[I]))) {
      const unsigned State = States.getOut(*From);
      if (State == References.back().Definition || Seen[State] == Number ||
          std::exchange(Searched[State], NumSearches) == NumSearches)
        continue;
      if (States.getKind(State) == StateKind::Join) {
        Joins.push_back(State);
        continue;
      }
      if (IsUsed[State] == Number)
        continue;
      Cost += getWeight(State);
      if (Cost > Limit || (++NumLoads > 1 && Cost == Limit))
        return false;
    }
  }
  return true;
}

/// Whether the current reference, which is or is derived from \p Root, is
/// loaded at \p Join rather than in the states that meet there.
bool Reloader::isLoadedAt(unsigned Root, unsigned Join) {
  const BasicBlock &BB = *States.getBlock(Join);
  if (BB.getFirstInsertionPt() == BB.end())
    return false;
  for (unsigned I = 0; I != Roots.roots()[Root].getNumElements(); ++I)
    if (!findSlot(Root, I, Join))
      return false;
  return !isCheaperInFrontOf(Join);
}

Instruction *Reloader::load(unsigned Root, unsigned State) {
  Instruction *&Loaded = Loads[{Root, State}];
  if (Loaded)
    return Loaded;
  Value *V = Roots.roots()[Root].V;
  IRBuilder<> Builder(F.getContext());
  Builder.SetInsertPoint(getPlace(State));
  auto *Vector = dyn_cast<FixedVectorType>(V->getType());
  if (!Vector)
    return Loaded = Builder.CreateLoad(
               V->getType(), CreateAddress(Builder, *findSlot(Root, 0, State)),
               V->hasName() ? V->getName() + ".reload" : Twine());
  Value *Whole = PoisonValue::get(Vector);
  for (unsigned I = 0; I != Vector->getNumElements(); ++I)
    Whole = Builder.CreateInsertElement(
        Whole,
        Builder.CreateLoad(Vector->getElementType(),
                           CreateAddress(Builder, *findSlot(Root, I, State))),
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

/// Returns the states in which \p Root is loaded for what is used in \p Uses.
/// The current reference is the last one.
SmallVector<unsigned, 4> Reloader::findStates(unsigned Root,
                                              ArrayRef<unsigned> Uses) {
  const unsigned Number = References.size();
  const unsigned Definition = References.back().Definition;
  SmallVector<unsigned, 4> Found;
  for (const unsigned State : Uses)
    IsUsed[State] = Number;
  SmallVector<unsigned, 16> Pending(Uses);
  while (!Pending.empty()) {
    const unsigned State = Pending.pop_back_val();
    if (State == Definition || Seen[State] == Number)
      continue;
    Seen[State] = Number;
    if (States.getKind(State) != StateKind::Join || isLoadedAt(Root, State)) {
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
    for (const unsigned State : findStates(Number, UsesOf[Number]))
      References.back().Copies.emplace_back(State, load(Number, State));
  }
  for (const auto &[Derived, Offset] : Offsets) {
    References.push_back({Derived->V, Derived->Definition, {}, {}});
    for (const unsigned State : findStates(Derived->Root, Derived->Uses))
      References.back().Copies.emplace_back(State,
                                            rebuild(*Derived, Offset, State));
  }
  SmallVector<Instruction *, 0> Calls(States.safepoints());
  rewriteRelocatedUses(F, States, Calls, References);
}

void llvm::reloadGCRoots(Function &F, const SafepointStates &States,
                         const GCRoots &Roots, const GCControlFlow &Flow,
                         const GCSlotPlan &Plan,
                         std::vector<SmallVector<unsigned, 4>> StoreStates,
                         GCSlotAddress CreateAddress) {
  Reloader(F, States, Roots, Flow, Plan, CreateAddress)
      .run(std::move(StoreStates));
}
