//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fuzzing what the managed runtime makes of tables.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAP_FUZZER_RUNTIMEMAPFUZZ_H
#define LLVM_TOOLS_LLVM_MANAGED_MAP_FUZZER_RUNTIMEMAPFUZZ_H

#include <cstddef>
#include <cstdint>

namespace llvm {

/// Registers a stack map of version 4. If it is accepted, each of its
/// safepoints is walked and visited on a stack of its own, outside of which
/// nothing may be touched; otherwise the status and the place have to be as
/// promised.
///
/// \p Data is as for the parser of runs (ManagedMapFuzz.h): 1 byte that is
/// ignored, 8 bytes of which the lower 2 say where a second run begins, unless
/// they are zero, the number of relocations, 8 bytes for each, which are
/// ignored, and the map.
void fuzzStackMap(const uint8_t *Data, size_t Size);

} // end namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAP_FUZZER_RUNTIMEMAPFUZZ_H
