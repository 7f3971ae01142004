//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The code of polls, in each of the forms that GCPolls.h has.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_POLLS_POLLINSERTION_H
#define LLVM_LIB_TRANSFORMS_GC_POLLS_POLLINSERTION_H

#include "llvm/IR/GCPolls.h"
#include "llvm/IR/GCStrategyTraits.h"
#include <cstdint>
#include <string>

namespace llvm {

class BasicBlock;
class DominatorTree;
class Function;
class Instruction;
class LoopInfo;
class Twine;
class Value;

class PollInserter {
  Function &F;
  const GCPollForm Form;
  const GCStrategyTraits Traits;
  /// Why a poll could not be inserted, and where.
  std::string Problem;
  /// What getPage() has made.
  Value *PageAddress = nullptr;

  std::string findPageProblem(const Twine &Strategy) const;
  Function *getPollFunction() const;
  Value *getThread(Instruction &Before);
  Value *getPage();
  void insertCallPoll(Instruction &Before);
  void insertFlagPoll(Instruction &Before);
  void insertPagePoll(Instruction &Before);

public:
  PollInserter(Function &F, GCPollForm Form);

  /// \returns why polls of the form cannot be inserted, or nothing. The
  /// function is not changed.
  std::string findProblem() const;

  /// \returns the most instructions that a poll executes until its test.
  uint64_t getCost() const;

  /// Inserts a poll in front of \p Before. If that cannot be done, the problem
  /// is reported and nothing is inserted.
  void insert(Instruction &Before);

  /// Inserts a poll that is executed whenever control passes from \p Terminator
  /// to \p To: on the edge if \p OnEdge is set and the edge can be split,
  /// otherwise in front of the terminator.
  void insert(Instruction &Terminator, BasicBlock &To, bool OnEdge);

  /// Makes a block for a poll on the edge from \p Terminator to \p To, and
  /// keeps the analyses up to date. \returns null if the edge needs none, or
  /// cannot be split.
  static BasicBlock *split(Instruction &Terminator, BasicBlock &To,
                           DominatorTree *DT = nullptr, LoopInfo *LI = nullptr);
};

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_POLLS_POLLINSERTION_H
