//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What inlining does about GC strategies and leaves, so that code generation
/// can tell a call that should be a statepoint from one that need not be.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_UTILS_INLINEDGCCODE_H
#define LLVM_LIB_TRANSFORMS_UTILS_INLINEDGCCODE_H

#include "llvm/IR/Function.h"

namespace llvm {

class CallBase;

/// Returns why the strategy of \p Callee keeps it from being inlined into
/// \p Caller, or null:
/// - They have references in different address spaces.
/// - It rewrites calls, and the caller has none. The caller would get that
///   strategy, and its own calls would need statepoints; once calls were
///   rewritten, no pass makes them.
const char *findObstacleOfGC(const Function &Callee, const Function &Caller);

/// Marks the calls in the blocks from \p First on, which were inlined for
/// \p Call, as leaves if \p Call is one and its function has a strategy.
void keepGCLeaf(CallBase &Call, Function::iterator First);

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_UTILS_INLINEDGCCODE_H
