//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The heap: two spaces, and a collector that copies what lives from one to the
/// other (C. J. Cheney, "A nonrecursive list compacting algorithm", 1970).
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_EXAMPLES_MANAGEDJAVA_RUNTIME_HEAP_H
#define LLVM_EXAMPLES_MANAGEDJAVA_RUNTIME_HEAP_H

#include "ObjectModel.h"

namespace java {

/// When objects move.
enum class CollectWhen {
  Full,       ///< When there is no room.
  Always,     ///< At each allocation.
  Concurrent, ///< When there is no room, and when a second thread wants to.
};

/// One Java thread allocates. Nothing here is thread safe: who collects has
/// stopped that thread.
class Heap {
public:
  /// \p Bytes is the size of each of the spaces. Ends the process if the system
  /// does not give them. With \p Fresh, an address is used again after
  /// all others only, so that a reference that was not updated faults.
  void create(uint64_t Bytes, bool Fresh);

  /// \returns \p Size bytes, a multiple of 8, of zeros; null if there is no
  /// room.
  Object *allocate(uint64_t Size);

  /// Gives the program a little more room, which was kept from it so that an
  /// uncaught OutOfMemoryError can be printed.
  void useReserve() { Reserve = 0; }

  /// Begin of a collection. After it, forward() is called with each root, and
  /// then finish().
  void begin();
  /// \returns where the object is from now on. \p Old is null, an object of the
  /// heap, or one that is never moved.
  Object *forward(Object *Old);
  void finish();

  bool contains(const void *Address) const {
    return Address >= Space && Address < Space + SpaceSize;
  }
  uint64_t numCollections() const { return NumCollections; }
  uint64_t numBytesMoved() const { return NumBytesMoved; }

private:
  char *map();

  uint64_t SpaceSize = 0;
  /// What allocate() does not give of each space.
  uint64_t Reserve = 64 << 10;
  /// From one space to the next, so that the cards of each are whole pages.
  uint64_t Stride = 0;
  char *Space = nullptr, *Free = nullptr;
  /// Where objects were, during a collection; between them, without Fresh, the
  /// space that is not in use.
  char *Other = nullptr;
  uint64_t NextAddress = 0;
  bool Fresh = false;
  uint64_t NumCollections = 0, NumBytesMoved = 0;
};

extern Heap TheHeap;
extern CollectWhen When;

/// \returns the bytes that \p O takes in the heap.
uint64_t sizeOf(const Object *O);

/// Moves all objects and updates all references to them. No Java thread runs.
void collect();

/// Collects, in the thread of Java that asks for it.
void collectNow();

/// A new object of \p Type, of \p Size bytes. Collects if need be; throws
/// OutOfMemoryError. For native code that Java called through an entry.
Object *allocate(const Class *Type, uint64_t Size);

/// A reference of native code, which collections update. On the stack only.
template <typename T = Object> class Handle;

/// What all handles have; a list of those that exist.
class HandleBase {
public:
  HandleBase(const HandleBase &) = delete;
  HandleBase &operator=(const HandleBase &) = delete;
  static HandleBase *last() { return Last; }
  HandleBase *previous() { return Previous; }
  Object *Value;

protected:
  explicit HandleBase(Object *Value) : Value(Value), Previous(Last) {
    Last = this;
  }
  ~HandleBase() { Last = Previous; }

private:
  HandleBase *Previous;
  static HandleBase *Last;
};

template <typename T> class Handle : public HandleBase {
public:
  explicit Handle(T *Value) : HandleBase(reinterpret_cast<Object *>(Value)) {}
  T *get() const { return reinterpret_cast<T *>(Value); }
  T *operator->() const { return get(); }
  void set(T *New) { Value = reinterpret_cast<Object *>(New); }
};

/// A new array; \p Type is its class. Throws NegativeArraySizeException.
Array *allocateArray(const Class *Type, int32_t Length);

inline char *elements(Array *A) {
  return reinterpret_cast<char *>(A) + FirstElement;
}

/// \returns the references of an array.
inline Object **references(Array *A) {
  return reinterpret_cast<Object **>(elements(A));
}

} // namespace java

#endif
