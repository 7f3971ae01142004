//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Proves that execution of a function meets a safepoint in time: a call that
/// is or will be a statepoint, or a poll of any form. Functions without polls
/// are not looked at (GCPolls.h).
///
///   - Every cycle has one, unless ScalarEvolution bounds how often it is
///     executed (polls at back edges).
///   - Every path has one that is longer than the distance, or than
///     -safepoint-poll-distance says; a bounded loop counts as often as it may
///     be executed (polls at back edges).
///   - Every path from the entry to a return has one (polls at entries or at
///     returns).
///
/// The blocks of what has none are named. The analysis shares nothing with the
/// placement of polls but what a safepoint is and what an instruction costs.
///
/// A poll is a branch on a word that is loaded in front of it, one successor of
/// which calls the function of polls. Branches of other shapes are taken for
/// none, so what the front end inlines for gc.safepoint_poll is found if it is
/// one branch on a load, or a call alone. The function gc.safepoint_poll tells
/// which calls are polls, and has to be in the module still.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_GC_SAFEPOINTPOLLVERIFIER_H
#define LLVM_TRANSFORMS_GC_SAFEPOINTPOLLVERIFIER_H

#include "llvm/IR/PassManager.h"
#include "llvm/Support/Compiler.h"

namespace llvm {

/// Reports each violation as an error of the context.
struct SafepointPollVerifierPass
    : public PassInfoMixin<SafepointPollVerifierPass> {
  LLVM_ABI PreservedAnalyses run(Function &F, FunctionAnalysisManager &FAM);
  static bool isRequired() { return true; }
};

} // end namespace llvm

#endif // LLVM_TRANSFORMS_GC_SAFEPOINTPOLLVERIFIER_H
