//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What verifiers and code generation know of the object that a pointer points
/// into. It is found without the table that rewriting and placement ask
/// (GCPointerOrigins.h), so that a wrong row there is noticed.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_REFERENCEORIGINS_H
#define LLVM_ANALYSIS_REFERENCEORIGINS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/Support/Compiler.h"

namespace llvm {

class Instruction;
class Value;

/// \returns the pointer, or the vector of pointers, into whose object \p V
/// points, if \p V is derived from one operand or is that operand. \p IsSame
/// is whether it is the same pointer, as far as the kind of \p V tells; a GEP
/// never is.
LLVM_ABI const Value *getReferenceSource(const Value *V, bool &IsSame);

/// Adds the operands of \p V to \p Choices of which it is one, or has elements
/// from. \returns false if it is no choice.
LLVM_ABI bool addReferenceChoices(const Value *V,
                                  SmallVectorImpl<const Value *> &Choices);

/// Whether two choices have one rule by which they choose, so that the operands
/// of both are chosen together.
LLVM_ABI bool chooseReferencesAlike(const Instruction &A, const Instruction &B);

/// Whether \p V is derived from its operand \p From, or chosen from it.
LLVM_ABI bool comesFromReference(const Value &V, const Value &From);

/// Whether it is not known what \p V points into: it is neither derived from an
/// operand nor chosen among them, and no base pointer.
LLVM_ABI bool hasUnknownOrigin(const Value *V);

/// \returns the vector from which \p V has the elements that it does not load,
/// or null.
LLVM_ABI const Value *getReferencePassThrough(const Value *V);

/// What an intrinsic says of its result.
struct ReferenceOrigin {
  enum Kind { Unknown, Base, Same, Inside, OneOf, LoadedOrOneOf };
  Kind K = Unknown;
  /// The numbers of the operands that the result comes from.
  SmallVector<unsigned, 8> Operands = {};
};

LLVM_ABI ReferenceOrigin getReferenceOrigin(Intrinsic::ID ID);

} // end namespace llvm

#endif // LLVM_ANALYSIS_REFERENCEORIGINS_H
