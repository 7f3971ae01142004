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

#include "BlockMarks.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace llvm {

class BasicBlock;
class CallBase;
class Function;
class GCObjectListing;
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

/// All of them.
struct GCObjectEvents {
  MapVector<const Instruction *, GCObjectEvent> At;
  /// It is also read wherever the function ends, if it is still alive.
  bool IsReadUntilEnd = false;
};

/// Finds where objects of one function, one after the other, are listed and
/// have to be cleared; GCStackObjects.h has the rules. It lives as long as
/// blocks are what they are.
class GCStackObjectFlow {
  friend class GCObjectListing;

  SmallPtrSet<const Instruction *, 16> Safepoints;
  /// Those of each block, in order.
  std::vector<SmallVector<const CallBase *, 1>> InBlock;
  /// The predecessors of each block, which are slow to find.
  std::vector<SmallVector<const BasicBlock *, 2>> Before;
  /// The blocks at whose beginning and end the object is needed and filled, and
  /// those at whose beginning it matters whether it is vague.
  BlockMarks NeededIn, NeededOut, FilledIn, FilledOut, Asked;

public:
  GCStackObjectFlow(const Function &F, ArrayRef<const CallBase *> Safepoints);
  /// \p Object has words.
  void findListings(const GCObjectEvents &Events, GCStackObject &Object);
};

} // end namespace llvm

#endif // LLVM_LIB_ANALYSIS_GCSTACKOBJECTFLOW_H
