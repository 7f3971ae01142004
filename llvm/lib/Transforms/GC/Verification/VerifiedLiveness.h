//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which references are live across safepoints, for verify<gc-roots>: the
/// textbook's equations over all blocks, with a bit for each value.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_VERIFICATION_VERIFIEDLIVENESS_H
#define LLVM_LIB_TRANSFORMS_GC_VERIFICATION_VERIFIEDLIVENESS_H

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace llvm {

class BasicBlock;
class Function;
class GCPointers;
class Instruction;
class Value;
class VerifiedRules;

class VerifiedLiveness {
  const VerifiedRules &Rules;
  std::vector<const Value *> Values;
  DenseMap<const Value *, unsigned> Numbers;
  /// By the number of the block. What phis use is at the end of the
  /// predecessor.
  std::vector<BitVector> AtStart, AtEnd;

  void add(const Value &V, const GCPointers &Pointers);
  bool flow(const BasicBlock &BB);
  void stepBack(const Instruction &I, BitVector &Live) const;

public:
  VerifiedLiveness(const Function &F, const GCPointers &Pointers,
                   const VerifiedRules &Rules);

  /// Calls \p Visit with each instruction of \p BB, backwards, and a function
  /// that returns what is live across it.
  void visit(const BasicBlock &BB,
             function_ref<void(const Instruction &I,
                               function_ref<std::vector<const Value *>()>)>
                 Visit) const;
};

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_VERIFICATION_VERIFIEDLIVENESS_H
