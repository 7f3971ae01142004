//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatepointFolding.h"
#include "llvm/ADT/APInt.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/Statepoint.h"
#include <optional>

using namespace llvm;

/// \p V without what code generation has no instruction for.
static const Value *stripCopies(const Value *V) {
  while (true) {
    if (isa<BitCastOperator, AddrSpaceCastOperator>(V))
      V = cast<Operator>(V)->getOperand(0);
    else if (const auto *Frozen = dyn_cast<FreezeInst>(V))
      V = Frozen->getOperand(0);
    else
      return V;
  }
}

/// Whether selection may use what was stored in place of \p Load: a store
/// precedes it in its block, with no call in between. Later blocks use the same
/// value.
static bool mayBeStoredBefore(const LoadInst &Load) {
  if (!Load.isSimple())
    return false;
  for (const Instruction *I = Load.getPrevNode(); I; I = I->getPrevNode()) {
    // Other intrinsics that write memory may become stores.
    if (isa<CallBase>(I) &&
        (isa<GCStatepointInst>(I) || !isa<IntrinsicInst>(I)))
      return false;
    if (I->mayWriteToMemory())
      return true;
  }
  return false;
}

/// isOpaque(), of element \p Lane if \p V is a vector, or of all.
static bool isOpaqueLane(const Value *V, std::optional<uint64_t> Lane) {
  V = stripCopies(V);
  if (const auto *Relocate = dyn_cast<GCRelocateInst>(V))
    return isOpaqueLane(Relocate->getDerivedPtr(), Lane);
  if (const auto *Call = dyn_cast<CallBase>(V))
    return isa<GCResultInst>(Call) ||
           Call->getIntrinsicID() == Intrinsic::not_intrinsic;
  if (const auto *GEP = dyn_cast<GetElementPtrInst>(V))
    return GEP->hasAllConstantIndices() &&
           isOpaqueLane(GEP->getPointerOperand(), Lane);
  if (const auto *Extract = dyn_cast<ExtractElementInst>(V)) {
    const auto *N = dyn_cast<ConstantInt>(Extract->getIndexOperand());
    return N && isOpaqueLane(Extract->getVectorOperand(), N->getLimitedValue());
  }
  if (const auto *Insert = dyn_cast<InsertElementInst>(V)) {
    const auto *N = dyn_cast<ConstantInt>(Insert->getOperand(2));
    if (!N || !Lane)
      return false;
    return isOpaqueLane(
        Insert->getOperand(N->getLimitedValue() == *Lane ? 1 : 0), Lane);
  }
  if (const auto *Load = dyn_cast<LoadInst>(V))
    return !mayBeStoredBefore(*Load);
  return isa<Argument, PHINode>(V);
}

bool llvm::isOpaque(const Value *V) { return isOpaqueLane(V, std::nullopt); }

bool llvm::isNeverConstant(const Value *V, const DataLayout &DL) {
  return isOpaque(V) || DL.getTypeSizeInBits(V->getType()) > 64;
}

bool llvm::mayBeEqual(const Value *A, const Value *B, const DataLayout &DL) {
  A = stripCopies(A);
  B = stripCopies(B);
  if (A == B)
    return true;
  if (DL.getTypeSizeInBits(A->getType()) != DL.getTypeSizeInBits(B->getType()))
    return false;
  if (A->getType() == B->getType() && A->getType()->isPointerTy()) {
    APInt OffsetA(DL.getIndexTypeSizeInBits(A->getType()), 0);
    APInt OffsetB = OffsetA;
    if (A->stripAndAccumulateConstantOffsets(DL, OffsetA, true) ==
        B->stripAndAccumulateConstantOffsets(DL, OffsetB, true))
      return OffsetA == OffsetB;
  }
  // What these compute may be there already.
  auto IsComputed = [](const Value *V) {
    return !isOpaque(V) ||
           isa<GetElementPtrInst, ExtractElementInst, InsertElementInst>(V);
  };
  if (IsComputed(A) || IsComputed(B))
    return true;
  const auto *LoadA = dyn_cast<LoadInst>(A);
  const auto *LoadB = dyn_cast<LoadInst>(B);
  if (LoadA && LoadB)
    return mayBeEqual(LoadA->getPointerOperand(), LoadB->getPointerOperand(),
                      DL);
  const auto *RelocateA = dyn_cast<GCRelocateInst>(A);
  const auto *RelocateB = dyn_cast<GCRelocateInst>(B);
  if (RelocateA && RelocateB)
    return RelocateA->getStatepoint() == RelocateB->getStatepoint() &&
           mayBeEqual(RelocateA->getDerivedPtr(), RelocateB->getDerivedPtr(),
                      DL);
  return false;
}
