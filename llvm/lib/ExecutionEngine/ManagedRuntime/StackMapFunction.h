//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Checking the function maps of a run.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_STACKMAPFUNCTION_H
#define LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_STACKMAPFUNCTION_H

#include "StackMapTable.h"

namespace llvm {
namespace LLVM_MANAGED_PRIVATE managed {

/// Reads runs and adds their safepoints to an array. A reader of bytes that
/// nobody vouches for: each step says what is wrong, and position() where.
class FunctionChecker {
public:
  FunctionChecker(const uint8_t *MapBegin, const uint8_t *MapEnd,
                  const CodeRange &Code, GrowingArray<Safepoint> &Safepoints)
      : MapBegin(MapBegin), MapEnd(MapEnd), Code(Code), Safepoints(Safepoints) {
  }

  /// Reads the run at \p Begin, whose first safepoint is at \p PC, and writes
  /// to \p Used how many bytes it has.
  LLVMManagedStatus readRun(const uint8_t *Begin, uintptr_t PC, size_t &Used);

  /// After an error, the first byte of what is wrong.
  const void *position() const { return Where; }

private:
  using Status = LLVMManagedStatus;

  struct Location {
    uint64_t N;
    int64_t Distance;
    uint8_t Kind;

    friend bool operator<(const Location &L, const Location &R) {
      return L.Kind != R.Kind ? L.Kind < R.Kind
             : L.N != R.N     ? L.N < R.N
                              : L.Distance < R.Distance;
    }
  };

  struct Pair {
    uint64_t Base;
    uint64_t Derived;

    friend bool operator<(const Pair &L, const Pair &R) {
      return L.Base != R.Base ? L.Base < R.Base : L.Derived < R.Derived;
    }
  };

  Status readByte(uint8_t &Value);
  /// With \p IsPadded, it may be longer than it has to be.
  Status readUleb(uint64_t &Value, bool IsPadded = false);
  Status readSleb(int64_t &Value);
  /// Reads the number of items of a list, which are not none.
  Status readCount(uint64_t &Count);
  /// Counts PC on by a distance.
  Status readDistance();
  Status readFunction();
  Status readFrame();
  Status checkSaves(const FrameReader &Frame);
  Status readLocations();
  Status readPairs();
  /// Reads a set and writes its first bits to \p Header.
  Status readSet(uint8_t &Header);
  Status checkPairs(const uint8_t *Set, uint64_t Size, uint64_t NumBits);
  Status readSite(uint32_t Function);
  Status readDeopt();
  Status readDeoptValue();
  Status readPlace();

  const uint8_t *const MapBegin;
  const uint8_t *const MapEnd;
  const CodeRange Code;
  GrowingArray<Safepoint> &Safepoints;

  const uint8_t *Next = nullptr;
  const uint8_t *Where = nullptr;
  uintptr_t PC = 0;
  // Of the function.
  uint8_t Flags = 0;
  /// The first bits of the sets of the dictionary.
  GrowingArray<uint8_t> Headers;
  GrowingArray<PackedFrame> Frames;
  /// The registers that frame number 0 saves.
  GrowingArray<uint8_t> Saved;
  GrowingArray<Location> Locations;
  uint64_t NumLocations = 0;
  GrowingArray<Pair> Pairs;
  GrowingArray<Pair> SortedPairs;
  /// For each location the last set that has it as a derived pointer.
  GrowingArray<uint64_t> DerivedIn;
  uint64_t SetNumber = 0;
};

} // namespace LLVM_MANAGED_PRIVATE managed
} // end namespace llvm

#endif // LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_STACKMAPFUNCTION_H
