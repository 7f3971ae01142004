//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// References that are undefined on some paths only.
///
//===----------------------------------------------------------------------===//

#include "UndefinedRoots.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCStrategy.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

/// Returns \p C with null in place of what is undefined in it.
static Constant *replaceUndefined(Constant *C) {
  if (isa<UndefValue>(C))
    return Constant::getNullValue(C->getType());
  if (!C->containsUndefOrPoisonElement())
    return C;
  return Constant::replaceUndefsWith(
      C, Constant::getNullValue(C->getType()->getScalarType()));
}

bool llvm::defineUndefinedRoots(Function &F, const GCStrategy &Strategy) {
  if (!Strategy.useStatepoints())
    return false;
  bool Changed = false;
  for (Instruction &I : instructions(F)) {
    if (!isa<PHINode, SelectInst, InsertElementInst, FreezeInst>(I))
      continue;
    for (Use &U : I.operands()) {
      auto *C = dyn_cast<Constant>(U);
      // Strategies know pointers, and not vectors of them.
      if (!C || !C->getType()->isPtrOrPtrVectorTy() ||
          !Strategy.isGCManagedPointer(C->getType()->getScalarType())
               .value_or(true))
        continue;
      Constant *Defined = replaceUndefined(C);
      Changed |= Defined != C;
      U.set(Defined);
    }
  }
  return Changed;
}
