//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Calls of native code with a "gc-transition" bundle, during which the
/// collector may run.
///
/// Such a call becomes a call of a function of the runtime, which has the same
/// arguments and the target as one more, `nest`. That function makes the frame
/// of the caller known to the collector, says that the thread is in native
/// code, calls the target, and waits afterwards if a collection is on
/// (llvm-c/ManagedThreads.h). It passes on what is in registers, and copies
/// arguments on the stack if its name says how many bytes. So what may be
/// called depends on the calling convention.
///
/// A statepoint of a hand-written or rewritten function and a call of a
/// function with frames are lowered alike.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_GCTRANSITIONS_H
#define LLVM_ANALYSIS_GCTRANSITIONS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {

class CallBase;
class Type;
struct GCThreadTraits;

/// Why a transition with "gc-leaf-function" is an error, and the way out.
constexpr StringLiteral LeafTransitionProblem =
    "transition to native code: nothing is collected in a call with "
    "\"gc-leaf-function\"; leave out that attribute or \"gc-transition\"";

/// \returns true if \p Call is a transition: a statepoint or another call with
/// a "gc-transition" bundle, or a statepoint that had one.
bool isTransition(const CallBase &Call);

/// \returns true if \p Call is a transition that calls something else than the
/// function that \p Thread, the traits of its strategy, names. If they name
/// none, the answer is false.
bool isLowerableTransition(const CallBase &Call, const GCThreadTraits &Thread);

/// Calls \p Report with each reason, with the way out of it, why \p Call,
/// which isLowerableTransition(), cannot be lowered.
/// \p IsMoved says whether values of a type are or contain references that a
/// collection changes: those that native code has would stay as they were.
void findUnsupportedTransition(const CallBase &Call,
                               function_ref<bool(const Type *)> IsMoved,
                               function_ref<void(StringRef)> Report);

/// \returns true if floating-point values or vectors may be passed elsewhere
/// than in the registers for them with \p Features, what the target has as
/// "target-features" names it.
bool mayLackFloatRegisters(StringRef Features);

/// Lowers \p Call, of which findUnsupportedTransition() reports nothing, and
/// erases it. \returns the call in its place. The bundle is gone; a statepoint
/// keeps the flag that it is a transition.
CallBase *lowerTransition(CallBase &Call, const GCThreadTraits &Thread);

} // end namespace llvm

#endif // LLVM_ANALYSIS_GCTRANSITIONS_H
