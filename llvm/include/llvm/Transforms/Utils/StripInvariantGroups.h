//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes out what -fstrict-vtable-pointers says about pointers to objects.
///
/// Loads and stores with !invariant.group promise that whoever accesses the
/// same pointer with it sees the same value. Wherever an object may end and
/// another one begin at its address, llvm.launder.invariant.group makes another
/// pointer of it, and llvm.strip.invariant.group takes the promise away. The
/// promise of one function holds only if *all* code keeps it that the optimizer
/// sees together: where a function without launders and strips is inlined into
/// one with them, a new object may be accessed through the pointer of the old
/// one.
///
/// So a module has to say whether all of it was compiled with them. It does so
/// with the module flag "StrictVTablePointersOnly", which is 1 if it was and
/// has the behavior "min": linking a module that has no such flag makes it 0.
/// Code in which no object ends, such as C, counts as compiled with them if the
/// flag says so.
///
/// Without promises, launders and strips, the module is still correct: launders
/// and strips return their argument, and without !invariant.group it does not
/// matter which pointer it was.
/// Assumptions that say what a constructor stored stay.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_UTILS_STRIPINVARIANTGROUPS_H
#define LLVM_TRANSFORMS_UTILS_STRIPINVARIANTGROUPS_H

namespace llvm {

class AllocaInst;
class Function;
class Module;

/// Replaces all barriers of \p F by their operands, and drops !invariant.group.
/// \returns whether there was something.
bool stripInvariantGroups(Function &F);

/// Does so with all barriers and accesses of \p AI, if nobody but loads,
/// stores, and intrinsics that copy and fill memory gets its address: such
/// accesses are compared with each other anyway, and a promise says nothing
/// more. \returns whether there was a barrier.
bool stripInvariantGroups(AllocaInst &AI);

/// \returns whether some of \p M was compiled with barriers where objects
/// change their class: whether it has the module flag "StrictVTablePointers".
bool hasStrictVTablePointers(const Module &M);

/// What the module flag "StrictVTablePointersOnly" says.
enum class StrictVTablePointers {
  /// The module has no such flag, or one that is no integer.
  Unknown,
  /// Part of the module may have been compiled without barriers.
  Mixed,
  /// All of the module was compiled with barriers, or needs none.
  Only
};

StrictVTablePointers getStrictVTablePointers(const Module &M);

} // namespace llvm

#endif // LLVM_TRANSFORMS_UTILS_STRIPINVARIANTGROUPS_H
