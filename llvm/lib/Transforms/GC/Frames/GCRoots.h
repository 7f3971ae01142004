//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which references have to be in slots at which safepoints.
///
/// Only *roots* are in slots: base pointers (llvm/Analysis/GCBasePointers.h)
/// that are live across a safepoint or demanded there, or are the base of
/// something that is (llvm/Analysis/GCRootLiveness.h), and that nobody else
/// keeps (GCRootRefinement.h). What demands them and what keeps them say the
/// rules of the strategy (llvm/Transforms/GC/GCRootRules.h). What is *derived*
/// stays a value; if objects move, it is computed again from what the slot of
/// its base has then.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_FRAMES_GCROOTS_H
#define LLVM_LIB_TRANSFORMS_GC_FRAMES_GCROOTS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/GCRootLiveness.h"
#include <vector>

namespace llvm {

class DominatorTree;
class Function;
class GCPointers;
class GCReferences;
class GCRootRules;
class Instruction;
class SafepointStates;
class Value;

struct GCFrameRoot {
  Value *V;
  /// The state in which it is defined, and those in which it is used.
  unsigned Definition;
  SmallVector<unsigned, 2> Uses;
  SmallVector<GCLiveRange, 1> Ranges;

  /// The number of slots: one, or one for each element of a vector.
  unsigned getNumElements() const;
};

/// A value that is live across safepoints and is not a root.
struct GCDerivedValue {
  Instruction *V;
  /// The number of its root.
  unsigned Root;
  unsigned Definition;
  SmallVector<unsigned, 2> Uses;
};

class GCRoots {
  std::vector<GCFrameRoot> Roots;
  std::vector<GCDerivedValue> Derived;
  SmallVector<const Instruction *, 1> Unknown;

  void addRoots(const SafepointStates &States, const GCReferences &Table,
                const DenseMap<Value *, SmallVector<unsigned, 4>> &Demands);

public:
  /// Inserts what is needed to have the bases of all that is live as values.
  GCRoots(Function &F, const SafepointStates &States, const DominatorTree &DT,
          const GCPointers &Pointers, const GCRootRules &Rules);

  ArrayRef<GCFrameRoot> roots() const { return Roots; }
  ArrayRef<GCDerivedValue> derived() const { return Derived; }
  /// The instructions whose results have to be kept, but nobody knows of which
  /// objects.
  ArrayRef<const Instruction *> unknown() const { return Unknown; }
};

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_FRAMES_GCROOTS_H
