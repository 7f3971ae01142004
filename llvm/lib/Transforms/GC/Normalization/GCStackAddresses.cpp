//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Stack objects whose address is a reference. The stack does not move, so no
/// collector must see the address. As long as it goes nowhere, the object can
/// as well be in the address space of other stack objects.
///
//===----------------------------------------------------------------------===//

#include "GCNormalizationSteps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

/// Whether \p U is a use of an address that does not keep it.
static bool isAccess(const Use &U) {
  const User *I = U.getUser();
  if (isa<LoadInst>(I))
    return true;
  if (isa<StoreInst>(I))
    return U.getOperandNo() == StoreInst::getPointerOperandIndex();
  if (isa<AtomicRMWInst>(I))
    return U.getOperandNo() == AtomicRMWInst::getPointerOperandIndex();
  if (isa<AtomicCmpXchgInst>(I))
    return U.getOperandNo() == AtomicCmpXchgInst::getPointerOperandIndex();
  if (const auto *Marker = dyn_cast<IntrinsicInst>(I))
    return Marker->isLifetimeStartOrEnd() || isa<MemIntrinsic>(Marker);
  return false;
}

bool llvm::isLocalGCObject(const AllocaInst &Object,
                           const GCPointers &Pointers) {
  const DataLayout &DL = Object.getDataLayout();
  const Type *Ty =
      PointerType::get(Object.getContext(), DL.getAllocaAddrSpace());
  if (Pointers.getKind(Ty) != GCPointerKind::None)
    return false;
  SmallVector<const Value *, 8> Pending = {&Object};
  while (!Pending.empty())
    for (const Use &U : Pending.pop_back_val()->uses()) {
      const auto *I = cast<Instruction>(U.getUser());
      if (isa<GetElementPtrInst>(I) && !I->getType()->isVectorTy())
        Pending.push_back(I);
      else if (!isAccess(U) &&
               !(isa<AddrSpaceCastInst>(I) && I->getType() == Ty))
        return false;
    }
  return true;
}

/// Has \p Mem, which gets an address as \p Old, get \p New instead.
static void replaceIn(MemIntrinsic &Mem, Value *Old, Value *New) {
  IRBuilder<> Builder(&Mem);
  Value *Dest = Mem.getRawDest() == Old ? New : Mem.getRawDest();
  CallInst *Call;
  if (auto *Set = dyn_cast<MemSetInst>(&Mem)) {
    Call = Builder.CreateMemSet(Dest, Set->getValue(), Set->getLength(),
                                Set->getDestAlign(), Set->isVolatile());
  } else {
    auto &Transfer = cast<MemTransferInst>(Mem);
    Value *Source =
        Transfer.getRawSource() == Old ? New : Transfer.getRawSource();
    Call = Builder.CreateMemTransferInst(
        Transfer.getIntrinsicID(), Dest, Transfer.getDestAlign(), Source,
        Transfer.getSourceAlign(), Transfer.getLength(), Transfer.isVolatile());
  }
  Call->copyMetadata(Mem);
  Mem.eraseFromParent();
}

/// Has the users of \p Old use \p New. Appends those that make another address
/// of it, and the new address, to \p Pending.
static void
replaceAddress(Value &Old, Value &New,
               SmallVectorImpl<std::pair<Instruction *, Value *>> &Pending) {
  while (!Old.use_empty()) {
    Use &U = *Old.use_begin();
    auto *I = cast<Instruction>(U.getUser());
    if (auto *GEP = dyn_cast<GetElementPtrInst>(I)) {
      SmallVector<Value *, 4> Indices(GEP->indices());
      auto *Part = GetElementPtrInst::Create(GEP->getSourceElementType(), &New,
                                             Indices, "", GEP->getIterator());
      Part->takeName(GEP);
      Part->setNoWrapFlags(GEP->getNoWrapFlags());
      Part->setDebugLoc(GEP->getDebugLoc());
      U.set(PoisonValue::get(Old.getType()));
      Pending.emplace_back(GEP, Part);
    } else if (isa<AddrSpaceCastInst>(I)) {
      I->replaceAllUsesWith(&New);
      I->eraseFromParent();
    } else if (auto *Mem = dyn_cast<MemIntrinsic>(I)) {
      replaceIn(*Mem, &Old, &New);
    } else if (auto *Marker = dyn_cast<IntrinsicInst>(I)) {
      IRBuilder<> Builder(Marker);
      if (Marker->getIntrinsicID() == Intrinsic::lifetime_start)
        Builder.CreateLifetimeStart(&New);
      else
        Builder.CreateLifetimeEnd(&New);
      Marker->eraseFromParent();
    } else {
      U.set(&New);
    }
  }
}

bool llvm::moveGCObjects(Function &F, const GCPointers &Pointers) {
  SmallVector<AllocaInst *, 4> Objects;
  for (Instruction &I : instructions(F))
    if (auto *Object = dyn_cast<AllocaInst>(&I))
      if (Pointers.isReference(*Object) && isLocalGCObject(*Object, Pointers))
        Objects.push_back(Object);
  for (AllocaInst *Object : Objects) {
    auto *Moved = new AllocaInst(
        Object->getAllocatedType(), F.getDataLayout().getAllocaAddrSpace(),
        Object->getArraySize(), Object->getAlign(), "", Object->getIterator());
    Moved->takeName(Object);
    Moved->copyMetadata(*Object);
    SmallVector<std::pair<Instruction *, Value *>, 8> Pending = {
        {Object, Moved}};
    while (!Pending.empty()) {
      const auto [Old, New] = Pending.pop_back_val();
      replaceAddress(*Old, *New, Pending);
      Old->eraseFromParent();
    }
  }
  return !Objects.empty();
}
