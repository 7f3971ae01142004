//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// verify<safepoint-ir>: whether the statepoints of a function are complete.
///
/// Reports, for functions whose strategy has statepoints, all of
///
///   1. uses of values that are stale: a statepoint did not relocate them, or
///      not on each path (llvm/Analysis/ReferenceEpochs.h says what is
///      followed, through integers, too);
///   2. relocates with a base that is not the base of what is derived
///      (llvm/Analysis/RelocatedBases.h);
///   3. calls that are no statepoints and may be safepoints, beside
///      statepoints;
///   4. instead of 1, if the collector does not move objects: references that
///      are used after a statepoint that does not list their base;
///   5. stack objects that are read although a statepoint did not list them
///      (llvm/Analysis/StaleStackObjects.h).
///
/// Comparing values with null is no use, and neither is comparing two that were
/// true in the same state: such comparisons move over safepoints.
///
/// Known false positives: a pointer to a pinned object that was cast from a
/// reference, and a phi of stale values that a branch keeps apart from current
/// ones where it is used.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_GC_SAFEPOINTVERIFIER_H
#define LLVM_TRANSFORMS_GC_SAFEPOINTVERIFIER_H

#include "llvm/IR/PassManager.h"
#include "llvm/Support/Compiler.h"
#include <vector>

namespace llvm {

class DominatorTree;
class Instruction;
class TargetLibraryInfo;
class Value;

struct SafepointViolation {
  enum Kind { StaleUse, WrongBase, NoStatepoint, Unlisted, StaleObject };
  Kind What;
  const Instruction *At;
  /// The stale value, the base, what is not listed, the object, or null.
  const Value *V;
};

/// Returns what is wrong in \p F, which has a strategy, in the order of the
/// function, bases last.
LLVM_ABI std::vector<SafepointViolation>
findSafepointViolations(Function &F, const DominatorTree &DT,
                        const TargetLibraryInfo &TLI);

/// Prints the violations to the standard error output, and reports each as an
/// error of the context, unless -safepoint-ir-verifier-print-only is set.
struct SafepointVerifierPass : public PassInfoMixin<SafepointVerifierPass> {
  LLVM_ABI PreservedAnalyses run(Function &F, FunctionAnalysisManager &FAM);
  static bool isRequired() { return true; }
};

} // end namespace llvm

#endif // LLVM_TRANSFORMS_GC_SAFEPOINTVERIFIER_H
