//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GCRoots.h"
#include "GCRootRefinement.h"
#include "Rewriting/GCBaseMaterialization.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/GCBasePointers.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Analysis/GCReferences.h"
#include "llvm/Analysis/SafepointStates.h"
#include "llvm/IR/Constant.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/GC/GCRootRules.h"

using namespace llvm;

unsigned GCFrameRoot::getNumElements() const {
  const auto *Vector = dyn_cast<FixedVectorType>(V->getType());
  return Vector ? Vector->getNumElements() : 1;
}

/// Adds all that is demanded.
void GCRoots::addRoots(
    const SafepointStates &States, const GCReferences &Table,
    const DenseMap<Value *, SmallVector<unsigned, 4>> &Demands) {
  GCRootLiveness Liveness(States);
  for (unsigned Number = 0; Number != Table.size(); ++Number) {
    auto It = Demands.find(Table[Number].V);
    if (It == Demands.end())
      continue;
    const ArrayRef<unsigned> Uses = Table.getUses(Number);
    GCRootRanges Ranges =
        Liveness.compute(Table[Number].Definition, Uses, It->second);
    if (Ranges.isListed())
      Roots.push_back({Table[Number].V, Table[Number].Definition,
                       SmallVector<unsigned, 2>(Uses),
                       std::move(Ranges.Ranges)});
  }
}

/// Calls \p Visit with the references that \p V is or is made of.
static void visitReferences(Value *V, const GCPointers &Pointers,
                            function_ref<void(Value &)> Visit) {
  SmallVector<Value *, 4> Pending = {V};
  while (!Pending.empty()) {
    V = Pending.pop_back_val();
    if (Pointers.isReference(*V)) {
      Visit(*V);
    } else if (auto *Insert = dyn_cast<InsertValueInst>(V)) {
      Pending.push_back(Insert->getAggregateOperand());
      Pending.push_back(Insert->getInsertedValueOperand());
    }
  }
}

/// Returns the references that a safepoint demands although nothing may use
/// them after it.
static DenseMap<const Value *, SmallVector<unsigned, 2>>
findDemands(Function &F, const SafepointStates &States, const DominatorTree &DT,
            const GCPointers &Pointers, const GCRootRules &Rules) {
  DenseMap<const Value *, SmallVector<unsigned, 2>> Demands;
  auto Add = [&](Value &Whole, unsigned Safepoint) {
    visitReferences(&Whole, Pointers,
                    [&](Value &V) { Demands[&V].push_back(Safepoint); });
  };
  for (const auto &[Number, Call] : enumerate(States.safepoints()))
    for (const Use &U : Call->operands())
      if (Rules.isDemanded(U))
        Add(*U, Number);
  Rules.visitDemands(F, States, DT, Add);
  return Demands;
}

GCRoots::GCRoots(Function &F, const SafepointStates &States,
                 const DominatorTree &DT, const GCPointers &Pointers,
                 const GCRootRules &Rules) {
  const auto IsUse = [&](const Use &U) { return Rules.isUse(U); };
  GCBasePointers Bases(Pointers);
  GCBaseMaterializer Materializer(Bases);
  std::vector<std::pair<Value *, GCRootRanges>> Live;
  {
    const GCReferences Table(F, States, Pointers, IsUse);
    GCRootLiveness Liveness(States);
    const auto Demands = findDemands(F, States, DT, Pointers, Rules);
    for (unsigned Number = 0; Number != Table.size(); ++Number) {
      GCRootRanges Ranges =
          Liveness.compute(Table[Number].Definition, Table.getUses(Number),
                           Demands.lookup(Table[Number].V));
      if (Ranges.isListed())
        Live.emplace_back(Table[Number].V, std::move(Ranges));
    }
  }
  // A base is live at the last safepoint of each range of what is derived from
  // it, and so at all of them.
  DenseMap<Value *, SmallVector<unsigned, 4>> Demands;
  SmallVector<std::pair<Value *, Value *>, 16> BaseOf;
  for (const auto &[V, Ranges] : Live) {
    Value *Base = Materializer.get(V);
    if (isa<Constant>(Base))
      continue;
    for (const GCLiveRange &Range : Ranges.Ranges)
      Demands[Base].push_back(Range.Last);
    if (Base != V)
      BaseOf.emplace_back(V, Base);
  }
  append_range(Unknown, Materializer.unknown());
  // With what was inserted.
  const GCReferences Table(F, States, Pointers, IsUse);
  addRoots(States, Table, Demands);
  refineGCRoots(Roots, Bases, Rules.findKeepers(F));
  DenseMap<const Value *, unsigned> Numbers;
  for (const auto &[Number, Root] : enumerate(Roots))
    Numbers[Root.V] = Number;
  for (const auto &[V, Base] : BaseOf) {
    auto Root = Numbers.find(Base);
    if (Root == Numbers.end())
      continue;
    const unsigned Number = *Table.getNumber(V);
    Derived.push_back({cast<Instruction>(V), Root->second,
                       Table[Number].Definition,
                       SmallVector<unsigned, 2>(Table.getUses(Number))});
  }
}
