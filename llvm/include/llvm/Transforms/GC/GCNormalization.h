//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Brings what front ends emit into the form that rewriting statepoints knows:
/// references are SSA values of their own, and calls relocate them.
///
/// 1. *Aggregates* that hold references across a call are taken apart. Vectors
///    are relocated as they are.
/// 2. *Variables* in memory that hold pointers into objects become values, and
///    arguments passed by value become stack objects.
/// 3. *Landing pads* without a token have no place for relocates. What is
///    needed after one goes there through slots: the base is stored in front
///    of the invoke and loaded in the landing pad, and pointers into the object
///    are computed again.
/// 4. *Stack objects* that hold references are listed at the calls where they
///    have to be found (llvm/Analysis/GCStackObjects.h), and cleared before
///    that if need be. Slots are stack objects.
///
/// The rest is for rewriting: what is live, what the bases of values are, and
/// where they are relocated.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_GC_GCNORMALIZATION_H
#define LLVM_TRANSFORMS_GC_GCNORMALIZATION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Compiler.h"

namespace llvm {

class CallBase;
class DominatorTree;
class Function;
class TargetLibraryInfo;
class Value;

/// What safepoints have to list among their references without relocating it:
/// stack objects, and parts of them at constant offsets. Valid as long as the
/// calls are.
class StackRoots {
  DenseMap<const CallBase *, SmallVector<Value *, 2>> Roots;

public:
  /// In the order of the objects in the function.
  ArrayRef<Value *> at(const CallBase &Call) const {
    auto It = Roots.find(&Call);
    return It == Roots.end() ? ArrayRef<Value *>() : It->second;
  }
  void add(const CallBase &Call, Value *Root) { Roots[&Call].push_back(Root); }
};

/// Does all of that for \p F, in which verifyStatepointInput() finds no error,
/// and adds to \p Roots. Removes unreachable blocks and keeps \p DT up to date.
/// Returns true if \p F changed. Doing it twice has the same result.
///
/// Takes time linear in the instructions, the output, and for each object and
/// each reference that a landing pad needs, the blocks where it is live.
LLVM_ABI bool normalizeGCPointers(Function &F, DominatorTree &DT,
                                  const TargetLibraryInfo &TLI,
                                  StackRoots &Roots);

/// Does that for functions with a strategy that wants rewriting, unless they
/// have errors, which are reported. The stack roots of a call become its
/// "gc-live" bundle; rewriting finds them again.
struct NormalizeGCPointersPass : public PassInfoMixin<NormalizeGCPointersPass> {
  LLVM_ABI PreservedAnalyses run(Function &F, FunctionAnalysisManager &FAM);
  static bool isRequired() { return true; }
};

} // end namespace llvm

#endif // LLVM_TRANSFORMS_GC_GCNORMALIZATION_H
