//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GCClaims.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/GC/GCRootStrategy.h"
#include "llvm/Transforms/GC/PlaceGCRoots.h"

using namespace llvm;

/// That safepoints leave memory alone.
static void exposeMemory(Function &F, ArrayRef<CallBase *> Safepoints) {
  for (CallBase *Call : Safepoints) {
    Call->removeFnAttr(Attribute::Memory);
    // What the call itself accesses is not all.
    for (const unsigned Kind :
         {LLVMContext::MD_tbaa, LLVMContext::MD_tbaa_struct,
          LLVMContext::MD_noalias, LLVMContext::MD_alias_scope})
      Call->setMetadata(Kind, nullptr);
    if (Function *Callee = Call->getCalledFunction()) {
      Callee->removeFnAttr(Attribute::Memory);
      Callee->removeFnAttr(Attribute::Speculatable);
    }
  }
  F.removeFnAttr(Attribute::Memory);
}

/// That nothing else accesses what a call returns or a function is passed. With
/// a copy of an object before a safepoint, a copy of that one after it
/// would be made from the object, which nobody keeps that long. If objects
/// move, references in stack objects of callers are written to, too.
static void exposeObjects(Function &F, const GCRootStrategy &Strategy,
                          ArrayRef<CallBase *> Safepoints) {
  const auto IsExposed = [&](const Type *Ty) {
    return Strategy.MovesObjects ||
           Strategy.Pointers.getKind(Ty) != GCPointerKind::None;
  };
  const auto ExposeArguments = [&](Function &Of) {
    for (Argument &A : Of.args())
      if (IsExposed(A.getType()))
        A.removeAttr(Attribute::NoAlias);
  };
  ExposeArguments(F);
  for (CallBase *Call : Safepoints) {
    // What is known of the parameter would hold for what is inlined.
    for (const auto &[I, U] : enumerate(Call->args()))
      if (IsExposed(U->getType()))
        Call->removeParamAttr(I, Attribute::NoAlias);
    Function *Callee = Call->getCalledFunction();
    if (Callee)
      ExposeArguments(*Callee);
    if (!IsExposed(Call->getType()))
      continue;
    Call->removeRetAttr(Attribute::NoAlias);
    if (Callee)
      Callee->removeRetAttr(Attribute::NoAlias);
  }
}

/// That a function returns its argument: if objects move, what is returned is
/// another address.
static void forgetReturnedArguments(Function &F,
                                    ArrayRef<CallBase *> Safepoints) {
  for (Argument &A : F.args())
    A.removeAttr(Attribute::Returned);
  for (CallBase *Call : Safepoints) {
    for (unsigned I = 0, E = Call->arg_size(); I != E; ++I)
      Call->removeParamAttr(I, Attribute::Returned);
    if (Function *Callee = Call->getCalledFunction())
      for (Argument &A : Callee->args())
        A.removeAttr(Attribute::Returned);
  }
}

/// The address at which \p I reads or writes memory, or null.
static const Value *getAddress(const Instruction &I) {
  if (const Value *Pointer = getLoadStorePointerOperand(&I))
    return Pointer;
  const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
  if (!Intrinsic || !Intrinsic->mayReadOrWriteMemory())
    return nullptr;
  // Masked and other accesses of vectors, which may have vectors of addresses.
  const auto *Address = find_if(Intrinsic->args(), [](const Use &U) {
    return U->getType()->isPtrOrPtrVectorTy();
  });
  return Address == Intrinsic->arg_end() ? nullptr : Address->get();
}

/// That memory of objects is invariant: they are collected or move at
/// safepoints, so accesses must not move past one. If they move, so does the
/// value of each reference in memory. Facts about the loaded values stay,
/// because they say which object keeps them alive.
static void forgetInvariance(Function &F, const GCRootStrategy &Strategy) {
  const GCPointers &Pointers = Strategy.Pointers;
  MDBuilder Metadata(F.getContext());
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    const Value *Pointer = getAddress(I);
    if (!Pointer)
      continue;
    Type *Ty =
        getLoadStorePointerOperand(&I) ? getLoadStoreType(&I) : I.getType();
    const bool IsReference = Pointers.isReference(*Pointer);
    const bool Moves = Strategy.MovesObjects && Pointers.containsReferences(Ty);
    if (Moves)
      I.setMetadata(LLVMContext::MD_invariant_group, nullptr);
    if (!IsReference && !Moves)
      continue;
    if (MDNode *Mark = I.getMetadata(LLVMContext::MD_invariant_load)) {
      I.setMetadata(LLVMContext::MD_invariant_load, nullptr);
      if (IsReference && Pointers.getKind(I.getType()) != GCPointerKind::None)
        I.setMetadata(GCWasInvariantMetadata, Mark);
    }
    if (MDNode *Tag = I.getMetadata(LLVMContext::MD_tbaa))
      I.setMetadata(LLVMContext::MD_tbaa,
                    Metadata.createMutableTBAAAccessTag(Tag));
  }
}

/// That parts of memory are invariant from some place on.
static void eraseInvariantRegions(Function &F, const GCRootStrategy &Strategy) {
  SmallVector<IntrinsicInst *, 4> Starts, Ends;
  for (Instruction &I : instructions(F)) {
    auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
    if (!Intrinsic)
      continue;
    if (Intrinsic->getIntrinsicID() == Intrinsic::invariant_start &&
        (Strategy.MovesObjects ||
         Strategy.Pointers.isReference(*Intrinsic->getArgOperand(1))))
      Starts.push_back(Intrinsic);
  }
  for (IntrinsicInst *Start : Starts) {
    for (User *U : make_early_inc_range(Start->users()))
      if (auto *End = dyn_cast<IntrinsicInst>(U);
          End && End->getIntrinsicID() == Intrinsic::invariant_end)
        End->eraseFromParent();
    if (Start->use_empty())
      Start->eraseFromParent();
  }
}

void llvm::dropGCClaims(Function &F, const GCRootStrategy &Strategy,
                        ArrayRef<CallBase *> Safepoints) {
  exposeMemory(F, Safepoints);
  // Julia's collector moves nothing, and its pipeline ends after placement.
  if (Strategy.MovesObjects || Strategy.Rules == &getDefaultGCRootRules())
    exposeObjects(F, Strategy, Safepoints);
  if (Strategy.MovesObjects)
    forgetReturnedArguments(F, Safepoints);
  forgetInvariance(F, Strategy);
  eraseInvariantRegions(F, Strategy);
}

bool llvm::dropGCClaimsOfCalls(
    Module &M, function_ref<const TargetLibraryInfo &(Function &)> GetTLI) {
  const GCRootRules &Rules = getDefaultGCRootRules();
  bool Changed = false;
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    const TargetLibraryInfo &TLI = GetTLI(F);
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || !Rules.isSafepoint(*Call, TLI))
        continue;
      // Callers are told the same of this function, in other modules, too.
      if (F.hasFnAttribute(Attribute::Memory)) {
        F.removeFnAttr(Attribute::Memory);
        Changed = true;
      }
      if (!Call->hasFnAttr(Attribute::Memory))
        continue;
      Call->removeFnAttr(Attribute::Memory);
      if (Function *Callee = Call->getCalledFunction())
        Callee->removeFnAttr(Attribute::Memory);
      Changed = true;
    }
  }
  return Changed;
}
