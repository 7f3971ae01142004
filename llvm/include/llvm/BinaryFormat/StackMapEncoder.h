//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a stack map says of a function, and its encoding in version 4, as
/// specified in docs/StackMaps.md.
///
/// The distances between safepoints are left to the caller: an assembler knows
/// them only once the code is laid out.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_BINARYFORMAT_STACKMAPENCODER_H
#define LLVM_BINARYFORMAT_STACKMAPENCODER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include "llvm/BinaryFormat/StackMaps.h"
#include "llvm/Support/Compiler.h"
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace llvm {
namespace stackmap {

inline bool operator==(const SavedRegister &A, const SavedRegister &B) {
  return A.Register == B.Register && A.Word == B.Word;
}

/// How to get from a frame to its caller.
struct Frame {
  FrameBase Base = Unwalkable;
  /// From the base to the CFA.
  uint64_t Words = 0;
  /// In ascending order of their registers; empty if the frame cannot be
  /// walked.
  SmallVector<SavedRegister, 8> Saves;

  bool operator==(const Frame &O) const {
    return Base == O.Base && Words == O.Words && Saves == O.Saves;
  }
};

/// 8 bytes that belong to a frame.
struct Location {
  LocationKind Kind = InRegister;
  /// As the format has it: what Kind counts, or a register.
  uint64_t N = 0;
  /// With AtRegister: in bytes.
  int64_t Offset = 0;

  static Location inRegister(uint64_t Register) {
    return {InRegister, Register, 0};
  }

  std::tuple<unsigned, uint64_t, int64_t> key() const {
    return {Kind, N, Offset};
  }
  bool operator==(const Location &O) const { return key() == O.key(); }
  bool operator<(const Location &O) const { return key() < O.key(); }
};

/// A value of deoptimization state.
struct DeoptValue {
  enum ValueKind : uint8_t {
    Constant,
    /// The 8 bytes at Where.
    Contents,
    /// Size bytes of register Base.
    Register,
    /// Size bytes at Base + Offset.
    Memory,
    /// Base + Offset.
    Address
  };
  ValueKind Kind = Constant;
  /// With Constant: the value.
  int64_t Value = 0;
  Location Where;
  /// With Register a DWARF number, otherwise 0 for the CFA or 1 + a DWARF
  /// number.
  uint64_t Base = 0;
  int64_t Offset = 0;
  /// In bytes.
  uint64_t Size = 0;
};

struct DeoptState {
  /// The values need not be where they are said to be once the call has begun.
  bool Early = false;
  SmallVector<DeoptValue, 4> Values;
};

/// What a stack map says of a safepoint, but for its PC.
struct Safepoint {
  std::optional<uint64_t> Id;
  Frame Caller;
  /// Without duplicates.
  SmallVector<Location, 8> Roots;
  /// Base and derived pointer; the first is in Roots, the second is not, and in
  /// no other pair.
  SmallVector<std::pair<Location, Location>, 2> Derived;
  std::optional<DeoptState> Deopt;
};

/// The map of a function, without the distances between its safepoints: these
/// are between Head and the first of Sites and wherever one of these follows
/// another.
struct EncodedFunction {
  SmallVector<char, 16> Head;
  std::vector<SmallVector<char, 8>> Sites;
};

/// Encodes the map of a function that has \p Sites, which are not empty, in the
/// order of their PCs. \p Order is the target's. Of the encodings that the
/// format allows, it is the smallest of those that differ in their flags.
LLVM_ABI EncodedFunction
encodeFunction(ArrayRef<Safepoint> Sites, const TargetV4 &Target,
               llvm::endianness Order = llvm::endianness::little);

/// A number that differs for safepoints that differ, but for accidents.
LLVM_ABI uint64_t hashSafepoint(const Safepoint &Site);

/// Appends a distance, in code units.
LLVM_ABI void appendDistance(SmallVectorImpl<char> &Out, uint64_t Distance);

/// From how many safepoints on a run gets no further function.
constexpr unsigned SitesPerRun = 64;

} // end namespace stackmap
} // end namespace llvm

#endif // LLVM_BINARYFORMAT_STACKMAPENCODER_H
