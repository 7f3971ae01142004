//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where jumps to computed addresses lead.
///
/// Such a jump either leaves the function, as a tail call does, or leads to
/// where a table says that the function refers to.  A table is found by its
/// address, which the function must contain: in a relocation, in an instruction
/// or two that compute an address from their own, or as a plain number.  What
/// stands there is read as a table of each kind that compilers make:
///
///  - addresses of 64 bits;
///  - 32 bits relative to the beginning of the table;
///  - 8 or 16 bits that count words from a place that the function takes the
///    address of (AArch64).
///
/// Where a table ends is not known, so it is read for as long as it leads to
/// instructions of the function.  Too many targets do no harm: less is known at
/// each.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAPS_JUMPTABLES_H
#define LLVM_TOOLS_LLVM_MANAGED_MAPS_JUMPTABLES_H

#include "FunctionCode.h"

namespace llvm {
namespace managed_maps {

/// Whether \p F has jumps to computed addresses.
bool hasComputedJumps(const FunctionCode &F, const Decoder &D);

/// The numbers of the instructions of \p F that its jumps to computed addresses
/// may lead to, ascending; none if it has no such jumps.
std::vector<unsigned> findJumpTargets(const FunctionCode &F, const Code &C,
                                      const Decoder &D);

} // namespace managed_maps
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAPS_JUMPTABLES_H
