//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which values are references that a collector has to know, and what may be
/// assumed of them. Late placement of roots and the rewriting to statepoints
/// ask the same questions and differ in the answers:
///
///   kind          the value                         at a safepoint
///   None          is no reference                   is not looked at
///   Base          points to the start of an object  is a root
///   Derived       may point into an object          needs its base as a root
///   CalleeRooted  is kept by whom it is passed to   needs its base as a root,
///                                                   but not while it is passed
///   Loaded        is memory of an object            needs the object as a root
///
/// The kind is that of a type, never of a value: address spaces survive every
/// optimization, metadata does not. With a strategy that has one address space
/// for references, all of them are Derived.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_GCPOINTERS_H
#define LLVM_ANALYSIS_GCPOINTERS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Compiler.h"
#include <cstdint>
#include <optional>
#include <utility>

namespace llvm {

class GCStrategy;
class Type;
class Value;

enum class GCPointerKind : uint8_t {
  None,
  Base,
  Derived,
  CalleeRooted,
  Loaded
};

/// Answers for one collector. Copies are cheap if it is described by a
/// strategy, which has to live as long.
class GCPointers {
  const GCStrategy *Strategy = nullptr;
  SmallVector<std::pair<unsigned, GCPointerKind>, 4> Spaces;

public:
  /// The pointers that \p Strategy manages are Derived; so is what it does not
  /// know.
  explicit GCPointers(const GCStrategy &Strategy) : Strategy(&Strategy) {}

  /// Pointers of these address spaces are what is said, others are None.
  explicit GCPointers(ArrayRef<std::pair<unsigned, GCPointerKind>> Spaces)
      : Spaces(Spaces) {}

  /// Returns the kind of a pointer, or of the elements of a vector of them.
  /// Everything else, aggregates too, is None.
  LLVM_ABI GCPointerKind getKind(const Type *Ty) const;

  /// Returns the address space of roots: that of base pointers or, if they have
  /// none, of derived ones. Strategies do not tell.
  LLVM_ABI std::optional<unsigned> getRootAddressSpace() const;

  /// Returns the type of roots for pointers of type \p Ty, or vectors of them:
  /// \p Ty itself, unless base pointers have an address space of their own.
  LLVM_ABI Type *getRootType(Type *Ty) const;

  /// Returns true if \p Ty is or contains a base or a derived pointer, or a
  /// vector of them.
  LLVM_ABI bool containsReferences(const Type *Ty) const;

  /// Returns true if the object of \p V has to be known as long as \p V is
  /// live: it is of one of the kinds but None, or a vector of them, and no
  /// constant. What constants point to does not move and is not collected.
  LLVM_ABI bool isReference(const Value &V) const;
};

/// Returns true if the references of \p Strategy are pointers of type \p Ty, or
/// vectors of them. Without a strategy, or if it does not know, every pointer
/// counts.
LLVM_ABI bool isReferenceType(const Type *Ty, const GCStrategy *Strategy);

/// Returns true if \p Ty is or contains such a type.
LLVM_ABI bool containsReferences(const Type *Ty, const GCStrategy *Strategy);

/// Returns true if \p Ty is or contains a pointer that may be a reference of a
/// collector whose address spaces are not known here: of any space but 0.
LLVM_ABI bool mayContainReferences(const Type *Ty);

/// Returns true if \p Ty is or contains a vector whose size the machine knows.
LLVM_ABI bool containsScalableVector(const Type *Ty);

} // end namespace llvm

#endif // LLVM_ANALYSIS_GCPOINTERS_H
