//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which references may point elsewhere than to the beginning of an object.
///
/// A collector takes what it finds in memory for the beginning of an object.
/// Interior pointers may therefore be values, which statepoints relocate with
/// their base, but not the contents of stack objects that are listed. What is
/// loaded, passed or returned is no interior pointer, so they all come from
/// getelementptr, or from casts of pointers that are no references, and go
/// where casts, phis, selects and the like take them. Front ends that keep each
/// variable in memory also store and load them. If nobody knows the address of
/// such a variable, loads give back what was stored, and the variable can
/// become a value. What is loaded from other stack objects with interior
/// pointers is one without a known base.
///
/// The result is the smallest set that is closed under this. It may be too
/// large where references are taken out of vectors and aggregates, as no
/// elements are told apart. Time and memory are linear in the uses of the
/// function.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_GCINTERIORPOINTERS_H
#define LLVM_ANALYSIS_GCINTERIORPOINTERS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/Compiler.h"

namespace llvm {

class AllocaInst;
class Function;
class GCPointers;
class Instruction;
class Value;

/// Returns true if all that is done with \p Object is to load and store the
/// whole, so that it can become a value.
LLVM_ABI bool isWholeVariable(const AllocaInst &Object);

class GCInteriorPointers {
  class Flow;
  enum Kind : unsigned { Interior = 1, Foreign = 2 };
  DenseMap<const Value *, unsigned> Kinds;
  SmallSetVector<const AllocaInst *, 4> Variables;
  SmallPtrSet<const Instruction *, 4> Loads;
  SmallSetVector<const Instruction *, 4> Stores;

public:
  LLVM_ABI GCInteriorPointers(const Function &F, const GCPointers &Pointers);

  /// Returns true if \p V, which may be an aggregate, may be or hold an
  /// interior pointer.
  bool contains(const Value &V) const { return Kinds.contains(&V); }

  /// Returns true if it may point into what no reference points into, so that
  /// nothing is known of its base.
  bool isForeign(const Value &V) const { return Kinds.lookup(&V) & Foreign; }

  /// The variables that may hold interior pointers, all of which are
  /// isWholeVariable(), in the order in which they are found.
  ArrayRef<const AllocaInst *> variables() const {
    return Variables.getArrayRef();
  }
  bool isVariable(const AllocaInst &Object) const {
    return Variables.contains(&Object);
  }

  /// Returns true if \p I reads an interior pointer, which may have any base,
  /// from a stack object that is no variable.
  bool isLoaded(const Instruction &I) const { return Loads.contains(&I); }

  /// The instructions that put interior pointers into such objects, in the
  /// order in which they are found.
  ArrayRef<const Instruction *> stores() const { return Stores.getArrayRef(); }
};

} // end namespace llvm

#endif // LLVM_ANALYSIS_GCINTERIORPOINTERS_H
