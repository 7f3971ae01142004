//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatepointPlan.h"
#include "GCBaseMaterialization.h"
#include "StatepointRematerialization.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/GCBasePointers.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Analysis/SafepointStates.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"

using namespace llvm;

void StatepointPlan::collectDemands() {
  for (const auto &[Number, Call] : enumerate(States.safepoints())) {
    auto Demand = [&, Safepoint = Number](const Value *V) {
      if (Pointers.isReference(*V))
        Demands[V].push_back(Safepoint);
    };
    if (auto Deopt = Call->getOperandBundle(LLVMContext::OB_deopt))
      for_each(Deopt->Inputs, Demand);
    if (Options.RelocateAll)
      for_each(Call->operands(), Demand);
  }
}

GCRootRanges StatepointPlan::computeRanges(const GCReferences &Table,
                                           unsigned Number,
                                           ArrayRef<unsigned> MoreDemands) {
  const GCReferences::Reference &R = Table[Number];
  SmallVector<unsigned, 4> AllDemands(MoreDemands);
  if (auto It = Demands.find(R.V); It != Demands.end())
    AllDemands.append(It->second.begin(), It->second.end());
  return Liveness.compute(R.Definition, Table.getUses(Number), AllDemands);
}

/// Steps 1 and 2.
SmallVector<DerivedPointer, 0> StatepointPlan::findDerived() {
  const GCReferences Table(F, States, Pointers);
  SmallVector<DerivedPointer, 0> Derived;
  for (unsigned Number = 0; Number != Table.size(); ++Number) {
    Value *V = Table[Number].V;
    if (Materializer.isInserted(V))
      continue;
    const GCBase Base = Bases.find(V);
    if (!Base.IsMirror && (Base.V == V || isa<Constant>(Base.V)))
      continue;
    const GCRootRanges Ranges = computeRanges(Table, Number);
    if (!Ranges.isListed())
      continue;
    uint64_t NumSafepoints = 0;
    for (const GCLiveRange &Range : Ranges.Ranges)
      NumSafepoints += Range.Last - Range.First + 1;
    Derived.push_back({cast<Instruction>(V), nullptr, Table[Number].Definition,
                       NumSafepoints});
  }
  for (DerivedPointer &Pointer : Derived)
    Pointer.Base = Materializer.get(Pointer.V);
  return Derived;
}

bool StatepointPlan::isBase(Value *V) {
  return Materializer.isInserted(V) || Bases.find(V) == GCBase{V, false};
}

/// Adds a reference to the lists of its safepoints.
void StatepointPlan::add(const GCReferences::Reference &Reference,
                         const GCRootRanges &Ranges) {
  // Whether that is known is noted where bases are made.
  Materializer.get(Reference.V);
  const unsigned Number = References.size();
  References.push_back({Reference.V, Reference.Definition, {}, {}});
  for (const GCLiveRange &Range : Ranges.Ranges)
    for (unsigned Safepoint = Range.First; Safepoint <= Range.Last;
         ++Safepoint) {
      PlannedEntry Entry{Number};
      Entry.IsNeeded = Safepoint != Range.Last || Range.IsNeededBehind;
      Lists[Safepoint].push_back(Entry);
    }
  for (const unsigned State : Ranges.States) {
    if (States.getKind(State) == SafepointStates::Kind::Join) {
      References.back().Joins.push_back(State);
      continue;
    }
    // The reference was listed there last.
    const unsigned Safepoint = States.getSafepoint(State);
    const auto *Invoke = cast<InvokeInst>(States.safepoints()[Safepoint]);
    PlannedEntry &Entry = Lists[Safepoint].back();
    assert(Entry.Reference == Number &&
           "needed after a statepoint that does not list it");
    if (States.getBlock(State) == Invoke->getNormalDest())
      Entry.IsNeeded = true;
    else
      Entry.IsNeededInPad = true;
  }
}

/// Steps 4 and 5.
void StatepointPlan::listAll(ArrayRef<DerivedPointer> Derived) {
  GCReferences Table(F, States, Pointers);
  // An operand is used by the call already.
  for (const auto &[Number, Call] : enumerate(States.safepoints()))
    if (auto Deopt = Call->getOperandBundle(LLVMContext::OB_deopt))
      for (const Value *V : Deopt->Inputs)
        if (auto Reference = Table.getNumber(V))
          Table.demand(*Reference, Number, 0);

  std::vector<std::pair<unsigned, GCRootRanges>> Listed;
  for (const DerivedPointer &Pointer : Derived) {
    if (Pointer.IsRematerialized)
      continue;
    const unsigned Number = *Table.getNumber(Pointer.V);
    Listed.emplace_back(Number, computeRanges(Table, Number));
  }
  auto IsUsedLater = [&](const auto &A, const auto &B) {
    return Table[A.first].LastUse > Table[B.first].LastUse;
  };
  stable_sort(Listed, IsUsedLater);

  DenseMap<unsigned, SmallVector<unsigned, 4>> OfBase;
  auto DemandBase = [&](Value *Base, unsigned Safepoint, unsigned Rank) {
    const unsigned Number = *Table.getNumber(Base);
    Table.demandBase(Number, Safepoint, Rank);
    OfBase[Number].push_back(Safepoint);
  };
  DenseMap<const Value *, Value *> BaseOf;
  for (const DerivedPointer &Pointer : Derived) {
    BaseOf[Pointer.V] = Pointer.Base;
    // It is a deopt value nevertheless.
    if (auto It = Demands.find(Pointer.V);
        Pointer.IsRematerialized && It != Demands.end())
      for (const unsigned Safepoint : It->second)
        DemandBase(Pointer.Base, Safepoint, 0);
  }
  for (const auto &[Rank, Entry] : enumerate(Listed))
    for (const GCLiveRange &Range : Entry.second.Ranges)
      DemandBase(BaseOf[Table[Entry.first].V], Range.Last, Rank);
  if (!Options.MovesObjects)
    Listed.clear();

  for (unsigned Number = 0; Number != Table.size(); ++Number) {
    if (BaseOf.contains(Table[Number].V) || !isBase(Table[Number].V))
      continue;
    GCRootRanges Ranges = computeRanges(Table, Number, OfBase.lookup(Number));
    if (Ranges.isListed())
      Listed.emplace_back(Number, std::move(Ranges));
  }
  stable_sort(Listed, IsUsedLater);
  for (const auto &[Number, Ranges] : Listed)
    add(Table[Number], Ranges);
}

/// Has each entry know that of its base. Code generation learns it from the
/// relocate, so a derived deopt value has one whether it is needed or not.
void StatepointPlan::connectBases(ArrayRef<DerivedPointer> Derived) {
  DenseMap<const Value *, unsigned> Numbers;
  std::vector<unsigned> BaseOf(References.size());
  for (unsigned Number = 0; Number != References.size(); ++Number)
    Numbers[References[Number].V] = BaseOf[Number] = Number;
  for (const DerivedPointer &Pointer : Derived)
    if (!Pointer.IsRematerialized)
      BaseOf[Numbers.at(Pointer.V)] = Numbers.at(Pointer.Base);
  std::vector<unsigned> Place(References.size());
  for (unsigned Safepoint = 0; Safepoint != Lists.size(); ++Safepoint) {
    auto &List = Lists[Safepoint];
    for (unsigned I = 0; I != List.size(); ++I)
      Place[List[I].Reference] = I;
    for (PlannedEntry &Entry : List) {
      Entry.Base = Place[BaseOf[Entry.Reference]];
      assert(List[Entry.Base].Reference == BaseOf[Entry.Reference] &&
             "listed without its base");
      if (BaseOf[Entry.Reference] == Entry.Reference)
        continue;
      auto It = Demands.find(References[Entry.Reference].V);
      if (It != Demands.end())
        Entry.IsNeeded |= binary_search(It->second, Safepoint);
    }
  }
}

void StatepointPlan::relocateAll() {
  for (unsigned Number = 0; Number != Lists.size(); ++Number) {
    const auto *Invoke = dyn_cast<InvokeInst>(States.safepoints()[Number]);
    const bool HasToken =
        Invoke && Invoke->getLandingPadInst()->getType()->isTokenTy();
    for (PlannedEntry &Entry : Lists[Number]) {
      Entry.IsNeeded = true;
      Entry.IsNeededInPad |= HasToken;
    }
  }
}

void StatepointPlan::relocateNothing() {
  for (auto &List : Lists)
    for (const auto &[Place, Entry] : enumerate(List)) {
      Entry.Base = Place;
      Entry.IsNeeded = Entry.IsNeededInPad = false;
    }
}

StatepointPlan::StatepointPlan(Function &F, const SafepointStates &States,
                               const GCPointers &Pointers,
                               GCBasePointers &Bases,
                               GCBaseMaterializer &Materializer,
                               const TargetTransformInfo &TTI,
                               const StatepointPlanOptions &Options)
    : F(F), States(States), Pointers(Pointers), Bases(Bases),
      Materializer(Materializer), Options(Options), Liveness(States),
      Lists(States.safepoints().size()) {
  collectDemands();
  SmallVector<DerivedPointer, 0> Derived = findDerived();
  if (!Options.MovesObjects) {
    listAll(Derived);
    relocateNothing();
    return;
  }
  rematerializePointers(F, States, Derived, TTI, Options.Rematerialization);
  listAll(Derived);
  connectBases(Derived);
  if (Options.RelocateAll)
    relocateAll();
}
