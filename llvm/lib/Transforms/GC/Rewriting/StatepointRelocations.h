//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Has each use of a reference use the copy that the last statepoint left.
///
/// The copies of one value are known by state (SafepointStates.h): its
/// definition in the state where it is defined, a relocate after a statepoint,
/// a phi at a join. A use takes the copy of the state that it is in; a phi
/// those of the states at the ends of its predecessors. That is SSA form
/// without a search, in time linear in the instructions of the function, the
/// copies and the incoming edges of the new phis.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_REWRITING_STATEPOINTRELOCATIONS_H
#define LLVM_LIB_TRANSFORMS_GC_REWRITING_STATEPOINTRELOCATIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <utility>

namespace llvm {

class Function;
class Instruction;
class SafepointStates;
class Value;

/// A reference that statepoints relocate.
struct RelocatedReference {
  /// What is relocated, and where it is defined.
  Value *V;
  unsigned Definition;
  /// The relocates, by the state that each begins.
  SmallVector<std::pair<unsigned, Instruction *>, 2> Copies;
  /// The joins at which the reference is needed.
  SmallVector<unsigned, 0> Joins;
};

/// Rewrites the uses of \p References in \p F. \p Tokens are the statepoints
/// that stand for the safepoints of \p States, in the same order.
void rewriteRelocatedUses(Function &F, const SafepointStates &States,
                          ArrayRef<Instruction *> Tokens,
                          ArrayRef<RelocatedReference> References);

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_REWRITING_STATEPOINTRELOCATIONS_H
