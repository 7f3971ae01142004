//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Variables of a front end that keeps each one in memory, where they are
/// assigned what may hold the address of an object and is no reference. What is
/// in memory is never computed again, and nobody reports it: as a value, it is
/// one of the RawValues.
///
//===----------------------------------------------------------------------===//

#include "GCNormalizationSteps.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/GCInteriorPointers.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

static bool isReference(const Value &V, const GCPointers &References) {
  return References.getKind(V.getType()) != GCPointerKind::None;
}

/// Whether \p I may pass on the address that an operand holds.
static bool passesAddress(const Instruction &I) {
  return isa<CastInst, GetElementPtrInst, BinaryOperator, PHINode, SelectInst,
             FreezeInst, ExtractElementInst, InsertElementInst,
             ShuffleVectorInst, ExtractValueInst, InsertValueInst>(I);
}

bool llvm::promoteRawVariables(Function &F, const GCPointers &References) {
  SmallVector<const Instruction *, 16> Pending;
  SmallPtrSet<const Instruction *, 16> Seen;
  SmallSetVector<AllocaInst *, 8> Variables;
  auto Add = [&](const Instruction &I) {
    if (!isReference(I, References) && Seen.insert(&I).second)
      Pending.push_back(&I);
  };
  for (const Instruction &I : instructions(F))
    if (isa<CastInst>(I) && isReference(*I.getOperand(0), References))
      Add(I);
  while (!Pending.empty())
    for (const Use &U : Pending.pop_back_val()->uses()) {
      const auto &I = *cast<Instruction>(U.getUser());
      if (passesAddress(I)) {
        Add(I);
        continue;
      }
      const auto *Store = dyn_cast<StoreInst>(&I);
      if (!Store || U.getOperandNo() == StoreInst::getPointerOperandIndex())
        continue;
      const auto *Object = dyn_cast<AllocaInst>(Store->getPointerOperand());
      if (!Object || Variables.contains(Object) || !isWholeVariable(*Object))
        continue;
      Variables.insert(const_cast<AllocaInst *>(Object));
      for (const User *Other : Object->users())
        if (const auto *Load = dyn_cast<LoadInst>(Other))
          Add(*Load);
    }
  if (Variables.empty())
    return false;
  DominatorTree DT(F);
  PromoteMemToReg(Variables.getArrayRef(), DT);
  return true;
}
