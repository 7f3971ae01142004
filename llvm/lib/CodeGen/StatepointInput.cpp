//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatepointInput.h"
#include "llvm/Analysis/StatepointValues.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCStrategy.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/Statepoint.h"
#include "llvm/TargetParser/Triple.h"
#include <string>

using namespace llvm;

bool llvm::becomesStatepoint(const CallBase &Call) {
  if (isa<GCStatepointInst>(Call))
    return true;
  if (!Call.hasDeoptState() || Call.isInlineAsm() || isa<CallBrInst>(Call))
    return false;
  const Intrinsic::ID ID = Call.getIntrinsicID();
  return ID == Intrinsic::not_intrinsic ||
         ID == Intrinsic::experimental_deoptimize;
}

bool llvm::isReference(const Value *V, const GCStrategy *Strategy) {
  Type *Ty = V->getType()->getScalarType();
  if (!Ty->isPointerTy())
    return false;
  return !Strategy || Strategy->isGCManagedPointer(Ty).value_or(true);
}

/// Whether the target has a lowering of STATEPOINT. Modules that a JIT compiles
/// for its host need not name one.
static bool hasStatepoints(const Triple &TT) {
  if (TT.getArch() == Triple::UnknownArch)
    return true;
  if (!TT.isArch64Bit())
    return false;
  return TT.isX86() || TT.isAArch64() || TT.isRISCV() || TT.isLoongArch();
}

/// What the bytes of instructions are a multiple of.
static unsigned getCodeUnit(const Triple &TT) {
  if (TT.isAArch64() || TT.isLoongArch())
    return 4;
  return TT.isRISCV() ? 2 : 1;
}

static unsigned getNumPatchBytes(const CallBase &Call) {
  if (const auto *Statepoint = dyn_cast<GCStatepointInst>(&Call))
    return Statepoint->getNumPatchBytes();
  return parseStatepointDirectivesFromAttrs(Call.getAttributes())
      .NumPatchBytes.value_or(0);
}

static bool containsScalableVector(Type *Ty) {
  if (auto *Struct = dyn_cast<StructType>(Ty))
    return any_of(Struct->elements(), containsScalableVector);
  if (auto *Array = dyn_cast<ArrayType>(Ty))
    return containsScalableVector(Array->getElementType());
  return isa<ScalableVectorType>(Ty);
}

/// The name of \p V as IR has it, or nothing.
static std::string nameOf(const Value *V) {
  return V->hasName() ? "'%" + V->getName().str() + "' " : "";
}

void llvm::addRelocated(const CallBase &Call,
                        SmallPtrSetImpl<const Value *> &Values) {
  if (const auto *Statepoint = dyn_cast<GCStatepointInst>(&Call))
    for (const GCRelocateInst *Relocate : Statepoint->getGCRelocates())
      Values.insert(Relocate->getDerivedPtr());
}

/// \p NeedsBase says whether \p V is recorded with a base.
static void checkDeoptValue(const Value *V, bool NeedsBase,
                            function_ref<void(StringRef)> Report) {
  if (containsScalableVector(V->getType()))
    return Report("deopt value " + nameOf(V) +
                  "is a scalable vector, whose place and size no stack map can "
                  "say; pass its elements or the address of a copy");
  if (NeedsBase && !canHaveStatepointBase(V))
    Report("deopt value " + nameOf(V) +
           "is derived from a pointer that nobody knows the base of; pass the "
           "base pointer and the offset");
}

/// \p NeedsBase says whether \p V is recorded with a base if it is used.
static void checkLiveValue(const Value *V, const GCStatepointInst &Call,
                           bool NeedsBase,
                           function_ref<void(StringRef)> Report) {
  const DataLayout &DL = Call.getDataLayout();
  Type *Ty = V->getType();
  if (containsScalableVector(Ty))
    return Report("gc-live value " + nameOf(V) +
                  "is a scalable vector; list its elements");
  if (Ty->isAggregateType())
    return Report("gc-live value " + nameOf(V) +
                  "is an aggregate; list its references");
  if (!Ty->isPtrOrPtrVectorTy())
    return;
  if (NeedsBase && !findStatepointBase(V) && isUsedAfterStatepoint(V, Call))
    Report("gc-live value " + nameOf(V) +
           "is used afterwards, is not relocated, and nobody knows its base; "
           "relocate it");
  if (!Ty->isPointerTy())
    return;
  APInt Offset(DL.getIndexTypeSizeInBits(Ty), 0);
  const Value *Object = V->stripAndAccumulateConstantOffsets(
      DL, Offset, /*AllowNonInbounds=*/true);
  if (const auto *Alloca = dyn_cast<AllocaInst>(Object)) {
    if (!Alloca->isStaticAlloca())
      Report("gc-live value " + nameOf(V) +
             "is a stack object of dynamic size, which no stack map can "
             "describe; allocate a fixed number of slots in the entry block");
    return;
  }
  while (const auto *GEP = dyn_cast<GEPOperator>(Object))
    Object = GEP->getPointerOperand();
  if (isa<AllocaInst>(Object))
    Report("gc-live value " + nameOf(V) +
           "is a part of a stack object at a variable offset; list the whole "
           "object");
}

void llvm::findUnsupported(const CallBase &Call, const GCStrategy *Strategy,
                           function_ref<void(StringRef)> Report) {
  const Module &M = *Call.getModule();
  const Triple &TT = M.getTargetTriple();
  if (!hasStatepoints(TT))
    return Report("the target " + TT.getArchName().str() +
                  " has no statepoints; x86-64, AArch64, 64-bit RISC-V and "
                  "LoongArch have");

  const unsigned PatchBytes = getNumPatchBytes(Call);
  if (PatchBytes % getCodeUnit(TT))
    Report(std::to_string(PatchBytes) +
           " bytes to patch are not a whole number of instructions; make them "
           "a multiple of " +
           std::to_string(getCodeUnit(TT)));
  if (Call.getOperandBundle(LLVMContext::OB_ptrauth))
    Report("a signed callee cannot be authenticated by a statepoint; "
           "authenticate it before, in a function without deopt state");
  if (Call.isMustTailCall())
    Report("a tail call has no frame for its deopt state; drop musttail or the "
           "deopt state");

  SmallPtrSet<const Value *, 16> Relocated;
  addRelocated(Call, Relocated);
  auto NeedsBase = [&](const Value *V) {
    return isa<GCStatepointInst>(Call) && isReference(V, Strategy) &&
           !Relocated.contains(V);
  };
  if (auto Deopt = Call.getOperandBundle(LLVMContext::OB_deopt))
    for (const Use &U : Deopt->Inputs)
      checkDeoptValue(U, NeedsBase(U), Report);
  if (auto Live = Call.getOperandBundle(LLVMContext::OB_gc_live))
    for (const Use &U : Live->Inputs)
      checkLiveValue(U, cast<GCStatepointInst>(Call), NeedsBase(U), Report);
}
