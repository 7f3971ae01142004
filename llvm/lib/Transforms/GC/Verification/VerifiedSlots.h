//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The references that slots hold, for verify<gc-roots>. VerifyGCRoots.h has
/// the theory, and VerifiedProtection.h what these references protect.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_VERIFICATION_VERIFIEDSLOTS_H
#define LLVM_LIB_TRANSFORMS_GC_VERIFICATION_VERIFIEDSLOTS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <utility>
#include <vector>

namespace llvm {

class BasicBlock;
class DominatorTree;
class Function;
class GCPointers;
class Instruction;
class Value;
class VerifiedFrame;
class VerifiedRules;

/// A reference: an element of a value, which is 0 unless that is a vector; the
/// phi of a slot, as its block and its number; or null, which is no reference.
using GCReferenceName = std::pair<const Value *, unsigned>;
using GCSlotContents = SmallVector<GCReferenceName, 8>;

class VerifiedSlots {
  const VerifiedFrame &Frame;
  const GCPointers &Pointers;
  const VerifiedRules &Rules;
  const DominatorTree &DT;
  /// By the number of the block; empty where it was not reached.
  std::vector<GCSlotContents> AtStart, AtEnd;
  DenseMap<const Value *, GCReferenceName> Loaded;

  GCSlotContents meet(const BasicBlock &BB) const;
  bool flow(const BasicBlock &BB);
  GCReferenceName getOperand(GCReferenceName Name, bool &IsDerived) const;
  GCReferenceName resolve(GCReferenceName Name) const;

public:
  VerifiedSlots(const Function &F, const VerifiedFrame &Frame,
                const GCPointers &Pointers, const VerifiedRules &Rules,
                const DominatorTree &DT);

  const GCSlotContents &getAtStart(const BasicBlock &BB) const;
  /// Changes what slots hold in front of \p I to what they hold after it.
  void advance(const Instruction &I, uint8_t ListStates,
               GCSlotContents &Contents) const;

  /// Returns the pointer from which \p Name is derived, in the end.
  GCReferenceName getObject(GCReferenceName Name) const;
  /// Appends the references from which \p Name is chosen. \returns whether it
  /// is a choice.
  bool addChoices(GCReferenceName Name,
                  SmallVectorImpl<GCReferenceName> &Choices) const;
  /// Whether that is what was stored to a slot, on all paths.
  bool isStored(GCReferenceName Of) const;
  bool isBase(GCReferenceName Name) const;
  /// Whether it is derived from nothing but constants, and what needs no slot
  /// by the rules.
  bool isRootless(GCReferenceName Name) const;
};

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_VERIFICATION_VERIFIEDSLOTS_H
