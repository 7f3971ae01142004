//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What counts as a safepoint, and how far instructions take execution from
/// one, as far as placement of polls (PollPlacement.h) and its verifier
/// (SafepointPollVerifier.h) agree.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_POLLS_POLLRULES_H
#define LLVM_LIB_TRANSFORMS_GC_POLLS_POLLRULES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {

class CallBase;
class Function;
class Instruction;
class TargetLibraryInfo;

/// The function of the front end that polls of the form 'call' are made of.
constexpr StringLiteral GCSafepointPollName = "gc.safepoint_poll";

class PollRules {
  const TargetLibraryInfo &TLI;
  /// A call that is marked as a tail call has a frame nevertheless.
  bool TailCallsHaveFrames;
  /// Functions of the module that are called, and whether they meet a poll.
  mutable DenseMap<const Function *, bool> MeetsPoll;

  bool meetsPoll(const Function &Callee) const;

public:
  PollRules(const Function &F, const TargetLibraryInfo &TLI);

  /// \returns true if execution meets a safepoint at \p I whenever it executes
  /// \p I: it is a statepoint, or a call that will be one. The callee meets a
  /// poll; a function of the module that has a strategy and is certain to have
  /// none, neither at its entry nor at its returns, does not.
  bool isSafepoint(const Instruction &I) const;

  /// \returns how many instructions \p I counts as: none if nothing is likely
  /// to be executed for it, as for phis, address computations and unconditional
  /// branches.
  static unsigned getCost(const Instruction &I);
};

/// \returns true if \p F gets no polls whatever it asks for: it is one, or
/// nothing is collected in calls of it, or it has no code of its own.
bool hasNoPolls(const Function &F);

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_POLLS_POLLRULES_H
