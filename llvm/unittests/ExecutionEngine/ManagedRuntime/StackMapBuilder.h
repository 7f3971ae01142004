//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Stack maps for tests, byte by byte, next to code that is not there.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_UNITTESTS_EXECUTIONENGINE_MANAGEDRUNTIME_STACKMAPBUILDER_H
#define LLVM_UNITTESTS_EXECUTIONENGINE_MANAGEDRUNTIME_STACKMAPBUILDER_H

#include "TableBuilder.h"
#include "llvm-c/ManagedRuntime.h"
#include "llvm/BinaryFormat/StackMaps.h"
#include <cstring>
#include <vector>

namespace llvm {
namespace managed {

using Bytes = std::vector<uint8_t>;

#if defined(__aarch64__)
constexpr uint8_t CodeUnit = 4, StackPointer = 31, FramePointer = 29;
constexpr uint8_t Register = 19;
#else
constexpr uint8_t CodeUnit = 1, StackPointer = 7, FramePointer = 6;
constexpr uint8_t Register = 3;
#endif

inline void append(Bytes &To, const Bytes &From) {
  To.insert(To.end(), From.begin(), From.end());
}

/// The parts of a function map with one safepoint.
struct FunctionParts {
  Bytes Flags = {0x5e};
  Bytes Sites = {0};
  /// CFA = SP + 128.
  Bytes Frame = {16 << 2, 0};
  /// CFA = SP + 136.
  Bytes Frames = {1, 17 << 2, 0};
  /// At CFA - 16, SP + 8 and FP + 8.
  Bytes Locations = {3, 1 << 2, 1 << 2 | 2, FramePointer << 2 | 3, 8};
  /// The second location is derived from the first.
  Bytes Pairs = {1, 0, 1};
  Bytes Dictionary = {};
  /// With id, frame and deoptimization state; roots are the first location and
  /// the third.
  Bytes Set = {0x6f};
  Bytes Id = {7};
  Bytes FrameNumber = {1};
  Bytes Deopt = {2, 5 << 3};

  /// The names of the members, in their order.
  static const std::vector<Bytes FunctionParts::*> &members() {
    static const std::vector<Bytes FunctionParts::*> Members = {
        &FunctionParts::Flags,      &FunctionParts::Sites,
        &FunctionParts::Frame,      &FunctionParts::Frames,
        &FunctionParts::Locations,  &FunctionParts::Pairs,
        &FunctionParts::Dictionary, &FunctionParts::Set,
        &FunctionParts::Id,         &FunctionParts::FrameNumber,
        &FunctionParts::Deopt};
    return Members;
  }
  Bytes encode() const {
    Bytes All;
    for (auto Member : members())
      append(All, this->*Member);
    return All;
  }
  size_t offsetOf(Bytes FunctionParts::*Which) const {
    size_t Offset = 0;
    for (auto Member : members()) {
      if (Member == Which)
        break;
      Offset += (this->*Member).size();
    }
    return Offset;
  }
};

/// Nothing but a frame with one safepoint that has no roots.
inline Bytes plainFunction() { return {0, 0, 16 << 2, 0, 0}; }

/// A stack map in an arena.
class StackMapTable {
public:
  explicit StackMapTable(Arena &Memory, size_t NumEntries = 8,
                         size_t MapSize = 4096)
      : Index(Memory.allocate<stackmap::IndexEntryV4>(NumEntries)),
        Map(Memory.allocate<uint8_t>(MapSize)) {
    Tables.StructSize = sizeof(Tables);
    Tables.IndexBegin = Tables.IndexEnd = Index;
    Tables.MapBegin = Tables.MapEnd = Map;
  }

  /// Adds \p Bytes to the map and an entry that leads there from \p PC.
  StackMapTable &run(uintptr_t PC, const Bytes &Run) {
    lead(PC, Map + Size);
    return more(Run);
  }
  StackMapTable &more(const Bytes &Run) {
    std::memcpy(Map + Size, Run.data(), Run.size());
    Size += Run.size();
    Tables.MapEnd = Map + Size;
    return *this;
  }
  StackMapTable &lead(uintptr_t PC, const void *Run) {
    stackmap::IndexEntryV4 &E = Index[NumEntries];
    E.First = PC - reinterpret_cast<uintptr_t>(&E.First);
    E.Run =
        reinterpret_cast<uintptr_t>(Run) - reinterpret_cast<uintptr_t>(&E.Run);
    return entry(E);
  }
  StackMapTable &entry(stackmap::IndexEntryV4 E) {
    Index[NumEntries++] = E;
    Tables.IndexEnd = Index + NumEntries;
    return *this;
  }

  LLVMManagedStatus add() {
    return LLVMManagedRegisterStackMap(&Tables, &Ref, &Error);
  }
  void remove() { LLVMManagedUnregisterStackMap(Ref); }
  /// As the status of registering it, which is undone.
  LLVMManagedStatus check() {
    LLVMManagedStatus Status = add();
    if (Status == LLVMManagedSuccess)
      remove();
    return Status;
  }
  /// Where in the map the error is.
  size_t errorOffset() const {
    return static_cast<const uint8_t *>(Error.Where) - Map;
  }

  LLVMManagedStackMapTables Tables = {};
  LLVMManagedStackMapRef Ref = nullptr;
  LLVMManagedTableError Error = {nullptr, 0};
  stackmap::IndexEntryV4 *Index;
  uint8_t *Map;
  size_t NumEntries = 0;
  size_t Size = 0;
};

} // end namespace managed
} // end namespace llvm

#endif // LLVM_UNITTESTS_EXECUTIONENGINE_MANAGEDRUNTIME_STACKMAPBUILDER_H
