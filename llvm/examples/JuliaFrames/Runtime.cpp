//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// As much of Julia's runtime as Program.ll needs, to try the preset for Julia
/// of late root placement: a collector with two generations that runs at each
/// allocation, and calls the functions of the program.
///
/// What dies is filled with Poison, so whoever uses it notices. A quick
/// collection takes all old objects for alive and looks into those only that
/// were queued: whatever only an old object refers to is lost if a write
/// barrier is.
///
//===----------------------------------------------------------------------===//

#include <cinttypes>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <unordered_set>
#include <vector>

namespace {

constexpr uint64_t Poison = 0xDEADDEADDEADDEAC;
/// Bits in the word in front of an object, above which is its type.
constexpr uintptr_t Marked = 1, OldAndMarked = 3, TagBits = 15;
/// Each so many collections, one looks at everything.
constexpr unsigned FullEach = 5;

struct alignas(16) Type {
  /// The first words are references.
  size_t NumRefs, NumWords;
};

/// What is behind the word with the type.
struct Object {
  uintptr_t &tag() { return reinterpret_cast<uintptr_t *>(this)[-1]; }
  const Type &type() {
    return *reinterpret_cast<const Type *>(tag() & ~TagBits);
  }
  Object **refs() { return reinterpret_cast<Object **>(this); }
  uint64_t *words() { return reinterpret_cast<uint64_t *>(this); }
};

struct Frame {
  uintptr_t NumRootsTimes4;
  Frame *Outer;
  Object *Slots[];
};

/// The two words behind the innermost frame are those of Julia's tasks.
struct Task {
  Frame *Innermost = nullptr;
  size_t WorldAge = 0;
  void *Thread = this;
};

Task TheTask;
std::unordered_set<Object *> Young, Old;
std::vector<Object *> Queued, Pending;
unsigned NumCollections, NumFull, NumQueued;
/// By small, big, and typed.
unsigned NumAllocated[3];

} // end anonymous namespace

[[noreturn]] static void fail(const char *What) {
  std::fprintf(stderr, "%s\n", What);
  std::abort();
}

static void mark(Object *O) {
  if (!O)
    return;
  if (!Young.count(O) && !Old.count(O))
    fail("a root or a reference is no object");
  if (O->tag() & Marked)
    return;
  O->tag() |= OldAndMarked;
  Pending.push_back(O);
}

static void markAll() {
  for (Frame *F = TheTask.Innermost; F; F = F->Outer)
    for (uintptr_t I = 0; I != F->NumRootsTimes4 >> 2; ++I)
      mark(F->Slots[I]);
  for (Object *O : Queued) {
    O->tag() |= OldAndMarked;
    Pending.push_back(O);
  }
  Queued.clear();
  while (!Pending.empty()) {
    Object *O = Pending.back();
    Pending.pop_back();
    for (size_t I = 0; I != O->type().NumRefs; ++I)
      mark(O->refs()[I]);
  }
}

/// Fills what is not marked, and forgets it.
static void sweep(std::unordered_set<Object *> &Objects) {
  for (auto It = Objects.begin(); It != Objects.end();) {
    Object *O = *It;
    if (O->tag() & Marked) {
      ++It;
      continue;
    }
    for (size_t I = 0; I != O->type().NumWords; ++I)
      O->words()[I] = Poison;
    It = Objects.erase(It);
  }
}

static void collect() {
  const bool IsFull = ++NumCollections % FullEach == 0;
  NumFull += IsFull;
  if (IsFull) {
    for (Object *O : Old)
      O->tag() &= ~OldAndMarked;
    Queued.clear();
  }
  markAll();
  sweep(Young);
  if (IsFull)
    sweep(Old);
  Old.insert(Young.begin(), Young.end());
  Young.clear();
}

/// Memory is never used again, so that what died can be told from what lives.
static Object *allocate(const void *Tag) {
  collect();
  const auto &Ty = *static_cast<const Type *>(Tag);
  auto *Memory =
      static_cast<uintptr_t *>(std::calloc(Ty.NumWords + 2, sizeof(uintptr_t)));
  if (!Memory)
    fail("there is no memory");
  // Whatever has to be cleared is cleared by the program.
  for (size_t I = 0; I != Ty.NumWords; ++I)
    Memory[I + 2] = Poison;
  auto *O = reinterpret_cast<Object *>(Memory + 2);
  O->tag() = reinterpret_cast<uintptr_t>(Tag);
  Young.insert(O);
  return O;
}

static void checkThread(const void *Thread) {
  if (Thread != &TheTask)
    fail("this is not the state of the thread");
}

extern "C" {
// References are in all words but the last one.
extern const Type pair_type = {2, 3};
extern const Type box_type = {0, 1};
extern const Type big_type = {0, 400};

Frame **getInnermost() asm("julia.get_pgcstack");
Frame **getInnermost() { return &TheTask.Innermost; }

Object *ijl_gc_small_alloc(void *Thread, int32_t Offset, int32_t Bytes,
                           const void *Tag) {
  checkThread(Thread);
  const size_t Needed =
      (static_cast<const Type *>(Tag)->NumWords + 1) * sizeof(uintptr_t);
  if (Offset != 1000 + Bytes || size_t(Bytes) < Needed)
    fail("this is not the pool of the object");
  ++NumAllocated[0];
  return allocate(Tag);
}

Object *ijl_gc_big_alloc(void *Thread, size_t Bytes, const void *Tag) {
  checkThread(Thread);
  if (Bytes !=
      (static_cast<const Type *>(Tag)->NumWords + 1) * sizeof(uintptr_t))
    fail("this is not the size of the object");
  ++NumAllocated[1];
  return allocate(Tag);
}

Object *ijl_gc_alloc_typed(void *Thread, size_t, const void *Tag) {
  checkThread(Thread);
  ++NumAllocated[2];
  return allocate(Tag);
}

void ijl_gc_queue_root(Object *O) {
  ++NumQueued;
  // It need not be queued twice.
  O->tag() = (O->tag() & ~OldAndMarked) | Marked;
  Queued.push_back(O);
}

/// What is called with boxed arguments: adds up what they hold, in a new box.
Object *add_boxed(Object *Function, Object **Arguments, uint32_t Count) {
  if (Function->type().NumWords != pair_type.NumWords)
    fail("this is not the function");
  uint64_t Sum = 0;
  for (uint32_t I = 0; I != Count; ++I)
    Sum += Arguments[I]->words()[0];
  collect();
  // The caller keeps them.
  for (uint32_t I = 0; I != Count; ++I)
    Sum += Arguments[I]->words()[0];
  Object *Result = allocate(&box_type);
  Result->words()[0] = Sum;
  return Result;
}

/// Returns two roots in memory, and how many they are.
int64_t two_boxes(Object **Roots) {
  for (unsigned I = 0; I != 2; ++I) {
    Roots[I] = allocate(&box_type);
    Roots[I]->words()[0] = 100 + I;
  }
  return 2;
}

/// Reads an object that it was not passed.
int64_t read_address(const int64_t *Address) {
  collect();
  return *Address;
}

int64_t run(int64_t N);
}

int main() {
  const int64_t Result = run(20);
  std::printf("%" PRId64 "\n", Result);
  std::fprintf(stderr,
               "%u collections, %u of them full; %u objects queued; %u small, "
               "%u big, %u other objects\n",
               NumCollections, NumFull, NumQueued, NumAllocated[0],
               NumAllocated[1], NumAllocated[2]);
  return TheTask.Innermost ? 1 : 0;
}
