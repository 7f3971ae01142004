//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A set of blocks of one function that is emptied at once, for those who ask
/// the same of one value after the other: what a value costs is the blocks that
/// are marked for it, and no allocation.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_ANALYSIS_BLOCKMARKS_H
#define LLVM_LIB_ANALYSIS_BLOCKMARKS_H

#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/Function.h"
#include <vector>

namespace llvm {

/// Valid until blocks are added or numbered again.
class BlockMarks {
  /// For each block, the last round in which it was marked.
  std::vector<unsigned> Rounds;
  unsigned Round = 1;

public:
  explicit BlockMarks(const Function &F) : Rounds(F.getMaxBlockNumber()) {}

  void clear() { ++Round; }
  bool contains(const BasicBlock &BB) const {
    return Rounds[BB.getNumber()] == Round;
  }
  /// Returns false if it was marked already.
  bool insert(const BasicBlock &BB) {
    unsigned &Last = Rounds[BB.getNumber()];
    if (Last == Round)
      return false;
    Last = Round;
    return true;
  }
};

} // end namespace llvm

#endif // LLVM_LIB_ANALYSIS_BLOCKMARKS_H
