//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_PASSES_INVARIANTGROUPPIPELINES_H
#define LLVM_PASSES_INVARIANTGROUPPIPELINES_H

#include "llvm/IR/PassManager.h"
#include "llvm/Passes/OptimizationLevel.h"

namespace llvm {

class PipelineTuningOptions;

/// \returns what is run on functions that have been simplified with barriers
/// and have none any more: passes for memory and loops, which take a barrier
/// for an unknown pointer. Less than all of the simplification, since few
/// functions gain anything.
FunctionPassManager
buildBarrierCleanupPipeline(const PipelineTuningOptions &PTO,
                            OptimizationLevel Level);

/// \returns what is run on functions with dynamic casts whose results have
/// become known: the vtable of what was cast is known with them.
FunctionPassManager buildKnownCastPipeline();

/// \returns what is run on functions with loops whose first iteration has
/// become a copy in front: the others find there what they ask for, so that
/// this leaves the loop.
FunctionPassManager buildPeeledLoopPipeline();

} // namespace llvm

#endif // LLVM_PASSES_INVARIANTGROUPPIPELINES_H
