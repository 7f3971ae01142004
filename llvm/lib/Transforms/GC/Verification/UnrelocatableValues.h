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

#ifndef LLVM_LIB_TRANSFORMS_GC_VERIFICATION_UNRELOCATABLEVALUES_H
#define LLVM_LIB_TRANSFORMS_GC_VERIFICATION_UNRELOCATABLEVALUES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {

class CallBase;
class Function;
class GCPointers;
class GCStrategy;
class Instruction;
class InvokeInst;
class Value;

/// Receives what is wrong with an instruction.
using StatepointReport = function_ref<void(const Instruction &, std::string)>;

/// What is wrong with a stack object that is no isLocalGCObject().
constexpr StringLiteral StackAddressIsReference =
    "a stack object does not move and is not a reference; allocate it in the "
    "address space of other stack objects";

/// Returns true if \p Invoke stays one: others become calls first.
bool canUnwind(const InvokeInst &Invoke);

/// For each safepoint, the values for which it is the first over which they are
/// live: the last one of the first block.
using ValuesOverSafepoints =
    DenseMap<const Instruction *, SmallVector<const Value *, 1>>;

/// \p Safepoints are those of \p F, in order, all in blocks that the entry
/// reaches. Takes the time of GCRootLiveness.
ValuesOverSafepoints findValuesOver(const Function &F,
                                    ArrayRef<const CallBase *> Safepoints,
                                    ArrayRef<const Value *> Values);

/// Whether a path leads from after one of \p Calls to \p I, which is in the
/// same function.
bool isBehindAny(const Instruction &I, ArrayRef<const CallBase *> Calls);

/// The values that are copies of references and no references.
class StatepointCopies {
  DenseMap<const Value *, SmallVector<const Value *, 2>> Flows;
  /// What has a reference as an operand.
  SmallVector<const Value *, 8> Direct;
  SmallSetVector<const Value *, 8> Copies;
  SmallPtrSet<const Value *, 8> Inexact;

  void findFlows(ArrayRef<const Value *> Made, const GCPointers &References);
  void findCopies(const Function &F);

public:
  /// Finds those that flow to \p Made.
  StatepointCopies(const Function &F, const GCPointers &References,
                   ArrayRef<const Value *> Made);

  ArrayRef<const Value *> values() const { return Copies.getArrayRef(); }
  bool contains(const Value &V) const { return Copies.contains(&V); }
  /// Whether a copy and all that it is copied from are what a base pointer is.
  bool isExact(const Value &V) const { return !Inexact.contains(&V); }
  /// What a value may be copied to.
  ArrayRef<const Value *> flows(const Value &V) const {
    auto It = Flows.find(&V);
    return It == Flows.end() ? ArrayRef<const Value *>() : ArrayRef(It->second);
  }
};

/// Calls \p Report with what \p Safepoints, which are all reachable calls of
/// \p F that become statepoints, would leave pointing to where an object was.
void findUnsupportedValues(const Function &F, const GCStrategy &Strategy,
                           ArrayRef<const CallBase *> Safepoints,
                           StatepointReport Report);

/// Calls \p Report with references that are values across calls that return
/// twice. What the first return led to has moved the objects by the second one,
/// at which the values are still what they were.
void findValuesOverSecondReturns(const Function &F, const GCStrategy &Strategy,
                                 ArrayRef<const CallBase *> Safepoints,
                                 StatepointReport Report);

/// Calls \p Report with what reads an address of an object from a stack object
/// where it was stored in front of one of \p Safepoints, as a value that is no
/// reference. Stack objects whose own address goes anywhere are not looked at.
void findStaleRawAddresses(const Function &F, const GCPointers &References,
                           ArrayRef<const CallBase *> Safepoints,
                           StatepointReport Report);

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_VERIFICATION_UNRELOCATABLEVALUES_H
