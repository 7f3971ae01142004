//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Peels the first iteration off loops that ask in each one for the class of an
/// object that is the same in all.
///
/// A vtable pointer that is loaded after a call of an unknown function cannot
/// be loaded before the loop: until that call returns, the object may be under
/// construction. From the second iteration on it is what the first one has
/// loaded, though. So with a copy of the body before the loop, no comparison
/// with a vtable or method is left in the loop: unswitching makes it a loop for
/// each answer.
///
/// That is done if
///
/// 1. a branch in the loop depends on a comparison of the vtable pointer, or of
///    what a slot of the vtable has, with a constant: a virtual call that loads
///    both next to it does not get faster;
/// 2. each iteration that another one follows loads the vtable pointer with
///    !invariant.group, and the paths to the loop have not all loaded it;
/// 3. the loop has at most -peel-guarded-loops-limit instructions, and not less
///    than three iterations, where that or a profile is known; neither its
///    metadata (llvm.loop.unroll.disable) nor the attributes of the function
///    (optsize, minsize, cold) are against it.
///
/// Functions with peeled loops are marked for simplification
/// (SimplifyMarked.h). The pass does nothing in modules without the flag
/// StrictVTablePointers.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_DEVIRTUALIZATION_PEELGUARDEDLOOPS_H
#define LLVM_TRANSFORMS_DEVIRTUALIZATION_PEELGUARDEDLOOPS_H

#include "llvm/IR/PassManager.h"

namespace llvm {

class Function;

class PeelGuardedLoopsPass : public PassInfoMixin<PeelGuardedLoopsPass> {
public:
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM);
};

} // namespace llvm

#endif // LLVM_TRANSFORMS_DEVIRTUALIZATION_PEELGUARDEDLOOPS_H
