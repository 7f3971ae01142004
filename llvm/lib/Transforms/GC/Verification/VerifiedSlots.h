//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What slots hold, and whether that protects a reference, for
/// verify<gc-roots>. VerifyGCRoots.h has the theory.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_VERIFICATION_VERIFIEDSLOTS_H
#define LLVM_LIB_TRANSFORMS_GC_VERIFICATION_VERIFIEDSLOTS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include <utility>
#include <vector>

namespace llvm {

class BasicBlock;
class BitVector;
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
  DenseMap<std::pair<GCReferenceName, GCReferenceName>, bool> Known;

  GCSlotContents meet(const BasicBlock &BB) const;
  bool flow(const BasicBlock &BB);
  GCReferenceName getOperand(GCReferenceName Name, bool &IsDerived) const;
  GCReferenceName resolve(GCReferenceName Name) const;
  bool isBefore(GCReferenceName A, GCReferenceName B) const;
  bool addChoices(GCReferenceName Name,
                  SmallVectorImpl<GCReferenceName> &Choices) const;
  bool computeProtects(GCReferenceName Held, GCReferenceName Wanted) const;
  bool addOrigins(const Instruction &Choice, GCReferenceName Name,
                  SmallVectorImpl<GCReferenceName> &Origins) const;
  bool addKeepers(GCReferenceName Name,
                  SmallVectorImpl<GCReferenceName> &Keepers) const;

public:
  VerifiedSlots(const Function &F, const VerifiedFrame &Frame,
                const GCPointers &Pointers, const VerifiedRules &Rules,
                const DominatorTree &DT);

  const GCSlotContents &getAtStart(const BasicBlock &BB) const;
  /// Changes what slots hold in front of \p I to what they hold behind it.
  void advance(const Instruction &I, uint8_t ListStates,
               GCSlotContents &Contents) const;

  /// Returns the pointer from which \p Name is derived, in the end.
  GCReferenceName getObject(GCReferenceName Name) const;
  /// Whether both point to the same object.
  bool protects(GCReferenceName Held, GCReferenceName Wanted);
  /// Whether slots with \p Contents keep the object of \p Name, those of
  /// \p Usable if there is such a set. \p Objects has some that they hold.
  bool isKept(GCReferenceName Name, const GCSlotContents &Contents,
              const DenseSet<GCReferenceName> *Objects,
              const BitVector *Usable);
  /// Whether that is what was stored to a slot, on all paths.
  bool isStored(GCReferenceName Of) const;
  bool isBase(GCReferenceName Name) const;
  /// Whether it is derived from nothing but constants, and what needs no slot
  /// by the rules.
  bool isRootless(GCReferenceName Name) const;
};

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_VERIFICATION_VERIFIEDSLOTS_H
