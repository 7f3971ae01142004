//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/GCCopiedWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/GCObjectNumbers.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Analysis/PtrUseVisitor.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace {

/// What is loaded and stored at constant places of one object.
class AccessFinder : public PtrUseVisitor<AccessFinder> {
  using Base = PtrUseVisitor<AccessFinder>;
  friend class InstVisitor<AccessFinder>;

  const GCPointers &References;

  void visitLoadInst(LoadInst &Load) { addLoad(Load); }
  void visitStoreInst(StoreInst &Store);
  void visitAtomicRMWInst(AtomicRMWInst &RMW);
  void visitMemIntrinsic(MemIntrinsic &I);
  void addLoad(const Instruction &I);
  void addStore(const Value &V);

public:
  struct Place {
    const Value *V;
    uint64_t Begin, End;
  };
  /// Loads of what is no reference, and stores of references and numbers.
  SmallVector<Place, 4> Loads, ReferenceStores, NumberStores;

  AccessFinder(const AllocaInst &Object, const GCPointers &References)
      : Base(Object.getDataLayout()), References(References) {
    // It changes nothing.
    IsKnown = !visitPtr(const_cast<AllocaInst &>(Object)).isEscaped();
  }
  /// Whether no other function has the address.
  bool IsKnown;
};

} // end anonymous namespace

void AccessFinder::addLoad(const Instruction &I) {
  const TypeSize Size = DL.getTypeStoreSize(I.getType());
  if (IsOffsetKnown && !Size.isScalable() && !Offset.isNegative() &&
      !References.containsReferences(I.getType()))
    Loads.push_back({&I, Offset.getZExtValue(),
                     Offset.getZExtValue() + Size.getFixedValue()});
}

void AccessFinder::addStore(const Value &V) {
  const TypeSize Size = DL.getTypeStoreSize(V.getType());
  if (!IsOffsetKnown || Size.isScalable() || Offset.isNegative())
    return;
  const Place P = {&V, Offset.getZExtValue(),
                   Offset.getZExtValue() + Size.getFixedValue()};
  if (References.containsReferences(V.getType()))
    ReferenceStores.push_back(P);
  // What may be a number is one, so that nothing is a copy that may be none.
  else if (isCertainNumber(V, References, /*IsNonIntegral=*/true, DL))
    NumberStores.push_back(P);
}

void AccessFinder::visitStoreInst(StoreInst &Store) {
  if (U->getOperandNo() == StoreInst::getPointerOperandIndex())
    addStore(*Store.getValueOperand());
  else
    PI.setEscaped(&Store);
}

void AccessFinder::visitAtomicRMWInst(AtomicRMWInst &RMW) {
  if (U->getOperandNo() != AtomicRMWInst::getPointerOperandIndex()) {
    PI.setEscaped(&RMW);
    return;
  }
  addStore(*RMW.getValOperand());
  if (RMW.getOperation() == AtomicRMWInst::Xchg)
    addLoad(RMW);
}

/// Copies say nothing about what they copy.
void AccessFinder::visitMemIntrinsic(MemIntrinsic &) {}

namespace {

class CopyFinder {
  const GCPointers &References;
  const DataLayout &DL;
  SmallPtrSet<const Value *, 8> &Found;
  SmallVector<const Value *, 8> Pending;

  /// Whether the bytes of an object from \p Begin to \p End have a reference.
  using Holder = function_ref<bool(uint64_t Begin, uint64_t End)>;
  void addLoad(const Value &V, uint64_t Begin, Holder Holds);
  void addMembers(const Value &V, uint64_t Begin, Holder Holds);
  bool becomesReference(const Use &U) const;

public:
  CopyFinder(const GCPointers &References, const DataLayout &DL,
             SmallPtrSet<const Value *, 8> &Found)
      : References(References), DL(DL), Found(Found) {}
  void visit(const AllocaInst &Object);
  void run();
};

} // end anonymous namespace

/// Whether \p I passes on what is in an operand, or a part of it.
static bool passesOn(const Instruction &I) {
  return isa<BitCastInst, FreezeInst, PHINode, SelectInst, ExtractValueInst,
             ExtractElementInst, InsertValueInst, InsertElementInst,
             ShuffleVectorInst>(I);
}

bool CopyFinder::becomesReference(const Use &U) const {
  const auto *I = cast<Instruction>(U.getUser());
  if (isa<StoreInst>(I))
    return U.getOperandNo() != StoreInst::getPointerOperandIndex();
  const auto *Call = dyn_cast<CallBase>(I);
  return isa<IntToPtrInst, AddrSpaceCastInst, ReturnInst, AtomicRMWInst,
             AtomicCmpXchgInst>(I) ||
         (Call && !isa<IntrinsicInst>(Call) && Call->isArgOperand(&U));
}

/// Adds \p V, which is at \p Begin of an object.
void CopyFinder::addLoad(const Value &V, uint64_t Begin, Holder Holds) {
  const uint64_t Size = DL.getTypeStoreSize(V.getType());
  if (Size < DL.getPointerSize() || !Holds(Begin, Begin + Size))
    return;
  // Of an aggregate, members may be all that is used.
  if (V.getType()->isAggregateType()) {
    addMembers(V, Begin, Holds);
    if (all_of(V.users(),
               [](const User *U) { return isa<ExtractValueInst>(U); }) &&
        none_of(V.users(), [&](const User *U) { return Found.contains(U); }))
      return;
  }
  if (Found.insert(&V).second)
    Pending.push_back(&V);
}

void CopyFinder::addMembers(const Value &V, uint64_t Begin, Holder Holds) {
  for (const User *U : V.users()) {
    const auto *Extract = dyn_cast<ExtractValueInst>(U);
    if (!Extract)
      continue;
    Type *Ty = V.getType();
    uint64_t Place = Begin;
    for (unsigned Index : Extract->indices()) {
      if (auto *Struct = dyn_cast<StructType>(Ty))
        Place += DL.getStructLayout(Struct)->getElementOffset(Index);
      else
        Place += Index * DL.getTypeAllocSize(Ty->getArrayElementType());
      Ty = ExtractValueInst::getIndexedType(Ty, Index);
    }
    addLoad(*Extract, Place, Holds);
  }
}

void CopyFinder::visit(const AllocaInst &Object) {
  const std::optional<TypeSize> Size = Object.getAllocationSize(DL);
  if (!Size || Size->isScalable() || !Object.isStaticAlloca())
    return;
  const auto HasReference = [&](uint64_t Begin, uint64_t End) {
    return overlapsReference(Object, Begin, End, References);
  };
  const AccessFinder Accesses(Object, References);
  if (!Accesses.IsKnown ||
      (Accesses.ReferenceStores.empty() &&
       !References.containsReferences(Object.getAllocatedType())))
    return;
  const auto Overlaps = [](ArrayRef<AccessFinder::Place> Places, uint64_t Begin,
                           uint64_t End) {
    return any_of(Places, [&](const AccessFinder::Place &P) {
      return P.Begin < End && Begin < P.End;
    });
  };
  const uint64_t WordSize = DL.getPointerSize();
  // Whole words of it.
  const auto Holds = [&](uint64_t Begin, uint64_t End) {
    for (uint64_t Word = alignTo(Begin, WordSize); Word + WordSize <= End;
         Word += WordSize)
      if ((HasReference(Word, Word + WordSize) ||
           Overlaps(Accesses.ReferenceStores, Word, Word + WordSize)) &&
          !Overlaps(Accesses.NumberStores, Word, Word + WordSize))
        return true;
    return false;
  };
  for (const AccessFinder::Place &Load : Accesses.Loads)
    addLoad(*Load.V, Load.Begin, Holds);
}

/// Adds what passes the words on. What never becomes a reference again is
/// dropped at the end.
void CopyFinder::run() {
  while (!Pending.empty())
    for (const User *U : Pending.pop_back_val()->users()) {
      const auto *I = cast<Instruction>(U);
      if (passesOn(*I) && !References.containsReferences(I->getType()) &&
          !isa<ExtractValueInst>(I) &&
          TypeSize::isKnownGE(DL.getTypeStoreSize(I->getType()),
                              TypeSize::getFixed(DL.getPointerSize())) &&
          Found.insert(I).second)
        Pending.push_back(I);
    }
  // Backwards from where they become references.
  SmallPtrSet<const Value *, 8> Needed;
  for (const Value *V : Found)
    if (any_of(V->uses(), [&](const Use &U) { return becomesReference(U); })) {
      Needed.insert(V);
      Pending.push_back(V);
    }
  while (!Pending.empty()) {
    const auto *I = dyn_cast<Instruction>(Pending.pop_back_val());
    for (const Use &U : I->operands())
      if (Found.contains(U) && passesOn(*I) && Needed.insert(U).second)
        Pending.push_back(U);
  }
  Found = std::move(Needed);
}

SmallPtrSet<const Value *, 8>
llvm::findCopiedWords(const Function &F, const GCPointers &References) {
  SmallPtrSet<const Value *, 8> Found;
  CopyFinder Finder(References, F.getDataLayout(), Found);
  for (const Instruction &I : instructions(F))
    if (const auto *Object = dyn_cast<AllocaInst>(&I);
        Object && !References.isReference(*Object))
      Finder.visit(*Object);
  Finder.run();
  return Found;
}
