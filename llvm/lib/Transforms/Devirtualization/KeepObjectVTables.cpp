//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Devirtualization/KeepObjectVTables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ObjectVTables.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "llvm/Transforms/Utils/VTableForwarders.h"

using namespace llvm;

/// Of the vtables that keep-object-vtables has listed.
static constexpr StringLiteral KeptName = "object_vtables.kept";

/// \returns whether \p VTable, or a part of it, has a function that is no
/// forwarder.
static bool hasMethods(const Constant &VTable) {
  return any_of(VTable.operand_values(), [](const Value *V) {
    if (const auto *F = dyn_cast<Function>(V))
      return !isVTableForwarder(*F);
    const auto *Part = dyn_cast<ConstantAggregate>(V);
    return Part && hasMethods(*Part);
  });
}

PreservedAnalyses KeepObjectVTablesPass::run(Module &M,
                                             ModuleAnalysisManager &) {
  SmallVector<GlobalValue *, 8> Used;
  collectUsedGlobalVariables(M, Used, /*CompilerUsed=*/true);
  const SmallPtrSet<GlobalValue *, 8> Listed(Used.begin(), Used.end());
  SmallSetVector<GlobalValue *, 8> Kept;
  for (const GlobalVariable &Variable : M.globals())
    if (!Variable.use_empty())
      for (const ObjectVTable &Known : getObjectVTables(Variable))
        if (Known.VTable->hasInitializer() && !Listed.contains(Known.VTable) &&
            hasMethods(*Known.VTable->getInitializer()))
          Kept.insert(Known.VTable);
  if (Kept.empty())
    return PreservedAnalyses::all();
  appendToCompilerUsed(M, Kept.getArrayRef());
  NamedMDNode *Names = M.getOrInsertNamedMetadata(KeptName);
  for (GlobalValue *VTable : Kept)
    Names->addOperand(
        MDNode::get(M.getContext(), ConstantAsMetadata::get(VTable)));
  PreservedAnalyses PA = PreservedAnalyses::none();
  PA.preserve<FunctionAnalysisManagerModuleProxy>();
  PA.preserveSet<AllAnalysesOn<Function>>();
  return PA;
}

PreservedAnalyses ReleaseObjectVTablesPass::run(Module &M,
                                                ModuleAnalysisManager &) {
  NamedMDNode *Names = M.getNamedMetadata(KeptName);
  if (!Names)
    return PreservedAnalyses::all();
  SmallPtrSet<const Constant *, 8> Kept;
  for (const MDNode *Name : Names->operands())
    if (const auto *VTable =
            mdconst::dyn_extract_or_null<GlobalVariable>(Name->getOperand(0)))
      Kept.insert(VTable);
  removeFromUsedLists(
      M, [&](Constant *C) { return Kept.contains(C->stripPointerCasts()); });
  Names->eraseFromParent();
  PreservedAnalyses PA = PreservedAnalyses::none();
  PA.preserve<FunctionAnalysisManagerModuleProxy>();
  PA.preserveSet<AllAnalysesOn<Function>>();
  return PA;
}
