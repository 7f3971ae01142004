//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JuliaGC.h"
#include "JuliaRootRules.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/Transforms/GC/GCRootStrategy.h"
#include "llvm/Transforms/GC/JuliaPasses.h"
#include "llvm/Transforms/GC/LowerGCFrame.h"
#include "llvm/Transforms/GC/PlaceGCRoots.h"

using namespace llvm;

/// Whether the preset's own passes leave \p F to another strategy.
static bool hasOtherStrategy(const Function &F) {
  return F.hasGC() && F.getGC() != julia::StrategyName;
}

PreservedAnalyses JuliaKeepStackPass::run(Function &F,
                                          FunctionAnalysisManager &) {
  auto *Stack = dyn_cast_or_null<Argument>(getJuliaStack(F));
  if (!Stack || hasOtherStrategy(F))
    return PreservedAnalyses::all();
  IRBuilder<> Builder(&F.getEntryBlock(),
                      F.getEntryBlock().getFirstInsertionPt());
  Builder.CreateCall(
      Intrinsic::getOrInsertDeclaration(F.getParent(), Intrinsic::fake_use),
      {Stack});
  PreservedAnalyses Preserved;
  Preserved.preserveSet<CFGAnalyses>();
  return Preserved;
}

PreservedAnalyses JuliaLateLowerGCFramePass::run(Function &F,
                                                 FunctionAnalysisManager &AM) {
  if (hasOtherStrategy(F))
    return PreservedAnalyses::all();
  PlaceGCRootsOptions Options;
  Options.LowersPlaced = true;
  return placeGCRoots(F, getJuliaGCRootStrategy(), Options,
                      AM.getResult<TargetLibraryAnalysis>(F))
             ? PreservedAnalyses::none()
             : PreservedAnalyses::all();
}

PreservedAnalyses JuliaFinalLowerGCPass::run(Function &F,
                                             FunctionAnalysisManager &AM) {
  if (hasOtherStrategy(F))
    return PreservedAnalyses::all();
  return lowerGCFrame(F, getJuliaGCRootStrategy(), /*TLI=*/nullptr)
             ? PreservedAnalyses::none()
             : PreservedAnalyses::all();
}
