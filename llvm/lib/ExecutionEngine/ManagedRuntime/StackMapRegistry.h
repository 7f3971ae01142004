//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The stack maps of the process: which are registered, and from a return
/// address to its safepoint.
///
/// Each registered map has a hash table of its safepoints, of 16 bytes each: a
/// walk that stays in one map has one access to memory for a frame, beside the
/// stack. From one map to the next, the same index leads as for faults
/// (CodeIndex.h): a tree of its own, whose segments say which maps have
/// safepoints, or all of the code, in a block.
///
/// Frames keep maps alive: whoever unregisters a map knows that nobody executes
/// its code, so no stack has a frame of it. A walk that has arrived at a frame
/// therefore needs no ReadSection to use its map; only to find another one.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_STACKMAPREGISTRY_H
#define LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_STACKMAPREGISTRY_H

#include "CodeIndex.h"
#include "StackMapBytes.h"
#include "Visibility.h"
#include "llvm-c/ManagedRuntime.h"
#include <stddef.h>
#include <stdint.h>

namespace llvm {
namespace LLVM_MANAGED_PRIVATE managed {

/// A safepoint, or none if the key is zero.
struct SafepointSlot {
  /// The PC, less the map's base; never zero.
  uint32_t Key;
  PackedFrame Frame;
  /// Whether it has an id, and where the function's map is.
  uint32_t HasId : 1;
  uint32_t Function : 31;
  /// Where its set or the number of it is.
  uint32_t Site;
};
static_assert(sizeof(SafepointSlot) == 16, "four in a cache line");

/// A registered stack map.  Immutable while it is registered.  Its slots and
/// segments follow it in memory.
class StackMapObject : public IndexedObject {
public:
  uintptr_t Base = 0;
  /// Keys are below.
  uint32_t Span = 0;
  uint32_t NumSlots = 0;
  const uint8_t *Map = nullptr;
  void *Context = nullptr;
  /// Whether the segments are all of its code.
  bool HasCode = false;
  size_t NumSegments = 0;

  SafepointSlot *slots() { return reinterpret_cast<SafepointSlot *>(this + 1); }
  const SafepointSlot *slots() const {
    return reinterpret_cast<const SafepointSlot *>(this + 1);
  }
  Segment *segments() {
    return reinterpret_cast<Segment *>(slots() + NumSlots);
  }

  uint32_t firstSlot(uint32_t Key) const {
    return uint64_t(Key * UINT32_C(0x9e3779b1)) * NumSlots >> 32;
  }

  /// The safepoint at \p PC, or null.
  const SafepointSlot *find(uintptr_t PC) const {
    uintptr_t Key = PC - Base;
    if (Key >= Span || !Key)
      return nullptr;
    for (uint32_t I = firstSlot(Key);;) {
      const SafepointSlot &Slot = slots()[I];
      if (__builtin_expect(Slot.Key == Key, true))
        return &Slot;
      if (!Slot.Key)
        return nullptr;
      if (++I == NumSlots)
        I = 0;
    }
  }
};

/// What a lookup finds.
struct FoundSafepoint {
  const StackMapObject *Object = nullptr;
  const SafepointSlot *Slot = nullptr;
  /// Without a safepoint: whether the PC is in registered code.
  bool IsInCode = false;
};

extern IndexRoot StackMapIndex;

inline LLVMManagedStackMapRef wrap(const StackMapObject *Object) {
  return reinterpret_cast<LLVMManagedStackMapRef>(
      const_cast<StackMapObject *>(Object));
}

/// Writes to \p Safepoint what the C interface tells of \p Slot.
void describeSafepoint(const StackMapObject &Object, const SafepointSlot &Slot,
                       LLVMManagedSafepoint &Safepoint);

/// Finds the safepoint at \p PC.  For readers; async-signal-safe.
void findSafepoint(const IndexSlot *Slot, uintptr_t PC, FoundSafepoint &Found);

/// See LLVMManagedRegisterStackMap().
LLVMManagedStatus registerStackMap(const LLVMManagedStackMapTables &Tables,
                                   StackMapObject *&Object,
                                   LLVMManagedTableError &Error);

/// See LLVMManagedUnregisterAllStackMaps().
void unregisterStackMaps(StackMapObject *const *Objects, size_t NumObjects);

} // namespace LLVM_MANAGED_PRIVATE managed
} // end namespace llvm

#endif // LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_STACKMAPREGISTRY_H
