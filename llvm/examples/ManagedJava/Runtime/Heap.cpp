//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Heap.h"
#include "Program.h"
#include "Roots.h"
#include "Throwing.h"
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

namespace java {

static constexpr uint64_t FirstCard = uint64_t(1) << 43;
static constexpr unsigned CardShift = 9;
static constexpr uint64_t CardSize = 1 << CardShift, LargestPage = 65536;
/// Spaces are between these addresses. The system maps programs higher up.
static constexpr uint64_t FirstSpace = uint64_t(1) << 44,
                          SpacesEnd = uint64_t(5) << 44;
/// More elements are too many for OpenJDK, too, whatever the memory.
static constexpr int32_t MaxLength = INT32_MAX - 2;

Heap TheHeap;
CollectWhen When = CollectWhen::Full;
HandleBase *HandleBase::Last;

static char *mapAt(uint64_t Address, uint64_t Size) {
  void *Wanted = reinterpret_cast<void *>(Address);
  void *Got = mmap(Wanted, Size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Got != Wanted)
    fatal("no memory for a heap: %" PRIu64 " bytes at %p: %m", Size, Wanted);
  return static_cast<char *>(Got);
}

char *Heap::map() {
  // Nothing else is there, and addresses are the same in each run. The first
  // ones are free when all have been used.
  if (NextAddress + Stride > SpacesEnd)
    NextAddress = FirstSpace;
  char *Mapped = mapAt(NextAddress, SpaceSize);
  mapAt(FirstCard + (NextAddress >> CardShift), Stride >> CardShift);
  NextAddress += Stride;
  return Mapped;
}

void Heap::create(uint64_t Bytes, bool Fresh) {
  this->Fresh = Fresh;
  NextAddress = FirstSpace;
  SpaceSize = Bytes;
  Stride = (Bytes + LargestPage * CardSize - 1) & -(LargestPage * CardSize);
  Space = Free = map();
  if (!Fresh)
    Other = map();
}

Object *Heap::allocate(uint64_t Size) {
  if (Size > uint64_t(Space + SpaceSize - Reserve - Free))
    return nullptr;
  char *Result = Free;
  Free += Size;
  // What is mapped for the first time is zero.
  if (!Fresh)
    std::memset(Result, 0, Size);
  return reinterpret_cast<Object *>(Result);
}

void Heap::begin() {
  char *Old = Space;
  Space = Free = Fresh ? map() : Other;
  Other = Old;
}

uint64_t sizeOf(const Object *O) {
  const Class *Type = O->Type;
  if (Type->Kind == ClassKind::Class)
    return Type->InstanceSize;
  const auto *A = reinterpret_cast<const Array *>(O);
  return (FirstElement + (uint64_t(A->Length) << Type->InstanceSize) + 7) &
         ~7ull;
}

Object *Heap::forward(Object *Old) {
  const char *Address = reinterpret_cast<char *>(Old);
  if (Address < Other || Address >= Other + SpaceSize) {
    // Null, and constants of the program. Anything else is a fault of the
    // compiler or of this runtime.
    if (contains(Address)) {
      std::fprintf(stderr, "managed-java: error: %p is no root\n", Address);
      std::abort();
    }
    return Old;
  }
  const auto Type = reinterpret_cast<uintptr_t>(Old->Type);
  if (Type & 1)
    return reinterpret_cast<Object *>(Type - 1);
  const uint64_t Size = sizeOf(Old);
  auto *New = reinterpret_cast<Object *>(Free);
  Free += Size;
  std::memcpy(static_cast<void *>(New), Old, Size);
  Old->Type =
      reinterpret_cast<const Class *>(reinterpret_cast<uintptr_t>(New) + 1);
  return New;
}

void Heap::finish() {
  for (char *Next = Space; Next != Free;) {
    auto *O = reinterpret_cast<Object *>(Next);
    const Class *Type = O->Type;
    if (Type->Kind == ClassKind::ReferenceArray) {
      auto *A = reinterpret_cast<Array *>(O);
      for (uint32_t I = 0; I != A->Length; ++I)
        references(A)[I] = forward(references(A)[I]);
    } else {
      for (uint32_t I = 0; I != Type->NumReferences; ++I) {
        auto *Field = reinterpret_cast<Object **>(Next + Type->References[I]);
        *Field = forward(*Field);
      }
    }
    Next += sizeOf(O);
  }
  NumBytesMoved += Free - Space;
  ++NumCollections;
  if (Fresh) {
    munmap(Other, SpaceSize);
    munmap(reinterpret_cast<char *>(
               FirstCard + (reinterpret_cast<uint64_t>(Other) >> CardShift)),
           Stride >> CardShift);
    Other = nullptr;
  }
}

void collect() {
  TheHeap.begin();
  visitRoots();
  TheHeap.finish();
}

Object *allocate(const Class *Type, uint64_t Size) {
  if (When == CollectWhen::Always)
    collectNow();
  Object *O = TheHeap.allocate(Size);
  if (!O) {
    collectNow();
    O = TheHeap.allocate(Size);
  }
  if (!O)
    throwMemory();
  O->Type = Type;
  return O;
}

Array *allocateArray(const Class *Type, int32_t Length) {
  if (Length < 0)
    throwNegativeSize(Length);
  if (Length > MaxLength)
    throwArraySize();
  const uint64_t Size =
      FirstElement + (uint64_t(uint32_t(Length)) << Type->InstanceSize);
  auto *A = reinterpret_cast<Array *>(allocate(Type, (Size + 7) & ~7ull));
  A->Length = Length;
  return A;
}

/// An array of \p Lengths[0] arrays of the other lengths.
static Array *allocateArrays(const Class *Type, uint32_t Dimensions,
                             const int32_t *Lengths) {
  Handle<Array> Outer(allocateArray(Type, Lengths[0]));
  for (int32_t I = 0; Dimensions > 1 && I < Lengths[0]; ++I) {
    Array *Inner = allocateArrays(Type->Element, Dimensions - 1, Lengths + 1);
    references(Outer.get())[I] = reinterpret_cast<Object *>(Inner);
  }
  return Outer.get();
}

} // namespace java

using namespace java;

extern "C" {

/// Marks of stores (--card-marks): a byte for each card of 512 bytes of
/// addresses. They are written, and this collector does not need them.
char *java_cards = reinterpret_cast<char *>(FirstCard);

/// The fast path of `new`, which has no anchor and so cannot collect.
Object *java_allocate_fast(const Class *Type, uint32_t Size) {
  if (When == CollectWhen::Always)
    return nullptr;
  Object *O = TheHeap.allocate(Size);
  if (O)
    O->Type = Type;
  return O;
}

Object *javaAllocate(const Class *Type) {
  return allocate(Type, Type->InstanceSize);
}

/// Likewise for arrays. Null for lengths that are wrong, too.
Array *java_allocate_array_fast(const Class *Type, int32_t Length) {
  if (When == CollectWhen::Always || Length < 0 || Length > MaxLength)
    return nullptr;
  const uint64_t Size =
      FirstElement + (uint64_t(uint32_t(Length)) << Type->InstanceSize);
  auto *A = reinterpret_cast<Array *>(TheHeap.allocate((Size + 7) & ~7ull));
  if (A) {
    A->Type = Type;
    A->Length = Length;
  }
  return A;
}

Array *javaAllocateArray(const Class *Type, int32_t Length) {
  return allocateArray(Type, Length);
}

Array *javaAllocateMulti(const Class *Type, uint32_t Dimensions,
                         const int32_t *Lengths) {
  // All lengths are tested before anything is allocated (JVMS multianewarray).
  for (uint32_t I = 0; I != Dimensions; ++I)
    if (Lengths[I] < 0)
      throwNegativeSize(Lengths[I]);
  return allocateArrays(Type, Dimensions, Lengths);
}
}
