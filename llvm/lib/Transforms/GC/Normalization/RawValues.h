//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Values that hold the address of an object and are no references, so that no
/// safepoint relocates or lists them: other pointers, vectors and aggregates of
/// these, and integers that pointers are made of again.
///
/// Optimizations move them: of two casts of one reference, one in front of a
/// call and one after it, the first one is left. Where such a value is live
/// across a safepoint, it is computed again after it, of the references that it
/// was computed of, if that is possible (*repeatable*):
///
///   - what computes it has no effect, reads no memory, and gives the same
///     result each time: casts, address computations, arithmetic, selects, and
///     accesses to elements and members;
///   - so does what computes its operands, down to references with a base;
///   - no phi of an exception pad uses it, since nothing can be computed on the
///     edge.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_NORMALIZATION_RAWVALUES_H
#define LLVM_LIB_TRANSFORMS_GC_NORMALIZATION_RAWVALUES_H

#include "Verification/UnrelocatableValues.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {

class CallBase;
class DominatorTree;
class Function;
class GCPointers;
class Instruction;
class Type;
class Use;
class User;
class Value;

class RawValues {
  const GCPointers &References;
  const StatepointCopies Copies;
  SmallSetVector<const Value *, 8> Pointers;
  SmallPtrSet<const Value *, 8> Repeatable;

  void findPointers(const Function &F);
  bool isRepeatableOperand(const Value &V,
                           function_ref<bool(const Value &)> HasBase) const;

public:
  /// Finds those of \p F. Takes linear time.
  RawValues(const Function &F, const GCPointers &References);

  /// Finds those that can be computed again. \p HasBase is asked about
  /// references.
  void findRepeatable(const Function &F,
                      function_ref<bool(const Value &)> HasBase);

  /// Integers, and pointers, that pointers are made of.
  const StatepointCopies &copies() const { return Copies; }
  bool contains(const Value &V) const {
    return Pointers.contains(&V) || Copies.contains(V);
  }
  /// In no particular order, but the same one each time.
  SmallVector<const Value *, 8> values() const;
  bool isRepeatable(const Value &V) const { return Repeatable.contains(&V); }
  bool hasRepeatable() const { return !Repeatable.empty(); }
  /// Whether operand \p U, which is one of the values, is an address there. An
  /// integer may be used as a number, too.
  bool isAddress(const Use &U) const;
};

/// Whether the address of an object that is in \p V is in \p U, too.
bool passesRawPointer(const Value &V, const Value &U,
                      const GCPointers &References);

/// Computes again what is repeatable and live across one of \p Safepoints,
/// which are in the order of \p F, whose blocks are all reachable. Keeps \p DT
/// up to date. \returns true if \p F changed. Takes time linear in \p F and in
/// the instructions that are inserted.
bool repeatRawValues(Function &F, const GCPointers &References,
                     ArrayRef<CallBase *> Safepoints, DominatorTree &DT);

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_NORMALIZATION_RAWVALUES_H
