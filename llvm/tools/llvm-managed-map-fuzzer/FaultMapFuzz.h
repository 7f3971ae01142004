//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the fuzzers of the readers of fault maps share.
///
/// A fuzzer does more than look for crashes: what a reader accepts, it must
/// have read completely, so writing its answer down again gives the same bytes;
/// what it refuses, it must refuse with an error of the promised form.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAP_FUZZER_FAULTMAPFUZZ_H
#define LLVM_TOOLS_LLVM_MANAGED_MAP_FUZZER_FAULTMAPFUZZ_H

#include "ManagedMapFuzz.h"
#include <optional>

namespace llvm {

/// Parses \p Input as \p Format and ends the process if the result is not as
/// promised. The result, for comparisons with other readers; none if the input
/// is refused.
std::optional<object::FaultMapSection>
fuzzFaultMap(const ManagedMapFuzzInput &Input, object::FaultMapFormat Format);

} // end namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAP_FUZZER_FAULTMAPFUZZ_H
