//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads of addresses of objects that a stack object has had over a safepoint,
/// by a data flow over the places where such addresses are stored.
///
//===----------------------------------------------------------------------===//

#include "Normalization/RawAddresses.h"
#include "UnrelocatableValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/StaleWords.h"
#include "llvm/Analysis/StatepointRules.h"
#include "llvm/Analysis/StatepointValues.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <optional>

using namespace llvm;

namespace {

/// Bytes of a stack object, from Begin to before End.
struct Bytes {
  const AllocaInst *Object;
  uint64_t Begin, End;
  /// Otherwise some of them, and it is not known which.
  bool IsExact;

  bool overlaps(const Bytes &B) const {
    return Object == B.Object && Begin < B.End && B.Begin < End;
  }
  bool covers(const Bytes &B) const {
    return Object == B.Object && IsExact && Begin <= B.Begin && B.End <= End;
  }
  bool operator==(const Bytes &B) const {
    return Object == B.Object && Begin == B.Begin && End == B.End;
  }
};

using State = StaleWords;

class Finder {
  const Function &F;
  const SmallPtrSet<const Instruction *, 16> Safepoints;
  const DataLayout &DL;
  const RawAddresses Addresses;
  SmallPtrSet<const AllocaInst *, 8> Objects;
  SmallVector<Bytes, 8> Places;
  /// The integers that become pointers.
  SmallPtrSet<const Value *, 16> Becoming;

  bool isLocal(const AllocaInst &Object) const;
  SmallVector<Bytes, 1> locate(const Value *Address,
                               std::optional<uint64_t> Size) const;
  SmallVector<Bytes, 1> locate(const Value *Address, Type *Ty) const;
  void findPlaces();
  void findBecoming();
  bool isRead(const LoadInst &Load) const;
  void write(const Bytes &To, bool HasAddress, State &Now) const;
  void read(const Instruction &I, const Bytes &From, const State &Now,
            StatepointReport *Report) const;
  void step(const Instruction &I, State &Now, StatepointReport *Report) const;

public:
  Finder(const Function &F, const GCPointers &References,
         ArrayRef<const CallBase *> Safepoints)
      : F(F), Safepoints(llvm::from_range, Safepoints), DL(F.getDataLayout()),
        Addresses(F, References) {}
  void run(StatepointReport Report);
};

} // end anonymous namespace

/// Whether all accesses to \p Object are in this function.
bool Finder::isLocal(const AllocaInst &Object) const {
  SmallVector<const Value *, 8> Pending = {&Object};
  SmallPtrSet<const Value *, 8> Seen = {&Object};
  while (!Pending.empty())
    for (const Use &U : Pending.pop_back_val()->uses()) {
      const auto &I = *cast<Instruction>(U.getUser());
      if (isa<GetElementPtrInst, BitCastInst, AddrSpaceCastInst, PHINode,
              SelectInst, FreezeInst>(I)) {
        if (Seen.insert(&I).second)
          Pending.push_back(&I);
      } else if (!isa<LoadInst, ICmpInst, MemIntrinsic>(I) &&
                 !I.isLifetimeStartOrEnd() &&
                 !(isa<StoreInst>(I) &&
                   U.getOperandNo() == StoreInst::getPointerOperandIndex())) {
        return false;
      }
    }
  return true;
}

/// The bytes of each object that \p Address may point into.
SmallVector<Bytes, 1> Finder::locate(const Value *Address,
                                     std::optional<uint64_t> Size) const {
  const auto Place = findStackObject(Address);
  if (Place && Place->second >= 0 && Size && Objects.contains(Place->first))
    return {Bytes{Place->first, uint64_t(Place->second), Place->second + *Size,
                  /*IsExact=*/true}};
  SmallVector<const Value *, 4> Found;
  getUnderlyingObjects(Address, Found, /*LI=*/nullptr, /*MaxLookup=*/0);
  SmallVector<Bytes, 1> All;
  for (const Value *V : Found)
    if (const auto *Object = dyn_cast<AllocaInst>(V);
        Object && Objects.contains(Object))
      All.push_back({Object, 0, ~uint64_t(0), /*IsExact=*/false});
  return All;
}

SmallVector<Bytes, 1> Finder::locate(const Value *Address, Type *Ty) const {
  const TypeSize Size = DL.getTypeStoreSize(Ty);
  return locate(Address, Size.isScalable()
                             ? std::nullopt
                             : std::optional<uint64_t>(Size.getFixedValue()));
}

void Finder::findPlaces() {
  for (const AllocaInst *Object : Addresses.objects())
    if (isLocal(*Object))
      Objects.insert(Object);
  if (Objects.empty())
    return;
  for (const Instruction &I : instructions(F))
    if (const auto *Store = dyn_cast<StoreInst>(&I)) {
      const Value &V = *Store->getValueOperand();
      if (!Addresses.contains(V))
        continue;
      for (const Bytes &To : locate(Store->getPointerOperand(), V.getType()))
        if (!is_contained(Places, To))
          Places.push_back(To);
    }
}

void Finder::findBecoming() {
  SmallVector<const Value *, 16> Pending;
  for (const Instruction &I : instructions(F))
    if (isa<IntToPtrInst>(I))
      Pending.push_back(I.getOperand(0));
  while (!Pending.empty()) {
    const auto *I = dyn_cast<Instruction>(Pending.pop_back_val());
    if (!I || !Becoming.insert(I).second)
      continue;
    for (const Use &U : I->operands())
      if (passesRawAddress(*I, U))
        Pending.push_back(U);
  }
}

/// Whether what \p Load reads is an address, if there is one.
bool Finder::isRead(const LoadInst &Load) const {
  Type *Ty = Load.getType();
  return !Ty->isIntOrIntVectorTy() || Becoming.contains(&Load);
}

void Finder::write(const Bytes &To, bool HasAddress, State &Now) const {
  for (const auto &[Number, Place] : enumerate(Places)) {
    if (To.covers(Place)) {
      Now.Held.reset(Number);
      Now.Stale.reset(Number);
    }
    if (HasAddress && To == Place)
      Now.Held.set(Number);
  }
}

void Finder::read(const Instruction &I, const Bytes &From, const State &Now,
                  StatepointReport *Report) const {
  if (!Report)
    return;
  for (const auto &[Number, Place] : enumerate(Places))
    if (From.overlaps(Place) && Now.Stale.test(Number)) {
      (*Report)(I, "reads the address of an object that stack object " +
                       nameInMessage(*Place.Object) +
                       "has had since before a call; the call moves the "
                       "object, so keep the reference there, or run sroa");
      return;
    }
}

void Finder::step(const Instruction &I, State &Now,
                  StatepointReport *Report) const {
  if (const auto *Load = dyn_cast<LoadInst>(&I)) {
    if (isRead(*Load))
      for (const Bytes &From :
           locate(Load->getPointerOperand(), Load->getType()))
        read(I, From, Now, Report);
  } else if (const auto *Store = dyn_cast<StoreInst>(&I)) {
    const Value &V = *Store->getValueOperand();
    for (const Bytes &To : locate(Store->getPointerOperand(), V.getType()))
      write(To, Addresses.contains(V), Now);
  } else if (I.isLifetimeStartOrEnd()) {
    for (const Bytes &All : locate(I.getOperand(0), ~uint64_t(0)))
      write(All, /*HasAddress=*/false, Now);
  } else if (const auto *Memory = dyn_cast<MemIntrinsic>(&I)) {
    const auto *Length = dyn_cast<ConstantInt>(Memory->getLength());
    const auto Size =
        Length ? std::optional<uint64_t>(Length->getZExtValue()) : std::nullopt;
    if (const auto *Copy = dyn_cast<MemTransferInst>(Memory))
      for (const Bytes &From : locate(Copy->getRawSource(), Size))
        read(I, From, Now, Report);
    for (const Bytes &To : locate(Memory->getRawDest(), Size))
      write(To, /*HasAddress=*/false, Now);
  } else if (Safepoints.contains(&I)) {
    Now.Stale |= Now.Held;
  }
}

void Finder::run(StatepointReport Report) {
  findPlaces();
  if (Places.empty())
    return;
  findBecoming();
  findStaleWords(
      F, Places.size(),
      [&](const Instruction &I, State &Now) { step(I, Now, nullptr); },
      [&](const Instruction &I, State &Now) { step(I, Now, &Report); });
}

void llvm::findStaleRawAddresses(const Function &F,
                                 const GCPointers &References,
                                 ArrayRef<const CallBase *> Safepoints,
                                 StatepointReport Report) {
  Finder(F, References, Safepoints).run(Report);
}
