//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The interface of upstream's RewriteStatepointsForGC.cpp, which this file
/// replaces: its class and its command-line options.
///
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Scalar/RewriteStatepointsForGC.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/GC/RewriteStatepoints.h"

using namespace llvm;

static cl::opt<unsigned> RematerializationThreshold(
    "spp-rematerialization-threshold", cl::Hidden, cl::init(6),
    cl::desc("Maximum cost of a derived pointer that is rematerialized after a "
             "statepoint instead of being relocated"));

static cl::opt<bool> AllowStatepointWithNoDeoptInfo(
    "rs4gc-allow-statepoint-with-no-deopt-info", cl::Hidden, cl::init(true),
    cl::desc("Let copies of elements be safepoints without deopt state"));

static cl::opt<bool> RematDerivedAtUses(
    "rs4gc-remat-derived-at-uses", cl::Hidden, cl::init(true),
    cl::desc("Rematerialize derived pointers at their uses"));

static cl::opt<bool> RelocateAll(
    "rs4gc-relocate-all", cl::Hidden, cl::init(false),
    cl::desc("Relocate all references that a statepoint lists, used or not"));

RewriteStatepointsOptions RewriteStatepointsOptions::fromCommandLine() {
  RewriteStatepointsOptions Options;
  Options.Plan.RelocateAll = RelocateAll;
  Options.Plan.Rematerialization.Threshold = RematerializationThreshold;
  Options.Plan.Rematerialization.AtUses = RematDerivedAtUses;
  Options.CopiesNeedDeoptState = !AllowStatepointWithNoDeoptInfo;
  return Options;
}

PreservedAnalyses RewriteStatepointsForGC::run(Module &M,
                                               ModuleAnalysisManager &AM) {
  return RewriteStatepointsPass(RewriteStatepointsOptions::fromCommandLine())
      .run(M, AM);
}

bool RewriteStatepointsForGC::runOnFunction(Function &F, DominatorTree &DT,
                                            TargetTransformInfo &TTI,
                                            const TargetLibraryInfo &TLI) {
  if (!rewriteStatepoints(F, TTI, TLI,
                          RewriteStatepointsOptions::fromCommandLine()))
    return false;
  // Edges were split, and unreachable blocks removed.
  DT.recalculate(F);
  return true;
}
