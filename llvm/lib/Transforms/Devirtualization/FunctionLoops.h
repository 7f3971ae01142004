//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops, for passes that have nothing to do in a function without any. Most
/// functions of C++ have none.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_DEVIRTUALIZATION_FUNCTIONLOOPS_H
#define LLVM_LIB_TRANSFORMS_DEVIRTUALIZATION_FUNCTIONLOOPS_H

#include "llvm/IR/Analysis.h"
#include "llvm/IR/PassManager.h"

namespace llvm {

class LoopInfo;

/// \returns the loops of \p F, or null if it has none. Looks for cycles of its
/// blocks first, which takes less time than to make a dominator tree.
const LoopInfo *getLoopsIfAny(Function &F, FunctionAnalysisManager &AM);

} // namespace llvm

#endif // LLVM_LIB_TRANSFORMS_DEVIRTUALIZATION_FUNCTIONLOOPS_H
