//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where the value of an invariant group may change.
///
/// Two accesses with !invariant.group through one pointer have the same value,
/// except across a store with !invariant.group to the same memory. Constructors
/// and destructors have such stores: one class after another sets the vtable
/// pointer. A base class's constructor may store `this`, and the program may
/// use that pointer before and after the derived class's constructor has set
/// the vtable pointer ([class.cdtor] in the C++ standard allows both).
///
/// A constructor that is not inlined needs no attention: it does not return
/// before it is done, and its caller has no pointer to the object before that,
/// except where the caller is the constructor of a derived class, which then
/// stores the vtable pointer itself.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_INVARIANTGROUPSTORES_H
#define LLVM_ANALYSIS_INVARIANTGROUPSTORES_H

namespace llvm {

class BatchAAResults;
class Instruction;
class LoadInst;
class Loop;
class MemoryLocation;
class MemorySSA;

/// \returns true if a store with !invariant.group may write to \p Loc on a path
/// from \p From to \p To without \p From in between, or if there are too many
/// instructions on such paths, which is decided by a constant. Without \p From,
/// paths start at the entry of the function.
bool mayChangeInvariantGroup(const MemoryLocation &Loc, const Instruction *From,
                             const Instruction &To, BatchAAResults &AA);

/// \returns true if a store with !invariant.group in \p L may write to what
/// \p Load loads, so that it may have another value in the next iteration.
bool mayChangeInvariantGroup(const LoadInst &Load, const Loop &L,
                             MemorySSA &MSSA);

} // namespace llvm

#endif // LLVM_ANALYSIS_INVARIANTGROUPSTORES_H
