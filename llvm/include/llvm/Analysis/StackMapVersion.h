//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which version of the stack map a function has; docs/StackMaps.md says what
/// the versions are.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_STACKMAPVERSION_H
#define LLVM_ANALYSIS_STACKMAPVERSION_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Compiler.h"
#include <cstdint>
#include <optional>

namespace llvm {

class Function;
class Module;
class Triple;

/// The module flag that overrides the versions that strategies choose: i32 3 or
/// 4.
inline constexpr StringLiteral StackMapVersionFlag = "stack-map-version";

/// Returns the value of the flag, which may be any, or 0 if it is no number, or
/// nothing if there is no flag.
LLVM_ABI std::optional<uint64_t> getStackMapVersionFlag(const Module &M);

/// Returns the version of the stack map of \p F, which has a strategy, on
/// target \p TT. A flag that cannot be followed counts as absent; code
/// generation reports it.
LLVM_ABI unsigned getStackMapVersion(const Function &F, const Triple &TT);

} // end namespace llvm

#endif // LLVM_ANALYSIS_STACKMAPVERSION_H
