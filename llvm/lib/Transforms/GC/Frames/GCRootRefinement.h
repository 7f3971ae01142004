//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which roots need no slot at which safepoints because other objects keep
/// theirs (llvm/Transforms/GC/GCRootRules.h).
///
///   1. A root is *covered* at the safepoints at which it is live: it is in a
///      slot, or rule 2 applies.
///   2. It is covered, too, where all that keep it are covered. There it needs
///      no slot.
///
/// What keeps a value dominates it, so that the rules end, and so that both
/// still belong together at each safepoint that the value dominates: neither
/// can be computed again without the other.
///
/// A root keeps its slot between two safepoints of one block that need it.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_FRAMES_GCROOTREFINEMENT_H
#define LLVM_LIB_TRANSFORMS_GC_FRAMES_GCROOTREFINEMENT_H

#include <vector>

namespace llvm {

class GCBasePointers;
struct GCFrameRoot;
struct GCKeepers;

/// Takes from \p Roots the ranges, or ends of them, where they need no slot,
/// and roots that need none at all.
void refineGCRoots(std::vector<GCFrameRoot> &Roots, GCBasePointers &Bases,
                   const GCKeepers &Keepers);

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_FRAMES_GCROOTREFINEMENT_H
