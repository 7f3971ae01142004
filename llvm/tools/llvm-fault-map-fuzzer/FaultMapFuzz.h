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

#ifndef LLVM_TOOLS_LLVM_FAULT_MAP_FUZZER_FAULTMAPFUZZ_H
#define LLVM_TOOLS_LLVM_FAULT_MAP_FUZZER_FAULTMAPFUZZ_H

#include "llvm/Object/ManagedMaps.h"
#include <cstdint>
#include <vector>

namespace llvm {

/// The bytes of a section and their relocations, from a fuzzer's input:
///
///   1 byte    flags: 1 big-endian, 2 relocatable, 4 addresses of 32 bits,
///             8 functions may be unrelocated, 16 long entries
///   8 bytes   the address of the section, little-endian
///   1 byte    the number of relocations
///   for each: 2 bytes offset, 1 byte type (0 absolute, 1 relative), 1 byte
///             section, 2 bytes target, 2 bytes limit, little-endian
///   the rest  the section
///
/// The section is in memory of its own, so that a sanitizer sees each access
/// outside of it.
struct FaultMapFuzzInput {
  object::ManagedMapBytes Bytes;
  bool IsLong = false;

  explicit FaultMapFuzzInput(ArrayRef<uint8_t> Input);

private:
  std::vector<uint8_t> Contents;
  std::vector<object::ManagedMapRelocation> Relocations;
};

/// Parses \p Input as \p Format and ends the process if the result is not as
/// promised. The result, for comparisons with other readers; none if the input
/// is refused.
std::optional<object::FaultMapSection>
fuzzFaultMap(const FaultMapFuzzInput &Input, object::FaultMapFormat Format);

/// Ends the process with \p Message.
[[noreturn]] void failFuzzing(const Twine &Message);

} // end namespace llvm

#endif // LLVM_TOOLS_LLVM_FAULT_MAP_FUZZER_FAULTMAPFUZZ_H
