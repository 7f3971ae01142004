//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Calls the functions of a module that Import.cpp has closed, with a heap
/// whose objects have 1,024 bytes each, and may hold references anywhere.
///
/// Usage: driver LOG never|always
///
/// It calls what the log says, with the memory that the log says, and prints
/// what each call does; LearningDriver.cpp writes the log.
///
/// A collection moves all objects. It finds references by stack maps, and by
/// frames where IRSTRESS_FRAMES is defined. All of frames have to be null, in
/// a global variable, or to an object: to its first byte, unless the log says
/// that the call passes others on.
///
//===----------------------------------------------------------------------===//

#include "Driver.h"
#ifdef IRSTRESS_FRAMES
#include "../gcstress/Frames.h"
#endif
#include "llvm-c/ManagedNativeEntry.h"
#include "llvm-c/ManagedRuntime.h"
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <sys/mman.h>

static bool Always;
static uint64_t NumCollections, NumRoots;
/// Where the next space is mapped. None is used twice.
static uintptr_t NextSpace = FirstSpace;
static uintptr_t Space;
/// Objects by where they are.
static std::vector<uint64_t> IdsInSpace;
/// The log: what an object holds at first, by its id.
static std::map<uint64_t, std::vector<Word>> Contents;
static bool IsStrict;

[[noreturn]] static void fail(const char *What, uint64_t Value) {
  std::fflush(stdout);
  std::fprintf(stderr, "%s: %#" PRIx64 "\n", What, Value);
  std::_Exit(3);
}

static void mapSpace() {
  const size_t Size = MaxObjects * Stride;
  void *Wanted = reinterpret_cast<void *>(NextSpace);
  NextSpace += Size;
  void *Got = mmap(Wanted, Size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Got != Wanted)
    fail("a space cannot be mapped", NextSpace);
  Space = uintptr_t(Got);
}

char *getNewObject(uint64_t Id) {
  if (IdsInSpace.size() == MaxObjects)
    fail("there are too many objects", Id);
  auto *Result =
      reinterpret_cast<char *>(Space + Stride * IdsInSpace.size() + Margin);
  IdsInSpace.push_back(Id);
  return Result;
}

/// Fills an object that was just made.
void initialize(uint64_t Id, char *Object) {
  for (const Word &W : Contents[Id]) {
    uint64_t Value = W.Value;
    if (W.IsObject)
      Value = Value ? uintptr_t(Objects.at(Value)) : 0;
    std::memcpy(Object + W.Offset, &Value, W.Size);
  }
}

std::pair<uint64_t, uint64_t> findObject(uint64_t Address) {
  if (Address - Space >= IdsInSpace.size() * Stride)
    return {0, 0};
  const uint64_t Offset = (Address - Space) % Stride;
  if (Offset < Margin || Offset > Margin + ObjectSize)
    return {0, 0};
  return {IdsInSpace[(Address - Space) / Stride], Offset - Margin};
}

static bool isInSpace(uint64_t Value) {
  return Value >= FirstSpace && Value < NextSpace;
}

void checkReference(uint64_t Value) {
  if (isInSpace(Value) && !findObject(Value).first)
    fail("a reference is to no object any more", Value);
}

//===----------------------------------------------------------------------===//
// Collections
//===----------------------------------------------------------------------===//

namespace {

/// Where objects were, and are.
struct Move {
  uintptr_t Old;
  std::vector<uint64_t> Ids;

  uint64_t forward(uint64_t Value, bool IsRoot) const;
};

} // end anonymous namespace

uint64_t Move::forward(uint64_t Value, bool IsRoot) const {
  if (Value - Old >= Ids.size() * Stride) {
    if (IsRoot && Value && (isInSpace(Value) || !findGlobal(Value)))
      fail("a root is no reference", Value);
    return Value;
  }
  const uint64_t Offset = (Value - Old) % Stride;
  const bool IsInside = Offset >= Margin && Offset <= Margin + ObjectSize;
  if (IsRoot && (!IsInside || (IsStrict && Offset != Margin)))
    fail("a root is not where an object begins", Value);
  if (!IsInside)
    return Value;
  return uintptr_t(Objects.at(Ids[(Value - Old) / Stride])) + Offset - Margin;
}

#ifdef IRSTRESS_FRAMES
extern "C" thread_local gcframes::Frame *llvm_gc_root_chain;
thread_local gcframes::Frame *llvm_gc_root_chain;

static void visitStack(Move &M) {
  for (gcframes::Frame *F = llvm_gc_root_chain; F; F = F->Outer)
    F->visitSlots<uint64_t>([&](uint64_t *Root) {
      ++NumRoots;
      *Root = M.forward(*Root, /*IsRoot=*/true);
    });
}

/// Frames that an exception has left are linked.
static void forgetFrames() { llvm_gc_root_chain = nullptr; }
#else
static void visitDerived(const uint64_t *Base, uint64_t *Derived,
                         void *Argument) {
  *Derived +=
      static_cast<Move *>(Argument)->forward(*Base, /*IsRoot=*/true) - *Base;
}

static void visitRoot(uint64_t *Root, void *Argument) {
  ++NumRoots;
  *Root = static_cast<Move *>(Argument)->forward(*Root, /*IsRoot=*/true);
}

static void visitStack(Move &M) {
  const LLVMManagedVisitor Visitor = {visitDerived, visitRoot, &M};
  LLVMManagedCursor Cursor;
  const LLVMManagedStep Step = LLVMManagedVisitStack(
      *LLVMManagedGetAnchors(), nullptr, &Visitor, &Cursor);
  if (Step != LLVMManagedStepEnd)
    fail("the stack cannot be walked", Step);
}

static void forgetFrames() {}
#endif

static void collect() {
  ++NumCollections;
  Move M = {Space, IdsInSpace};
  mapSpace();
  IdsInSpace.clear();
  // The other way around, so that distances change.
  for (auto I = M.Ids.rbegin(); I != M.Ids.rend(); ++I) {
    char *&Object = Objects.at(*I);
    char *New = getNewObject(*I);
    std::memcpy(New, Object, ObjectSize);
    Object = New;
  }
  forEachWord([&](uint64_t &Word) { Word = M.forward(Word, false); });
  visitStack(M);
  munmap(reinterpret_cast<void *>(M.Old), MaxObjects * Stride);
}

//===----------------------------------------------------------------------===//
// What managed code calls
//===----------------------------------------------------------------------===//

extern "C" {
void gcstressPoll() {
  if (Always)
    collect();
}

void *gcstressRef(uint64_t NullPercent) {
  gcstressPoll();
  return chooseReference(NullPercent);
}

void *gcstressFresh() {
  gcstressPoll();
  return makeFresh();
}

void gcstressThrow() {
  gcstressPoll();
  throw int(1);
}

LLVM_MANAGED_CHECKED_NATIVE_ENTRY(gcstress_poll, gcstressPoll);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(gcstress_ref, gcstressRef);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(gcstress_fresh, gcstressFresh);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(gcstress_throw, gcstressThrow);
}

//===----------------------------------------------------------------------===//
// The log
//===----------------------------------------------------------------------===//

namespace {

struct Call {
  uint64_t Function, Input;
  bool IsStrict;
  std::map<uint64_t, std::vector<Word>> Contents;
};

} // end anonymous namespace

static std::vector<Call> readLog(const char *Name) {
  std::vector<Call> Calls;
  Call Next = {};
  std::ifstream File(Name);
  for (std::string Line; std::getline(File, Line);) {
    std::istringstream Words(Line);
    std::string Kind;
    Words >> Kind;
    if (Kind == "call") {
      uint64_t Hash;
      Words >> Next.Function >> Next.Input >> Next.IsStrict >> Hash;
      Calls.push_back(std::move(Next));
      Next = {};
    } else {
      uint64_t Id;
      Word W = {};
      W.IsObject = Kind == "object";
      Words >> Id >> W.Offset >> W.Size >> W.Value;
      Next.Contents[Id].push_back(W);
    }
  }
  return Calls;
}

static void run(const Call &C) {
  mapSpace();
  IdsInSpace.clear();
  Contents = C.Contents;
  IsStrict = C.IsStrict;
  start(C.Function, C.Input);
  // What is there from the start, before what refers to it.
  for (const auto &[Id, Words] : Contents) {
    if (Id != GlobalId && isLazy(Id))
      getObject(Id);
    for (const Word &W : Words)
      if (W.IsObject && W.Value)
        getObject(W.Value);
  }
  for (const auto &[Id, Object] : Objects)
    initialize(Id, Object);
  initializeGlobals(Contents[GlobalId]);
  try {
    gcstress_functions[C.Function]();
  } catch (int X) {
    Hash = mix(Hash, X);
  }
  forgetFrames();
  std::printf("%" PRIu64 " %" PRIu64 ": %016" PRIx64 "\n", C.Function, C.Input,
              finish());
  std::fflush(stdout);
  munmap(reinterpret_cast<void *>(Space), MaxObjects * Stride);
}

int main(int argc, char **argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s LOG never|always\n", argv[0]);
    return 2;
  }
  Always = !std::strcmp(argv[2], "always");
  prepare();
  for (const Call &C : readLog(argv[1]))
    run(C);
  std::fprintf(stderr, "%" PRIu64 " collections, %" PRIu64 " roots\n",
               NumCollections, NumRoots);
}
