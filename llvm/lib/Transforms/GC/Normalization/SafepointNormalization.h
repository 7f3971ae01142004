//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the rewriting of calls to statepoints does to a function first, so that
/// later steps have fewer cases. Each step takes time linear in the function,
/// and none is a safepoint's business alone, so that any of them may run
/// without the others.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_NORMALIZATION_SAFEPOINTNORMALIZATION_H
#define LLVM_LIB_TRANSFORMS_GC_NORMALIZATION_SAFEPOINTNORMALIZATION_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {

class CallBase;
class Function;
class GCPointers;

/// Removes phis with one incoming value, which only add references.
bool foldSingleEntryPhis(Function &F);

/// Removes casts of pointers, and vectors of them, to the type that they have:
/// the result is the same pointer, and not one that is computed from it.
bool foldNoOpCasts(Function &F);

/// Replaces the result of calls that return an argument, a reference that may
/// be into an object, by the argument: what a function returns is a base
/// pointer otherwise.
bool foldReturnedReferences(Function &F, const GCPointers &References);

/// Moves comparisons to the branches that are their only use, over safepoints
/// in between: otherwise both the old and the new copy of a reference would be
/// kept until the branch. Null checks that may become implicit get a comparison
/// of their own: the access after the check uses the new copy, too.
bool sinkBranchConditions(Function &F);

/// Does the same for null checks that may become implicit, and for them alone.
bool sinkNullChecks(Function &F);

/// Has GEPs that make vectors of one pointer start from a vector of it, so that
/// a vector has vectors for bases.
bool splatVectorGEPs(Function &F);

/// Gives each of \p Safepoints that is an invoke successors with no other
/// predecessor and without phis. Landing pads are repeated in front of a block
/// that used to be one; tokens of landing pads that are used cannot be, and
/// need a pad of their own. Does not update dominators.
bool splitSafepointEdges(ArrayRef<CallBase *> Safepoints);

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_NORMALIZATION_SAFEPOINTNORMALIZATION_H
