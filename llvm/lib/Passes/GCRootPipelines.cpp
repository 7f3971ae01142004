//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Passes/GCRootPipelines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/Transforms/GC/GCInvariantVerifier.h"
#include "llvm/Transforms/GC/GCRootStrategy.h"
#include "llvm/Transforms/GC/JuliaPasses.h"
#include "llvm/Transforms/GC/LowerGCFrame.h"
#include "llvm/Transforms/GC/PlaceGCRoots.h"
#include "llvm/Transforms/IPO/StripDeadPrototypes.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include <optional>

using namespace llvm;

Expected<OptimizationLevel> llvm::parseGCRootPipelineLevel(StringRef Params) {
  const std::optional<OptimizationLevel> Level =
      StringSwitch<std::optional<OptimizationLevel>>(Params)
          .Case("O0", OptimizationLevel::O0)
          .Case("O1", OptimizationLevel::O1)
          .Case("O2", OptimizationLevel::O2)
          .Case("O3", OptimizationLevel::O3)
          .Default(std::nullopt);
  if (Level)
    return *Level;
  return createStringError(Twine("'") + Params +
                           "' is not a level; use O0, O1, O2 or O3");
}

/// Set while a pipeline is built that places roots itself.
static thread_local bool PlacesRoots = false;

static void addDefault(ModulePassManager &MPM, PassBuilder &PB,
                       OptimizationLevel Level) {
  const SaveAndRestore Places(PlacesRoots, true);
  MPM.addPass(Level == OptimizationLevel::O0
                  ? PB.buildO0DefaultPipeline(Level)
                  : PB.buildPerModuleDefaultPipeline(Level));
}

template <typename Pass> static void addOf(ModulePassManager &MPM, Pass P) {
  MPM.addPass(createModuleToFunctionPassAdaptor(std::move(P)));
}

ModulePassManager llvm::buildGCFramesPipeline(PassBuilder &PB,
                                              OptimizationLevel Level) {
  ModulePassManager MPM;
  addOf(MPM, GCInvariantVerifierPass());
  addDefault(MPM, PB, Level);
  MPM.addPass(PlaceGCRootsPass());
  MPM.addPass(LowerGCFramePass());
  return MPM;
}

ModulePassManager llvm::buildJuliaPipeline(PassBuilder &PB,
                                           OptimizationLevel Level) {
  ModulePassManager MPM;
  addOf(MPM, JuliaGCInvariantVerifierPass());
  addOf(MPM, createFunctionToLoopPassAdaptor(JuliaLowerSIMDLoopPass()));
  addOf(MPM, JuliaKeepStackPass());
  addDefault(MPM, PB, Level);
  addOf(MPM, JuliaPropagateAddressSpacesPass());
  MPM.addPass(JuliaRemoveNIPass());
  addOf(MPM, JuliaLateLowerGCFramePass());
  addOf(MPM, JuliaFinalLowerGCPass());
  MPM.addPass(JuliaRemoveAddressSpacesPass());
  MPM.addPass(StripDeadPrototypesPass());
  if (Level == OptimizationLevel::O0)
    return MPM;
  addOf(MPM, InstCombinePass());
  addOf(MPM, SimplifyCFGPass());
  return MPM;
}

namespace {

/// Runs passes in modules with functions of a strategy that has frames.
class ForFramesPass : public PassInfoMixin<ForFramesPass> {
  ModulePassManager Passes;

public:
  explicit ForFramesPass(ModulePassManager Passes)
      : Passes(std::move(Passes)) {}
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM) {
    if (none_of(M, [](const Function &F) {
          return !F.isDeclaration() && getGCRootStrategy(F);
        }))
      return PreservedAnalyses::all();
    return Passes.run(M, AM);
  }
  static bool isRequired() { return true; }
};

} // end anonymous namespace

void llvm::placeGCRootsInPipelines(PassBuilder &PB) {
  PB.registerPipelineStartEPCallback(
      [](ModulePassManager &MPM, OptimizationLevel) {
        if (PlacesRoots)
          return;
        ModulePassManager Start;
        addOf(Start, createFunctionToLoopPassAdaptor(JuliaLowerSIMDLoopPass()));
        addOf(Start, JuliaKeepStackPass());
        MPM.addPass(ForFramesPass(std::move(Start)));
      });
  const auto AddLast = [](ModulePassManager &MPM) {
    if (PlacesRoots)
      return;
    ModulePassManager Last;
    Last.addPass(PlaceGCRootsPass());
    Last.addPass(LowerGCFramePass());
    MPM.addPass(ForFramesPass(std::move(Last)));
  };
  PB.registerOptimizerLastEPCallback(
      [AddLast](ModulePassManager &MPM, OptimizationLevel, ThinOrFullLTOPhase) {
        AddLast(MPM);
      });
  PB.registerFullLinkTimeOptimizationLastEPCallback(
      [AddLast](ModulePassManager &MPM, OptimizationLevel) { AddLast(MPM); });
}
