//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the inliner does not count of a callee with enabled null checks
/// (llvm/IR/ImplicitNullChecks.h), so that it decides as without the checks.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_FREENULLCHECKS_H
#define LLVM_ANALYSIS_FREENULLCHECKS_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/ImplicitNullChecks.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"

namespace llvm {

/// Whether \p I is a null check that ends the program, is enabled, and remains
/// so when its function is inlined into \p Caller.
inline bool isFreeNullCheck(const Instruction &I, const Function &Caller) {
  return isEnabledImplicitNullCheck(I) && hasImplicitNullChecks(Caller) &&
         any_of(successors(&I), [](const BasicBlock *Next) {
           return isa<UnreachableInst>(Next->getTerminator());
         });
}

/// Whether \p Call does nothing but cost: others keep their functions from
/// being inlined even if they are never executed.
inline bool isCostAlone(const CallBase &Call) {
  switch (Call.getIntrinsicID()) {
  case Intrinsic::not_intrinsic:
    return !Call.cannotDuplicate() &&
           !Call.hasFnAttr(Attribute::ReturnsTwice) &&
           Call.getCalledFunction() != Call.getFunction();
  case Intrinsic::trap:
  case Intrinsic::ubsantrap:
    return true;
  default:
    return false;
  }
}

/// Whether \p Call comes before the end of the program, and only such checks
/// lead to it.
inline bool isCallOfFreeNullChecks(const CallBase &Call,
                                   const Function &Caller) {
  const BasicBlock *Block = Call.getParent();
  return isa<UnreachableInst>(Block->getTerminator()) && isCostAlone(Call) &&
         !pred_empty(Block) &&
         all_of(predecessors(Block), [&](const BasicBlock *Check) {
           return isFreeNullCheck(*Check->getTerminator(), Caller);
         });
}

} // namespace llvm

#endif // LLVM_ANALYSIS_FREENULLCHECKS_H
