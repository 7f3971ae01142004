//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RawAddresses.h"
#include "GCNormalizationSteps.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/GCInteriorPointers.h"
#include "llvm/Analysis/GCObjectsInMemory.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

static bool isReference(const Value &V, const GCPointers &References) {
  return References.getKind(V.getType()) != GCPointerKind::None;
}

bool llvm::passesRawAddress(const Instruction &I, const Use &U) {
  if (const auto *Operator = dyn_cast<BinaryOperator>(&I)) {
    // The bits of a tag are no address.
    const auto *Mask = dyn_cast<ConstantInt>(I.getOperand(1));
    if (Operator->getOpcode() == Instruction::And && Mask &&
        Mask->getValue().getActiveBits() < 16)
      return false;
    return Operator->getOpcode() != Instruction::Sub || U.getOperandNo() == 0;
  }
  // An index is a number, unless the rest is none.
  if (const auto *GEP = dyn_cast<GetElementPtrInst>(&I))
    return U.getOperandNo() == GetElementPtrInst::getPointerOperandIndex() ||
           isa<ConstantPointerNull>(GEP->getPointerOperand());
  return isa<CastInst, PHINode, SelectInst, FreezeInst, ExtractElementInst,
             InsertElementInst, ShuffleVectorInst, ExtractValueInst,
             InsertValueInst>(I);
}

RawAddresses::RawAddresses(const Function &F, const GCPointers &References) {
  SmallVector<const Value *, 16> Pending;
  auto Add = [&](const Instruction &I) {
    if (!isReference(I, References) && Values.insert(&I).second)
      Pending.push_back(&I);
  };
  for (const Instruction &I : instructions(F))
    if (isa<CastInst>(I) && isReference(*I.getOperand(0), References))
      Add(I);
  while (!Pending.empty())
    for (const Use &U : Pending.pop_back_val()->uses()) {
      const auto &I = *cast<Instruction>(U.getUser());
      if (passesRawAddress(I, U)) {
        Add(I);
        continue;
      }
      const auto *Store = dyn_cast<StoreInst>(&I);
      if (!Store || U.getOperandNo() == StoreInst::getPointerOperandIndex())
        continue;
      const Value *Address = Store->getPointerOperand();
      const auto *Variable = dyn_cast<AllocaInst>(Address);
      if (Variable && Variables.contains(Variable))
        continue;
      if (Variable && !Objects.contains(Variable) &&
          isWholeVariable(*Variable)) {
        Variables.insert(Variable);
        for (const User *Other : Variable->users())
          if (const auto *Load = dyn_cast<LoadInst>(Other))
            Add(*Load);
        continue;
      }
      SmallVector<const Value *, 4> Found;
      getUnderlyingObjects(Address, Found, /*LI=*/nullptr, /*MaxLookup=*/0);
      for (const Value *V : Found)
        if (const auto *Object = dyn_cast<AllocaInst>(V))
          Objects.insert(Object);
    }
}

/// Makes values of \p Found, which are isWholeVariable().
static bool promote(Function &F, ArrayRef<const AllocaInst *> Found) {
  SmallVector<AllocaInst *, 8> Variables;
  for (const AllocaInst *Variable : Found)
    Variables.push_back(const_cast<AllocaInst *>(Variable));
  if (Variables.empty())
    return false;
  DominatorTree DT(F);
  PromoteMemToReg(Variables, DT);
  return true;
}

bool llvm::promoteObjectAddresses(Function &F, const GCPointers &References) {
  return promote(F, GCObjectsInMemory(F, References).variables());
}

bool llvm::prepareVariables(Function &F, const GCPointers &References) {
  bool Changed = promoteObjectAddresses(F, References);
  Changed |= separateNumbers(F, References);
  return promoteRawVariables(F, References) || Changed;
}

bool llvm::promoteRawVariables(Function &F, const GCPointers &References) {
  return promote(F, RawAddresses(F, References).variables());
}
