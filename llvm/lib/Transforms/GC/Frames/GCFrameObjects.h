//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Stack objects that lie in the frame, because they hold references and their
/// address is used.
///
/// One of nothing but references is made of slots. One with other words, too,
/// is after the slots if the layout of frames has a place there.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_FRAMES_GCFRAMEOBJECTS_H
#define LLVM_LIB_TRANSFORMS_GC_FRAMES_GCFRAMEOBJECTS_H

#include "GCReferenceRuns.h"
#include <optional>

namespace llvm {

class AllocaInst;
class Function;
struct GCRootStrategy;

struct GCFrameObject {
  AllocaInst *Object;
  /// In bytes.
  uint64_t Size;
  Align Alignment;
  GCReferenceRuns References;
  bool IsMadeOfSlots;

  /// Returns how many slots it takes.
  unsigned getNumSlots() const;
  /// Returns the first slot from \p Slot on at which it is aligned.
  unsigned alignSlot(unsigned Slot) const;
};

/// Returns \p Object if it can lie in a frame: a static one of constant size,
/// with aligned references, and not more aligned than what is there.
std::optional<GCFrameObject> makeGCFrameObject(AllocaInst &Object,
                                               const GCRootStrategy &Strategy);

/// Returns all that do, once others are values.
SmallVector<GCFrameObject, 4>
collectGCFrameObjects(Function &F, const GCRootStrategy &Strategy);

/// Returns the number of slots of a frame with \p Objects after its first
/// \p First slots.
unsigned addGCFrameObjectSlots(ArrayRef<GCFrameObject> Objects, unsigned First);

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_FRAMES_GCFRAMEOBJECTS_H
