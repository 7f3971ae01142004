//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In which address spaces an access through a null pointer is certain to
/// fault, as the attributes and the GC strategy of a function say;
/// docs/ImplicitNullChecks.md says it for users.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_NULLADDRESSES_H
#define LLVM_ANALYSIS_NULLADDRESSES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Compiler.h"

namespace llvm {

class Function;
class Module;

/// The attribute that lists such address spaces, besides the first one and
/// those of the strategy: "1,2".
inline constexpr StringLiteral NullCheckSpacesAttr =
    "implicit-null-check-address-spaces";

/// \returns true if nothing is mapped at the null address of \p AddressSpace
/// while \p F runs: in the first address space by default, in those that the
/// strategy of \p F names (GCStrategyTraits), and in those that the attribute
/// lists; in none if \p F has null_pointer_is_valid.
LLVM_ABI bool isNullUnmapped(const Function &F, unsigned AddressSpace);

/// Has \p F, whose implicit null checks are enabled, say itself what it would
/// be known by its strategy, \p Strategy, which it is about to lose.
LLVM_ABI void keepUnmappedNullSpaces(Function &F, StringRef Strategy);

/// Reports an error for each value in \p M that attributes for implicit null
/// checks cannot have.
LLVM_ABI void diagnoseNullCheckAttributes(const Module &M);

} // end namespace llvm

#endif // LLVM_ANALYSIS_NULLADDRESSES_H
