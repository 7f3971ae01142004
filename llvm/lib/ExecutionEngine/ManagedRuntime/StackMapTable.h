//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The tables of stack maps: checking each rule of version 4 and listing the
/// safepoints.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_STACKMAPTABLE_H
#define LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_STACKMAPTABLE_H

#include "FaultTable.h"
#include "StackMapBytes.h"
#include "Visibility.h"
#include "llvm-c/ManagedRuntime.h"
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

namespace llvm {
namespace LLVM_MANAGED_PRIVATE managed {

/// An array that grows, of what may be copied as bytes. Nothing here may throw
/// or need C++'s runtime.
template <typename T> class GrowingArray {
public:
  GrowingArray() = default;
  ~GrowingArray() { free(First); }
  GrowingArray(const GrowingArray &) = delete;
  GrowingArray &operator=(const GrowingArray &) = delete;

  T *begin() const { return First; }
  T *end() const { return First + Count; }
  size_t size() const { return Count; }
  T &operator[](size_t I) const { return First[I]; }
  void clear() { Count = 0; }

  /// False if there is no memory.
  bool add(const T &New) {
    if (Count == Capacity && !reserve(Capacity ? 2 * Capacity : 64))
      return false;
    First[Count++] = New;
    return true;
  }
  /// Has at least \p Size, the new ones zero; false if there is no memory.
  bool grow(size_t Size) {
    if (Size <= Count)
      return true;
    if (Size > Capacity && !reserve(Size < 2 * Count ? 2 * Count : Size))
      return false;
    memset(static_cast<void *>(First + Count), 0, (Size - Count) * sizeof(T));
    Count = Size;
    return true;
  }

private:
  bool reserve(size_t Size) {
    void *Larger = realloc(static_cast<void *>(First), Size * sizeof(T));
    if (!Larger)
      return false;
    First = static_cast<T *>(Larger);
    Capacity = Size;
    return true;
  }

  T *First = nullptr;
  size_t Count = 0;
  size_t Capacity = 0;
};

/// The parts of a table.
struct StackMapBytes {
  const void *IndexBegin = nullptr;
  const void *IndexEnd = nullptr;
  const uint8_t *MapBegin = nullptr;
  const uint8_t *MapEnd = nullptr;
};

/// A safepoint of a table. Offsets are in the map.
struct Safepoint {
  uintptr_t PC;
  PackedFrame Frame;
  /// Of its function's flags.
  uint32_t Function;
  /// Of its set, or of the number of it.
  uint32_t Site;
  bool HasId;
};

/// Maps that are larger are refused, so that offsets have 31 bits.
constexpr size_t MaxMapSize = size_t(1) << 31;

/// Checks all of \p Table and adds its safepoints to \p Safepoints, in
/// ascending order.
LLVMManagedStatus readStackMap(const StackMapBytes &Table,
                               const CodeRange &Code,
                               GrowingArray<Safepoint> &Safepoints,
                               LLVMManagedTableError &Error);

} // namespace LLVM_MANAGED_PRIVATE managed
} // end namespace llvm

#endif // LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_STACKMAPTABLE_H
