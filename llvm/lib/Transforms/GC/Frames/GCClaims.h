//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Claims about memory that hold for the program, but not for a collector: it
/// reads frames, frees objects, so that no access may move past a safepoint,
/// and, where objects move, writes whatever holds references. Optimization made
/// use of them until roots were placed, and must not do so afterwards.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_FRAMES_GCCLAIMS_H
#define LLVM_LIB_TRANSFORMS_GC_FRAMES_GCCLAIMS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {

class CallBase;
class Function;
struct GCRootStrategy;
class Module;
class TargetLibraryInfo;

/// Drops them from \p F, its \p Safepoints, and the functions that these call.
void dropGCClaims(Function &F, const GCRootStrategy &Strategy,
                  ArrayRef<CallBase *> Safepoints);

/// Drops claims of all calls in \p M, and of what they call, that a collector
/// in them accesses nothing: optimization would infer it again of functions
/// with such calls, and so of what safepoints call. Functions that indeed
/// access nothing are found again. Returns true if there were any.
bool dropGCClaimsOfCalls(
    Module &M, function_ref<const TargetLibraryInfo &(Function &)> GetTLI);

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_FRAMES_GCCLAIMS_H
