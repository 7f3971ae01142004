//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Strips barriers and promises when no more virtual calls can be found.
///
/// Loop passes treat the result of a barrier as an unknown pointer. Alias
/// analysis does not. So a function is marked for simplification
/// (SimplifyMarked.h) only if a loop without calls uses a pointer that a
/// barrier returned.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_DEVIRTUALIZATION_STRIPLASTINVARIANTGROUPS_H
#define LLVM_TRANSFORMS_DEVIRTUALIZATION_STRIPLASTINVARIANTGROUPS_H

#include "llvm/IR/PassManager.h"

namespace llvm {

class Function;

class StripLastInvariantGroupsPass
    : public PassInfoMixin<StripLastInvariantGroupsPass> {
public:
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM);
};

} // namespace llvm

#endif // LLVM_TRANSFORMS_DEVIRTUALIZATION_STRIPLASTINVARIANTGROUPS_H
