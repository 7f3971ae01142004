//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The pass place-safepoints: upstream's class does the same, but is left out
/// where a function has optnone, or by -opt-bisect-limit. Then threads that
/// execute the function would never stop. See docs/Polls.md.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_GC_PLACEPOLLS_H
#define LLVM_TRANSFORMS_GC_PLACEPOLLS_H

#include "llvm/IR/PassManager.h"
#include "llvm/Support/Compiler.h"

namespace llvm {

struct PlacePollsPass : public PassInfoMixin<PlacePollsPass> {
  LLVM_ABI PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM);
  static bool isRequired() { return true; }
};

} // end namespace llvm

#endif // LLVM_TRANSFORMS_GC_PLACEPOLLS_H
