//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_UTILS_LOOPNULLCHECKS_H
#define LLVM_TRANSFORMS_UTILS_LOOPNULLCHECKS_H

namespace llvm {

class DominatorTree;
class Instruction;
class Loop;

/// \returns whether \p I is an enabled null check
/// (llvm/IR/ImplicitNullChecks.h) that is worth a copy of what precedes it in
/// \p L, an innermost loop. That is so if no iteration changes the pointer,
/// each one executes the check, null ends the program, and no access next to
/// the check is likely to become it, which would make it free. Where null ends
/// the program, the copy is no loop.
bool isInvariantNullCheck(const Instruction &I, const Loop &L,
                          const DominatorTree &DT);

/// \returns whether \p L has such a check.
bool hasInvariantNullCheck(const Loop &L, const DominatorTree &DT);

} // namespace llvm

#endif // LLVM_TRANSFORMS_UTILS_LOOPNULLCHECKS_H
