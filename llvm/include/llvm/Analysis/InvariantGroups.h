//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which pointers may carry different promises about the memory behind them.
///
/// llvm.launder.invariant.group returns the same address as its argument, and a
/// load with !invariant.group through it may see another value than one through
/// the argument: a new object may have begun there. Two pointers that are equal
/// are therefore not the same pointer, and what is loaded through one must not
/// be loaded through the other one instead. llvm.strip.invariant.group returns
/// a pointer with no promise; two laundered pointers must not both become that
/// one.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_INVARIANTGROUPS_H
#define LLVM_ANALYSIS_INVARIANTGROUPS_H

namespace llvm {

class Instruction;
class IntegerType;
class Type;
class Value;
struct AAMDNodes;

/// \returns true if one of \p A and \p B may come from a barrier that the other
/// one does not come from, so that neither may stand for the other one although
/// they are equal. Looks through address computations, phis and selects; what
/// it cannot follow to the end counts as different, unless both are computed
/// from the same value. An argument does: a caller may have a barrier, and the
/// function may be inlined into it. Null never does, nor do numbers. The work
/// is bounded by a constant.
bool mayDifferInInvariantGroup(const Value *A, const Value *B);

/// The same for all that may be kept in memory, from which the bytes of a
/// pointer may be loaded as a pointer again: true for numbers, too, but truth
/// values and constants.
bool mayBeDifferentPointers(const Value *A, const Value *B);

/// \returns whether a cast of \p Pointer to a number and back is another
/// pointer value, since the number may have taken the place of one that it
/// equals. The result is then that of a barrier.
bool losesOriginAsNumber(const Value *Pointer);

/// \returns the type to load and store instead of \p Copy, a copy of as many
/// bytes as \p Number has and with the metadata \p AA: that of a pointer if the
/// metadata says that it is one, and losesOriginAsNumber would hold for it;
/// otherwise \p Number.
Type *getTypeOfCopy(const Instruction &Copy, IntegerType *Number,
                    const AAMDNodes &AA);

} // namespace llvm

#endif // LLVM_ANALYSIS_INVARIANTGROUPS_H
