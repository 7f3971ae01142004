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
/// whatever is called or stored in between. So a load needs no load that
/// dominates it, as alias analysis would: it is redundant if each way to it has
/// a load, and the value is a phi of those. A way begins where the pointer is
/// made: in the next iteration of a loop around that it may be another one.
///
/// A pointer that is a constant is not looked at, because its uses are in other
/// functions too; nor are loads that are volatile or atomic.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_UTILS_INVARIANTGROUPLOADS_H
#define LLVM_TRANSFORMS_UTILS_INVARIANTGROUPLOADS_H

namespace llvm {

class Instruction;
class LoadInst;
class Value;

/// \returns what \p Load loads, as far as loads in other blocks have it already
/// on each way to \p Load, or null. Makes phis, and has those loads promise no
/// more than \p Load does; does not change \p Load. Looks at a number of blocks
/// that is bounded by a constant.
Value *mergeInvariantGroupLoads(LoadInst &Load);

/// \returns a simple load that has \p V, where \p V is that load, or a phi of
/// such loads from one pointer; or null.
LoadInst *getLoadOnEachWay(Value *V);

} // namespace llvm

#endif // LLVM_TRANSFORMS_UTILS_INVARIANTGROUPLOADS_H
