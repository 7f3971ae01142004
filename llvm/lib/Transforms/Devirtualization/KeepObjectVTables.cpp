//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Devirtualization/KeepObjectVTables.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ObjectVTables.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/VTableForwarders.h"

using namespace llvm;

/// \returns whether \p VTable, or a part of it, has a function that tells which
/// method is called.
static bool hasMethods(const Constant &VTable) {
  return any_of(VTable.operand_values(), [](const Value *V) {
    if (const auto *F = dyn_cast<Function>(V))
      return !isVTableForwarder(*F) || standsForUnnamed(*F);
    const auto *Part = dyn_cast<ConstantAggregate>(V);
    return Part && hasMethods(*Part);
  });
}

PreservedAnalyses KeepObjectVTablesPass::run(Module &M,
                                             ModuleAnalysisManager &) {
  MapVector<Function *, SmallSetVector<GlobalVariable *, 2>> Found;
  for (Function &F : M)
    if (F.getIntrinsicID() == Intrinsic::launder_invariant_group)
      for (User *U : F.users())
        for (const ObjectVTable &Known : getObjectVTables(*U))
          if (Known.VTable->hasInitializer() &&
              hasMethods(*Known.VTable->getInitializer()))
            Found[cast<Instruction>(U)->getFunction()].insert(Known.VTable);
  for (const auto &[F, VTables] : Found) {
    if (F->hasFnAttribute(Attribute::Naked) || F->hasOptNone())
      continue;
    IRBuilder<> Builder(&*F->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    Builder.SetCurrentDebugLocation(DebugLoc());
    for (GlobalVariable *VTable : VTables) {
      Constant *None = ConstantPointerNull::get(Builder.getPtrTy());
      Builder.CreateIntrinsic(Intrinsic::var_annotation,
                              {VTable->getType(), None->getType()},
                              {VTable, None, None, Builder.getInt32(0), None});
    }
  }
  return Found.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

const GlobalVariable *llvm::getKeptVTable(const Instruction &I) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  // Annotations of the program have a text.
  return Call && Call->getIntrinsicID() == Intrinsic::var_annotation &&
                 isa<ConstantPointerNull>(Call->getArgOperand(1))
             ? dyn_cast<GlobalVariable>(Call->getArgOperand(0))
             : nullptr;
}

PreservedAnalyses ReleaseObjectVTablesPass::run(Function &F,
                                                FunctionAnalysisManager &) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (getKeptVTable(I)) {
      I.eraseFromParent();
      Changed = true;
    }
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses PA;
  PA.preserveSet<CFGAnalyses>();
  return PA;
}
