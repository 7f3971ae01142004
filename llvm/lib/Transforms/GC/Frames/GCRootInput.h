//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Brings a function into the form in which placement finds the roots, and
/// reports what cannot be brought there.
///
/// References have to be values of their own. Variables in memory whose address
/// is not taken become values, and aggregates that hold references across a
/// safepoint are taken apart. Other stack objects lie in the frame
/// (GCFrameObjects.h). References that may be undefined are null.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_FRAMES_GCROOTINPUT_H
#define LLVM_LIB_TRANSFORMS_GC_FRAMES_GCROOTINPUT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {

class CallBase;
class DominatorTree;
class Function;
class GCPointers;
struct GCRootStrategy;
class Instruction;
class TargetLibraryInfo;

/// Whether addresses of objects in values that are no references matter. Rules
/// of a strategy's own may say that they keep nothing.
bool repeatsRawValues(const GCRootStrategy &Strategy);

/// Reports everything in \p F that placement does not support if there is a
/// safepoint: references in other stack objects, in vectors of unknown size, in
/// arguments that are passed in memory, exceptions of funclets, and what the
/// rules of the strategy say. Returns true if there is nothing.
bool verifyGCRootInput(Function &F, const GCRootStrategy &Strategy,
                       const TargetLibraryInfo &TLI);

/// Reports what puts pointers into objects in the stack objects of \p F, which
/// is normalized and has a safepoint. Returns true if there is any.
bool reportInteriorPointersInSlots(const Function &F,
                                   const GCPointers &Pointers);

/// Reports the instructions of \p Unknown, which may point into any object.
void reportUnknownGCRoots(const Function &F,
                          ArrayRef<const Instruction *> Unknown);

/// Does what is described above. May replace calls in \p Safepoints. Returns
/// true if it changed something.
bool normalizeGCRootInput(Function &F, const GCRootStrategy &Strategy,
                          SmallVectorImpl<CallBase *> &Safepoints,
                          DominatorTree &DT);

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_FRAMES_GCROOTINPUT_H
