//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Utils/VTableGuards.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"

using namespace llvm;

/// \returns whether \p V is an address in a vtable.
static bool isVTable(const Value *V) {
  const auto *GV =
      isa<Constant>(V)
          ? dyn_cast<GlobalVariable>(V->stripInBoundsConstantOffsets())
          : nullptr;
  return GV && GV->isConstant() && GV->hasMetadata(LLVMContext::MD_type);
}

bool llvm::hasInvariantVTableGuard(const Loop &L) {
  return any_of(L.blocks(), [&](const BasicBlock *BB) {
    const auto *Branch = dyn_cast<BranchInst>(BB->getTerminator());
    const auto *Guard = Branch && Branch->isConditional()
                            ? dyn_cast<ICmpInst>(Branch->getCondition())
                            : nullptr;
    return Guard && Guard->isEquality() && isVTable(Guard->getOperand(1)) &&
           L.isLoopInvariant(Guard);
  });
}
