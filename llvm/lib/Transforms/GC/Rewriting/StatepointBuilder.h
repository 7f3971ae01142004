//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes a statepoint of a call, with what the collector has to know listed,
/// and relocates for what is needed afterwards.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_REWRITING_STATEPOINTBUILDER_H
#define LLVM_LIB_TRANSFORMS_GC_REWRITING_STATEPOINTBUILDER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {

class CallBase;
class GCStatepointInst;
class Instruction;
class Value;

/// A reference that a statepoint lists.
struct StatepointEntry {
  Value *V;
  /// The entry of its base, which is its own number if it is one.
  unsigned Base;
  /// Whether it is needed after the call, or where an invoke goes normally,
  /// and where it unwinds to.
  bool IsNeeded = false, IsNeededInPad = false;
};

/// What became of a call.
struct BuiltStatepoint {
  GCStatepointInst *Token;
  /// The gc.result, if there is one.
  Instruction *Result = nullptr;
  /// The relocates of each entry, or null: after the call or in the normal
  /// successor, and in the landing pad. The latter is empty for calls.
  SmallVector<Instruction *, 8> Relocates, PadRelocates;
};

/// Inserts the statepoint for \p Call, which stays in place, unused, after it.
/// If \p Call is an invoke it is erased at once, and its successors must have
/// no other predecessors and no phis. \p Objects are listed after the entries
/// and never relocated. Uses of the result become uses of the gc.result.
/// Entries are still the values in front of the call.
BuiltStatepoint buildStatepoint(CallBase &Call,
                                ArrayRef<StatepointEntry> Entries,
                                ArrayRef<Value *> Objects);

/// Erases \p Call, which a statepoint stands for. If it is a call of
/// llvm.experimental.deoptimize, the function ends there.
void eraseRewrittenCall(CallBase &Call);

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_REWRITING_STATEPOINTBUILDER_H
