//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifiedProtection.h"
#include "VerifiedRules.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Analysis/ReferenceOrigins.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

/// Whether two choices are made by the same rule.
static bool choosesAlike(GCReferenceName A, GCReferenceName B) {
  auto GetBlock = [](GCReferenceName Name) -> const BasicBlock * {
    if (const auto *Phi = dyn_cast<PHINode>(Name.first))
      return Phi->getParent();
    return dyn_cast<BasicBlock>(Name.first);
  };
  if (const BasicBlock *BB = GetBlock(A))
    return BB == GetBlock(B);
  const auto *I = dyn_cast<Instruction>(A.first);
  const auto *J = dyn_cast<Instruction>(B.first);
  if (!I || !J || I->getOpcode() != J->getOpcode())
    return false;
  if (isa<SelectInst>(I))
    return I->getOperand(0) == J->getOperand(0) &&
           (A.second == B.second || !I->getOperand(0)->getType()->isVectorTy());
  if (isa<ExtractElementInst>(I))
    return I->getOperand(1) == J->getOperand(1) &&
           cast<VectorType>(I->getOperand(0)->getType())->getElementCount() ==
               cast<VectorType>(J->getOperand(0)->getType())->getElementCount();
  if (isa<IntrinsicInst>(I))
    return chooseReferencesAlike(*I, *J) && A.second == B.second;
  return isa<InsertElementInst>(I) && I->getOperand(2) == J->getOperand(2) &&
         A.second == B.second;
}

/// Whether \p A is computed before \p B. One of them dominates the other.
bool VerifiedProtection::isBefore(GCReferenceName A, GCReferenceName B) const {
  auto GetBlock = [](GCReferenceName Name) -> const BasicBlock * {
    if (const auto *I = dyn_cast<Instruction>(Name.first))
      return I->getParent();
    return dyn_cast<BasicBlock>(Name.first);
  };
  const BasicBlock *First = GetBlock(A), *Second = GetBlock(B);
  // Arguments have none.
  if (!First || !Second)
    return !First;
  if (First != Second)
    return DT.properlyDominates(First, Second);
  if (isa<BasicBlock>(A.first) || isa<BasicBlock>(B.first))
    return isa<BasicBlock>(A.first);
  return cast<Instruction>(A.first)->comesBefore(cast<Instruction>(B.first));
}

/// All pairs that have to be true have to be found: none of them is tried. If
/// all are, each of them is.
bool VerifiedProtection::computeProtects(GCReferenceName Held,
                                         GCReferenceName Wanted) {
  SmallVector<std::pair<GCReferenceName, GCReferenceName>, 16> Pending = {
      {Held, Wanted}};
  DenseSet<std::pair<GCReferenceName, GCReferenceName>> Seen;
  while (!Pending.empty()) {
    auto [H, W] = Pending.pop_back_val();
    H = Slots.getObject(H);
    W = Slots.getObject(W);
    if (H == W || !Seen.insert({H, W}).second || Slots.isRootless(W))
      continue;
    if (auto It = Known.find({H, W}); It != Known.end()) {
      if (!It->second)
        return false;
      continue;
    }
    if (!H.first || !W.first || isa<Constant>(H.first))
      return false;
    SmallVector<GCReferenceName, 4> Left, Right;
    if (choosesAlike(H, W) && Slots.addChoices(H, Left) &&
        Slots.addChoices(W, Right)) {
      for (const auto &[L, R] : zip_equal(Left, Right))
        Pending.emplace_back(L, R);
    } else if (isBefore(H, W)) {
      if (!Slots.addChoices(W, Right))
        return false;
      for (const GCReferenceName &R : Right)
        Pending.emplace_back(H, R);
    } else {
      Left.clear();
      if (!Slots.addChoices(H, Left))
        return false;
      for (const GCReferenceName &L : Left)
        Pending.emplace_back(L, W);
    }
  }
  for (const auto &Pair : Seen)
    Known[Pair] = true;
  return true;
}

bool VerifiedProtection::protects(GCReferenceName Held,
                                  GCReferenceName Wanted) {
  auto It = Known.find({Held, Wanted});
  if (It != Known.end())
    return It->second;
  const bool Result = computeProtects(Held, Wanted);
  Known[{Held, Wanted}] = Result;
  return Result;
}

/// Adds the objects from which \p Choice is chosen in the end, unless one may
/// have been computed again since.
bool VerifiedProtection::addOrigins(
    const Instruction &Choice, GCReferenceName Name,
    SmallVectorImpl<GCReferenceName> &Origins) const {
  SmallVector<const BasicBlock *, 4> Joins;
  auto IsStillThere = [&](const Value *Object, const BasicBlock *BB) {
    const auto *I = dyn_cast<Instruction>(Object);
    return isa<Argument>(Object) || (I && DT.dominates(I, BB));
  };
  SmallVector<GCReferenceName, 8> Pending = {Name}, Found;
  DenseSet<GCReferenceName> Seen;
  while (!Pending.empty()) {
    const GCReferenceName Next = Pending.pop_back_val();
    if (!Seen.insert(Next).second)
      continue;
    SmallVector<GCReferenceName, 4> Choices;
    if (!Next.first || !Slots.addChoices(Next, Choices))
      return false;
    if (const auto *Phi = dyn_cast<PHINode>(Next.first))
      Joins.push_back(Phi->getParent());
    else if (const auto *BB = dyn_cast<BasicBlock>(Next.first))
      Joins.push_back(BB);
    for (const GCReferenceName Of : Choices) {
      const GCReferenceName Object = Slots.getObject(Of);
      if (Slots.isRootless(Object))
        continue;
      const bool IsOrigin =
          Object.first && (!isa<PHINode>(Choice) ||
                           IsStillThere(Object.first, Choice.getParent()));
      (IsOrigin ? Found : Pending).push_back(Object);
    }
  }
  append_range(Origins, Found);
  return all_of(Found, [&](GCReferenceName Object) {
    return all_of(Joins, [&](const BasicBlock *BB) {
      return IsStillThere(Object.first, BB);
    });
  });
}

/// Adds what keeps \p Name while all of it is kept, if something does.
bool VerifiedProtection::addKeepers(
    GCReferenceName Name, SmallVectorImpl<GCReferenceName> &Keepers) const {
  const auto *I = dyn_cast_or_null<Instruction>(Name.first);
  if (!I)
    return false;
  if (const Value *Keeper = Rules.getKeeper(*I)) {
    Keepers.emplace_back(Keeper, 0);
    return true;
  }
  return addOrigins(*I, Name, Keepers);
}

bool VerifiedProtection::isKept(GCReferenceName Of,
                                const GCSlotContents &Contents,
                                const DenseSet<GCReferenceName> *Objects,
                                const BitVector *Usable) {
  SmallVector<GCReferenceName, 8> Pending = {Of};
  DenseSet<GCReferenceName> Seen;
  while (!Pending.empty()) {
    const GCReferenceName Name = Slots.getObject(Pending.pop_back_val());
    if (!Seen.insert(Name).second || Slots.isRootless(Name) ||
        (Objects && Objects->contains(Name)))
      continue;
    const bool IsProtected =
        any_of(seq<unsigned>(0, Contents.size()), [&](unsigned Slot) {
          return (!Usable || Usable->test(Slot)) &&
                 protects(Contents[Slot], Name);
        });
    if (!IsProtected && !addKeepers(Name, Pending))
      return false;
  }
  return true;
}
