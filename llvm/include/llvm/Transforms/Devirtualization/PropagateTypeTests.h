//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Says of a vtable pointer that is one of several what is known of each of
/// them.
///
/// Devirtualization finds a virtual call by an assumed type test
/// (llvm.type.test) of the vtable pointer that the called function is loaded
/// from. -fstrict-vtable-pointers lets the optimizer use one vtable pointer for
/// several calls. Where it merges two paths and only one has loaded the pointer
/// again, the pointer becomes a phi without a test: the tests are of its
/// operands, and do not dominate the call.
///
/// This pass inserts an assumed test of each phi and select whose operands are
/// all assumed to pass the same test, where they come from. Phis that need each
/// other in a loop get none.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_DEVIRTUALIZATION_PROPAGATETYPETESTS_H
#define LLVM_TRANSFORMS_DEVIRTUALIZATION_PROPAGATETYPETESTS_H

#include "llvm/IR/PassManager.h"

namespace llvm {

class Function;

class PropagateTypeTestsPass : public PassInfoMixin<PropagateTypeTestsPass> {
public:
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM);
};

} // namespace llvm

#endif // LLVM_TRANSFORMS_DEVIRTUALIZATION_PROPAGATETYPETESTS_H
