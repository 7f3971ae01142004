//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes statepoints of calls in functions whose GC strategy wants it, so that
/// the IR says where the collector may move objects, and which pointers are
/// other values afterwards.
///
/// For each such function, in time linear in its instructions and in what the
/// statepoints list and relocate:
///
///   1. Verify that all of it can be rewritten (StatepointInputVerifier.h). If
///      not, the errors are reported and the function stays as it is.
///   2. Normalize what references are kept in (GCNormalization.h) and the code
///      around safepoints (SafepointNormalization.h), and lower the intrinsics
///      that ask for bases (SafepointIntrinsics.h).
///   3. Find the states (SafepointStates.h), and plan what is listed
///      (StatepointPlan.h).
///   4. Build the statepoints (StatepointBuilder.h), and have all uses use what
///      they leave (StatepointRelocations.h).
///
/// If any function changed, the module loses what is no longer true of it
/// (StatepointStripping.h).
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_GC_REWRITESTATEPOINTS_H
#define LLVM_TRANSFORMS_GC_REWRITESTATEPOINTS_H

#include "llvm/IR/PassManager.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/Error.h"

namespace llvm {

class Function;
class TargetLibraryInfo;
class TargetTransformInfo;
class raw_ostream;

struct RematerializationOptions {
  /// Chains that cost as much, in the target's instructions, are not repeated.
  unsigned Threshold = 6;
  /// Whether chains may be repeated in front of uses.
  bool AtUses = true;
};

struct StatepointPlanOptions {
  RematerializationOptions Rematerialization;
  /// Whether to list the operands of a call, too, and to relocate everything
  /// that is listed, as upstream's pass does.
  bool RelocateAll = false;
  /// Whether the collector moves objects, which the strategy says.
  bool MovesObjects = true;
};

struct RewriteStatepointsOptions {
  StatepointPlanOptions Plan;
  /// Whether copies of elements without deopt state are no safepoints. Other
  /// calls are the front end's, which knows whether they need deopt state.
  bool CopiesNeedDeoptState = false;

  /// \returns the values of the command-line options, which are upstream's and
  /// -rs4gc-relocate-all. They hold for pipelines without parameters.
  LLVM_ABI static RewriteStatepointsOptions fromCommandLine();

  /// Parses the parameters of the pass in a pipeline, separated by semicolons:
  /// remat-threshold=N, and relocate-all, remat-at-uses and copies-need-deopt,
  /// each also with no- in front.
  LLVM_ABI static Expected<RewriteStatepointsOptions> parse(StringRef Params);
};

/// Rewrites the calls of \p F, whose GC strategy wants it. The module keeps
/// attributes that may not be true any more; stripForStatepoints() removes
/// them.
/// \returns whether \p F changed. It does not if it cannot be rewritten; the
/// reasons are reported to the context.
LLVM_ABI bool rewriteStatepoints(Function &F, const TargetTransformInfo &TTI,
                                 const TargetLibraryInfo &TLI,
                                 const RewriteStatepointsOptions &Options);

class RewriteStatepointsPass : public PassInfoMixin<RewriteStatepointsPass> {
  RewriteStatepointsOptions Options;

public:
  explicit RewriteStatepointsPass(RewriteStatepointsOptions Options = {})
      : Options(Options) {}
  LLVM_ABI PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM);
  LLVM_ABI void
  printPipeline(raw_ostream &OS,
                function_ref<StringRef(StringRef)> MapClassName2PassName);
  static bool isRequired() { return true; }
};

} // end namespace llvm

#endif // LLVM_TRANSFORMS_GC_REWRITESTATEPOINTS_H
