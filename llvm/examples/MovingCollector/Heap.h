//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A heap of two spaces whose collector moves all objects, for one thread.
///
/// The space that a collection leaves is unmapped, and no address is ever used
/// twice: whoever kept a reference that the collector did not know of faults.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MOVINGCOLLECTOR_HEAP_H
#define LLVM_EXAMPLES_MOVINGCOLLECTOR_HEAP_H

#include <cstddef>
#include <cstdint>

/// A word that says what follows: references, and then integers.
struct Object {
  /// While the object is where it belongs: the number of references, shifted,
  /// the number of integers, shifted less, and a bit that is 1. Once it has
  /// been moved: its new address.
  uint64_t Header;

  bool isMoved() const { return !(Header & 1); }
  uint32_t numRefs() const { return Header >> 32; }
  uint32_t numInts() const { return uint32_t(Header) >> 1; }
  size_t size() const {
    return sizeof(uint64_t) * (1 + size_t(numRefs()) + numInts());
  }
  Object **refs() { return reinterpret_cast<Object **>(this + 1); }
  int64_t *ints() { return reinterpret_cast<int64_t *>(refs() + numRefs()); }
};

class Heap {
public:
  /// A heap for \p SpaceSize bytes of objects.
  explicit Heap(size_t SpaceSize);
  Heap(const Heap &) = delete;
  ~Heap();

  /// A new object whose references are null and whose integers are zero, or
  /// null if the space is full.
  Object *allocate(uint32_t NumRefs, uint32_t NumInts);

  /// Starts a collection: a new space, to which the objects move that forward()
  /// is called with, and what they refer to.
  void begin();
  /// Where \p Old is now. Null stays null.
  Object *forward(Object *Old);
  /// Moves what is reachable from the objects that were moved, and gives up the
  /// old space.
  void end();

  uint64_t numCollections() const { return NumCollections; }

private:
  char *mapSpace();

  const size_t SpaceSize;
  uintptr_t NextSpace;
  char *Space = nullptr, *Free = nullptr, *OldSpace = nullptr;
  uint64_t NumCollections = 0;
};

#endif // LLVM_EXAMPLES_MOVINGCOLLECTOR_HEAP_H
