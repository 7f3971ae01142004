//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Stack objects of which nobody knows where their references are, and which
/// are therefore in no frame. What is loaded from one is right as long as no
/// safepoint comes between the load and what was written before it, such as a
/// copy of an object in the heap.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_FRAMES_GCOBJECTCOPIES_H
#define LLVM_LIB_TRANSFORMS_GC_FRAMES_GCOBJECTCOPIES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace llvm {

class AllocaInst;
class CallBase;
class Instruction;

/// Answers for one function, whose safepoints have to be there as long as this.
/// Each object is looked at when it is asked for, in time linear in the
/// instructions of the function.
class GCObjectCopies {
  DenseSet<const Instruction *> Safepoints;
  /// The loads, and copies of bytes, that may come after a safepoint, by
  /// object.
  DenseMap<const AllocaInst *, DenseSet<const Instruction *>> StaleReads;

public:
  explicit GCObjectCopies(ArrayRef<const CallBase *> Safepoints);

  /// Whether nothing that \p Read, a load or a copy, may read from \p Object
  /// was written before the last safepoint.
  bool isFresh(const Instruction &Read, const AllocaInst &Object);
};

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_FRAMES_GCOBJECTCOPIES_H
