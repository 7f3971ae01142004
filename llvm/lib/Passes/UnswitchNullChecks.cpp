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

#include "UnswitchNullChecks.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/ImplicitNullChecks.h"
#include "llvm/Transforms/Scalar/SimpleLoopUnswitch.h"

using namespace llvm;

PreservedAnalyses UnswitchNullChecksPass::run(Loop &L, LoopAnalysisManager &AM,
                                              LoopStandardAnalysisResults &AR,
                                              LPMUpdater &U) {
  if (!isEnabledImplicitNullCheck(*L.getHeader()->getTerminator()))
    return PreservedAnalyses::all();
  return SimpleLoopUnswitchPass(/*NonTrivial=*/false, /*Trivial=*/true)
      .run(L, AM, AR, U);
}
