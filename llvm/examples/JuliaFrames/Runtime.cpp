//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// As much of Julia's runtime as Program.ll and Features.ll need, to try the
/// preset for Julia of late root placement: a collector with two generations
/// that runs at each allocation, and calls the functions of the programs.
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
#include <cstring>
#include <unordered_set>
#include <vector>

namespace {

constexpr uint64_t Poison = 0xDEADDEADDEADDEAC;
/// Bits in the word in front of an object, above which is its type.
constexpr uintptr_t Marked = 1, OldAndMarked = 3, InImage = 4, WasQueued = 8,
                    TagBits = 15;
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

/// The slots have objects or, if the lowest bit of the first word is set,
/// addresses of variables that have.
struct Frame {
  uintptr_t NumRootsTimes4;
  Frame *Outer;
  void *Slots[];
};

/// What code finds here is where Julia 1.14 has it.
struct Thread {
  char Before[16];
  const volatile uintptr_t *Page;
  int8_t Sleeps;
  /// 2 while no collector has to wait for the thread.
  int8_t State;
};
static_assert(offsetof(Thread, Page) == 16 && offsetof(Thread, State) == 25);

const uintptr_t ThePage = 0;
Thread TheThread = {{}, &ThePage, 0, 0};

/// The two words behind the innermost frame are those of Julia's tasks.
struct Task {
  Frame *Innermost = nullptr;
  size_t WorldAge = 0;
  void *State = &TheThread;
};

Task TheTask;
std::unordered_set<Object *> Young, Old;
std::vector<Object *> Queued, QueuedOfImage, Pending;
unsigned NumCollections, NumFull, NumQueued, NumResetSafe;
/// With JULIA_FRAMES_COLLECT=never in the environment, to compare a program
/// with itself without collections.
bool NeverCollects;
/// By small, big, and typed.
unsigned NumAllocated[3];

} // end anonymous namespace

[[noreturn]] static void fail(const char *What) {
  std::fprintf(stderr, "%s\n", What);
  std::abort();
}

static void mark(Object *O) {
  // Objects of the image are looked into when they were queued, and stay.
  if (!O || O->tag() & InImage)
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
      mark(static_cast<Object *>(F->NumRootsTimes4 & 1
                                     ? *static_cast<void **>(F->Slots[I])
                                     : F->Slots[I]));
  for (Object *O : QueuedOfImage)
    Pending.push_back(O);
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
  if (NeverCollects)
    return;
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
  if (Thread != &TheThread)
    fail("this is not the state of the thread");
}

extern "C" {
// References are in all words but the last one.
extern const Type pair_type = {2, 3};
extern const Type box_type = {0, 1};
extern const Type big_type = {0, 400};
// How many elements there are, where they are, and some of them.
extern const Type memory_type = {0, 6};

Frame **getInnermost() asm("julia.get_pgcstack");
Frame **getInnermost() { return &TheTask.Innermost; }

Object *ijl_gc_small_alloc(void *Thread, int32_t Offset, int32_t Bytes,
                           const void *Tag) {
  checkThread(Thread);
  const size_t Needed =
      (static_cast<const Type *>(Tag)->NumWords + 1) * sizeof(uintptr_t);
  // Program.ll names its pools, and Features.ll uses those of Julia.
  if ((Offset != 1000 + Bytes && Offset != 336 + 24 * (Bytes / 8 - 1)) ||
      size_t(Bytes) < Needed)
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

Object *ijl_gc_small_alloc_reset_safe(void *Thread, int32_t Offset,
                                      int32_t Bytes, const void *Tag) {
  ++NumResetSafe;
  return ijl_gc_small_alloc(Thread, Offset, Bytes, Tag);
}

Object *ijl_gc_big_alloc_reset_safe(void *Thread, size_t Bytes,
                                    const void *Tag) {
  ++NumResetSafe;
  return ijl_gc_big_alloc(Thread, Bytes, Tag);
}

/// Makes memory of so many bytes, which lies outside of the object.
Object *jl_alloc_genericmemory_unchecked(void *Thread, size_t Bytes,
                                         const void *Tag) {
  checkThread(Thread);
  Object *O = allocate(Tag);
  // Whatever has to be cleared is cleared by the program.
  O->words()[1] =
      reinterpret_cast<uintptr_t>(std::memset(std::malloc(Bytes), 0xDE, Bytes));
  return O;
}

void ijl_gc_queue_root(Object *O) {
  ++NumQueued;
  if (O->tag() & InImage) {
    // It stays queued. A barrier that stores a young object queues it again.
    if (O->tag() & WasQueued)
      return;
    O->tag() |= WasQueued;
    QueuedOfImage.push_back(O);
    return;
  }
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

/// Reads the references in an object on the caller's stack, after collections
/// that find them there only.
int64_t read_words(Object **Words, int64_t First, int64_t Count) {
  for (unsigned I = 0; I != 2 * FullEach; ++I)
    collect();
  int64_t Sum = 0;
  for (int64_t I = First; I != First + Count; ++I)
    Sum += Words[I]->words()[0];
  return Sum;
}

/// Stores a new object to the first word there.
void fill_word(Object **Words, int64_t V) {
  Object *O = allocate(&box_type);
  O->words()[0] = V;
  Words[0] = O;
  collect();
}

/// Native code, for which a collector need not wait.
int64_t native(int64_t V) {
  if (TheThread.State != 2)
    fail("the thread does not say that it is in native code");
  for (unsigned I = 0; I != 2 * FullEach; ++I)
    collect();
  return V + 1;
}

/// Whether it is back.
int64_t is_back() { return TheThread.State == 0; }

/// Returns an object that was in the image of the program, and refers to none.
Object *get_image_pair() {
  static uintptr_t Memory[5];
  auto *O = reinterpret_cast<Object *>(Memory + 2);
  if (!O->tag())
    O->tag() = reinterpret_cast<uintptr_t>(&pair_type) | OldAndMarked | InImage;
  return O;
}

/// Makes all objects old, and marks them.
void grow_old() {
  for (unsigned I = 0; I != FullEach; ++I)
    collect();
}

int64_t run(int64_t N);
int64_t run_features();
}

int main() {
  const char *Collects = std::getenv("JULIA_FRAMES_COLLECT");
  NeverCollects = Collects && !std::strcmp(Collects, "never");
  const int64_t Result = run(20);
  std::printf("%" PRId64 "\n", Result);
  std::printf("%" PRId64 "\n", run_features());
  std::fprintf(stderr,
               "%u collections, %u of them full; %u objects queued; %u small, "
               "%u big, %u other objects, %u safe from resets\n",
               NumCollections, NumFull, NumQueued, NumAllocated[0],
               NumAllocated[1], NumAllocated[2], NumResetSafe);
  return TheTask.Innermost ? 1 : 0;
}
