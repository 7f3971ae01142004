//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// References that are undefined on some paths only.
///
//===----------------------------------------------------------------------===//

#include "UndefinedRoots.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/IR/GCStrategy.h"
#include "llvm/Transforms/Utils/UndefinedReferences.h"

using namespace llvm;

bool llvm::defineUndefinedRoots(Function &F, const GCStrategy &Strategy) {
  return Strategy.useStatepoints() && defineReferences(F, GCPointers(Strategy));
}
