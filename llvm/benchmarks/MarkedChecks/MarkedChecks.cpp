//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A pass plugin for an unpatched opt. The pass mark-null-checks makes a front
/// end's output out of a module of managed code that has no marks: in front of
/// each field access is a marked null check of the reference, and the checks of
/// all functions are enabled. The check is one that the module has already, if
/// it throws. It is left out if the module tests the reference otherwise, as an
/// optimizer would remove it.
///
/// A field is what a load, a store or an atomic operation accesses at a
/// distance from a reference that is a constant, on the first page, or the
/// result of a call, by which front ends ask for it. References are the
/// pointers of address space 1. What the null path does is a call that throws,
/// and that has deopt state.
///
//===----------------------------------------------------------------------===//

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include <utility>

using namespace llvm;

static constexpr unsigned ReferenceSpace = 1;
static constexpr int64_t PageSize = 4096;

namespace {

struct FieldAccess {
  Instruction *I;
  Value *Reference;
};

class MarkNullChecksPass : public PassInfoMixin<MarkNullChecksPass> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &);
};

} // end anonymous namespace

/// \returns the address that \p I accesses, and the type of what is there; null
/// if it accesses no memory.
static std::pair<Value *, Type *> getAccess(Instruction &I) {
  if (auto *RMW = dyn_cast<AtomicRMWInst>(&I))
    return {RMW->getPointerOperand(), RMW->getValOperand()->getType()};
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    return {Exchange->getPointerOperand(),
            Exchange->getNewValOperand()->getType()};
  if (isa<LoadInst, StoreInst>(I))
    return {getLoadStorePointerOperand(&I), getLoadStoreType(&I)};
  return {nullptr, nullptr};
}

/// \returns the reference that \p Address is in a field of, which has \p Size
/// bytes; null if it is in none.
static Value *findReference(Value *Address, uint64_t Size,
                            const DataLayout &DL) {
  APInt Offset(DL.getIndexTypeSizeInBits(Address->getType()), 0);
  Value *Reference = Address->stripAndAccumulateConstantOffsets(
      DL, Offset, /*AllowNonInbounds=*/true);
  if (auto *GEP = dyn_cast<GetElementPtrInst>(Reference)) {
    if (GEP->getNumIndices() != 1 ||
        !GEP->getSourceElementType()->isIntegerTy(8) ||
        !isa<CallInst>(*GEP->idx_begin()))
      return nullptr;
    Reference = GEP->getPointerOperand();
  } else if (Offset.isNegative() || Offset.sgt(PageSize - int64_t(Size))) {
    return nullptr;
  }
  return Reference->getType() == Address->getType() &&
                 !isa<Constant, GetElementPtrInst>(Reference)
             ? Reference
             : nullptr;
}

/// Finds the field accesses of \p F.
static SmallVector<FieldAccess, 16> findFieldAccesses(Function &F) {
  const DataLayout &DL = F.getDataLayout();
  SmallVector<FieldAccess, 16> Accesses;
  for (Instruction &I : instructions(F)) {
    const auto [Address, Accessed] = getAccess(I);
    if (!Address || isa<ScalableVectorType>(Accessed) ||
        Address->getType()->getPointerAddressSpace() != ReferenceSpace)
      continue;
    if (Value *Reference = findReference(
            Address, DL.getTypeStoreSize(Accessed).getFixedValue(), DL))
      Accesses.push_back({&I, Reference});
  }
  return Accesses;
}

/// Whether \p Check, which compares a reference with null, ends in a call that
/// throws if they are equal.
static bool throwsIfNull(const BranchInst &Check) {
  const auto *Test = cast<ICmpInst>(Check.getCondition());
  const bool IsEqual = Test->getPredicate() == CmpInst::ICMP_EQ;
  return isa<UnreachableInst>(Check.getSuccessor(!IsEqual)->getTerminator());
}

static void mark(Instruction &Branch) {
  Branch.setMetadata(LLVMContext::MD_make_implicit,
                     MDNode::get(Branch.getContext(), {}));
}

/// \returns a branch of the module past which the reference of \p Access is not
/// null, and which dominates it; null if there is none.
static BranchInst *findCheck(const FieldAccess &Access,
                             const DominatorTree &DT) {
  for (User *U : Access.Reference->users()) {
    auto *Test = dyn_cast<ICmpInst>(U);
    if (!Test || !Test->isEquality() ||
        !isa<ConstantPointerNull>(Test->getOperand(1)))
      continue;
    for (User *Tester : Test->users()) {
      auto *Branch = dyn_cast<BranchInst>(Tester);
      if (!Branch)
        continue;
      const bool IsEqual = Test->getPredicate() == CmpInst::ICMP_EQ;
      const BasicBlockEdge NotNull(Branch->getParent(),
                                   Branch->getSuccessor(IsEqual));
      if (DT.dominates(NotNull, Access.I->getParent()))
        return Branch;
    }
  }
  return nullptr;
}

/// Puts a marked check of \p Access in front of it, with site \p Site in the
/// deopt state.
static void insertCheck(const FieldAccess &Access, FunctionCallee Throw,
                        unsigned Site, DominatorTree &DT) {
  IRBuilder<> Builder(Access.I);
  Value *IsNull = Builder.CreateIsNull(Access.Reference);
  DomTreeUpdater Updater(DT, DomTreeUpdater::UpdateStrategy::Eager);
  Instruction *End =
      SplitBlockAndInsertIfThen(IsNull, Access.I->getIterator(),
                                /*Unreachable=*/true, nullptr, &Updater);
  mark(*End->getParent()->getSinglePredecessor()->getTerminator());
  Builder.SetInsertPoint(End);
  Builder.CreateCall(
      Throw, {},
      OperandBundleDef("deopt", ArrayRef<Value *>(Builder.getInt32(Site))));
}

PreservedAnalyses MarkNullChecksPass::run(Module &M, ModuleAnalysisManager &) {
  FunctionCallee Throw = M.getOrInsertFunction("throw_null_pointer_exception",
                                               Type::getVoidTy(M.getContext()));
  for (const Attribute::AttrKind Kind : {Attribute::Cold, Attribute::NoReturn})
    cast<Function>(Throw.getCallee())->addFnAttr(Kind);
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    // What is inlined into it may have checks, too.
    F.addFnAttr("implicit-null-checks");
    if (!F.hasGC())
      F.addFnAttr("implicit-null-check-address-spaces", "1");
    DominatorTree DT(F);
    const SmallVector<FieldAccess, 16> Accesses = findFieldAccesses(F);
    for (const FieldAccess &Access : Accesses) {
      BranchInst *Check = findCheck(Access, DT);
      if (!Check)
        insertCheck(Access, Throw, &Access - Accesses.begin(), DT);
      else if (throwsIfNull(*Check))
        mark(*Check);
    }
  }
  return PreservedAnalyses::none();
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "mark-null-checks", LLVM_VERSION_STRING,
          [](PassBuilder &PB) {
            PB.registerPipelineParsingCallback(
                [](StringRef Name, ModulePassManager &MPM,
                   ArrayRef<PassBuilder::PipelineElement>) {
                  if (Name != "mark-null-checks")
                    return false;
                  MPM.addPass(MarkNullChecksPass());
                  return true;
                });
          }};
}
