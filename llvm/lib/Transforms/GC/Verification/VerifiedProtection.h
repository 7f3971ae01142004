//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether the references in slots keep an object (VerifyGCRoots.h, rules 1 to
/// 6).
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_VERIFICATION_VERIFIEDPROTECTION_H
#define LLVM_LIB_TRANSFORMS_GC_VERIFICATION_VERIFIEDPROTECTION_H

#include "VerifiedSlots.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include <utility>

namespace llvm {

class BitVector;
class DominatorTree;
class Instruction;
class VerifiedRules;

class VerifiedProtection {
  const VerifiedSlots &Slots;
  const VerifiedRules &Rules;
  const DominatorTree &DT;
  DenseMap<std::pair<GCReferenceName, GCReferenceName>, bool> Known;

  bool isBefore(GCReferenceName A, GCReferenceName B) const;
  bool computeProtects(GCReferenceName Held, GCReferenceName Wanted);
  bool addOrigins(const Instruction &Choice, GCReferenceName Name,
                  SmallVectorImpl<GCReferenceName> &Origins) const;
  bool addKeepers(GCReferenceName Name,
                  SmallVectorImpl<GCReferenceName> &Keepers) const;

public:
  VerifiedProtection(const VerifiedSlots &Slots, const VerifiedRules &Rules,
                     const DominatorTree &DT)
      : Slots(Slots), Rules(Rules), DT(DT) {}

  /// \returns whether both point to the same object.
  bool protects(GCReferenceName Held, GCReferenceName Wanted);

  /// \returns whether slots with \p Contents keep the object of \p Name. If
  /// \p Usable is not null, only the slots in it count. \p Objects, if not
  /// null, are objects that some slots are known to hold.
  bool isKept(GCReferenceName Name, const GCSlotContents &Contents,
              const DenseSet<GCReferenceName> *Objects,
              const BitVector *Usable);
};

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_VERIFICATION_VERIFIEDPROTECTION_H
