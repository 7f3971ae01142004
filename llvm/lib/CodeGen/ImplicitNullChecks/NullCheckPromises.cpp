//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What can be read for certain if a null check passes.
///
//===----------------------------------------------------------------------===//

#include "NullCheckPromises.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/NullAddresses.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/ImplicitNullChecks.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

/// How many blocks the definition of a pointer may be away from its check.
static constexpr unsigned MaxDistance = 16;

/// How many instructions are looked at behind a check.
static constexpr unsigned MaxInstructions = 32;

/// Whether \p I may free, move or unmap something, or wait for another thread
/// that does. Intrinsics of the memory functions do not.
static bool mayCollect(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call || Call->hasFnAttr("gc-leaf-function"))
    return false;
  const auto *Intrinsic = dyn_cast<IntrinsicInst>(Call);
  return !Intrinsic ||
         !(Intrinsic->isAssumeLikeIntrinsic() ||
           Intrinsic->doesNotAccessMemory() || isa<MemIntrinsic>(Intrinsic));
}

/// Whether nothing between the definition of \p Pointer and \p Check may
/// collect, so that the pointer leads to what it led to there.
static bool isUntouched(const Value &Pointer, const BranchInst &Check) {
  if (!isa<Instruction, Argument>(Pointer))
    return false;
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<const BasicBlock *, 8> Work;
  // Looks for \p Pointer from \p I back to the start of its block.
  auto GoBack = [&](const Instruction *I) {
    for (; I; I = I->getPrevNode()) {
      if (I == &Pointer)
        return true;
      if (mayCollect(*I))
        return false;
    }
    return true;
  };
  const auto *Definition = dyn_cast<Instruction>(&Pointer);
  auto AddPredecessors = [&](const BasicBlock &Block) {
    if (!Definition || Definition->getParent() != &Block)
      append_range(Work, predecessors(&Block));
  };
  if (!GoBack(&Check))
    return false;
  AddPredecessors(*Check.getParent());
  while (!Work.empty()) {
    const BasicBlock *Block = Work.pop_back_val();
    if (!Seen.insert(Block).second)
      continue;
    if (Seen.size() > MaxDistance || !GoBack(Block->getTerminator()))
      return false;
    AddPredecessors(*Block);
  }
  return true;
}

/// Whether \p Pointer still points to its object when \p Check is executed.
/// A comparison of a reference with null may be above a safepoint and the
/// branch below it. The program then has no use for the reference, and nothing
/// keeps it up to date.
static bool isUpToDate(const Value &Pointer, const BranchInst &Check) {
  return (!Check.getFunction()->hasGC() &&
          Pointer.getType()->getPointerAddressSpace() == 0) ||
         isUntouched(Pointer, Check);
}

/// How many bytes from \p Pointer on can be read, unless it is null, from its
/// definition to \p Check.
static uint64_t getBytesOfValue(const Value &Pointer, const BranchInst &Check) {
  // A constant may be the address of something that is not there.
  if (isa<Constant>(Pointer))
    return 0;
  bool MayBeNull = false, MayBeFreed = false;
  const uint64_t Bytes = Pointer.getPointerDereferenceableBytes(
      Check.getDataLayout(), MayBeNull, MayBeFreed);
  return Bytes && isUntouched(Pointer, Check) ? Bytes : 0;
}

/// How many bytes of its argument \p Number can be read when \p Call is
/// executed.
static uint64_t getBytesOfArgument(const CallBase &Call, unsigned Number) {
  if (const auto *Memory = dyn_cast<MemIntrinsic>(&Call)) {
    const auto *Length = dyn_cast<ConstantInt>(Memory->getLength());
    const bool IsAccessed =
        Number == 0 || (Number == 1 && isa<MemTransferInst>(Memory));
    if (!Length || !IsAccessed || Memory->isVolatile())
      return 0;
    return Length->getLimitedValue();
  }
  if (Call.isByValArgument(Number))
    return Call.getDataLayout()
        .getTypeStoreSize(Call.getParamByValType(Number))
        .getKnownMinValue();
  uint64_t Bytes = Call.getParamDereferenceableBytes(Number);
  if (const Function *Callee = Call.getCalledFunction();
      Callee && Number < Callee->arg_size())
    Bytes = std::max(Bytes, Callee->getParamDereferenceableBytes(Number));
  return Bytes;
}

/// Whether \p I only computes, or accesses memory in a way that leaves it to
/// the processor when others see it, and control goes on behind it.
static bool isPassable(const Instruction &I) {
  if (I.isVolatile() || I.isAtomic() || mayCollect(I) ||
      !isGuaranteedToTransferExecutionToSuccessor(&I))
    return false;
  // Some intrinsics that access no memory wait all the same.
  const auto *Call = dyn_cast<CallBase>(&I);
  return !Call || Call->hasFnAttr(Attribute::NoSync) || isa<MemIntrinsic>(Call);
}

namespace {

/// What a pointer is: another one, and the distance from it.
struct BaseAndOffset {
  const Value *Base;
  int64_t Offset;

  BaseAndOffset(const Value &Pointer, const DataLayout &DL) {
    APInt Sum(DL.getIndexTypeSizeInBits(Pointer.getType()), 0);
    Base = Pointer.stripAndAccumulateConstantOffsets(DL, Sum,
                                                     /*AllowNonInbounds=*/true);
    Offset = Sum.trySExtValue().value_or(INT64_MIN);
  }
};

} // end anonymous namespace

/// Looks for a call to which control comes for certain behind \p Check, if its
/// pointer is not null, and that can read from it.
static std::optional<NullCheckPromise> findCall(const BranchInst &Check,
                                                unsigned NotNull) {
  const DataLayout &DL = Check.getDataLayout();
  const BaseAndOffset Checked(*getPointerOfCheck(Check), DL);
  NullCheckPromise Promise = {NotNull, 0, 0};
  const BasicBlock *Block = Check.getSuccessor(NotNull);
  unsigned Left = MaxInstructions;
  const auto *Definition = dyn_cast<Instruction>(Checked.Base);
  while (true) {
    // From there on, it is another pointer.
    if (Definition && Definition->getParent() == Block)
      return std::nullopt;
    for (const Instruction &I : *Block) {
      if (I.isDebugOrPseudoInst() || isa<PHINode>(I))
        continue;
      if (Left-- == 0)
        return std::nullopt;
      if (const auto *Call = dyn_cast<CallBase>(&I))
        for (const auto &[Number, Argument] : enumerate(Call->args())) {
          if (Argument->getType() != getPointerOfCheck(Check)->getType())
            continue;
          Promise.Bytes = getBytesOfArgument(*Call, Number);
          const BaseAndOffset Passed(*Argument, DL);
          if (!Promise.Bytes || Passed.Base != Checked.Base ||
              Passed.Offset == INT64_MIN || Checked.Offset == INT64_MIN)
            continue;
          Promise.Offset = Passed.Offset - Checked.Offset;
          return Promise;
        }
      // The access itself becomes the check.
      const Value *Accessed = getLoadStorePointerOperand(&I);
      if (Accessed && BaseAndOffset(*Accessed, DL).Base == Checked.Base)
        return std::nullopt;
      if (!I.isTerminator() && !isPassable(I))
        return std::nullopt;
    }
    Block = Block->getSingleSuccessor();
    if (!Block)
      return std::nullopt;
  }
}

std::optional<NullCheckPromise>
llvm::findNullCheckPromise(const BranchInst &Check) {
  const Function &F = *Check.getFunction();
  const Value *Pointer = getPointerOfCheck(Check);
  const MDNode *Mark = Check.getMetadata(LLVMContext::MD_make_implicit);
  if (!Pointer || !Mark ||
      !isNullUnmapped(F, Pointer->getType()->getPointerAddressSpace()) ||
      !isUpToDate(*Pointer, Check))
    return std::nullopt;
  const bool IsEqual =
      cast<ICmpInst>(Check.getCondition())->getPredicate() == CmpInst::ICMP_EQ;
  const unsigned NotNull = IsEqual ? 1 : 0;
  const BasicBlock *Block = Check.getSuccessor(NotNull);
  if (Block == Check.getSuccessor(1 - NotNull) || Block->isEHPad())
    return std::nullopt;
  const uint64_t Bytes = std::max(getImplicitCheckPromise(*Mark),
                                  getBytesOfValue(*Pointer, Check));
  if (Bytes)
    return NullCheckPromise{NotNull, 0, Bytes};
  return findCall(Check, NotNull);
}
