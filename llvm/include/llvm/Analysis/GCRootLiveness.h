//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// At which safepoints references are live.
///
/// A value is *listed* at a safepoint if the collector has to know it there: it
/// is live across it, something demands it (a deoptimization value is needed
/// even if it is not used afterwards), or it is the base of a listed value. It
/// is *needed* in a state if its copy there is used, or listed at the safepoint
/// that ends the state. With the facts about states of SafepointStates.h:
///
///   1. used in state S                   =>  needed in S
///   2. needed in S, not defined in S:
///        S is after a call               =>  listed at the call
///        S is an edge of an invoke       =>  listed at the invoke
///        S is a join                     =>  needed in the states that meet
///   3. listed at a safepoint             =>  needed in the state before it
///
/// These rules split a value as a moving collector does: it has one
/// copy for each state other than its own, by a relocate after a safepoint and
/// a phi at a join. No smaller set is correct.
///
/// The safepoints of a block are consecutive numbers, and a value is listed at
/// consecutive ones. So the result is one *range* for each block with
/// safepoints in which the value is listed, and the joins and edges where it is
/// needed: where live ranges begin and end, not what is live where. Computing
/// it takes time and memory linear in the uses of the value and in that result.
/// Over a straight line of N safepoints with N values, that is O(N) even if all
/// of them are live at all safepoints; over B blocks with safepoints, N values
/// that are live everywhere have N * B ranges, and at least as many relocates.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_GCROOTLIVENESS_H
#define LLVM_ANALYSIS_GCROOTLIVENESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Compiler.h"
#include <vector>

namespace llvm {

class SafepointStates;

/// The safepoints of one block, from First to Last, at which a value is listed.
struct GCLiveRange {
  unsigned First, Last;
  /// Whether the value is needed in the state after Last, which is a call. It
  /// is needed after all others in any case.
  bool IsNeededBehind;
};

/// Where one value is listed and needed.
struct GCRootRanges {
  /// In the order in which they were found, from uses to definitions.
  SmallVector<GCLiveRange, 1> Ranges;
  /// The joins and edges in which the value is needed.
  SmallVector<unsigned, 0> States;

  bool isListed() const { return !Ranges.empty(); }
};

/// Computes ranges, for one value after the other.
class GCRootLiveness {
  const SafepointStates &States;
  /// For each state, the last value that was needed there.
  std::vector<unsigned> SeenState;
  /// For the first safepoint of each block, the last value that was listed in
  /// the block, and its range.
  std::vector<unsigned> SeenBlock, RangeOf;
  unsigned Value = 0;
  SmallVector<unsigned, 16> Pending;

  void need(unsigned State, unsigned Definition, GCRootRanges &Result);
  void list(unsigned Safepoint, bool IsNeededBehind, unsigned Definition,
            GCRootRanges &Result);

public:
  LLVM_ABI explicit GCRootLiveness(const SafepointStates &States);

  /// Returns the ranges of a value that is defined in state \p Definition, is
  /// used in the states \p Uses, and demanded at the safepoints \p Demands. All
  /// are dominated by the definition, and any may be repeated.
  LLVM_ABI GCRootRanges compute(unsigned Definition, ArrayRef<unsigned> Uses,
                                ArrayRef<unsigned> Demands);
};

} // end namespace llvm

#endif // LLVM_ANALYSIS_GCROOTLIVENESS_H
