//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Pointers into objects whose type is that of base pointers, because a pass
/// took the cast away that a front end writes in front of indexing. They become
/// derived pointers if memory is accessed through them and nothing else is
/// done: who is passed one would take it for an object.
///
//===----------------------------------------------------------------------===//

#include "JuliaGC.h"
#include "JuliaRootRules.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

static bool isBase(const Type *Ty) {
  return getJuliaGCPointers().getKind(Ty) == GCPointerKind::Base;
}

/// The type \p Ty of base pointers for derived ones.
static Type *getDerived(Type *Ty) {
  auto *Ptr = PointerType::get(Ty->getContext(), julia::Derived);
  if (const auto *Vector = dyn_cast<VectorType>(Ty))
    return VectorType::get(Ptr, Vector->getElementCount());
  return Ptr;
}

/// Whether \p I computes a pointer into an object of a base pointer.
static bool indexesBase(const Instruction &I) {
  const auto *GEP = dyn_cast<GetElementPtrInst>(&I);
  return GEP && isBase(GEP->getPointerOperandType()) &&
         !(GEP->hasAllZeroIndices() &&
           GEP->getType() == GEP->getPointerOperandType());
}

static bool isCastToDerived(const Instruction &I) {
  return isa<AddrSpaceCastInst>(I) &&
         getJuliaGCPointers().getKind(I.getType()) == GCPointerKind::Derived;
}

namespace {

/// One indexed pointer, and what is made of it.
class IndexedPointer {
  Instruction &First;
  MapVector<Instruction *, Instruction *> Derived;
  SmallVector<Use *, 8> Accesses;
  SmallVector<Instruction *, 4> Casts;

  bool addUse(Use &U);

public:
  explicit IndexedPointer(Instruction &First) : First(First) {}
  /// Returns false if something else is done with it.
  bool collect();
  void replace();
};

} // end anonymous namespace

bool IndexedPointer::addUse(Use &U) {
  auto *I = cast<Instruction>(U.getUser());
  if (isa<LoadInst>(I) ||
      (isa<StoreInst>(I) &&
       U.getOperandNo() == StoreInst::getPointerOperandIndex()) ||
      (isa<AtomicRMWInst>(I) &&
       U.getOperandNo() == AtomicRMWInst::getPointerOperandIndex()) ||
      (isa<AtomicCmpXchgInst>(I) &&
       U.getOperandNo() == AtomicCmpXchgInst::getPointerOperandIndex())) {
    Accesses.push_back(&U);
    return true;
  }
  if (isCastToDerived(*I)) {
    Casts.push_back(I);
    return true;
  }
  if (!isa<GetElementPtrInst, ExtractElementInst, FreezeInst>(I))
    return false;
  Derived.insert({I, nullptr});
  return true;
}

bool IndexedPointer::collect() {
  Derived.insert({&First, nullptr});
  for (unsigned Next = 0; Next != Derived.size(); ++Next)
    for (Use &U : (Derived.begin() + Next)->first->uses())
      if (!addUse(U))
        return false;
  return true;
}

void IndexedPointer::replace() {
  for (auto &[Old, New] : Derived) {
    New = Old->clone();
    New->mutateType(getDerived(Old->getType()));
    New->insertBefore(Old->getIterator());
    New->takeName(Old);
    Value *Pointer = Old->getOperand(0);
    auto *Source = dyn_cast<Instruction>(Pointer);
    const auto It = Source ? Derived.find(Source) : Derived.end();
    if (It != Derived.end())
      New->setOperand(0, It->second);
    else
      New->setOperand(0, IRBuilder<>(New).CreateAddrSpaceCast(
                             Pointer, getDerived(Pointer->getType())));
  }
  for (Use *U : Accesses)
    U->set(Derived[cast<Instruction>(U->get())]);
  for (Instruction *Cast : Casts) {
    Cast->replaceAllUsesWith(Derived[cast<Instruction>(Cast->getOperand(0))]);
    Cast->eraseFromParent();
  }
  for (auto &[Old, New] : reverse(Derived))
    Old->eraseFromParent();
}

/// Whether \p V is such a pointer, or an element of a vector of them.
static bool isIndexed(const Value *V) {
  while (const auto *I = dyn_cast<Instruction>(V)) {
    if (indexesBase(*I))
      return true;
    if (!isa<ExtractElementInst, FreezeInst>(I))
      return false;
    V = I->getOperand(0);
  }
  return false;
}

bool llvm::deriveIndexedJuliaPointers(Function &F) {
  SmallVector<Instruction *, 8> Indexed;
  for (Instruction &I : instructions(F))
    if (indexesBase(I) && !isIndexed(I.getOperand(0)))
      Indexed.push_back(&I);
  bool Changed = false;
  for (Instruction *I : Indexed) {
    IndexedPointer Pointer(*I);
    if (!Pointer.collect())
      continue;
    Pointer.replace();
    Changed = true;
  }
  return Changed;
}
