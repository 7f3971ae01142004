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
/// Each registered map has its safepoints (SafepointSet.h), and a walk that
/// stays in one map needs nothing else. From one map to the next, the same
/// index leads as for faults (CodeIndex.h): a tree of its own, whose segments
/// say which maps have safepoints, or all of the code, in a block.
///
/// Frames keep maps alive: whoever unregisters a map knows that nobody executes
/// its code, so no stack has a frame of it. A walk that has arrived at a frame
/// therefore needs no ReadSection to use its map; only to find another one.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_STACKMAPREGISTRY_H
#define LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_STACKMAPREGISTRY_H

#include "CodeIndex.h"
#include "SafepointSet.h"
#include "Visibility.h"
#include "llvm-c/ManagedRuntime.h"
#include <stddef.h>
#include <stdint.h>

namespace llvm {
namespace LLVM_MANAGED_PRIVATE managed {

/// A registered stack map.  Immutable while it is registered.  Its segments and
/// what its safepoints take follow it in memory.
class StackMapObject : public IndexedObject {
public:
  SafepointSet Safepoints;
  const uint8_t *Map = nullptr;
  void *Context = nullptr;
  /// Whether the segments are all of its code.
  bool HasCode = false;
  /// Whether any safepoint has an id.
  bool HasIds = false;
  size_t NumSegments = 0;

  Segment *segments() { return reinterpret_cast<Segment *>(this + 1); }
};

/// What a lookup finds.
struct FoundSafepoint {
  const StackMapObject *Object = nullptr;
  const SafepointRecord *Record = nullptr;
  /// Without a safepoint: whether the PC is in registered code.
  bool IsInCode = false;
};

extern IndexRoot StackMapIndex;

inline LLVMManagedStackMapRef wrap(const StackMapObject *Object) {
  return reinterpret_cast<LLVMManagedStackMapRef>(
      const_cast<StackMapObject *>(Object));
}

/// The id of the safepoint of \p Record, which has one.
uint64_t readId(const StackMapObject &Object, const SafepointRecord &Record);

/// Writes to \p Safepoint what the C interface tells of the safepoint at
/// \p PC.
inline void describeSafepoint(const StackMapObject &Object,
                              const SafepointRecord &Record, uintptr_t PC,
                              LLVMManagedSafepoint &Safepoint) {
  Safepoint.PC = PC;
  Safepoint.HasId = Object.HasIds && Record.HasId;
  Safepoint.Id = Safepoint.HasId ? readId(Object, Record) : 0;
  Safepoint.Map = wrap(&Object);
  Safepoint.Context = Object.Context;
}

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
