//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Heap.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

static constexpr size_t PageSize = 65536;
/// Far away from where the system maps anything.
static constexpr uintptr_t FirstSpace = uintptr_t(1) << 44;

[[noreturn]] static void fail(const char *What) {
  std::perror(What);
  std::abort();
}

Heap::Heap(size_t SpaceSize)
    : SpaceSize((SpaceSize + PageSize - 1) / PageSize * PageSize),
      NextSpace(FirstSpace) {
  Space = Free = mapSpace();
}

Heap::~Heap() { munmap(Space, SpaceSize); }

char *Heap::mapSpace() {
  void *Wanted = reinterpret_cast<void *>(NextSpace);
  NextSpace += SpaceSize;
  void *Got = mmap(Wanted, SpaceSize, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Got != Wanted)
    fail("mapping a space");
  return static_cast<char *>(Got);
}

Object *Heap::allocate(uint32_t NumRefs, uint32_t NumInts) {
  const Object New = {uint64_t(NumRefs) << 32 | uint64_t(NumInts) << 1 | 1};
  if (New.size() > size_t(Space + SpaceSize - Free))
    return nullptr;
  // Fresh pages are zero.
  auto *Result = reinterpret_cast<Object *>(Free);
  *Result = New;
  Free += New.size();
  return Result;
}

void Heap::begin() {
  OldSpace = Space;
  Space = Free = mapSpace();
}

Object *Heap::forward(Object *Old) {
  if (!Old)
    return nullptr;
  const char *Address = reinterpret_cast<char *>(Old);
  if (Address < OldSpace || Address >= OldSpace + SpaceSize) {
    std::fprintf(stderr, "%p is in no object of the heap\n", Address);
    std::abort();
  }
  if (Old->isMoved())
    return reinterpret_cast<Object *>(Old->Header);
  auto *New = reinterpret_cast<Object *>(Free);
  Free += Old->size();
  std::memcpy(New, Old, Old->size());
  Old->Header = reinterpret_cast<uint64_t>(New);
  return New;
}

void Heap::end() {
  // What has been moved is in the order in which it was; what it refers to is
  // appended (C. J. Cheney, "A nonrecursive list compacting algorithm", 1970).
  for (char *Next = Space; Next != Free;) {
    auto *Moved = reinterpret_cast<Object *>(Next);
    for (uint32_t I = 0; I != Moved->numRefs(); ++I)
      Moved->refs()[I] = forward(Moved->refs()[I]);
    Next += Moved->size();
  }
  munmap(OldSpace, SpaceSize);
  OldSpace = nullptr;
  ++NumCollections;
}
