//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Has each use after a safepoint use what the slot holds then, for collectors
/// that move objects.
///
/// A slot holds its root at all safepoints of a range, but the root is
/// loaded only after those after which it is used, not after all that it is
/// live across. With the states of llvm/Analysis/SafepointStates.h:
///
///   1. used in a state after a safepoint   =>  loaded there
///   2. used in a join                      =>  loaded there, if the slot holds
///      it on all ways to the join and that is executed as often at most as
///      the loads after safepoints in front of the join would be, which are
///      more than one; else used in the states that meet
///
/// Derived pointers are loaded roots plus an offset. It is computed where they
/// are defined, unless it is constant.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_FRAMES_GCRELOADS_H
#define LLVM_LIB_TRANSFORMS_GC_FRAMES_GCRELOADS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace llvm {

class Function;
class GCControlFlow;
class GCRoots;
class GCSlotPlan;
class SafepointStates;
class IRBuilderBase;
class Value;

/// Creates the address of a slot.
using GCSlotAddress =
    function_ref<Value *(IRBuilderBase &Builder, unsigned Slot)>;

/// Loads the roots of \p F again and rewrites their uses. \p StoreStates has,
/// for each root, the states in which stores to slots use it.
void reloadGCRoots(Function &F, const SafepointStates &States,
                   const GCRoots &Roots, const GCControlFlow &Flow,
                   const GCSlotPlan &Plan,
                   std::vector<SmallVector<unsigned, 4>> StoreStates,
                   GCSlotAddress CreateAddress);

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_FRAMES_GCRELOADS_H
