//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Computes derived pointers again, from their bases, where that is cheaper
/// than to have statepoints relocate them.
///
/// A derived pointer is a *candidate* if a short chain of GEPs and casts
/// without code leads to it from its base, which is known at each safepoint at
/// which the pointer is. The chain is repeated
///
///   - in front of each use, if there are fewer uses than safepoints, or as
///   many
///     and the chain costs nothing;
///   - otherwise at the start of each state (SafepointStates.h) in which the
///     pointer is used and not defined. A safepoint after which nothing uses
///     it costs nothing.
///
/// Afterwards no use of a candidate is after a safepoint, and uses of bases
/// are where candidates were used.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_REWRITING_STATEPOINTREMATERIALIZATION_H
#define LLVM_LIB_TRANSFORMS_GC_REWRITING_STATEPOINTREMATERIALIZATION_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {

class Function;
class Instruction;
class SafepointStates;
class TargetTransformInfo;
class Value;
struct RematerializationOptions;

/// A derived pointer that is listed at safepoints.
struct DerivedPointer {
  Instruction *V;
  Value *Base;
  /// The state in which it is defined.
  unsigned Definition;
  /// At how many safepoints it is listed.
  uint64_t NumSafepoints;
  /// Set for those that are computed again.
  bool IsRematerialized = false;
};

/// Rewrites the uses of those of \p Pointers that are cheaper to compute again.
/// Takes time linear in the instructions of \p F and in those inserted.
void rematerializePointers(Function &F, const SafepointStates &States,
                           MutableArrayRef<DerivedPointer> Pointers,
                           const TargetTransformInfo &TTI,
                           const RematerializationOptions &Options);

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_REWRITING_STATEPOINTREMATERIALIZATION_H
