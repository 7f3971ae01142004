//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// When values that are made of references are true, in IR that has
/// statepoints.
///
/// A safepoint moves objects. What was made of references before it, be it a
/// reference, a pointer into an object or an integer, is stale after it,
/// unless it was made of what the safepoint relocated.
///
/// The *epoch* of a value is the state (llvm/Analysis/SafepointStates.h) in
/// which it is true:
///
///   - of what comes from elsewhere (an argument, the result of a call or
///   load),
///     the state in which it is defined; of a relocate, that after its
///     statepoint, wherever it is, unless it relocates a constant;
///   - of what is computed (GEPs, casts, arithmetic, selects, vectors), that of
///     its operands, *mixed* if these have different ones;
///   - of a phi, the state at the start of its block, if each incoming value is
///     true at the end of its edge's block; otherwise that of all of them, or
///     mixed.
///
/// Constants are true in every state, and so is what is made of constants
/// alone, or of integers that are made of no reference. Computing with a stale
/// value is no mistake, since optimizers move computations over safepoints;
/// using it is.
///
/// What is sufficient: a difference of two references, and low bits that are
/// masked, count as plain integers. Integers in memory and from calls are
/// plain, so that a reference that went through one there is not followed.
///
/// The epochs are the greatest solution, which sees that a phi of a loop is
/// null if nothing but itself and null comes in. Values only get worse, each
/// phi at most five times, so that the time is linear in practice.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_REFERENCEEPOCHS_H
#define LLVM_ANALYSIS_REFERENCEEPOCHS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Compiler.h"
#include <cstdint>

namespace llvm {

class DominatorTree;
class Function;
class GCStrategy;
class Instruction;
class SafepointStates;
class Value;

struct ReferenceEpoch {
  /// From good to bad.
  enum Kind : uint8_t {
    /// Nothing comes in: the code cannot be reached.
    Unknown,
    /// Null, or what is made of no reference.
    Null,
    /// Constants that are not null.
    Constant,
    /// True in State.
    Current,
    /// True in State, where it is not defined.
    Past,
    /// True nowhere.
    Mixed
  };
  Kind K = Unknown;
  unsigned State = 0;

  bool hasState() const { return K == Current || K == Past; }
  /// Whether it is true in \p S.
  bool isTrueIn(unsigned S) const {
    return K < Current || (hasState() && State == S);
  }
  bool operator==(const ReferenceEpoch &Other) const {
    return K == Other.K && State == Other.State;
  }
  bool operator!=(const ReferenceEpoch &Other) const {
    return !(*this == Other);
  }
};

class ReferenceEpochs {
  const SafepointStates &States;
  const GCStrategy &Strategy;
  DenseMap<const Value *, ReferenceEpoch> Epochs;
  /// The state in front of each instruction that defines references.
  DenseMap<const Instruction *, unsigned> Defined;
  /// The numbers of the safepoints.
  DenseMap<const Instruction *, unsigned> Numbers;

  ReferenceEpoch evaluate(const Instruction &I) const;
  ReferenceEpoch evaluateOperands(const Instruction &I) const;
  ReferenceEpoch evaluatePhi(const Instruction &I) const;
  ReferenceEpoch evaluateProjection(const Instruction &I) const;
  ReferenceEpoch defined(const Instruction &I) const;

public:
  /// Blocks of \p F that cannot be reached are left out. \p States are those of
  /// all statepoints that can.
  LLVM_ABI ReferenceEpochs(Function &F, const DominatorTree &DT,
                           const SafepointStates &States,
                           const GCStrategy &Strategy);

  LLVM_ABI ReferenceEpoch get(const Value &V) const;

  /// Returns true if \p I computes with its operands and uses none of them.
  LLVM_ABI static bool isComputation(const Instruction &I);
};

} // end namespace llvm

#endif // LLVM_ANALYSIS_REFERENCEEPOCHS_H
