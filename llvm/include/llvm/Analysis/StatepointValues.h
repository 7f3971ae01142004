//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What statepoints record of values that they do not relocate.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_STATEPOINTVALUES_H
#define LLVM_ANALYSIS_STATEPOINTVALUES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Compiler.h"
#include <cstdint>
#include <optional>
#include <utility>

namespace llvm {

class AllocaInst;
class CallBase;
class GCStatepointInst;
class GCStrategy;
class Value;

/// Returns the pointer to the beginning of the object that \p V points into, or
/// null if no value of the function is known to be that. \p V is a pointer or a
/// vector of pointers; a vector can have one base for all of its elements.
///
/// What is loaded, passed or returned is a base pointer. So is a phi or a
/// select of nothing but base pointers; of derived ones, the base would be
/// another phi, and this makes none. The result is available wherever \p V is,
/// but need not be in a register there.
LLVM_ABI const Value *findStatepointBase(const Value *V);

/// Returns what \p V is computed from by casts, GEPs and freezes.
LLVM_ABI const Value *stripDerivations(const Value *V);

/// Returns true if \p V has a base, or phis, selects and relocates of bases
/// would be one.
LLVM_ABI bool canHaveStatepointBase(const Value *V);

/// Returns the stack object that \p V points into and the offset in bytes, if
/// both are known to the compiler.
LLVM_ABI std::optional<std::pair<const AllocaInst *, int64_t>>
findStackObject(const Value *V);

/// Calls \p Report, with the way out, if no stack map would list \p V, which is
/// in gc-live: it is neither a reference of \p Strategy nor a stack object, or
/// a part of one, that findStackObject() finds, and no constant without a name.
LLVM_ABI void findLostLiveValue(const Value &V, const GCStrategy *Strategy,
                                function_ref<void(StringRef)> Report);

/// Returns true if \p Statepoint has to record \p V, a reference in its
/// gc-live, although nothing relocates it: the collector does not move objects,
/// or \p V itself may be used after \p Statepoint. Takes time linear in the
/// blocks of the function and the uses of \p V.
LLVM_ABI bool isRecordedWithoutRelocate(const Value *V,
                                        const GCStatepointInst &Statepoint);

/// Returns true if \p V, which is in the gc-live of \p Statepoint, has to stay
/// there even if nothing relocates it: it points into a stack object, or is
/// recorded.
LLVM_ABI bool isLiveWithoutRelocate(const Value *V,
                                    const GCStatepointInst &Statepoint);

/// Puts what \p Call says of its callee on \p Statepoint, which is to replace
/// it: the type that kcfi checks. Returns the new statepoint; the old is
/// erased.
LLVM_ABI CallBase *copyCalleeBundles(const CallBase &Call,
                                     CallBase *Statepoint);

} // end namespace llvm

#endif // LLVM_ANALYSIS_STATEPOINTVALUES_H
