//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Utils/LoopNullChecks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/ImplicitNullChecks.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

/// Whether the wide guard covers the index \p V: it has at most 32 bits.
static bool isNarrow(const Value *V) {
  if (isa<ZExtInst, SExtInst>(V))
    V = cast<CastInst>(V)->getOperand(0);
  return isa<ConstantInt>(V) || V->getType()->getScalarSizeInBits() <= 32;
}

/// Whether \p Address is so close to \p Pointer that an access there can stand
/// in for a check of it in \p F.
static bool isInGuard(const Value *Address, const Value *Pointer,
                      const Function &F) {
  while (Address && Address != Pointer) {
    const auto *GEP = dyn_cast<GEPOperator>(Address);
    if (!GEP || !(GEP->hasAllConstantIndices() ||
                  (hasWideNullGuard(F) && all_of(GEP->indices(), isNarrow))))
      return false;
    Address = GEP->getPointerOperand();
  }
  return Address;
}

/// Whether control comes from \p Block to nowhere else but to an unreachable
/// place.
static bool endsProgram(const BasicBlock *Block) {
  // Loops have exit blocks of their own.
  for (unsigned Left = 4; Left && Block; --Left) {
    if (isa<UnreachableInst>(Block->getTerminator()))
      return true;
    Block = Block->getUniqueSuccessor();
  }
  return false;
}

bool llvm::isInvariantNullCheck(const Instruction &I, const Loop &L,
                                const DominatorTree &DT) {
  const Value *Pointer = isEnabledImplicitNullCheck(I) && L.isInnermost()
                             ? getPointerOfCheck(I)
                             : nullptr;
  const BasicBlock *Latch = L.getLoopLatch();
  if (!Pointer || !L.isLoopInvariant(cast<BranchInst>(I).getCondition()) ||
      !Latch || !DT.dominates(I.getParent(), Latch))
    return false;
  const auto &Check = cast<BranchInst>(I);
  const bool IsNullFirst =
      cast<ICmpInst>(Check.getCondition())->getPredicate() == CmpInst::ICMP_EQ;
  const BasicBlock *Null = Check.getSuccessor(IsNullFirst ? 0 : 1);
  const BasicBlock *NotNull = Check.getSuccessor(IsNullFirst ? 1 : 0);
  return endsProgram(Null) && none_of(*NotNull, [&](const Instruction &Access) {
           return isInGuard(getLoadStorePointerOperand(&Access), Pointer,
                            *I.getFunction());
         });
}

bool llvm::hasInvariantNullCheck(const Loop &L, const DominatorTree &DT) {
  return any_of(L.blocks(), [&](const BasicBlock *BB) {
    return isInvariantNullCheck(*BB->getTerminator(), L, DT);
  });
}
