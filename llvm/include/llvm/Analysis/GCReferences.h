//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The references of a function, by number, and the states (SafepointStates.h)
/// in which they are defined and used: what GCRootLiveness starts from. A use
/// in a phi is one at the end of the block that it comes from.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_GCREFERENCES_H
#define LLVM_ANALYSIS_GCREFERENCES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Compiler.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace llvm {

class Function;
class GCPointers;
class Instruction;
class SafepointStates;
class Use;
class Value;

/// Built in time linear in the operands of the function. Numbers follow the
/// order of the function, arguments first.
class GCReferences {
public:
  struct Reference {
    Value *V;
    /// The state in which it is defined.
    unsigned Definition;
    /// When it is used last, in the order of the function: the larger, the
    /// later. Of operands of one instruction, the first is the latest.
    uint64_t LastUse = 0;
  };

private:
  std::vector<Reference> References;
  DenseMap<const Value *, unsigned> Numbers;
  /// The states of uses, in the order of references; those of number N are from
  /// Starts[N] to before Starts[N + 1].
  std::vector<unsigned> Uses, Starts;
  /// The place of each safepoint, in the unit of LastUse.
  std::vector<uint64_t> Places;

public:
  /// \p F has the safepoints of \p States. If \p IsUse is there, operands for
  /// which it says no do not count.
  LLVM_ABI GCReferences(Function &F, const SafepointStates &States,
                        const GCPointers &Pointers,
                        function_ref<bool(const Use &)> IsUse = nullptr);

  unsigned size() const { return References.size(); }
  const Reference &operator[](unsigned Number) const {
    return References[Number];
  }
  /// Returns the number of \p V, if it is a reference of the function.
  LLVM_ABI std::optional<unsigned> getNumber(const Value *V) const;

  /// The states in which a reference is used, the one in which it is defined
  /// left out. Some are repeated.
  ArrayRef<unsigned> getUses(unsigned Number) const {
    return ArrayRef(Uses).slice(Starts[Number],
                                Starts[Number + 1] - Starts[Number]);
  }

  /// Notes that a safepoint demands a reference: as a base of another, which is
  /// the \p Rank th there, or by itself.
  LLVM_ABI void demandBase(unsigned Number, unsigned Safepoint, unsigned Rank);
  LLVM_ABI void demand(unsigned Number, unsigned Safepoint, unsigned Rank);
};

} // end namespace llvm

#endif // LLVM_ANALYSIS_GCREFERENCES_H
