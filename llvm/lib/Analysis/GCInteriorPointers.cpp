//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/GCInteriorPointers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AssemblyBarriers.h"
#include "llvm/Analysis/GCPointerOrigins.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

bool llvm::isWholeVariable(const AllocaInst &Object) {
  if (!Object.isStaticAlloca() || Object.isArrayAllocation())
    return false;
  const Type *Ty = Object.getAllocatedType();
  return all_of(Object.users(), [&](const User *U) {
    if (const auto *Load = dyn_cast<LoadInst>(U))
      return !Load->isVolatile() && Load->getType() == Ty;
    if (const auto *Store = dyn_cast<StoreInst>(U))
      return !Store->isVolatile() && Store->getPointerOperand() == &Object &&
             Store->getValueOperand() != &Object &&
             Store->getValueOperand()->getType() == Ty;
    const auto *Marker = dyn_cast<IntrinsicInst>(U);
    return Marker && Marker->isLifetimeStartOrEnd();
  });
}

static bool isReferenceType(const Type *Ty, const GCPointers &Pointers) {
  return Pointers.getKind(Ty) != GCPointerKind::None;
}

static bool isCastToReference(const Instruction &I,
                              const GCPointers &Pointers) {
  const auto *Cast = dyn_cast<AddrSpaceCastInst>(&I);
  return Cast && isReferenceType(I.getType(), Pointers) &&
         !isReferenceType(Cast->getSrcTy(), Pointers) &&
         !isa<Constant>(Cast->getOperand(0));
}

static bool returnsBase(const IntrinsicInst &Call) {
  return Call.getIntrinsicID() == Intrinsic::experimental_gc_get_pointer_base;
}

static bool isPartOfObject(const Instruction &I, const GCPointers &Pointers) {
  if (!isReferenceType(I.getType(), Pointers))
    return false;
  if (const auto *Call = dyn_cast<IntrinsicInst>(&I))
    return getGCPointerOrigin(I).K == GCPointerOrigin::Derived &&
           !returnsBase(*Call);
  const auto *GEP = dyn_cast<GetElementPtrInst>(&I);
  return GEP && !GEP->hasAllZeroIndices();
}

/// Whether the reference \p U may go to the result of its user.
static bool isPassedOn(const Use &U) {
  if (getSourceOfBarrier(*U.getUser()) == &U)
    return true;
  const auto *Call = dyn_cast<IntrinsicInst>(U.getUser());
  if (!Call)
    return isa<GetElementPtrInst, CastInst, FreezeInst, PHINode, SelectInst,
               ExtractElementInst, InsertElementInst, ShuffleVectorInst,
               ExtractValueInst, InsertValueInst>(U.getUser());
  const GCPointerOrigin Origin = getGCPointerOrigin(Call->getIntrinsicID());
  return Call->isArgOperand(&U) && !returnsBase(*Call) &&
         Origin.hasOperand(Call->getArgOperandNo(&U));
}

/// The address, or the addresses, at which the user of \p U stores it, or null.
static const Value *getStoreAddress(const Use &U) {
  const User *I = U.getUser();
  if (const auto *Store = dyn_cast<StoreInst>(I))
    return U.getOperandNo() ? nullptr : Store->getPointerOperand();
  if (const auto *RMW = dyn_cast<AtomicRMWInst>(I))
    return U.getOperandNo() == 1 ? RMW->getPointerOperand() : nullptr;
  if (const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(I))
    return U.getOperandNo() == 2 ? Exchange->getPointerOperand() : nullptr;
  const auto *Call = dyn_cast<IntrinsicInst>(I);
  if (!Call || !Call->isArgOperand(&U) || Call->getArgOperandNo(&U) != 0)
    return nullptr;
  switch (Call->getIntrinsicID()) {
  case Intrinsic::masked_compressstore:
  case Intrinsic::masked_scatter:
  case Intrinsic::masked_store:
  case Intrinsic::vp_scatter:
  case Intrinsic::vp_store:
    return Call->getArgOperand(1);
  default:
    return nullptr;
  }
}

/// Follows interior pointers through values and stack objects.
class GCInteriorPointers::Flow {
  const GCPointers &Pointers;
  GCInteriorPointers &Found;
  SmallVector<const Value *, 16> Pending;
  /// What is known to be in stack objects that are no variables.
  DenseMap<const AllocaInst *, unsigned> Held;

  void store(const Instruction &I, const Value &Address, unsigned Kind);
  void hold(const AllocaInst &Object, unsigned Kind);

public:
  Flow(const GCPointers &Pointers, GCInteriorPointers &Found)
      : Pointers(Pointers), Found(Found) {}
  void add(const Value &V, unsigned Kind);
  void run();
};

void GCInteriorPointers::Flow::add(const Value &V, unsigned Kind) {
  if (!Pointers.containsReferences(V.getType()))
    return;
  unsigned &Old = Found.Kinds[&V];
  if ((Old | Kind) == Old)
    return;
  Old |= Kind;
  Pending.push_back(&V);
}

/// \p Object may hold such pointers, and is no variable.
void GCInteriorPointers::Flow::hold(const AllocaInst &Object, unsigned Kind) {
  unsigned &Old = Held[&Object];
  if ((Old | Kind) == Old)
    return;
  Old |= Kind;
  SmallVector<const Value *, 8> Addresses = {&Object};
  SmallPtrSet<const Value *, 8> Seen = {&Object};
  while (!Addresses.empty())
    for (const Use &U : Addresses.pop_back_val()->uses()) {
      const auto &I = *cast<Instruction>(U.getUser());
      if (isPassedOn(U)) {
        if (Seen.insert(&I).second)
          Addresses.push_back(&I);
      } else if (const auto *Copy = dyn_cast<AnyMemTransferInst>(&I)) {
        if (&U == &Copy->getRawSourceUse())
          store(I, *Copy->getRawDest(), Kind);
      } else if (I.mayReadFromMemory() &&
                 (!isa<CallBase>(I) || isa<IntrinsicInst>(I)) &&
                 Pointers.containsReferences(I.getType())) {
        Found.Loads.insert(&I);
        add(I, Kind);
      }
    }
}

/// \p I stores such a pointer at \p Address, or at one of several.
void GCInteriorPointers::Flow::store(const Instruction &I, const Value &Address,
                                     unsigned Kind) {
  if (const auto *Object = dyn_cast<AllocaInst>(&Address);
      Object && (Found.Variables.contains(Object) ||
                 (!Held.contains(Object) && isWholeVariable(*Object)))) {
    Found.Variables.insert(Object);
    for (const User *Other : Object->users())
      if (isa<LoadInst>(Other))
        add(*Other, Kind);
    return;
  }
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(&Address, Objects, /*LI=*/nullptr, /*MaxLookup=*/0);
  for (const Value *Object : Objects)
    if (const auto *Alloca = dyn_cast<AllocaInst>(Object)) {
      Found.Stores.insert(&I);
      hold(*Alloca, Kind);
    }
}

void GCInteriorPointers::Flow::run() {
  while (!Pending.empty()) {
    const Value *V = Pending.pop_back_val();
    const unsigned Kind = Found.Kinds.lookup(V);
    for (const Use &U : V->uses())
      if (isPassedOn(U))
        add(*U.getUser(), Kind);
      else if (const Value *Address = getStoreAddress(U))
        store(*cast<Instruction>(U.getUser()), *Address, Kind);
  }
}

GCInteriorPointers::GCInteriorPointers(const Function &F,
                                       const GCPointers &Pointers) {
  Flow All(Pointers, *this);
  for (const Instruction &I : instructions(F)) {
    if (isCastToReference(I, Pointers))
      All.add(I, Interior | Foreign);
    else if (isPartOfObject(I, Pointers))
      All.add(I, Interior);
  }
  All.run();
}
