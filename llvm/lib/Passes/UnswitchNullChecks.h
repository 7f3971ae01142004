//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes null checks out of loops before they are rotated.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_PASSES_UNSWITCHNULLCHECKS_H
#define LLVM_LIB_PASSES_UNSWITCHNULLCHECKS_H

#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/IR/PassManager.h"

namespace llvm {

class LPMUpdater;
class Loop;

/// Unswitches a loop that begins with an enabled null check, as
/// SimpleLoopUnswitch does with trivial conditions. LoopRotate, which comes
/// next, would take the check for the loop's condition: it would peel the code
/// up to it, and the passes that know the forms of loops, such as
/// LoopIdiomRecognize, would not know that one.
class UnswitchNullChecksPass : public PassInfoMixin<UnswitchNullChecksPass> {
public:
  PreservedAnalyses run(Loop &L, LoopAnalysisManager &AM,
                        LoopStandardAnalysisResults &AR, LPMUpdater &U);
};

} // namespace llvm

#endif // LLVM_LIB_PASSES_UNSWITCHNULLCHECKS_H
