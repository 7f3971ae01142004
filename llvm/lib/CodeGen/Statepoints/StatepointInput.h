//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What code generation can make of statepoints; docs/Statepoints.md says it
/// for users.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_STATEPOINTS_STATEPOINTINPUT_H
#define LLVM_LIB_CODEGEN_STATEPOINTS_STATEPOINTINPUT_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {

class CallBase;
class Function;
class GCStrategy;
struct GCThreadTraits;
class Value;

/// Returns true if instruction selection makes a STATEPOINT of \p Call: it is
/// one, or a call with deopt state.
bool becomesStatepoint(const CallBase &Call);

/// Returns how \p F reaches the thread: nothing without a strategy.
GCThreadTraits getThreadTraits(const Function &F);

/// Returns true if a reference is moved through \p V. Without a strategy, or if
/// it does not know, every pointer counts.
bool isReference(const Value *V, const GCStrategy *Strategy);

/// The values that a statepoint has relocates of. Their bases are known. Looks
/// for them when it is asked for the first time, since most values are their
/// own base, which is seen faster.
class RelocatedValues {
public:
  explicit RelocatedValues(const CallBase &Call) : Call(Call) {}
  bool contains(const Value *V);

private:
  const CallBase &Call;
  SmallPtrSet<const Value *, 16> Values;
  bool AreKnown = false;
};

/// Returns true if \p V, which \p Call records, needs a base other than itself
/// that no relocate names.
bool needsBase(const Value *V, const CallBase &Call, RelocatedValues &Relocated,
               const GCStrategy *Strategy);

/// Calls \p Report with each reason, with the way out of it, why nothing right
/// can be made of \p Call, which becomes a statepoint. Returns true if values
/// have to change before something can: it has aggregates in its deopt state,
/// or values that needsBase() is true of.
bool findUnsupported(const CallBase &Call, const GCStrategy *Strategy,
                     function_ref<void(StringRef)> Report);

} // end namespace llvm

#endif // LLVM_LIB_CODEGEN_STATEPOINTS_STATEPOINTINPUT_H
