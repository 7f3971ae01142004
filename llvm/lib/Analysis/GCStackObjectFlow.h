//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is done with one stack object, and from where to where that matters.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_ANALYSIS_GCSTACKOBJECTFLOW_H
#define LLVM_LIB_ANALYSIS_GCSTACKOBJECTFLOW_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {

class BasicBlock;
class CallBase;
class Function;
class Instruction;
struct GCStackObject;

/// What one instruction does with an object.
struct GCObjectEvent {
  /// It may read or write the object; a call may do so while it runs.
  bool Reads = false, Writes = false;
  /// It reads words that may not have been written, without using them.
  bool Copies = false;
  /// What was there before is needed by nobody but the instruction. Calls never
  /// do that: while they run, a collector reads what is not yet replaced.
  bool Replaces = false;
  /// The lifetime starts or ends.
  bool Begins = false, Ends = false;
  /// The numbers of the words that it certainly writes, from the first to
  /// before the last.
  unsigned FirstWord = 0, LastWord = 0;
};

using GCObjectEvents = MapVector<const Instruction *, GCObjectEvent>;

/// The safepoints of a function.
struct GCSafepoints {
  SmallPtrSet<const Instruction *, 16> All;
  /// Those of each block, in order.
  DenseMap<const BasicBlock *, SmallVector<const CallBase *, 4>> Blocks;
};

/// Finds where \p Object, which has words, is listed and has to be cleared;
/// GCStackObjects.h has the rules.
void findListings(const Function &F, const GCObjectEvents &Events,
                  const GCSafepoints &Safepoints, GCStackObject &Object);

} // end namespace llvm

#endif // LLVM_LIB_ANALYSIS_GCSTACKOBJECTFLOW_H
