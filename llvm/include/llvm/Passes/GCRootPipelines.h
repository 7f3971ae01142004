//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Optimization and late root placement as one pass each: what a compiler for
/// managed code does with a module, for one that was dumped before it.
///
///   gc-frames<O0|O1|O2|O3>  the invariants, default<...>, place-gc-roots,
///                           lower-gc-frame
///   julia<O0|O1|O2|O3>      the same with the passes of the preset for Julia;
///                           its address spaces are gone afterwards
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_PASSES_GCROOTPIPELINES_H
#define LLVM_PASSES_GCROOTPIPELINES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/OptimizationLevel.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/Error.h"

namespace llvm {

class PassBuilder;

/// Parses "O0" to "O3".
LLVM_ABI Expected<OptimizationLevel> parseGCRootPipelineLevel(StringRef Params);

LLVM_ABI ModulePassManager buildGCFramesPipeline(PassBuilder &PB,
                                                 OptimizationLevel Level);
LLVM_ABI ModulePassManager buildJuliaPipeline(PassBuilder &PB,
                                              OptimizationLevel Level);

/// Has the default pipelines of \p PB place roots and lower frames at their
/// end, in modules with functions of a strategy that has frames. For a compiler
/// whose user cannot name passes, as with `clang -fpass-plugin`. Where they are
/// placed already, nothing happens.
LLVM_ABI void placeGCRootsInPipelines(PassBuilder &PB);

} // end namespace llvm

#endif // LLVM_PASSES_GCROOTPIPELINES_H
