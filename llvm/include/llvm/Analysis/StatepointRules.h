//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What can be made of statepoints, and of calls that become statepoints, as
/// far as rewriting and code generation agree; docs/Statepoints.md says it for
/// users.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_STATEPOINTRULES_H
#define LLVM_ANALYSIS_STATEPOINTRULES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Support/Compiler.h"
#include <string>

namespace llvm {

class CallBase;
class Function;
class Instruction;
class ResumeInst;
class TargetLibraryInfo;
class Value;

/// Returns true unless the strategy of \p F says that its collector leaves
/// objects where they are.
LLVM_ABI bool mayMoveObjects(const Function &F);

/// Returns true if nothing is collected in \p Call: it says so
/// ("gc-leaf-function"), or it calls an intrinsic or a function of the C
/// library that never does.
LLVM_ABI bool isGCLeafCall(const CallBase &Call, const TargetLibraryInfo &TLI);

/// Returns true if \p Call calls a function of the C library, which is not
/// defined in the module, and calls none of the program's that are passed to
/// it.
LLVM_ABI bool callsGCLeafLibFunc(const CallBase &Call,
                                 const TargetLibraryInfo &TLI);

/// Returns true if \p Call has to become a statepoint. A tail call without
/// deopt state does not: when the callee runs there is no frame left that has
/// references.
LLVM_ABI bool needsStatepoint(const CallBase &Call,
                              const TargetLibraryInfo &TLI);

/// Returns the name of \p V as IR has it, and a blank, or nothing.
LLVM_ABI std::string nameInMessage(const Value &V);

/// Returns what people call \p I when they look for it.
LLVM_ABI std::string describeStatepointInput(const Instruction &I);

/// Reports the error that \p I is not supported because of \p Reason, which
/// says what to do instead.
LLVM_ABI void diagnoseStatepointInput(const Instruction &I, StringRef Reason);

/// Calls \p Report with each reason, with the way out of it, why \p Call cannot
/// be a statepoint, whatever it records. If the target has none, that is the
/// only reason, and the result false.
LLVM_ABI bool findUnsupportedCall(const CallBase &Call,
                                  function_ref<void(StringRef)> Report);

/// Calls \p Report if nothing says what \p Resume resumes.
LLVM_ABI void findUnsupportedResume(const ResumeInst &Resume,
                                    function_ref<void(StringRef)> Report);

/// Calls \p Report if \p V cannot be deopt state, whatever it points to.
/// Returns whether it can.
LLVM_ABI bool findUnsupportedDeoptValue(const Value &V,
                                        function_ref<void(StringRef)> Report);

/// Returns true if \p V is a reference that a collector looks for in the frames
/// of \p F, or a stack object (an alloca, or an argument passed by value in
/// memory) that holds some as far as types and direct accesses tell. Passes
/// leave it there. False for functions without a collector, and once their
/// frames are lowered.
LLVM_ABI bool hasReferencesForFrames(const Function &F, const Value &V);

/// Returns true if code of \p F that uses \p V may become a function of its
/// own, which is given \p V, as far as the collector of \p F is concerned. Two
/// kinds of values have to stay:
///   - Pointers into objects. A function takes what it is given for the
///     beginning of an object, and so does a function that loads it from
///     memory. A collector would not find the object.
///   - Addresses of stack objects with references, if they are known to \p F
///     alone. Such an object may be a number for some time, and the safepoints
///     where it has to be listed are known.
LLVM_ABI bool mayLeaveGCFunction(const Function &F, const Value &V);

/// Reports the error that the frame of the coroutine \p F is going to hold \p V
/// if that has references.
LLVM_ABI void diagnoseReferenceInCoroutineFrame(const Function &F,
                                                const Value &V);

/// Reports the error that SafeStack would move \p V, which is in the frame of
/// \p F, if that has references, or its address is one. Returns whether that is
/// so.
LLVM_ABI bool diagnoseReferencesOnUnsafeStack(const Function &F,
                                              const Value &V);

} // end namespace llvm

#endif // LLVM_ANALYSIS_STATEPOINTRULES_H
