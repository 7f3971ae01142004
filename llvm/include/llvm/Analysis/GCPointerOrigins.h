//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where the pointer comes from that an instruction yields: the one table that
/// rewriting to statepoints and placement of roots ask about bases. Each opcode
/// and each intrinsic that can yield a pointer, a vector of pointers or an
/// aggregate with some has a row. What has none is Unknown, and is reported,
/// never taken for a base pointer.
///
/// Verifiers and code generation have a derivation of their own
/// (ReferenceOrigins.h), and a unit test compares the two.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_GCPOINTERORIGINS_H
#define LLVM_ANALYSIS_GCPOINTERORIGINS_H

#include "llvm/IR/Intrinsics.h"
#include "llvm/Support/Compiler.h"
#include <cstdint>

namespace llvm {

class Instruction;

struct GCPointerOrigin {
  enum Kind : uint8_t {
    /// In no row of the table.
    Unknown,
    /// Yields no pointer.
    None,
    /// A base pointer: from memory, from a callee, or of an integer.
    Base,
    /// The pointer that the operand is.
    Copy,
    /// A pointer into the object that the operand points into.
    Derived,
    /// Each element is one of the operands, or an element of one of them.
    Choice,
    /// Each element is from memory, and so a base pointer, or the same element
    /// of the operand.
    MemoryOr,
    /// No base is known.
    Refused
  };
  Kind K = Unknown;
  /// Bit N is set for operand N. Of a phi, all incoming values count.
  uint8_t Operands = 0;

  bool isUnknown() const { return K == Unknown || K == Refused; }
  bool isChoice() const { return K == Choice || K == MemoryOr; }
  bool hasOperand(unsigned N) const { return N < 8 && (Operands >> N & 1); }
  /// \returns the operand of a copy or a derived pointer.
  LLVM_ABI unsigned getOperand() const;
};

/// \returns the row of an intrinsic. Those of a target that are not known to
/// load are refused.
LLVM_ABI GCPointerOrigin getGCPointerOrigin(Intrinsic::ID ID);

/// \returns the row of \p Opcode, which is one of Instruction.def.
LLVM_ABI GCPointerOrigin getGCPointerOriginOfOpcode(unsigned Opcode);

/// \returns the row of \p I: that of its intrinsic, if it calls one or takes a
/// member of what one returns.
LLVM_ABI GCPointerOrigin getGCPointerOrigin(const Instruction &I);

} // end namespace llvm

#endif // LLVM_ANALYSIS_GCPOINTERORIGINS_H
