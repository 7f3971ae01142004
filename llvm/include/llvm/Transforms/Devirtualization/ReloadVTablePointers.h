//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loads vtable pointers again where virtual calls are left.
///
/// With -fstrict-vtable-pointers what was loaded for one virtual call of an
/// object serves all later ones. That finds methods, but for calls that stay
/// virtual it takes a register that calls preserve, to save a load of what is
/// in the cache: the function has to save the register first. So when all else
/// is done, a call that gets its method from before another call gets loads of
/// its own, as in the source, unless they would be in a loop that they are not
/// in. Nothing is done for a vtable pointer that is needed there anyway.
///
/// Does nothing in modules without the flag StrictVTablePointers.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_DEVIRTUALIZATION_RELOADVTABLEPOINTERS_H
#define LLVM_TRANSFORMS_DEVIRTUALIZATION_RELOADVTABLEPOINTERS_H

#include "llvm/IR/PassManager.h"

namespace llvm {

class Function;

class ReloadVTablePointersPass
    : public PassInfoMixin<ReloadVTablePointersPass> {
public:
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM);
};

} // namespace llvm

#endif // LLVM_TRANSFORMS_DEVIRTUALIZATION_RELOADVTABLEPOINTERS_H
