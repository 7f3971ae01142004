//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Passes/InvariantGroupPipelines.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopIdiomRecognize.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/MemCpyOptimizer.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimpleLoopUnswitch.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

FunctionPassManager
llvm::buildBarrierCleanupPipeline(const PipelineTuningOptions &PTO,
                                  OptimizationLevel Level) {
  FunctionPassManager FPM;
  FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  FPM.addPass(createFunctionToLoopPassAdaptor(
      LICMPass(PTO.LicmMssaOptCap, PTO.LicmMssaNoAccForPromotionCap,
               /*AllowSpeculation=*/true),
      /*UseMemorySSA=*/true));
  LoopPassManager LPM;
  LPM.addPass(LoopIdiomRecognizePass());
  LPM.addPass(IndVarSimplifyPass());
  LPM.addPass(LoopDeletionPass());
  LPM.addPass(LoopFullUnrollPass(Level.getSpeedupLevel(),
                                 /*OnlyWhenForced=*/!PTO.LoopUnrolling,
                                 PTO.ForgetAllSCEVInLoopUnroll));
  FPM.addPass(
      createFunctionToLoopPassAdaptor(std::move(LPM), /*UseMemorySSA=*/false));
  FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
  if (Level.getSpeedupLevel() > 1)
    FPM.addPass(GVNPass());
  FPM.addPass(MemCpyOptPass());
  FPM.addPass(DSEPass());
  FPM.addPass(InstCombinePass());
  FPM.addPass(
      SimplifyCFGPass(SimplifyCFGOptions().convertSwitchRangeToICmp(true)));
  return FPM;
}

FunctionPassManager llvm::buildKnownCastPipeline() {
  FunctionPassManager FPM;
  FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  FPM.addPass(GVNPass());
  FPM.addPass(InstCombinePass());
  FPM.addPass(SimplifyCFGPass());
  return FPM;
}

FunctionPassManager llvm::buildPeeledLoopPipeline() {
  FunctionPassManager FPM;
  FPM.addPass(GVNPass());
  FPM.addPass(createFunctionToLoopPassAdaptor(
      SimpleLoopUnswitchPass(/*NonTrivial=*/true), /*UseMemorySSA=*/true));
  FPM.addPass(InstCombinePass());
  FPM.addPass(SimplifyCFGPass());
  return FPM;
}
