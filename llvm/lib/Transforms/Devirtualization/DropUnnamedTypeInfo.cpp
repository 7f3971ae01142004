//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Devirtualization/DropUnnamedTypeInfo.h"
#include "VTableCopies.h"
#include "VTableHierarchy.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/SplitVTables.h"

using namespace llvm;

#define DEBUG_TYPE "drop-unnamed-type-info"

STATISTIC(NumDropped, "Number of copies of vtables that are dropped");

/// \returns whether a function of \p M loads a pointer from in front of what a
/// loaded pointer points to, where vtables have the type_info object.
static bool loadsTypeInfo(const Module &M) {
  return any_of(M, [](const Function &F) {
    return any_of(instructions(F), [](const Instruction &I) {
      const auto *Load = dyn_cast<LoadInst>(&I);
      return Load && Load->getType()->isPointerTy() && isForTypeInfo(*Load);
    });
  });
}

/// \returns whether a function loads something from \p VTable itself, whose
/// address has become known.
static bool isLoadedFrom(const GlobalVariable &VTable) {
  SmallVector<const User *, 8> Worklist(VTable.users());
  while (!Worklist.empty()) {
    const User *U = Worklist.pop_back_val();
    if (isa<LoadInst>(U))
      return true;
    if (isa<GEPOperator>(U))
      append_range(Worklist, U->users());
  }
  return false;
}

/// \returns whether something that is emitted names all that \p C consists of.
static bool isNamed(const Constant &C,
                    SmallPtrSetImpl<const Constant *> &Visited) {
  if (!Visited.insert(&C).second)
    return true;
  if (isa<Function>(C))
    return true;
  if (const auto *GV = dyn_cast<GlobalVariable>(&C)) {
    if (VTableHierarchy::isUsed(*GV))
      return true;
    if (GV->isDeclarationForLinker())
      return false;
    return isNamed(*GV->getInitializer(), Visited);
  }
  return all_of(C.operands(), [&](const Use &Op) {
    return isNamed(*cast<Constant>(Op), Visited);
  });
}

PreservedAnalyses DropUnnamedTypeInfoPass::run(Module &M,
                                               ModuleAnalysisManager &AM) {
  if (!M.getModuleFlag("StrictVTablePointers"))
    return PreservedAnalyses::all();
  const bool Loads = loadsTypeInfo(M);
  SmallVector<GlobalVariable *, 8> Dropped;
  for (GlobalVariable &GV : M.globals()) {
    SmallPtrSet<const Constant *, 16> Visited;
    if (isFromOtherUnit(GV) && isVTable(GV) && (Loads || isLoadedFrom(GV)) &&
        !isNamed(*GV.getInitializer(), Visited))
      Dropped.push_back(&GV);
  }
  for (GlobalVariable *VTable : Dropped)
    makeDeclaration(*VTable);
  NumDropped += Dropped.size();
  return Dropped.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}
