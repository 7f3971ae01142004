//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Divides a counted loop into chunks, so that a poll between two of them is
/// enough, and the loop itself is left to the vectorizer:
///
///   left = number of back edges
///   outer:
///     last = umin(left, Chunk - 1)
///     do { body; } while (i++ != last);
///     if (left == last) leave;
///     left -= last + 1;
///     goto outer;                      // polls here
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_POLLS_STRIPMINING_H
#define LLVM_LIB_TRANSFORMS_GC_POLLS_STRIPMINING_H

#include <cstdint>

namespace llvm {

class AssumptionCache;
class DominatorTree;
class Instruction;
class Loop;
class LoopInfo;
class SCEV;
class SCEVExpander;
class ScalarEvolution;

/// \returns true if a token of \p L is used outside. It cannot be the value of
/// a phi there.
bool hasTokenUsedOutside(const Loop &L);

/// \returns true if \p Expander can compute \p Count in front of \p Before, and
/// no address of a reference is a part of it. Those are made integers next to
/// their definitions, and a safepoint may be between two of them.
bool mayExpandCount(const SCEV *Count, const Instruction *Before,
                    const SCEVExpander &Expander);

/// Divides \p L, whose iterations execute \p Cost instructions at most, so that
/// chunks execute no more than \p Distance. All three analyses are kept up to
/// date. \returns false, and does not change what \p L does, if it is not
/// counted, has other exits than its only latch, or chunks would be too short.
bool stripMineLoop(Loop &L, uint64_t Cost, uint64_t Distance, DominatorTree &DT,
                   LoopInfo &LI, ScalarEvolution &SE, AssumptionCache &AC);

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_POLLS_STRIPMINING_H
