//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/RelocatedBases.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ReferenceOrigins.h"
#include "llvm/Analysis/StatepointValues.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Statepoint.h"

using namespace llvm;

/// The value that \p V is a copy of.
static const Value *stripCopies(const Value *V) {
  bool IsSame;
  while (const Value *Source = getReferenceSource(V, IsSame)) {
    if (!IsSame)
      break;
    V = Source;
  }
  return V;
}

static bool chooseAlike(const Value *A, const Value *B) {
  const auto *I = dyn_cast<Instruction>(A), *J = dyn_cast<Instruction>(B);
  return I && J && chooseReferencesAlike(*I, *J);
}

/// Whether \p V is a vector whose elements may be others of its operands.
static bool movesElements(const Value *V) {
  return V->getType()->isVectorTy() && isa<ShuffleVectorInst, IntrinsicInst>(V);
}

/// Whether the relocates are of the same statepoint, and of a base and what is
/// derived from it.
static bool isRelocatedBase(const GCRelocateInst &Base,
                            const GCRelocateInst &Derived) {
  return Base.getStatepoint() == Derived.getStatepoint() &&
         Base.getDerivedPtr() == Derived.getBasePtr();
}

bool RelocatedBases::isBaseOf(const Value *Base, const Value *Derived) {
  SmallVector<Pair, 8> Pending = {{Base, Derived}};
  SmallVector<Pair, 8> Assumed;
  auto Fail = [&] {
    for (const Pair &P : Assumed)
      Shown.erase(P);
    return false;
  };
  while (!Pending.empty()) {
    auto [FullBase, FullDerived] = Pending.pop_back_val();
    const Value *B = stripCopies(FullBase);
    const Value *D = stripDerivations(FullDerived);
    if (isa<Constant>(D)) {
      if (!isa<Constant>(B))
        return Fail();
      continue;
    }
    if (!Shown.insert({B, D}).second)
      continue;
    Assumed.push_back({B, D});
    if (B == D && findStatepointBase(D) == D)
      continue;

    SmallVector<const Value *, 8> Bases, Deriveds;
    addReferenceChoices(B, Bases);
    addReferenceChoices(D, Deriveds);
    if (chooseAlike(B, D)) {
      if (const auto *Phi = dyn_cast<PHINode>(D)) {
        Bases.clear();
        for (const BasicBlock *BB : Phi->blocks())
          Bases.push_back(cast<PHINode>(B)->getIncomingValueForBlock(BB));
      }
      for (size_t N = 0; N != Deriveds.size(); ++N)
        Pending.push_back({Bases[N], Deriveds[N]});
    } else if (!Deriveds.empty()) {
      if (movesElements(D) && B->getType()->isVectorTy())
        B = getSplatValue(B);
      if (!B)
        return Fail();
      for (const Value *V : Deriveds)
        Pending.push_back({B, V});
    } else if (!Bases.empty()) {
      if (movesElements(B) && D->getType()->isVectorTy())
        return Fail();
      for (const Value *V : Bases)
        Pending.push_back({V, D});
    } else {
      const auto *Relocate = dyn_cast<GCRelocateInst>(D);
      const auto *BaseRelocate = dyn_cast<GCRelocateInst>(B);
      if (!Relocate || !BaseRelocate ||
          !isRelocatedBase(*BaseRelocate, *Relocate))
        return Fail();
    }
  }
  return true;
}
