//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes loops cheaper that need polls:
///
///   - A loop whose iterations can be counted before it is entered gets a
///     second version. If the count is small, the loop is executed as it was,
///     without polls. Otherwise a copy of it is, which has polls. The test is
///     in front of the outermost loop in which the count does not change.
///   - A small loop that cannot be counted is unrolled, so that one poll is
///     executed for several iterations.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_POLLS_SHORTLOOPS_H
#define LLVM_LIB_TRANSFORMS_GC_POLLS_SHORTLOOPS_H

#include "PollRules.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/ValueHandle.h"
#include <cstdint>

namespace llvm {

class AssumptionCache;
class BasicBlock;
class DominatorTree;
class Loop;
class LoopInfo;
class SCEV;
class ScalarEvolution;
class Value;

/// How often the header of a loop is executed at most when the loop is entered,
/// by the header. The loops are those that are entered after a test only.
using LoopTimes = DenseMap<const BasicBlock *, uint64_t>;

/// Versions of the loops of a function. All analyses are kept up to date.
class ShortLoops {
  DominatorTree &DT;
  LoopInfo &LI;
  ScalarEvolution &SE;
  AssumptionCache &AC;
  const PollRules Rules;
  LoopTimes Times;
  /// The numbers of back edges that were tested, by the header.
  DenseMap<const BasicBlock *, WeakTrackingVH> Numbers;
  /// The headers of loops that are executed if the count is not small.
  SmallPtrSet<const BasicBlock *, 8> Long;

  bool mayCopy(const Loop &L, unsigned MaxSize) const;
  Loop *findOutermost(Loop &L, const SCEV *Count,
                      function_ref<bool(Loop &)> HasPolls);
  Value *expandCount(Loop &L, Loop &Outermost);
  void copy(Loop &L, Value *IsShort, Loop &Counted);

public:
  ShortLoops(Function &F, const TargetLibraryInfo &TLI, DominatorTree &DT,
             LoopInfo &LI, ScalarEvolution &SE, AssumptionCache &AC)
      : DT(DT), LI(LI), SE(SE), AC(AC), Rules(F, TLI) {}

  const LoopTimes &getTimes() const { return Times; }

  /// Makes two versions of \p L, whose iterations execute \p Cost instructions
  /// at most; the short one executes a part of \p Distance. \returns false if
  /// the loop is a version already, cannot be counted, or is too large. Other
  /// loops get polls if \p HasPolls says so.
  bool version(Loop &L, uint64_t Cost, uint64_t Distance,
               function_ref<bool(Loop &)> HasPolls);

  /// Forgets of short loops that they are if other changes have hidden it from
  /// \p SE, which knows as little of what was as that of the verifier of polls.
  /// \returns true if there are any.
  bool forgetUnproven(ScalarEvolution &SE);

  /// Unrolls \p L, which is to have a poll on its back edge, if it is small.
  bool unroll(Loop &L);
};

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_POLLS_SHORTLOOPS_H
