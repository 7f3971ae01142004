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
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
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

static bool addModulePass(StringRef Name, ModulePassManager &MPM,
                          ArrayRef<PassBuilder::PipelineElement>) {
  if (PassBuilder::checkParametrizedPassName(Name, "place-gc-roots")) {
    if (Error E = addPlaceGCRoots(Name, MPM)) {
      // There is no way to say more than that the name is unknown.
      errs() << toString(std::move(E)) << '\n';
      return false;
    }
    return true;
  }
  if (Name == "copy-gc-functions") {
    MPM.addPass(GCFunctionCopyPass());
    return true;
  }
  if (Name != "lower-gc-frame")
    return false;
  MPM.addPass(LowerGCFramePass());
  return true;
}

static bool addFunctionPass(StringRef Name, FunctionPassManager &FPM,
                            ArrayRef<PassBuilder::PipelineElement>) {
  if (Name != "verify<gc-roots>")
    return false;
  FPM.addPass(GCRootVerifierPass());
  return true;
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "ManagedGCRoots", LLVM_VERSION_STRING,
          [](PassBuilder &PB) {
            PB.registerPipelineParsingCallback(addModulePass);
            PB.registerPipelineParsingCallback(addFunctionPass);
          }};
}
