//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether a pointer is the base of another, in IR that has statepoints.
///
/// B is the base of D if B points to the start of the object that D points to
/// or into. What is sufficient, with copies (casts and freezes) taken away:
///
///   1. B is D, and nothing tells that D is derived;
///   2. D is computed of a pointer that B is the base of, by instructions or
///      intrinsics (ReferenceOrigins.h);
///   3. B and D are relocates of one statepoint, where B is relocated as its
///      own base, and D with the base that B is relocated from, or with a copy
///      of that. Relocates of copies by one statepoint are copies, too, and
///      what chooses alike between copies is a copy;
///   4. both choose alike (phis of a block, selects of a condition, elements of
///      a place), and each choice of B is the base of that of D;
///   5. only one of them chooses, and all choices are related so; if it moves
///      the elements of a vector, the base has one value in all of them;
///   6. both are constants.
///
/// Loops are walked once, assuming that what is being shown holds.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_RELOCATEDBASES_H
#define LLVM_ANALYSIS_RELOCATEDBASES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/Compiler.h"
#include <utility>

namespace llvm {

class GCRelocateInst;
class Value;

class RelocatedBases {
  using Pair = std::pair<const Value *, const Value *>;
  /// What was shown for another pair, and need not be shown again.
  DenseSet<Pair> Shown;
  /// Whether two values are copies of one, of those that were asked for.
  DenseMap<Pair, bool> Copies;

  bool areCopies(const Value *A, const Value *B);
  bool isRelocatedBase(const GCRelocateInst &Base,
                       const GCRelocateInst &Derived);

public:
  /// Returns whether \p Base is the base of \p Derived. Takes time linear in
  /// the choices between the two and their definitions that were not walked
  /// before.
  LLVM_ABI bool isBaseOf(const Value *Base, const Value *Derived);
};

} // end namespace llvm

#endif // LLVM_ANALYSIS_RELOCATEDBASES_H
