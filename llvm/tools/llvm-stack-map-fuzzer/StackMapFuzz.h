//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the fuzzers of the readers of stack maps share.
///
/// A fuzzer does more than look for crashes.  A table of version 3 that is
/// accepted must have been read completely: written down again, it is the same
/// bytes.  Version 4 has several ways to say the same, so what was read goes
/// through the compiler's encoder, and must be read from that again.  What is
/// refused must be refused with an error of the promised form.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_STACK_MAP_FUZZER_STACKMAPFUZZ_H
#define LLVM_TOOLS_LLVM_STACK_MAP_FUZZER_STACKMAPFUZZ_H

#include "llvm/Object/ManagedStackMaps.h"
#include <cstdint>
#include <vector>

namespace llvm {

/// The bytes of a section and their relocations, from a fuzzer's input:
///
///   1 byte    flags: 1 big-endian, 2 relocatable, 4 addresses of 32 bits,
///             8 functions may be unrelocated, 16 AArch64
///   8 bytes   the address of the section, little-endian
///   1 byte    the number of relocations
///   for each: 2 bytes offset, 1 byte ignored, 1 byte section, 2 bytes target,
///             2 bytes limit, little-endian
///   the rest  the section
///
/// The section is in memory of its own, so that a sanitizer sees each access
/// outside of it.
struct StackMapFuzzInput {
  object::ManagedMapBytes Bytes;
  stackmap::TargetV4 Target;

  explicit StackMapFuzzInput(ArrayRef<uint8_t> Input);

private:
  std::vector<uint8_t> Contents;
  std::vector<object::ManagedMapRelocation> Relocations;
};

/// Parse \p Input and end the process if the result is not as promised.
void fuzzStackMapTables(const StackMapFuzzInput &Input);
void fuzzStackMapRun(const StackMapFuzzInput &Input);

/// Ends the process if \p Function is not consistent, or not the same once
/// encoded and read again.
void checkStackMapFunction(const object::StackMapFunction &Function,
                           const stackmap::TargetV4 &Target);

/// Ends the process with \p Message.
[[noreturn]] void failStackMapFuzzing(const Twine &Message);

} // end namespace llvm

#endif // LLVM_TOOLS_LLVM_STACK_MAP_FUZZER_STACKMAPFUZZ_H
