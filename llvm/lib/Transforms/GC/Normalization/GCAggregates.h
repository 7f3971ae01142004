//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes apart aggregates that hold references, so that references are values
/// of their own.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_NORMALIZATION_GCAGGREGATES_H
#define LLVM_LIB_TRANSFORMS_GC_NORMALIZATION_GCAGGREGATES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {

class CallBase;
class DominatorTree;
class Function;
class GCPointers;
class Use;

/// Takes aggregates that may hold references over one of \p Safepoints apart,
/// and those that are deopt values of one. Calls with such deopt values are
/// replaced in \p Safepoints, too. If \p IsDemanded is there and says so, what
/// an operand uses counts as held over a safepoint; it becomes a chain of
/// insertvalues. Returns true if it changed something.
bool splitGCAggregates(Function &F, const GCPointers &Pointers,
                       SmallVectorImpl<CallBase *> &Safepoints,
                       DominatorTree &DT,
                       function_ref<bool(const Use &)> IsDemanded = nullptr);

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_NORMALIZATION_GCAGGREGATES_H
