//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What each statepoint of a function lists, and what it relocates.
///
/// A reference is listed where GCRootLiveness.h says, with its base, and
/// relocated where it is needed after the statepoint. References whose base is
/// a constant are not listed. The plan is made in this order, each step in time
/// linear in the function and in what is listed:
///
///   1. Ranges of all derived pointers; those with none matter no more.
///   2. Bases of the others, which may insert instructions.
///   3. Rematerialization, which changes uses.
///   4. Ranges of the derived pointers that are left, and then of base
///      pointers, which are demanded where what is derived from them is listed.
///   5. Lists, with what is used last listed first.
///
/// For a collector that does not move objects, only base pointers are listed,
/// nothing is relocated, and nothing is rematerialized.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_REWRITING_STATEPOINTPLAN_H
#define LLVM_LIB_TRANSFORMS_GC_REWRITING_STATEPOINTPLAN_H

#include "StatepointRelocations.h"
#include "StatepointRematerialization.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/GCReferences.h"
#include "llvm/Analysis/GCRootLiveness.h"
#include "llvm/Transforms/GC/RewriteStatepoints.h"
#include <vector>

namespace llvm {

class Function;
class GCBaseMaterializer;
class GCBasePointers;
class GCPointers;
class SafepointStates;
class TargetTransformInfo;

/// One entry of the list of a statepoint; see StatepointEntry.
struct PlannedEntry {
  /// Which of the plan's references it is.
  unsigned Reference;
  unsigned Base = 0;
  bool IsNeeded = false, IsNeededInPad = false;
};

class StatepointPlan {
  Function &F;
  const SafepointStates &States;
  const GCPointers &Pointers;
  GCBasePointers &Bases;
  GCBaseMaterializer &Materializer;
  const StatepointPlanOptions &Options;
  GCRootLiveness Liveness;
  /// The safepoints that demand a reference, as a deopt value or an operand.
  DenseMap<const Value *, SmallVector<unsigned, 2>> Demands;
  std::vector<SmallVector<PlannedEntry, 4>> Lists;
  std::vector<RelocatedReference> References;

  void collectDemands();
  GCRootRanges computeRanges(const GCReferences &Table, unsigned Number,
                             ArrayRef<unsigned> MoreDemands = {});
  SmallVector<DerivedPointer, 0> findDerived();
  bool isBase(Value *V);
  void listAll(ArrayRef<DerivedPointer> Derived);
  void add(const GCReferences::Reference &Reference,
           const GCRootRanges &Ranges);
  void connectBases(ArrayRef<DerivedPointer> Derived);
  void relocateAll();
  void relocateNothing();

public:
  /// Plans for all safepoints of \p States in \p F, whose invokes have
  /// successors of their own.
  StatepointPlan(Function &F, const SafepointStates &States,
                 const GCPointers &Pointers, GCBasePointers &Bases,
                 GCBaseMaterializer &Materializer,
                 const TargetTransformInfo &TTI,
                 const StatepointPlanOptions &Options);

  ArrayRef<PlannedEntry> getList(unsigned Safepoint) const {
    return Lists[Safepoint];
  }
  /// All references that are listed. Copies are for the caller to add.
  MutableArrayRef<RelocatedReference> references() { return References; }
};

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_REWRITING_STATEPOINTPLAN_H
