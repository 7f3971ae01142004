//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/RelocatedBases.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/GCInteriorPointers.h"
#include "llvm/Analysis/ReferenceOrigins.h"
#include "llvm/Analysis/StatepointValues.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/Statepoint.h"
#include <optional>

using namespace llvm;

/// The value that \p V is a copy of. The place at no distance is one.
static const Value *stripCopies(const Value *V) {
  bool IsSame;
  while (const Value *Source = getReferenceSource(V, IsSame)) {
    const auto *GEP = dyn_cast<GEPOperator>(V);
    if (!IsSame && !(GEP && GEP->hasAllZeroIndices() &&
                     GEP->getType() == Source->getType()))
      break;
    V = Source;
  }
  return V;
}

static bool chooseAlike(const Value *A, const Value *B) {
  const auto *I = dyn_cast<Instruction>(A), *J = dyn_cast<Instruction>(B);
  return I && J && chooseReferencesAlike(*I, *J);
}

/// Whether \p V is what a variable of the function holds, of which nothing says
/// when it is assigned together with another one.
static bool isLoadedFromVariable(const Value *V) {
  const auto *Load = dyn_cast<LoadInst>(V);
  const auto *Variable =
      Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
  return Variable && isWholeVariable(*Variable);
}

/// Whether \p V is a vector whose elements may be others of its operands.
static bool movesElements(const Value *V) {
  return V->getType()->isVectorTy() && isa<ShuffleVectorInst, IntrinsicInst>(V);
}

/// Whether all that \p V, another value, chooses between is derived from \p
/// Base, so that it does not matter what \p Base chooses.
static bool isChosenFrom(const Value *V, const Value *Base) {
  SmallVector<const Value *, 8> Pending = {V};
  SmallPtrSet<const Value *, 8> Seen;
  while (!Pending.empty()) {
    const Value *D = stripDerivations(Pending.pop_back_val());
    if (D == Base || !Seen.insert(D).second)
      continue;
    // Elements may be others of those of the base.
    if (D->getType()->isVectorTy() || !addReferenceChoices(D, Pending))
      return false;
  }
  return true;
}

/// Adds to \p Pairs what \p A and \p B, which choose alike, choose between.
static void addAlikeChoices(
    const Value *A, const Value *B,
    SmallVectorImpl<std::pair<const Value *, const Value *>> &Pairs) {
  SmallVector<const Value *, 8> First, Second;
  addReferenceChoices(B, Second);
  if (const auto *Phi = dyn_cast<PHINode>(B))
    for (const BasicBlock *BB : Phi->blocks())
      First.push_back(cast<PHINode>(A)->getIncomingValueForBlock(BB));
  else
    addReferenceChoices(A, First);
  for (const auto &[X, Y] : zip_equal(First, Second))
    Pairs.push_back({X, Y});
}

bool RelocatedBases::areCopies(const Value *A, const Value *B) {
  struct Step {
    Pair Values;
    /// The step that asked for this one, and whether this one was new.
    std::optional<size_t> Asker;
    bool IsNew = false;
  };
  SmallVector<Step, 8> Steps = {{{A, B}, std::nullopt}};
  SmallVector<Pair, 8> Next;
  for (size_t N = 0; N != Steps.size(); ++N) {
    Pair &P = Steps[N].Values;
    P = {stripCopies(P.first), stripCopies(P.second)};
    if (P.first == P.second)
      continue;
    const auto [Known, IsNew] = Copies.try_emplace(P, true);
    Steps[N].IsNew = IsNew;
    if (!IsNew && Known->second)
      continue;
    const auto *First = dyn_cast<GCRelocateInst>(P.first);
    const auto *Second = dyn_cast<GCRelocateInst>(P.second);
    Next.clear();
    if (IsNew && First && Second &&
        First->getStatepoint() == Second->getStatepoint())
      Next.push_back({First->getDerivedPtr(), Second->getDerivedPtr()});
    else if (IsNew && chooseAlike(P.first, P.second))
      addAlikeChoices(P.first, P.second, Next);
    if (Next.empty()) {
      // That is an answer for all that asked; of others nothing is known.
      for (const Step &S : Steps)
        if (S.IsNew)
          Copies.erase(S.Values);
      for (std::optional<size_t> S = N; S; S = Steps[*S].Asker)
        Copies[Steps[*S].Values] = false;
      return false;
    }
    for (const Pair &More : Next)
      Steps.push_back({More, N});
  }
  return true;
}

/// Whether the relocates are of the same statepoint, and of a base and what is
/// derived from it.
bool RelocatedBases::isRelocatedBase(const GCRelocateInst &Base,
                                     const GCRelocateInst &Derived) {
  return Base.getStatepoint() == Derived.getStatepoint() &&
         areCopies(Base.getDerivedPtr(), Derived.getBasePtr());
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
      // Undefined lanes have any base.
      if (!isa<Constant>(B) && !isa<UndefValue>(D))
        return Fail();
      continue;
    }
    if (!Shown.insert({B, D}).second)
      continue;
    Assumed.push_back({B, D});
    if (B == D && findStatepointBase(D) == D)
      continue;

    if (chooseAlike(B, D)) {
      if (B != D && isChosenFrom(D, B))
        Pending.push_back({B, B});
      else
        addAlikeChoices(B, D, Pending);
      continue;
    }
    SmallVector<const Value *, 8> Bases, Deriveds;
    addReferenceChoices(B, Bases);
    addReferenceChoices(D, Deriveds);
    if (!Deriveds.empty()) {
      if (const Value *Splat =
              B->getType()->isVectorTy() ? getSplatValue(B) : nullptr)
        B = Splat;
      else if (movesElements(D) && B->getType()->isVectorTy())
        return Fail();
      for (const Value *V : Deriveds)
        Pending.push_back({B, V});
    } else if (!Bases.empty()) {
      if (movesElements(B) && D->getType()->isVectorTy())
        return Fail();
      for (const Value *V : Bases)
        Pending.push_back({V, D});
    } else if (!isLoadedFromVariable(B) || !isLoadedFromVariable(D)) {
      const auto *Relocate = dyn_cast<GCRelocateInst>(D);
      const auto *BaseRelocate = dyn_cast<GCRelocateInst>(B);
      if (!Relocate || !BaseRelocate ||
          !isRelocatedBase(*BaseRelocate, *Relocate))
        return Fail();
    }
  }
  return true;
}
