//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Recognizes polls by their code, for SafepointPollVerifier.h.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_VERIFICATION_VERIFIEDPOLLS_H
#define LLVM_LIB_TRANSFORMS_GC_VERIFICATION_VERIFIEDPOLLS_H

#include "Polls/PollRules.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/GCStrategyTraits.h"

namespace llvm {

class BasicBlock;
class Function;
class Instruction;
class LoadInst;
class TargetLibraryInfo;
class Value;

/// What a block has of safepoints.
struct VerifiedBlock {
  /// The instructions in front of the first safepoint, behind the last one, and
  /// at most between two. The first are all if there is none.
  uint64_t Before = 0;
  uint64_t After = 0;
  uint64_t Between = 0;
  bool HasSafepoint = false;
};

class VerifiedPolls {
  const Function &F;
  const PollRules Rules;
  const GCStrategyTraits Traits;
  /// What the poll of the front end calls.
  SmallPtrSet<const Function *, 4> Callees;

  bool isThreadWord(const LoadInst &Load) const;
  bool isPollCall(const Instruction &I) const;
  bool leadsToPollCall(const BasicBlock *BB) const;
  bool isPolled(const Value *V, const BasicBlock &BB, unsigned Depth,
                SmallPtrSetImpl<const Instruction *> &Code) const;
  const BasicBlock *
  findPollBranch(const BasicBlock &BB,
                 SmallPtrSetImpl<const Instruction *> &Code) const;

public:
  VerifiedPolls(const Function &F, const TargetLibraryInfo &TLI);

  VerifiedBlock measure(const BasicBlock &BB) const;

  /// \returns where the poll that \p BB ends with branches if nobody asks the
  /// thread to stop, or null if it ends with none.
  const BasicBlock *getFastSuccessor(const BasicBlock &BB) const;
};

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_VERIFICATION_VERIFIEDPOLLS_H
