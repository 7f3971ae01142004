//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Devirtualization/PropagateVTablePointers.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/InvariantGroupStores.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/StripInvariantGroups.h"
#include <map>
#include <optional>

using namespace llvm;

#define DEBUG_TYPE "propagate-vtable-pointers"

STATISTIC(NumLoads, "Number of vtable pointers known from other functions");

/// How deep phis, selects and calls are followed.
static constexpr unsigned MaxDepth = 6;

/// How many users of a pointer are looked at.
static constexpr unsigned MaxUsers = 64;

namespace {

/// Vtable pointers of an object, by their offset from its address in bytes.
using VTablePointers = std::map<int64_t, Constant *>;

/// What is known of a pointer: nothing (none) if it is null, so that nobody
/// loads anything from it.
using Knowledge = std::optional<VTablePointers>;

class VTablePointerPropagation {
public:
  explicit VTablePointerPropagation(FunctionAnalysisManager &FAM) : FAM(FAM) {}

  /// \returns whether loads in \p F were replaced.
  bool run(Function &F);

private:
  FunctionAnalysisManager &FAM;
  /// What is being asked for is in there too, and not known.
  DenseMap<const Function *, Knowledge> Returned;
  DenseMap<const Argument *, Knowledge> Passed;

  Knowledge getReturned(Function &F, unsigned Depth);
  Knowledge getPassed(Argument &A, unsigned Depth);
  Knowledge getKnown(Value &Pointer, Instruction &At, unsigned Depth);
  bool mayChange(const MemoryLocation &Loc, const Instruction *From,
                 Instruction &To);
  bool replaceLoads(Value &Pointer);
};

} // namespace

static bool isVTablePointer(const Value *V) {
  if (!isa<Constant>(V) || !V->getType()->isPointerTy())
    return false;
  const auto *GV = dyn_cast<GlobalVariable>(V->stripInBoundsConstantOffsets());
  return GV && GV->isConstant();
}

/// Calls \p Access with each load and store of the invariant groups of
/// \p Pointer, and its offset from there.
static void forEachAccess(Value &Pointer,
                          function_ref<void(Instruction &, int64_t)> Access) {
  SmallVector<std::pair<Value *, int64_t>, 4> Worklist = {{&Pointer, 0}};
  unsigned Users = 0;
  while (!Worklist.empty()) {
    auto [V, Offset] = Worklist.pop_back_val();
    for (User *U : V->users()) {
      if (++Users > MaxUsers)
        return;
      auto *I = dyn_cast<Instruction>(U);
      if (!I)
        continue;
      if (auto *GEP = dyn_cast<GetElementPtrInst>(I)) {
        const DataLayout &DL = I->getDataLayout();
        APInt More(DL.getIndexTypeSizeInBits(V->getType()), 0);
        if (GEP->getPointerOperand() == V && GEP->getType()->isPointerTy() &&
            GEP->accumulateConstantOffset(DL, More))
          Worklist.push_back({GEP, Offset + More.getSExtValue()});
      } else if (I->hasMetadata(LLVMContext::MD_invariant_group) &&
                 !I->isVolatile() && getLoadStorePointerOperand(I) == V &&
                 getLoadStoreType(I)->isPointerTy()) {
        Access(*I, Offset);
      }
    }
  }
}

/// \returns what \p A and \p B both say.
static Knowledge merge(Knowledge A, const Knowledge &B) {
  if (!A || !B)
    return A ? A : B;
  for (auto It = A->begin(); It != A->end();) {
    auto Same = B->find(It->first);
    It = Same != B->end() && Same->second == It->second ? std::next(It)
                                                        : A->erase(It);
  }
  return A;
}

/// \returns whether a constructor or destructor may set the vtable pointer at
/// \p Loc between \p From and \p To.
bool VTablePointerPropagation::mayChange(const MemoryLocation &Loc,
                                         const Instruction *From,
                                         Instruction &To) {
  Function &F = *To.getFunction();
  BatchAAResults AA(FAM.getResult<AAManager>(F));
  return mayChangeInvariantGroup(Loc, From, To, AA);
}

/// \returns what \p Pointer is known to have in front of \p At, wherever it is
/// loaded.
Knowledge VTablePointerPropagation::getKnown(Value &Pointer, Instruction &At,
                                             unsigned Depth) {
  if (isa<ConstantPointerNull, UndefValue>(Pointer))
    return std::nullopt;
  VTablePointers Known;
  if (Depth == MaxDepth || !isa<Instruction, Argument>(Pointer))
    return Known;
  if (auto *PN = dyn_cast<PHINode>(&Pointer)) {
    Knowledge All;
    for (unsigned I = 0, E = PN->getNumIncomingValues(); I != E; ++I)
      if (PN->getIncomingValue(I) != PN)
        All = merge(All, getKnown(*PN->getIncomingValue(I),
                                  *PN->getIncomingBlock(I)->getTerminator(),
                                  Depth + 1));
    return All;
  }
  if (auto *SI = dyn_cast<SelectInst>(&Pointer))
    return merge(getKnown(*SI->getTrueValue(), *SI, Depth + 1),
                 getKnown(*SI->getFalseValue(), *SI, Depth + 1));
  Knowledge FromElsewhere = VTablePointers();
  if (auto *A = dyn_cast<Argument>(&Pointer))
    FromElsewhere = getPassed(*A, Depth + 1);
  else if (auto *CB = dyn_cast<CallBase>(&Pointer))
    if (Function *Callee = CB->getCalledFunction())
      FromElsewhere = getReturned(*Callee, Depth + 1);
  if (!FromElsewhere)
    return std::nullopt;

  if (!FromElsewhere->empty() &&
      !mayChange(MemoryLocation::getBeforeOrAfter(&Pointer),
                 dyn_cast<Instruction>(&Pointer), At))
    Known = *FromElsewhere;

  const auto &DT = FAM.getResult<DominatorTreeAnalysis>(*At.getFunction());
  forEachAccess(Pointer, [&](Instruction &I, int64_t Offset) {
    if (auto *SI = dyn_cast<StoreInst>(&I)) {
      if (isVTablePointer(SI->getValueOperand()) && DT.dominates(SI, &At) &&
          !mayChange(MemoryLocation::get(SI), SI, At))
        Known[Offset] = cast<Constant>(SI->getValueOperand());
      return;
    }
    for (User *U : I.users()) {
      auto *Compare = dyn_cast<ICmpInst>(U);
      if (!Compare || Compare->getPredicate() != ICmpInst::ICMP_EQ)
        continue;
      Value *Other = Compare->getOperand(Compare->getOperand(0) == &I);
      if (isVTablePointer(Other) &&
          !mayChange(MemoryLocation::get(&I), &I, At) &&
          any_of(Compare->users(), [&](User *V) {
            auto *Assume = dyn_cast<AssumeInst>(V);
            return Assume && DT.dominates(Assume, &At);
          }))
        Known[Offset] = cast<Constant>(Other);
    }
  });
  return Known;
}

/// \returns what the objects have that \p F returns.
Knowledge VTablePointerPropagation::getReturned(Function &F, unsigned Depth) {
  if (F.isDeclaration() || F.isInterposable() || F.hasOptNone() ||
      !F.getReturnType()->isPointerTy())
    return VTablePointers();
  auto [It, IsNew] = Returned.insert({&F, VTablePointers()});
  if (!IsNew)
    return It->second;
  Knowledge All;
  for (BasicBlock &BB : F)
    if (auto *Ret = dyn_cast<ReturnInst>(BB.getTerminator()))
      All = merge(All, getKnown(*Ret->getReturnValue(), *Ret, Depth));
  // Something may be known of one that returns nothing but null, or not at all.
  Returned[&F] = All ? All : VTablePointers();
  return All ? All : VTablePointers();
}

/// \returns what the objects have that all callers of \p A's function pass.
Knowledge VTablePointerPropagation::getPassed(Argument &A, unsigned Depth) {
  Function &F = *A.getParent();
  if (!F.hasLocalLinkage() || !A.getType()->isPointerTy() || F.hasOptNone() ||
      A.hasPassPointeeByValueCopyAttr() || F.hasAddressTaken())
    return VTablePointers();
  auto [It, IsNew] = Passed.insert({&A, VTablePointers()});
  if (!IsNew)
    return It->second;
  Knowledge All;
  for (User *U : F.users()) {
    auto *CB = dyn_cast<CallBase>(U);
    if (!CB || CB->getCalledFunction() != &F || CB->arg_size() <= A.getArgNo())
      return VTablePointers();
    Value *Argument = CB->getArgOperand(A.getArgNo());
    // A function that passes on what it got.
    if (Argument != &A)
      All = merge(All, getKnown(*Argument, *CB, Depth));
  }
  Passed[&A] = All ? All : VTablePointers();
  return All ? All : VTablePointers();
}

/// Replaces what is loaded from \p Pointer and known from other functions.
bool VTablePointerPropagation::replaceLoads(Value &Pointer) {
  SmallVector<std::pair<LoadInst *, int64_t>, 4> Loads;
  forEachAccess(Pointer, [&](Instruction &I, int64_t Offset) {
    if (auto *LI = dyn_cast<LoadInst>(&I))
      Loads.push_back({LI, Offset});
  });
  if (Loads.empty())
    return false;
  auto *A = dyn_cast<Argument>(&Pointer);
  Knowledge Known =
      A ? getPassed(*A, 0)
        : getReturned(*cast<CallBase>(Pointer).getCalledFunction(), 0);
  bool Changed = false;
  for (auto [Load, Offset] : Loads) {
    auto VTable = Known->find(Offset);
    if (VTable == Known->end() ||
        VTable->second->getType() != Load->getType() ||
        mayChange(MemoryLocation::get(Load), dyn_cast<Instruction>(&Pointer),
                  *Load))
      continue;
    Load->replaceAllUsesWith(VTable->second);
    Load->eraseFromParent();
    Changed = true;
    ++NumLoads;
  }
  return Changed;
}

bool VTablePointerPropagation::run(Function &F) {
  if (F.hasOptNone())
    return false;
  bool Changed = false;
  for (Argument &A : F.args())
    if (A.getType()->isPointerTy())
      Changed |= replaceLoads(A);
  for (Instruction &I : instructions(F))
    if (auto *CB = dyn_cast<CallBase>(&I))
      if (CB->getType()->isPointerTy() && CB->getCalledFunction())
        Changed |= replaceLoads(*CB);
  return Changed;
}

PreservedAnalyses PropagateVTablePointersPass::run(Module &M,
                                                   ModuleAnalysisManager &AM) {
  if (!hasStrictVTablePointers(M))
    return PreservedAnalyses::all();
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  VTablePointerPropagation Propagation(FAM);
  PreservedAnalyses InFunction;
  InFunction.preserveSet<CFGAnalyses>();
  bool Changed = false;
  for (Function &F : M)
    if (!F.isDeclaration() && Propagation.run(F)) {
      FAM.invalidate(F, InFunction);
      Changed = true;
    }
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses PA;
  PA.preserve<FunctionAnalysisManagerModuleProxy>();
  PA.preserveSet<CFGAnalyses>();
  return PA;
}
