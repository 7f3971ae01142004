//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Devirtualization/AnnotateVirtualCalls.h"
#include "VirtualCallTypes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/TypeMetadataUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/StripInvariantGroups.h"
#include <memory>

using namespace llvm;

#define DEBUG_TYPE "annotate-virtual-calls"

STATISTIC(NumTests, "Number of type tests replaced");
STATISTIC(NumCalls, "Number of virtual calls that are annotated");

/// \returns the types of which the module has vtables.
static SmallPtrSet<const Metadata *, 32> getTypesOfVTables(const Module &M) {
  SmallPtrSet<const Metadata *, 32> Known;
  SmallVector<MDNode *, 4> Types;
  for (const GlobalVariable &GV : M.globals()) {
    Types.clear();
    GV.getMetadata(LLVMContext::MD_type, Types);
    for (const MDNode *Type : Types)
      Known.insert(Type->getOperand(1));
  }
  return Known;
}

/// Replaces tests of the \p Kinds that are assumed to be passed by metadata of
/// the calls that load from the vtables; by nothing if no vtable passes.
/// \returns whether there were any.
static bool replaceTests(Module &M, ArrayRef<Intrinsic::ID> Kinds,
                         function_ref<DominatorTree &(Function &)> GetDomTree) {
  const auto Known = getTypesOfVTables(M);
  bool Changed = false;
  for (Intrinsic::ID ID : Kinds) {
    Function *Declaration = Intrinsic::getDeclarationIfExists(&M, ID);
    if (!Declaration)
      continue;
    for (User *U : make_early_inc_range(Declaration->users())) {
      auto &Test = *cast<CallInst>(U);
      if (!isOnlyAssumed(Test))
        continue;
      SmallVector<DevirtCallSite, 1> Sites;
      SmallVector<CallInst *, 1> Assumes;
      Metadata *Type = getTestedType(Test);
      if (Known.contains(Type))
        findDevirtualizableCallsForTypeTest(Sites, Assumes, &Test,
                                            GetDomTree(*Test.getFunction()));
      for (const DevirtCallSite &Site : Sites)
        setVirtualCallType(Site.CB, {Type, Site.Offset});
      NumCalls += Sites.size();
      dropAssumptionsOf(Test);
      Test.eraseFromParent();
      ++NumTests;
      Changed = true;
    }
  }
  return Changed;
}

void llvm::annotatePublicVirtualCalls(Module &M) {
  if (!hasStrictVTablePointers(M))
    return;
  DenseMap<const Function *, std::unique_ptr<DominatorTree>> Trees;
  replaceTests(M, Intrinsic::public_type_test,
               [&](Function &F) -> DominatorTree & {
                 std::unique_ptr<DominatorTree> &Tree = Trees[&F];
                 if (!Tree)
                   Tree = std::make_unique<DominatorTree>(F);
                 return *Tree;
               });
}

PreservedAnalyses AnnotateVirtualCallsPass::run(Module &M,
                                                ModuleAnalysisManager &AM) {
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  if (!hasStrictVTablePointers(M) ||
      !replaceTests(M, {Intrinsic::type_test, Intrinsic::public_type_test},
                    [&](Function &F) -> DominatorTree & {
                      return FAM.getResult<DominatorTreeAnalysis>(F);
                    }))
    return PreservedAnalyses::all();
  PreservedAnalyses PA;
  PA.preserve<FunctionAnalysisManagerModuleProxy>();
  PA.preserveSet<CFGAnalyses>();
  return PA;
}
