//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The names of the preset for Julia, which is one user of late root placement:
/// address spaces, functions, calling conventions and metadata that its front
/// end and its runtime know. Nothing of this is known outside of the files
/// whose names begin with Julia.
///
/// A function is one of Julia if it has no `gc` attribute and calls
/// `julia.get_pgcstack` or `julia.get_pgcstack_or_new`, or has a parameter with
/// the attribute "gcstack". Others may have pointers of these address spaces,
/// but have no frame.
///
/// The preset is no strategy (GCRootStrategy.h) yet: its frames are not
/// written.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_GC_JULIAGC_H
#define LLVM_TRANSFORMS_GC_JULIAGC_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Support/Compiler.h"
#include <optional>

namespace llvm {

class CallBase;
class Function;

namespace julia {

/// What pointers are, by their address space.
enum AddressSpace : unsigned {
  Tracked = 10,
  Derived = 11,
  CalleeRooted = 12,
  Loaded = 13,
};
inline constexpr unsigned FirstSpace = Tracked;
inline constexpr unsigned LastSpace = Loaded;

/// Whether \p Space is one of the above.
inline bool isSpecialAddressSpace(unsigned Space) {
  return Space >= FirstSpace && Space <= LastSpace;
}

/// Calling conventions of boxed calls, whose arguments become an array.
inline constexpr unsigned BoxedCallConvention = 37;
inline constexpr unsigned BoxedCallConventionWithoutFunction = 38;

// Functions that stand for boxed calls.
inline constexpr StringLiteral BoxedCall = "julia.call";
inline constexpr StringLiteral BoxedCallWithExtra = "julia.call2";
inline constexpr StringLiteral BoxedCallOfDerived = "julia.call3";

// Functions and parameters that give access to the list of frames.
inline constexpr StringLiteral GetStack = "julia.get_pgcstack";
inline constexpr StringLiteral GetOrMakeStack = "julia.get_pgcstack_or_new";
inline constexpr StringLiteral StackParameter = "gcstack";

// How loops are marked; see JuliaPasses.h.
inline constexpr StringLiteral LoopMarker = "julia.loopinfo_marker";
inline constexpr StringLiteral LoopMetadata = "julia.loopinfo";
inline constexpr StringLiteral SIMDLoop = "julia.simdloop";
inline constexpr StringLiteral IndependentIterations = "julia.ivdep";

} // end namespace julia

/// Returns the kinds of the four address spaces.
LLVM_ABI const GCPointers &getJuliaGCPointers();

/// Returns whether the preset is in charge of \p F.
LLVM_ABI bool isJuliaFunction(const Function &F);

/// Returns the kind that argument \p Number of \p Call has to have because it
/// is one of a boxed call, if that is so.
LLVM_ABI std::optional<GCPointerKind> getJuliaBoxedKind(const CallBase &Call,
                                                        unsigned Number);

} // end namespace llvm

#endif // LLVM_TRANSFORMS_GC_JULIAGC_H
