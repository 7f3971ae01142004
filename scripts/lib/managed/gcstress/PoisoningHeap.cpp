//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In the place of the moving collector's Heap.cpp: a heap of one process that
/// moves nothing. What a collection does not reach is overwritten and never
/// used again, so that whoever kept a reference to it faults or reads nonsense.
///
//===----------------------------------------------------------------------===//

#include "Heap.h"
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>
#include <unordered_set>
#include <vector>

/// What dies is not used again, so there is more space.
static constexpr size_t SpacesInOne = 64;
/// What is left of an object: no address of anything, and odd.
static constexpr uint64_t Poison = 0xDEADDEADDEADDEAD;

static std::unordered_set<Object *> Reached;
static std::vector<Object *> Pending;

Heap::Heap(size_t SpaceSize) : SpaceSize(SpaceSize * SpacesInOne) {
  Space = Free = mapSpace();
}

Heap::~Heap() { munmap(Space, SpaceSize); }

char *Heap::mapSpace() {
  void *Got = mmap(nullptr, SpaceSize, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Got == MAP_FAILED) {
    std::perror("mapping the heap");
    std::abort();
  }
  return static_cast<char *>(Got);
}

Object *Heap::allocate(uint32_t NumRefs, uint32_t NumInts) {
  const Object New = {uint64_t(NumRefs) << 32 | uint64_t(NumInts) << 1 | 1};
  if (New.size() > size_t(Space + SpaceSize - Free))
    return nullptr;
  auto *Result = reinterpret_cast<Object *>(Free);
  *Result = New;
  Free += New.size();
  return Result;
}

/// Whether an object, which is in the heap, is what a collection left.
static bool isDead(Object *O) {
  return O->numInts() && uint64_t(*O->ints()) == Poison;
}

void Heap::begin() { Reached.clear(); }

Object *Heap::forward(Object *Old) {
  if (!Old)
    return nullptr;
  const char *Address = reinterpret_cast<char *>(Old);
  // Headers are odd, and references even.
  if (Address < Space || Address >= Free || !(Old->Header & 1) || isDead(Old)) {
    std::fprintf(stderr, "%p is no object of the heap\n", Address);
    std::abort();
  }
  if (Reached.insert(Old).second)
    Pending.push_back(Old);
  return Old;
}

void Heap::end() {
  while (!Pending.empty()) {
    Object *O = Pending.back();
    Pending.pop_back();
    for (uint32_t I = 0; I != O->numRefs(); ++I)
      forward(O->refs()[I]);
  }
  for (char *Next = Space; Next != Free;) {
    auto *O = reinterpret_cast<Object *>(Next);
    Next += O->size();
    if (Reached.count(O))
      continue;
    // References are the first words, integers follow.
    for (uint32_t I = 0, E = O->numRefs() + O->numInts(); I != E; ++I)
      reinterpret_cast<uint64_t *>(O + 1)[I] = Poison;
  }
  ++NumCollections;
}
