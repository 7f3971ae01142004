//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which copies of memory may move references.
///
/// A reference is a pointer of an address space whose representation is
/// unstable by the data layout ("ni:1", "pu1:..."). A copy of memory has no
/// type. If it becomes the load and the store of an integer, a reference that
/// it copies is an integer in between, and after further passes across a
/// safepoint, where no stack map lists it. Such a copy stays one in memory,
/// unless a type says what it moves. docs/NonIntegralPointers.md has the whole
/// rule.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_REFERENCECOPIES_H
#define LLVM_ANALYSIS_REFERENCECOPIES_H

#include "llvm/Support/Compiler.h"
#include <cstdint>

namespace llvm {

class AllocaInst;
class AnyMemTransferInst;
class DataLayout;
class Instruction;
class Type;
class Use;
class Value;

/// Returns true if \p Size bytes of memory may hold a reference.
LLVM_ABI bool mayHoldReference(const DataLayout &DL, uint64_t Size);

/// Returns true if \p Copy, of \p Size bytes, may move a reference: neither
/// its source nor its destination is a variable whose type has none there.
LLVM_ABI bool mayCopyReference(const AnyMemTransferInst &Copy, uint64_t Size);

/// Returns true if \p Access, the load or store of an integer of \p Size bytes,
/// is longer than a reference and may move several: it accesses no variable
/// whose type has none there. Its parts must not become integers of their own.
LLVM_ABI bool mayCopyReferences(const Instruction &Access, uint64_t Size);

/// Returns true if \p V is an integer that is longer than a reference, and
/// loaded from or stored to a variable whose type has references there: a copy
/// of them that a front end writes for an aggregate. No collector finds them in
/// it.
LLVM_ABI bool isIntegerOfReferences(const Value &V);

/// The advice in errors about such an integer that is live across a safepoint.
inline constexpr char CopyReferencesInstead[] =
    "copy them with llvm.memcpy, or load and store references";

/// A part of a variable that is going to be of type \p Chosen, and whether it
/// may get references from copies which that type would make integers of.
class CopiedPart {
  const AllocaInst &Variable;
  uint64_t Offset, Size;
  bool HasReferences = false;
  bool IsCopiedTo = false;
  bool IsCopiedFrom = false;

public:
  /// The part of \p Size bytes at \p Offset.
  CopiedPart(const AllocaInst &Variable, uint64_t Offset, uint64_t Size)
      : Variable(Variable), Offset(Offset), Size(Size) {}

  /// Returns true if the part may hold a reference, and \p Chosen is not a type
  /// of references. Only then are the other members of use.
  LLVM_ABI bool mayLoseReference(Type *Chosen) const;

  /// Adds \p U, the address of some of the part in a load, store or copy.
  LLVM_ABI void addUse(const Use &U);

  /// Returns true if the part has to stay in memory, and copies of it copies.
  LLVM_ABI bool staysInMemory() const;

  /// Returns the type for it: \p Declared, its type in the variable or null,
  /// if that has references, and otherwise one that says where those of the
  /// variable are, if there are any, and nothing else.
  LLVM_ABI Type *getType(Type *Declared) const;
};

/// Returns true if a variable for \p Size bytes of \p Variable from \p Offset
/// on would have references at places that are not aligned, although they are
/// in \p Variable: a collector may find only others.
LLVM_ABI bool misalignsReferences(const AllocaInst &Variable, uint64_t Offset,
                                  uint64_t Size);

/// Returns true if \p Pointer points into a function or variable that the
/// module defines, and that has a size: an index of it is a number. An index of
/// another constant may be how far an object is from the start of the heap.
LLVM_ABI bool isInDefinedVariable(const Value &Pointer);

} // end namespace llvm

#endif // LLVM_ANALYSIS_REFERENCECOPIES_H
