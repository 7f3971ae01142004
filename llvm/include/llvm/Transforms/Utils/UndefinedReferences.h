//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// References that are undefined on some paths or in some lanes only.
///
/// A collector follows what is in a root. An undefined reference is whatever a
/// register happens to hold, so it is made null before roots are recorded:
///
///   phi, select, freeze, GEP, casts,     undef and poison operands, or parts
///   insertions, stores, returns,         of constants
///   operands of calls, gc-live
///   shuffles                             lanes that no operand has
///   accesses to elements                 those past the end of the vector
///   indices of GEPs, masks of ptrmask    undef and poison, numbers that keep
///                                        the pointer then
///   masked loads, compress and the like  undefined pass-throughs
///   vp intrinsics                        lanes that are switched off
///
/// Deopt values stay undefined: that is what the runtime is told. Loads of what
/// was never stored are not looked at.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_UTILS_UNDEFINEDREFERENCES_H
#define LLVM_TRANSFORMS_UTILS_UNDEFINEDREFERENCES_H

#include "llvm/Support/Compiler.h"

namespace llvm {

class Function;
class GCPointers;

/// Defines the references of \p F. \returns true if something changed.
LLVM_ABI bool defineReferences(Function &F, const GCPointers &Pointers);

/// Does so for the operands of phis and selects, and for what is stored, only.
/// Rewriting needs this first: later passes would replace a phi of an undefined
/// reference by its other operand, even if a statepoint has not relocated that
/// one, and would delete the store, so that the memory has no reference.
/// \returns true if something changed.
LLVM_ABI bool defineChosenReferences(Function &F, const GCPointers &Pointers);

} // end namespace llvm

#endif // LLVM_TRANSFORMS_UTILS_UNDEFINEDREFERENCES_H
