//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Null checks of pointers that a loop moves on.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_UTILS_NULLCHECKRECURRENCES_H
#define LLVM_TRANSFORMS_UTILS_NULLCHECKRECURRENCES_H

namespace llvm {

class BranchInst;
class Loop;
class Value;

/// If \p Check is an enabled null check (llvm/IR/ImplicitNullChecks.h) that
/// leaves \p L and comes first in it, and \p L moves its pointer on from
/// iteration to iteration, inside of an object or at least never beyond the
/// last address, the pointer can be null only where it starts. Adds the
/// comparison of that pointer to the preheader of \p L then.
///
/// \returns the comparison, which is loop-invariant and can be the condition of
/// \p Check in all iterations, or null if \p Check is none of these. The
/// condition can always be unswitched: no value of the loop is needed where
/// \p Check leads to.
Value *addInvariantNullTest(const BranchInst &Check, const Loop &L);

} // namespace llvm

#endif // LLVM_TRANSFORMS_UTILS_NULLCHECKRECURRENCES_H
