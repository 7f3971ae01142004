//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GCRoots.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/GCBasePointers.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Analysis/GCReferences.h"
#include "llvm/Analysis/SafepointStates.h"
#include "llvm/IR/Constant.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Transforms/Utils/GCBaseMaterialization.h"

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

/// Returns the references that a safepoint demands although nothing may use
/// them behind it: what its operand bundles name.
static DenseMap<const Value *, SmallVector<unsigned, 2>>
findBundled(const SafepointStates &States, const GCPointers &Pointers) {
  DenseMap<const Value *, SmallVector<unsigned, 2>> Bundled;
  for (const auto &[Number, Call] : enumerate(States.safepoints()))
    for (unsigned I = 0; I != Call->getNumOperandBundles(); ++I)
      for (const Value *V : Call->getOperandBundleAt(I).Inputs)
        if (Pointers.isReference(*V))
          Bundled[V].push_back(Number);
  return Bundled;
}

GCRoots::GCRoots(Function &F, const SafepointStates &States,
                 const GCPointers &Pointers) {
  GCBasePointers Bases(Pointers);
  GCBaseMaterializer Materializer(Bases);
  std::vector<std::pair<Value *, GCRootRanges>> Live;
  {
    const GCReferences Table(F, States, Pointers);
    GCRootLiveness Liveness(States);
    const auto Bundled = findBundled(States, Pointers);
    for (unsigned Number = 0; Number != Table.size(); ++Number) {
      GCRootRanges Ranges =
          Liveness.compute(Table[Number].Definition, Table.getUses(Number),
                           Bundled.lookup(Table[Number].V));
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
  // With what was inserted.
  const GCReferences Table(F, States, Pointers);
  addRoots(States, Table, Demands);
  DenseMap<const Value *, unsigned> Numbers;
  for (const auto &[Number, Root] : enumerate(Roots))
    Numbers[Root.V] = Number;
  for (const auto &[V, Base] : BaseOf) {
    const unsigned Number = *Table.getNumber(V);
    Derived.push_back({cast<Instruction>(V), Numbers.at(Base),
                       Table[Number].Definition,
                       SmallVector<unsigned, 2>(Table.getUses(Number))});
  }
}
