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
///   clang -O2 -fpass-plugin=LLVMManagedGCRoots.so
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

/// Adds the pass that \p Create makes of \p Params. \returns whether they could
/// be parsed; if not, the error is printed, since a callback can only say that
/// the name is unknown.
template <typename PassManagerT, typename CreateT, typename ParamsT>
static bool addPass(PassManagerT &PM, CreateT Create,
                    Expected<ParamsT> Params) {
  if (!Params) {
    errs() << toString(Params.takeError()) << '\n';
    return false;
  }
  PM.addPass(Create(*Params));
  return true;
}

static bool addModulePass(StringRef Name, ModulePassManager &MPM,
                          PassBuilder &PB) {
#define MANAGED_GC_FRAMES_ONLY
#define MANAGED_PASS_BUILDER PB
#define MODULE_PASS(NAME, CREATE_PASS)                                         \
  if (Name == NAME) {                                                          \
    MPM.addPass(CREATE_PASS);                                                  \
    return true;                                                               \
  }
#define MODULE_PASS_WITH_PARAMS(NAME, CLASS, CREATE_PASS, PARSER, PARAMS)      \
  if (PassBuilder::checkParametrizedPassName(Name, NAME))                      \
    return addPass(MPM, CREATE_PASS,                                           \
                   PassBuilder::parsePassParameters(PARSER, Name, NAME));
#include "../../lib/Passes/ManagedPassRegistry.def"
#undef MODULE_PASS
#undef MODULE_PASS_WITH_PARAMS
  return false;
}

static bool addFunctionPass(StringRef Name, FunctionPassManager &FPM,
                            ArrayRef<PassBuilder::PipelineElement>) {
#define FUNCTION_PASS(NAME, CREATE_PASS)                                       \
  if (Name == NAME) {                                                          \
    FPM.addPass(CREATE_PASS);                                                  \
    return true;                                                               \
  }
#define FUNCTION_PASS_WITH_PARAMS(NAME, CLASS, CREATE_PASS, PARSER, PARAMS)    \
  if (PassBuilder::checkParametrizedPassName(Name, NAME))                      \
    return addPass(FPM, CREATE_PASS,                                           \
                   PassBuilder::parsePassParameters(PARSER, Name, NAME));
#include "../../lib/Passes/ManagedPassRegistry.def"
#undef FUNCTION_PASS
#undef FUNCTION_PASS_WITH_PARAMS
  return false;
}

static bool addLoopPass(StringRef Name, LoopPassManager &LPM,
                        ArrayRef<PassBuilder::PipelineElement>) {
#define LOOP_PASS(NAME, CREATE_PASS)                                           \
  if (Name == NAME) {                                                          \
    LPM.addPass(CREATE_PASS);                                                  \
    return true;                                                               \
  }
#include "../../lib/Passes/ManagedPassRegistry.def"
#undef LOOP_PASS
  return false;
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "ManagedGCRoots", LLVM_VERSION_STRING,
          [](PassBuilder &PB) {
            refusePagePolls();
            PB.registerPipelineParsingCallback(
                [&PB](StringRef Name, ModulePassManager &MPM,
                      ArrayRef<PassBuilder::PipelineElement>) {
                  return addModulePass(Name, MPM, PB);
                });
            PB.registerPipelineParsingCallback(addFunctionPass);
            PB.registerPipelineParsingCallback(addLoopPass);
            placeGCRootsInPipelines(PB);
          }};
}
