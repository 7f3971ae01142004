//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What verify<gc-roots> has to know of the preset for Julia. It shares the
/// names of JuliaGC.h with placement, and nothing else.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_JULIA_JULIAVERIFIEDRULES_H
#define LLVM_LIB_TRANSFORMS_GC_JULIA_JULIAVERIFIEDRULES_H

#include "Verification/VerifiedRules.h"

namespace llvm {

/// Returns the rules of the preset for \p F.
///
/// Who keeps an object *outside* of the function is found by assuming that of
/// everything, and going through all instructions until no assumption turns out
/// to be wrong any more:
///
///   constants, julia.typeof        are kept,
///   arguments, members of them     by the caller, but for pointers of address
///                                  space 0,
///   casts, GEPs, what is chosen    if all operands are,
///   loads                          from the array of a boxed call; from a
///                                  constant variable; from immutable memory of
///                                  a variable, or an object that is kept,
///   memory of an object            if that is,
///   everything else                is not.
std::unique_ptr<VerifiedRules>
createJuliaVerifiedRules(const Function &F, const TargetLibraryInfo &TLI,
                         const DominatorTree &DT);

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_JULIA_JULIAVERIFIEDRULES_H
