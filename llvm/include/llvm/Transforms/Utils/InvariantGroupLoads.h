//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Merges loads of invariant groups.
///
/// All that is loaded from one pointer with !invariant.group is the same,
/// whatever is called or stored in between, except for stores to invariant
/// groups (InvariantGroupStores.h). So a load needs no load that
/// dominates it, as alias analysis would: it is redundant if each path to it
/// has a load, and the value is a phi of those. A path begins at the definition
/// of the pointer: in the next iteration of a loop around that, the pointer may
/// be another one.
///
/// A pointer that is a constant is not looked at, because its uses are in other
/// functions too; nor are loads that are volatile or atomic.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_UTILS_INVARIANTGROUPLOADS_H
#define LLVM_TRANSFORMS_UTILS_INVARIANTGROUPLOADS_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {

class AAResults;
class BasicBlock;
class LoadInst;
class Value;
template <typename T> class SmallVectorImpl;

/// \returns whether what \p Load loads is part of an invariant group, and may
/// be replaced.
bool isSimpleLoadOfInvariantGroup(const LoadInst &Load);

/// \returns what \p Load loads, if loads in other blocks have it already on
/// each path to \p Load, or null. Makes phis, which get the name of \p Load,
/// and has those loads promise no more than \p Load does; does not remove
/// \p Load. Looks at a number of users and blocks that is bounded by constants.
Value *mergeInvariantGroupLoads(LoadInst &Load, AAResults &AA);

/// \returns whether what \p Load loads is part of an invariant group, and has
/// been loaded as such on each path to the ends of \p Blocks, by \p Load or
/// others. Looks as far as mergeInvariantGroupLoads() does.
bool isLoadedOnEachWay(LoadInst &Load, ArrayRef<BasicBlock *> Blocks);

/// Finds the loads that \p V is one of, where \p V is a load or a phi.
/// \returns false if it may be anything else, or there are too many of them.
bool findLoadsOnEachWay(Value *V, SmallVectorImpl<LoadInst *> &Loads);

/// \returns a simple load that has \p V, where \p V is that load, or a phi of
/// simple loads from one pointer; or null.
LoadInst *getLoadOnEachWay(Value *V);

} // namespace llvm

#endif // LLVM_TRANSFORMS_UTILS_INVARIANTGROUPLOADS_H
