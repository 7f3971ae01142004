//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implicit null checks as the IR sees them. Two things have to meet:
///
/// - Enablement: the function attribute "implicit-null-checks". Code generation
///   works on the marks of a function that has it.
/// - Mark: !make.implicit on a branch that tests a pointer for null. Its first
///   operand, if there is one, is the site id: an i32 that goes into the fault
///   map. The second is a promise: if the pointer is not null, as many bytes
///   from it on as this i64 says can be read when the branch is executed.
///
/// Whether null is unmapped in the address space of the pointer is looked at
/// when code is generated. What the IR has is kept either way.
///
/// A mark in a function without the attribute is a plain branch, unless the
/// user of the code generator enables them all through the option
/// -enable-implicit-null-checks, which the IR does not show.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_IR_IMPLICITNULLCHECKS_H
#define LLVM_IR_IMPLICITNULLCHECKS_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Operator.h"
#include <optional>
#include <utility>

namespace llvm {

/// A string attribute. It promises a runtime that recovers the faults of the
/// function. Without a value, what is never mapped is the first page. With the
/// value "wide", it is the wide guard (llvm/BinaryFormat/FaultMaps.h), which
/// the runtime reserves. Other values are errors of code generation
/// (llvm/Analysis/NullAddresses.h).
inline constexpr StringLiteral ImplicitNullChecksAttr = "implicit-null-checks";
inline constexpr StringLiteral WideNullGuard = "wide";

inline bool hasWideNullGuard(const Function &F) {
  return F.getFnAttribute(ImplicitNullChecksAttr).getValueAsString() ==
         WideNullGuard;
}

inline bool hasImplicitNullChecks(const Function &F) {
  const Attribute Enabled = F.getFnAttribute(ImplicitNullChecksAttr);
  return Enabled.isValid() &&
         (Enabled.getValueAsString().empty() || hasWideNullGuard(F));
}

/// Whether \p I is a marked branch in a function whose marks count.
inline bool isEnabledImplicitNullCheck(const Instruction &I) {
  return I.getMetadata(LLVMContext::MD_make_implicit) &&
         hasImplicitNullChecks(*I.getFunction());
}

/// Operand \p Index of \p Mark, the node of a !make.implicit, if it is a
/// constant of \p Bits bits.
inline const ConstantInt *
getImplicitCheckOperand(const MDNode &Mark, unsigned Index, unsigned Bits) {
  if (Index >= Mark.getNumOperands())
    return nullptr;
  const auto *Operand =
      mdconst::dyn_extract_or_null<ConstantInt>(Mark.getOperand(Index));
  return Operand && Operand->getBitWidth() == Bits ? Operand : nullptr;
}

/// Whether \p Mark is what the node of a !make.implicit can be.
inline bool isImplicitCheckMark(const MDNode &Mark) {
  const unsigned Operands = Mark.getNumOperands();
  return Operands <= 2 &&
         (Operands < 1 || getImplicitCheckOperand(Mark, 0, 32)) &&
         (Operands < 2 || getImplicitCheckOperand(Mark, 1, 64));
}

/// The site id in \p Mark, the node of a !make.implicit.
inline std::optional<uint32_t> getImplicitCheckSite(const MDNode &Mark) {
  const ConstantInt *Site = getImplicitCheckOperand(Mark, 0, 32);
  if (!Site || !isImplicitCheckMark(Mark))
    return std::nullopt;
  return static_cast<uint32_t>(Site->getZExtValue());
}

/// How many bytes \p Mark, the node of a !make.implicit, promises.
inline uint64_t getImplicitCheckPromise(const MDNode &Mark) {
  const ConstantInt *Promise = getImplicitCheckOperand(Mark, 1, 64);
  return Promise && isImplicitCheckMark(Mark) ? Promise->getZExtValue() : 0;
}

/// Whether a branch on \p Compare promises something about the pointer that
/// \p Compare compares.
inline bool hasPromisedNullCheck(const Instruction &Compare) {
  return any_of(Compare.users(), [](const User *U) {
    const auto *Branch = dyn_cast<BranchInst>(U);
    const MDNode *Mark =
        Branch ? Branch->getMetadata(LLVMContext::MD_make_implicit) : nullptr;
    return Mark && getImplicitCheckPromise(*Mark);
  });
}

/// Whether the marked checks of \p Callee cost nothing once it is inlined into
/// \p Caller. Marks without the attribute come from a front end that uses the
/// code generator's option, for all functions alike. With the attribute, they
/// remain compares and branches in a caller that does not have it.
inline bool areMarkedChecksFree(const Function &Callee,
                                const Function &Caller) {
  return !hasImplicitNullChecks(Callee) || hasImplicitNullChecks(Caller);
}

/// \returns the pointer that \p Check compares with null, be it as an integer;
/// null if it does something else.
inline const Value *getPointerOfCheck(const Instruction &Check) {
  const auto *Branch = dyn_cast<BranchInst>(&Check);
  if (!Branch || Branch->isUnconditional())
    return nullptr;
  const auto *Test = dyn_cast<ICmpInst>(Branch->getCondition());
  if (!Test || !Test->isEquality())
    return nullptr;
  const Value *Tested = Test->getOperand(0), *Null = Test->getOperand(1);
  if (isa<Constant>(Tested))
    std::swap(Tested, Null);
  if (!isa<Constant>(Null) || !cast<Constant>(Null)->isNullValue())
    return nullptr;
  if (const auto *Cast = dyn_cast<PtrToIntOperator>(Tested))
    Tested = Cast->getPointerOperand();
  return Tested->getType()->isPointerTy() ? Tested : nullptr;
}

/// What \p Pointer is computed from by getelementptr: with constants, and where
/// \p F has the wide guard with variables, too.
inline const Value *getBaseOfAddress(const Value &Pointer, const Function &F) {
  const Value *V = &Pointer;
  // In code that is never reached, an address may be computed from itself.
  for (unsigned Left = 64; Left; --Left) {
    const auto *GEP = dyn_cast<GEPOperator>(V);
    if (!GEP || (!GEP->hasAllConstantIndices() && !hasWideNullGuard(F)))
      break;
    V = GEP->getPointerOperand();
  }
  return V;
}

/// Whether \p Pointer is computed from the pointer that \p Check tests for null
/// in such a way that it may be in the guard then.
inline bool isPointerOfCheck(const Value &Pointer, const Instruction &Check) {
  const Value *Tested = getPointerOfCheck(Check);
  const Function &F = *Check.getFunction();
  return Tested && Pointer.getType()->isPointerTy() &&
         getBaseOfAddress(Pointer, F) == getBaseOfAddress(*Tested, F);
}

/// Whether \p I may stand in for the enabled check that guards its block, for
/// as long as it stays in the block.
inline bool mayStandInForNullCheck(const Instruction &I) {
  const Value *Pointer = getLoadStorePointerOperand(&I);
  if (!Pointer)
    return false;
  const BasicBlock *Guard = I.getParent()->getSinglePredecessor();
  return Guard && isEnabledImplicitNullCheck(*Guard->getTerminator()) &&
         isPointerOfCheck(*Pointer, *Guard->getTerminator());
}

/// Whether an access through the checked pointer needs the result of \p I,
/// which reads memory in front of an enabled check, for its address or to store
/// it. The access can stand in for the check only if \p I stays in front of it.
inline bool isReadForNullCheck(const Instruction &I) {
  const Instruction &Check = *I.getParent()->getTerminator();
  if (!I.mayReadFromMemory() || !isEnabledImplicitNullCheck(Check))
    return false;
  SmallVector<const Instruction *, 8> Work = {&I};
  for (unsigned Left = 16; Left && !Work.empty(); --Left)
    for (const User *U : Work.pop_back_val()->users()) {
      const auto *Store = dyn_cast<StoreInst>(U);
      const Value *Address = Store ? Store->getPointerOperand() : U;
      if ((Store || isa<GEPOperator>(U)) && isPointerOfCheck(*Address, Check))
        return true;
      if (isa<CastInst, BinaryOperator, GetElementPtrInst>(U))
        Work.push_back(cast<Instruction>(U));
    }
  return false;
}

/// Whether a check can become implicit only if \p I stays in its block.
inline bool hasToStayForNullCheck(const Instruction &I) {
  return mayStandInForNullCheck(I) || isReadForNullCheck(I);
}

} // namespace llvm

#endif // LLVM_IR_IMPLICITNULLCHECKS_H
