//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The safepoints of a map in memory: from a PC to what the map says.
///
/// Safepoints have records, in ascending order. They are found through a
/// *directory*: for each 256 code units the number of the first record there,
/// and for each record the byte of its PC within these. Where safepoints are
/// too sparse for that, their PCs are searched.
///
/// A walk asks for nothing but the frame, and each step waits for the one
/// before. Where safepoints are dense enough, a *granule* for each 8 bytes of
/// code has the lower bits of the PC of a safepoint in it and the number of its
/// frame among those that the map has: two accesses to memory, no search.
/// Others in the same granule, and those whose frame has no number, go the
/// other way.
///
/// Everything is in one piece of memory, of about 13 bytes for each safepoint
/// and, as long as they are dense, 17 for each 64 bytes of code.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_SAFEPOINTSET_H
#define LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_SAFEPOINTSET_H

#include "StackMapBytes.h"
#include "StackMapTable.h"
#include "Visibility.h"
#include <stddef.h>
#include <stdint.h>
#include <string.h>

namespace llvm {
namespace LLVM_MANAGED_PRIVATE managed {

/// What is kept of a safepoint.
struct SafepointRecord {
  PackedFrame Frame;
  /// Whether it has an id, and where the function's map is.
  uint32_t HasId : 1;
  uint32_t Function : 31;
  /// Where its set or the number of it is.
  uint32_t Site;
};

class SafepointSet {
public:
  /// Finds room for \p Safepoints, which ascend. False if they are 4 GiB apart.
  bool measure(const GrowingArray<Safepoint> &Safepoints);
  /// Bytes of memory, a multiple of 8.
  size_t size() const { return Size; }
  /// Fills \p Memory, of that size, which is aligned as pointers are and has to
  /// stay. False if there is no more memory.
  bool fill(const GrowingArray<Safepoint> &Safepoints, void *Memory);

  /// The record of the safepoint at \p PC, or null.
  const SafepointRecord *find(uintptr_t PC) const {
    uintptr_t Key = PC - Base;
    if (Key >= Span)
      return nullptr;
    return Directory ? findInDirectory(static_cast<uint32_t>(Key))
                     : findSparse(static_cast<uint32_t>(Key));
  }

  /// Writes the frame of the safepoint at \p PC to \p Frame. If it returns
  /// false, there may be one all the same.
  bool findFrame(uintptr_t PC, PackedFrame &Frame) const {
    uintptr_t Key = PC - Base;
    if (Key >= GranuleSpan)
      return false;
    uint32_t Granule = Granules[Key / GranuleSize];
    Frame = Frames[Granule / GranuleSize];
    return Granule / GranuleSize && Granule % GranuleSize == Key % GranuleSize;
  }

private:
  static constexpr unsigned BlockUnits = 256, GranuleSize = 8;
  static constexpr unsigned MaxFrames = (1 << 16) / GranuleSize;
  static constexpr uint32_t unitOf(uint32_t Key) {
    return Key / HostTarget.CodeUnit;
  }

  const SafepointRecord *findInDirectory(uint32_t Key) const {
    if (Key % HostTarget.CodeUnit)
      return nullptr;
    const uint32_t *Block = Directory + unitOf(Key) / BlockUnits;
    constexpr uint64_t Ones = UINT64_C(0x0101010101010101), Highs = Ones << 7;
    const uint64_t Wanted = Ones * (unitOf(Key) % BlockUnits);
    // There are eight bytes more than records.
    for (uint32_t I = Block[0], End = Block[1]; I < End; I += 8) {
      uint64_t Word;
      memcpy(&Word, Bytes + I, 8);
      Word ^= Wanted;
      // The lowest of the bits belongs to the first byte that is zero.
      uint64_t Zeros = (Word - Ones) & ~Word & Highs;
      if (!Zeros)
        continue;
      I += __builtin_ctzll(Zeros) / 8;
      return I < End ? Records + I : nullptr;
    }
    return nullptr;
  }
  const SafepointRecord *findSparse(uint32_t Key) const;

  uintptr_t Base = 0;
  /// Keys, which are PCs less the base, are below.
  uint64_t Span = 0;
  uint64_t GranuleSpan = 0;
  size_t Count = 0;
  size_t Size = 0;
  bool IsDense = false;

  SafepointRecord *Records = nullptr;
  /// Null if they are sparse.
  uint32_t *Directory = nullptr;
  uint8_t *Bytes = nullptr;
  /// If they are sparse, all keys.
  uint32_t *Keys = nullptr;
  uint16_t *Granules = nullptr;
  /// Number 0 is none.
  PackedFrame *Frames = nullptr;
};

} // namespace LLVM_MANAGED_PRIVATE managed
} // end namespace llvm

#endif // LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_SAFEPOINTSET_H
