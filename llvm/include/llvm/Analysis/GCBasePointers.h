//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The objects that references point into.
///
/// The *base* of a reference is a pointer to the start of its object. A value
/// has one of these origins, found by walking back through what the table in
/// GCPointerOrigins.h has for copies and derived pointers:
///
///   - A *definition*: what is loaded, passed, returned, extracted from an
///     aggregate or made of an integer is a base pointer, and its own base.
///     Memory of an object (GCPointerKind::Loaded) is none: its address was
///     loaded from the object, or a call made it whose first operand is that.
///   - A *constant*, whose base is null: what it points to does not move.
///   - A *choice*: a phi, a select, or what takes elements of vectors.
///   - *Unknown*: an instruction that the table knows nothing of. It is its own
///     base, and whoever needs it has to report that.
///
/// For choices, two questions are answered for all that are reached at once,
/// each by assuming the best and correcting what turns out to be wrong, so that
/// cycles of phis come out as good as trees:
///
///   1. Is the choice a base pointer itself? It is, unless something that it
///      chooses from is neither a copy of a base pointer nor null.
///   2. If not, do all that it chooses from have one base? The lattice is
///      unknown > (one base) > mirrored. What takes elements of vectors is
///      mirrored at once, since no value has one base per element.
///
/// A *mirrored* choice needs a new instruction, of the same form but between
/// the bases; lib/Transforms/GC/Rewriting/GCBaseMaterialization.h makes it.
///
/// Each choice changes its state at most twice and tells those that choose from
/// it, so that all answers together take time linear in the operands of the
/// instructions reached. There is no recursion. The sparse propagation is
/// that of Wegman and Zadeck, "Constant Propagation with Conditional Branches"
/// (1991).
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_GCBASEPOINTERS_H
#define LLVM_ANALYSIS_GCBASEPOINTERS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Support/Compiler.h"

namespace llvm {

class Instruction;
class Use;
class Value;

/// The base of a value: another value, or the mirror of a choice.
struct GCBase {
  /// The base, or the choice whose mirror is the base.
  Value *V = nullptr;
  bool IsMirror = false;

  bool operator==(const GCBase &Other) const {
    return V == Other.V && IsMirror == Other.IsMirror;
  }
  bool operator!=(const GCBase &Other) const { return !(*this == Other); }
};

/// Bases, found on demand and kept. Reads the function only. Instructions may
/// be added afterwards, but none that was asked for may change or go away
/// unless forget() is called.
class GCBasePointers {
  struct Origin {
    Value *Root;
    /// Whether the value is the same pointer, not one into the same object.
    bool IsCopy;
  };

  GCPointers Pointers;
  DenseMap<Value *, Origin> Origins;
  DenseMap<Value *, GCBase> Choices;

  friend class GCBaseSolver;
  Value *stepBack(Value *V, bool &IsCopy) const;
  bool isChoice(const Value *V) const;
  Origin getOrigin(Value *V);

public:
  explicit GCBasePointers(const GCPointers &Pointers) : Pointers(Pointers) {}

  const GCPointers &getPointers() const { return Pointers; }

  /// Returns the base of \p V, a reference or a constant of such a type. A base
  /// pointer that is no copy of another is its own.
  LLVM_ABI GCBase find(Value *V);

  /// Whether nothing is known of \p Base, which find() returned and which is an
  /// instruction then.
  LLVM_ABI bool isUnknown(const GCBase &Base) const;

  /// Removes what is known of \p V, which is to be erased.
  LLVM_ABI void forget(Value *V);
};

/// Calls \p Visit with each operand of \p Choice that it chooses from; these
/// are the references of a phi, a select or what takes elements of vectors.
LLVM_ABI void visitGCChoices(Instruction &Choice,
                             function_ref<void(Use &)> Visit);

} // end namespace llvm

#endif // LLVM_ANALYSIS_GCBASEPOINTERS_H
