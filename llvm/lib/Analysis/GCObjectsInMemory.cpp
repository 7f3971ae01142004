//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// References that are accessed in stack objects through an address in memory.
///
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/GCObjectsInMemory.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/GCInteriorPointers.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

/// The object that \p Pointer points into, and how far, if that is constant.
static std::pair<const Value *, std::optional<int64_t>>
findPlace(const Value &Pointer, const DataLayout &DL) {
  APInt Offset(DL.getIndexTypeSizeInBits(Pointer.getType()), 0);
  const Value *Base = Pointer.stripAndAccumulateConstantOffsets(
      DL, Offset, /*AllowNonInbounds=*/true);
  const Value *Object = getUnderlyingObject(Base);
  if (Object != Base)
    return {Object, std::nullopt};
  return {Object, Offset.trySExtValue()};
}

/// Whether references are loaded or stored at the pointer \p U.
static bool accessesReferences(const Use &U, const GCPointers &Pointers) {
  const auto &I = *cast<Instruction>(U.getUser());
  const auto *Call = dyn_cast<CallBase>(&I);
  if (Pointers.containsReferences(I.getType()))
    return isa<LoadInst, AtomicRMWInst, AtomicCmpXchgInst>(I) ||
           (Call && Call->getIntrinsicID());
  const auto HasReferences = [&](const Use &Operand) {
    return &Operand != &U && Pointers.containsReferences(Operand->getType());
  };
  if (isa<StoreInst, AtomicRMWInst, AtomicCmpXchgInst>(I))
    return any_of(I.operands(), HasReferences);
  if (!Call || !Call->isArgOperand(&U))
    return false;
  const unsigned Number = Call->getArgOperandNo(&U);
  for (Type *Ty :
       {Call->getParamStructRetType(Number), Call->getParamByValType(Number)})
    if (Ty && Pointers.containsReferences(Ty))
      return true;
  return Call->getIntrinsicID() && Call->mayWriteToMemory() &&
         any_of(Call->args(), HasReferences);
}

/// Whether \p I makes an address, or what one can be made of, of \p U.
static bool passesAddress(const Instruction &I, const Use &U) {
  if (isa<GetElementPtrInst, CastInst, BinaryOperator, PHINode, SelectInst,
          FreezeInst, InsertValueInst, ExtractValueInst, InsertElementInst,
          ExtractElementInst, ShuffleVectorInst>(I))
    return true;
  const auto *Call = dyn_cast<CallBase>(&I);
  return Call && getArgumentAliasingToReturnedPointer(
                     Call, /*MustPreserveNullness=*/false) == U.get();
}

/// Whether \p Ty is memory for anything, or has a member that is: arrays of
/// bytes, numbers or pointers.
static bool hasBytes(Type *Ty) {
  if (auto *Array = dyn_cast<ArrayType>(Ty))
    return Array->getElementType()->isIntegerTy() ||
           Array->getElementType()->isPointerTy() ||
           hasBytes(Array->getElementType());
  return isa<StructType>(Ty) && any_of(Ty->subtypes(), hasBytes);
}

/// Follows the address of one object.
class GCObjectsInMemory::Follower {
  GCObjectsInMemory &All;
  const AllocaInst &Object;
  /// How an address got to a value: nothing but values, variables, or memory.
  enum Way : unsigned { Directly, ByVariable, ByMemory };
  SmallVector<std::pair<const Value *, Way>, 8> Pending;
  DenseMap<const Value *, unsigned> Seen;
  SmallSetVector<const AllocaInst *, 4> Variables;
  bool IsAccessedByVariable = false;

  void add(const Value &V, Way W);
  void store(const StoreInst &Store, Way W);
  void visit(const Use &U, Way W);

public:
  Follower(GCObjectsInMemory &All, const AllocaInst &Object)
      : All(All), Object(Object) {}
  void run();
};

void GCObjectsInMemory::Follower::add(const Value &V, Way W) {
  unsigned &Ways = Seen[&V];
  if (!(Ways & (1u << W))) {
    Ways |= 1u << W;
    Pending.emplace_back(&V, W);
  }
}

/// The address is stored.
void GCObjectsInMemory::Follower::store(const StoreInst &Store, Way W) {
  const auto *Variable = dyn_cast<AllocaInst>(Store.getPointerOperand());
  if (Variable && isWholeVariable(*Variable)) {
    Variables.insert(Variable);
    for (const User *U : Variable->users())
      if (isa<LoadInst>(U))
        add(*U, std::max(W, ByVariable));
    return;
  }
  auto [Place, Offset] =
      findPlace(*Store.getPointerOperand(), Store.getDataLayout());
  if (!Store.getValueOperand()->getType()->isPointerTy())
    Offset = std::nullopt;
  auto It = All.LoadsOf.find(Place);
  if (It == All.LoadsOf.end())
    return;
  for (const Load &L : It->second)
    if (!Offset || !L.Offset || *Offset == *L.Offset)
      add(*L.At, ByMemory);
}

void GCObjectsInMemory::Follower::visit(const Use &U, Way W) {
  const auto &I = *cast<Instruction>(U.getUser());
  if (passesAddress(I, U))
    return add(I, W);
  if (const auto *Store = dyn_cast<StoreInst>(&I);
      Store && U.getOperandNo() != StoreInst::getPointerOperandIndex())
    return store(*Store, W);
  if (W == Directly || !accessesReferences(U, All.Pointers))
    return;
  if (W == ByMemory)
    All.Accesses.push_back({&Object, &I});
  else
    IsAccessedByVariable = true;
}

void GCObjectsInMemory::Follower::run() {
  add(Object, Directly);
  while (!Pending.empty()) {
    const auto [V, W] = Pending.pop_back_val();
    for (const Use &U : V->uses())
      visit(U, W);
  }
  if (IsAccessedByVariable)
    All.Variables.insert_range(Variables);
}

GCObjectsInMemory::GCObjectsInMemory(const Function &F,
                                     const GCPointers &Pointers)
    : Pointers(Pointers) {
  const DataLayout &DL = F.getDataLayout();
  SmallVector<const AllocaInst *, 8> Objects;
  for (const Instruction &I : instructions(F)) {
    if (const auto *Load = dyn_cast<LoadInst>(&I);
        Load && !Pointers.isReference(*Load) &&
        (Load->getType()->isPtrOrPtrVectorTy() ||
         Load->getType()->isAggregateType())) {
      const auto [Place, Offset] = findPlace(*Load->getPointerOperand(), DL);
      // Members of an aggregate have offsets of their own.
      LoadsOf[Place].push_back(
          {Load, Load->getType()->isPointerTy() ? Offset : std::nullopt});
    }
    const auto *Object = dyn_cast<AllocaInst>(&I);
    if (Object && !Pointers.isReference(*Object) &&
        !Pointers.containsReferences(Object->getAllocatedType()) &&
        (hasBytes(Object->getAllocatedType()) ||
         (Object->isArrayAllocation() &&
          Object->getAllocatedType()->isIntegerTy(8))))
      Objects.push_back(Object);
  }
  for (const AllocaInst *Object : Objects)
    Follower(*this, *Object).run();
  LoadsOf.clear();
}
