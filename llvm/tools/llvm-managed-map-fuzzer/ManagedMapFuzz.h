//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the fuzzers of the readers of fault maps and stack maps share.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAP_FUZZER_MANAGEDMAPFUZZ_H
#define LLVM_TOOLS_LLVM_MANAGED_MAP_FUZZER_MANAGEDMAPFUZZ_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Object/ManagedMaps.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <vector>

namespace llvm {

/// The bytes of a section and their relocations, from a fuzzer's input:
///
///   1 byte    flags: 1 big-endian, 2 relocatable, 4 addresses of 32 bits,
///             8 functions may be unrelocated, 16 long entries or AArch64
///   8 bytes   the address of the section, little-endian
///   1 byte    the number of relocations
///   for each: 2 bytes offset, 1 byte type (0 absolute, 1 relative), 1 byte
///             section, 2 bytes target, 2 bytes limit, little-endian
///   the rest  the section
///
/// The section is in memory of its own, so that a sanitizer sees each access
/// outside of it.
struct ManagedMapFuzzInput {
  object::ManagedMapBytes Bytes;
  /// What 16 means is up to the fuzzer.
  bool HasFlag16 = false;

  explicit ManagedMapFuzzInput(ArrayRef<uint8_t> Input);

private:
  std::vector<uint8_t> Contents;
  std::vector<object::ManagedMapRelocation> Relocations;
};

/// Ends the process with \p Message.
[[noreturn]] void failFuzzing(const Twine &Message);

/// Ends the process unless \p E, by which \p Input was refused, names the
/// section, an offset that is there and the rule.
void checkFuzzError(Error E, const ManagedMapFuzzInput &Input);

/// Writes down what a reader has read.
class FuzzWriter {
public:
  explicit FuzzWriter(const object::ManagedMapBytes &Bytes)
      : Bytes(Bytes), Written(Bytes.Contents.size()) {}

  /// Ends the process unless everything is there again.
  void compare() const;

protected:
  template <typename T> void put(uint64_t Offset, T Value) {
    if (Offset > Written.size() || Written.size() - Offset < sizeof(T))
      failFuzzing("an offset is outside of the section");
    support::endian::write<T>(&Written[Offset], Value, Bytes.Endian);
  }

  const object::ManagedMapBytes &Bytes;

private:
  std::vector<uint8_t> Written;
};

/// Calls \p Read with the input if it is an object file, ELF or Mach-O.
void fuzzObjectFile(ArrayRef<uint8_t> Input,
                    function_ref<void(const object::ObjectFile &)> Read);

/// As a dumper reads.
object::ManagedMapReadOptions leniently();

/// Whether a strict reader, which came to \p Read, accepted a file. Then so did
/// one that was lenient, or the process ends.
template <typename T, typename U>
bool isAccepted(Expected<T> &Read, Expected<U> &Leniently) {
  if (Read && Leniently)
    return true;
  if (Read)
    failFuzzing("only dumpers refuse it: " + toString(Leniently.takeError()));
  if (toString(Read.takeError()).empty())
    failFuzzing("the error has no text");
  if (!Leniently)
    consumeError(Leniently.takeError());
  return false;
}

} // end namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAP_FUZZER_MANAGEDMAPFUZZ_H
