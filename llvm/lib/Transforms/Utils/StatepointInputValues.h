//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The values that the rewriting of calls to statepoints cannot relocate. Most
/// are harmless as long as no call is in the way, so what matters is where they
/// are live.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_UTILS_STATEPOINTINPUTVALUES_H
#define LLVM_LIB_TRANSFORMS_UTILS_STATEPOINTINPUTVALUES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace llvm {

class BasicBlock;
class CallBase;
class Function;
class GCStrategy;
class Instruction;
class InvokeInst;
class Value;

/// Receives what is wrong with an instruction.
using StatepointReport = function_ref<void(const Instruction &, std::string)>;

using StatepointValueSet = SmallPtrSet<const Value *, 8>;

/// Returns true if \p Invoke stays one: others become calls first.
bool canUnwind(const InvokeInst &Invoke);

/// The live ranges of what is tracked, in blocks that the entry reaches.
class StatepointLiveness {
  const StatepointValueSet &Tracked;
  DenseMap<const BasicBlock *, StatepointValueSet> LiveIn;

  void step(const Instruction &I, StatepointValueSet &Live) const;
  void addUses(const Instruction &I, StatepointValueSet &Live) const;

public:
  StatepointLiveness(const Function &F, const StatepointValueSet &Tracked);

  /// What is live where \p From goes to \p To, uses in phis included.
  StatepointValueSet onEdge(const BasicBlock &From, const BasicBlock &To) const;

  /// Calls \p Visit with every instruction of \p BB, from the last to the
  /// first, and what is live behind it, without its result.
  void visit(const BasicBlock &BB,
             function_ref<void(const Instruction &, const StatepointValueSet &)>
                 Visit) const;
};

/// Calls \p Report with what \p Safepoints, which are all reachable calls of
/// \p F that become statepoints, would leave pointing to where an object was.
void findUnsupportedValues(const Function &F, const GCStrategy &Strategy,
                           ArrayRef<const CallBase *> Safepoints,
                           StatepointReport Report);

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_UTILS_STATEPOINTINPUTVALUES_H
