//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Devirtualization/AnnotateVirtualCalls.h"
#include "VTableHierarchy.h"
#include "VirtualCallTypes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/TypeMetadataUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/StripInvariantGroups.h"
#include <memory>

using namespace llvm;

#define DEBUG_TYPE "annotate-virtual-calls"

STATISTIC(NumTests, "Number of type tests replaced");
STATISTIC(NumCalls, "Number of virtual calls that are annotated");

/// The address points of vtables by the types that they have.
using AddressPoints =
    DenseMap<const Metadata *, SmallVector<VTableAddressPoint, 1>>;

static AddressPoints getAddressPoints(Module &M) {
  AddressPoints Known;
  SmallVector<MDNode *, 4> Types;
  for (GlobalVariable &GV : M.globals()) {
    Types.clear();
    GV.getMetadata(LLVMContext::MD_type, Types);
    for (const MDNode *Type : Types)
      Known[Type->getOperand(1)].push_back(
          {&GV,
           mdconst::extract<ConstantInt>(Type->getOperand(0))->getZExtValue()});
  }
  return Known;
}

static bool isOwnType(const VirtualCallType &Type) {
  return Type && VTableHierarchy::isOwnType(Type.Type);
}

/// Assumes that what \p Test tests is the only vtable which passes, if there is
/// one and no other file can have more.
static void assumeOnlyVTable(const CallInst &Test,
                             ArrayRef<VTableAddressPoint> Points) {
  if (Points.size() != 1 || !VTableHierarchy::isOwnType(getTestedType(Test)) ||
      !Points.front().VTable->hasLocalLinkage())
    return;
  const VTableAddressPoint &Point = Points.front();
  IRBuilder<> Builder(const_cast<CallInst *>(&Test));
  Constant *VTable = ConstantExpr::getInBoundsGetElementPtr(
      Builder.getInt8Ty(), Point.VTable, Builder.getInt64(Point.Offset));
  Builder.CreateAssumption(
      Builder.CreateICmpEQ(Test.getArgOperand(0), VTable, "cmp.vtables"));
}

/// Replaces tests of the \p Kinds that are assumed to be passed by metadata of
/// the calls that load from the vtables; by nothing if no vtable passes.
/// The tests stay if \p KeepTests. \returns whether there were any.
static bool replaceTests(Module &M, ArrayRef<Intrinsic::ID> Kinds,
                         bool KeepTests,
                         function_ref<DominatorTree &(Function &)> GetDomTree) {
  const AddressPoints Known = getAddressPoints(M);
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
      const auto Points = Known.find(Type);
      if (Points != Known.end()) {
        findDevirtualizableCallsForTypeTest(Sites, Assumes, &Test,
                                            GetDomTree(*Test.getFunction()));
        // It is for functions that are not inlined yet.
        if (Sites.empty() && !KeepTests)
          assumeOnlyVTable(Test, Points->second);
      }
      for (const DevirtCallSite &Site : Sites)
        // Of two types, the one that no other file can know tells more.
        if (!isOwnType(getVirtualCallType(Site.CB)))
          setVirtualCallType(Site.CB, {Type, Site.Offset});
      NumCalls += Sites.size();
      Changed = true;
      if (KeepTests)
        continue;
      dropAssumptionsOf(Test);
      Test.eraseFromParent();
      ++NumTests;
    }
  }
  return Changed;
}

void llvm::annotatePublicVirtualCalls(Module &M) {
  if (!hasStrictVTablePointers(M))
    return;
  DenseMap<const Function *, std::unique_ptr<DominatorTree>> Trees;
  replaceTests(M, Intrinsic::public_type_test, /*KeepTests=*/false,
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
                    KeepTests, [&](Function &F) -> DominatorTree & {
                      return FAM.getResult<DominatorTreeAnalysis>(F);
                    }))
    return PreservedAnalyses::all();
  PreservedAnalyses PA;
  PA.preserve<FunctionAnalysisManagerModuleProxy>();
  PA.preserveSet<CFGAnalyses>();
  return PA;
}

void AnnotateVirtualCallsPass::printPipeline(
    raw_ostream &OS, function_ref<StringRef(StringRef)> MapClassName) {
  OS << MapClassName("AnnotateVirtualCallsPass");
  if (KeepTests)
    OS << "<keep-tests>";
}
