//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Replaces what intrinsics do with vectors of references where that has no
/// base that an intrinsic of the same kind could yield:
///
///   masked.load, gather and  have null for the lanes that they do not load,
///   expandload               and a select takes these from the pass-through,
///   deinterleaveN            becomes shuffles, if the size is fixed.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_NORMALIZATION_GCVECTORINTRINSICS_H
#define LLVM_LIB_TRANSFORMS_GC_NORMALIZATION_GCVECTORINTRINSICS_H

namespace llvm {

class Function;
class GCPointers;
class IntrinsicInst;

/// \returns true if the members of what \p Call returns become values of their
/// own.
bool isSplitGCIntrinsic(const IntrinsicInst &Call);

/// Does that in all of \p F. \returns true if it changed something.
bool lowerGCVectorIntrinsics(Function &F, const GCPointers &Pointers);

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_NORMALIZATION_GCVECTORINTRINSICS_H
