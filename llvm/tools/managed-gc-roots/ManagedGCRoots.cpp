//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Late root placement for an LLVM without it:
///
///   opt -load-pass-plugin=LLVMManagedGCRoots.so
///       -passes=place-gc-roots,lower-gc-frame
///
/// Where the passes are built in, as in Managed LLVM, these have precedence.
///
//===----------------------------------------------------------------------===//

#include "llvm/ADT/StringRef.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Passes/GCRootPipelines.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/GC/GCInvariantVerifier.h"
#include "llvm/Transforms/GC/JuliaPasses.h"
#include "llvm/Transforms/GC/LowerGCFrame.h"
#include "llvm/Transforms/GC/PlaceGCRoots.h"
#include "llvm/Transforms/GC/VerifyGCRoots.h"

using namespace llvm;

static Error addPlaceGCRoots(StringRef Name, ModulePassManager &MPM) {
  Expected<PlaceGCRootsOptions> Options = PassBuilder::parsePassParameters(
      PlaceGCRootsOptions::parse, Name, "place-gc-roots");
  if (!Options)
    return Options.takeError();
  MPM.addPass(PlaceGCRootsPass(*Options));
  return Error::success();
}

/// Adds a whole pipeline, whose level \p Name has. Returns false if it is
/// another pass.
static bool addPipeline(StringRef Name, ModulePassManager &MPM,
                        PassBuilder &PB) {
  using BuildFunction = ModulePassManager(PassBuilder &, OptimizationLevel);
  const std::pair<StringRef, BuildFunction *> Pipelines[] = {
      {"gc-frames", buildGCFramesPipeline}, {"julia", buildJuliaPipeline}};
  for (const auto &[Known, Build] : Pipelines) {
    if (!PassBuilder::checkParametrizedPassName(Name, Known))
      continue;
    Expected<OptimizationLevel> Level =
        PassBuilder::parsePassParameters(parseGCRootPipelineLevel, Name, Known);
    if (!Level) {
      logAllUnhandledErrors(Level.takeError(), errs());
      return false;
    }
    MPM.addPass(Build(PB, *Level));
    return true;
  }
  return false;
}

static bool addModulePass(StringRef Name, ModulePassManager &MPM,
                          PassBuilder &PB) {
  if (PassBuilder::checkParametrizedPassName(Name, "place-gc-roots")) {
    if (Error E = addPlaceGCRoots(Name, MPM)) {
      // There is no way to say more than that the name is unknown.
      errs() << toString(std::move(E)) << '\n';
      return false;
    }
    return true;
  }
  if (addPipeline(Name, MPM, PB))
    return true;
  if (Name == "lower-gc-frame")
    MPM.addPass(LowerGCFramePass());
  else if (Name == "copy-gc-functions")
    MPM.addPass(GCFunctionCopyPass());
  else if (Name == "RemoveNI")
    MPM.addPass(JuliaRemoveNIPass());
  else if (Name == "RemoveJuliaAddrspaces")
    MPM.addPass(JuliaRemoveAddressSpacesPass());
  else
    return false;
  return true;
}

/// Adds GCInvariantVerifier with the parameters that \p Name has. Returns false
/// if it is another pass.
static bool addInvariantVerifier(StringRef Name, FunctionPassManager &FPM) {
  if (!PassBuilder::checkParametrizedPassName(Name, "GCInvariantVerifier"))
    return false;
  Expected<bool> Strong = PassBuilder::parsePassParameters(
      JuliaGCInvariantVerifierPass::parse, Name, "GCInvariantVerifier");
  if (!Strong) {
    logAllUnhandledErrors(Strong.takeError(), errs());
    return false;
  }
  FPM.addPass(JuliaGCInvariantVerifierPass(*Strong));
  return true;
}

static bool addFunctionPass(StringRef Name, FunctionPassManager &FPM,
                            ArrayRef<PassBuilder::PipelineElement>) {
  if (Name == "verify<gc-invariants>")
    FPM.addPass(GCInvariantVerifierPass());
  else if (Name == "verify<gc-invariants;no-strong>")
    FPM.addPass(GCInvariantVerifierPass(/*Strong=*/false));
  else if (Name == "verify<gc-roots>")
    FPM.addPass(GCRootVerifierPass());
  else if (Name == "LateLowerGCFrame")
    FPM.addPass(JuliaLateLowerGCFramePass());
  else if (Name == "FinalLowerGC")
    FPM.addPass(JuliaFinalLowerGCPass());
  else if (Name == "PropagateJuliaAddrspaces")
    FPM.addPass(JuliaPropagateAddressSpacesPass());
  else
    return addInvariantVerifier(Name, FPM);
  return true;
}

static bool addLoopPass(StringRef Name, LoopPassManager &LPM,
                        ArrayRef<PassBuilder::PipelineElement>) {
  if (Name != "LowerSIMDLoop")
    return false;
  LPM.addPass(JuliaLowerSIMDLoopPass());
  return true;
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "ManagedGCRoots", LLVM_VERSION_STRING,
          [](PassBuilder &PB) {
            PB.registerPipelineParsingCallback(
                [&PB](StringRef Name, ModulePassManager &MPM,
                      ArrayRef<PassBuilder::PipelineElement>) {
                  return addModulePass(Name, MPM, PB);
                });
            PB.registerPipelineParsingCallback(addFunctionPass);
            PB.registerPipelineParsingCallback(addLoopPass);
          }};
}
