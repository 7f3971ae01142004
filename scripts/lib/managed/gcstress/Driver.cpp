//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Calls the functions of a module that program.py generated and prints what
/// they return.
///
/// Usage: driver MODE: "never" collects when the heap is full, "always" at each
/// safepoint, and "verify" also compares stack map and unwind tables there.
/// "threads" is "always" with two threads that call all functions at the same
/// time, where the collector can stop another one.
///
//===----------------------------------------------------------------------===//

#include "Collector.h"
#include "llvm-c/ManagedNativeEntry.h"
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <thread>

// The shape of all objects; program.py knows it too.
static constexpr uint32_t NumRefs = 3, NumInts = 3;
static constexpr size_t SpaceSize = 8 << 20;
/// How many calls of other functions there are below a call from here.
static constexpr int64_t Fuel = 40;

static Collector TheCollector(SpaceSize);
static thread_local int64_t FuelLeft;
static thread_local int64_t Allocated;
static bool Always;

using Function = Object *(Object *, Object *, int64_t);
extern "C" Function *const gcstress_functions[];
extern "C" const int64_t gcstress_count;

extern "C" {
// Of collectors that can stop another thread: around all that a thread does to
// the heap, where it does not run managed code, and around all of a thread.
__attribute__((weak)) void gcstressEnterRuntime();
__attribute__((weak)) void gcstressLeaveRuntime();
__attribute__((weak)) void gcstressStartThread();
__attribute__((weak)) void gcstressEndThread();
/// Where references are in frames: no function is running any more.
__attribute__((weak)) void gcstressForgetFrames();
}

namespace {

struct RuntimeCall {
  RuntimeCall() {
    if (gcstressEnterRuntime)
      gcstressEnterRuntime();
  }
  ~RuntimeCall() {
    if (gcstressLeaveRuntime)
      gcstressLeaveRuntime();
  }
};

} // end anonymous namespace

/// Its references are itself, so that none is null.
static Object *create() {
  Object *New = TheCollector.allocate(NumRefs, NumInts);
  for (uint32_t I = 0; I != NumRefs; ++I)
    New->refs()[I] = New;
  for (uint32_t I = 0; I != NumInts; ++I)
    New->ints()[I] = ++Allocated;
  return New;
}

// Behind the entries: what managed code calls and is suspended in.
extern "C" {
Object *gcstressAllocate() {
  RuntimeCall Call;
  return create();
}

void gcstressPoll();
int64_t gcstress_mix(int64_t A, int64_t B);

Object *gcstressAllocateOrThrow(int64_t X) {
  if (gcstress_mix(X, 3) & 1)
    return gcstressAllocate();
  gcstressPoll();
  throw int(X);
}

void gcstressPoll() {
  if (!Always)
    return;
  RuntimeCall Call;
  TheCollector.collect();
}

void gcstressCheckDeopt(int64_t First, int64_t Second) {
  LLVMManagedCursor Cursor;
  LLVMManagedStartWalk(&Cursor, *LLVMManagedGetAnchors(), nullptr);
  LLVMManagedDeoptValue Values[2];
  int IsEarly = 1;
  const size_t Count = LLVMManagedGetDeoptState(&Cursor, Values, 2, &IsEarly);
  if (Count != 2 || IsEarly || int64_t(Values[0].Value) != First ||
      int64_t(Values[1].Value) != Second) {
    std::fprintf(stderr, "deoptimization state is wrong: %zu values\n", Count);
    std::abort();
  }
  gcstressPoll();
}

LLVM_MANAGED_CHECKED_NATIVE_ENTRY(gcstress_allocate, gcstressAllocate);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(gcstress_allocate_or_throw,
                                  gcstressAllocateOrThrow);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(gcstress_poll, gcstressPoll);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(gcstress_check_deopt, gcstressCheckDeopt);

// Leaf functions: managed code is not suspended in these.
int64_t gcstress_mix(int64_t A, int64_t B) {
  uint64_t X = uint64_t(A) * 0x9E3779B97F4A7C15 + uint64_t(B);
  X ^= X >> 29;
  return int64_t(X * 0xBF58476D1CE4E5B9);
}

int64_t gcstress_may_throw(int64_t X) {
  if (X & 1)
    throw int(X);
  return X + 1;
}

int64_t gcstress_fuel() { return FuelLeft > 0 ? FuelLeft-- : 0; }

/// What an object and those it refers to hold.
int64_t gcstress_digest(Object *O) {
  int64_t Digest = 1;
  for (uint32_t I = 0; I != O->numInts(); ++I)
    Digest = gcstress_mix(Digest, O->ints()[I]);
  for (uint32_t R = 0; R != O->numRefs(); ++R)
    for (uint32_t I = 0; I != O->numInts(); ++I)
      Digest = gcstress_mix(Digest, O->refs()[R]->ints()[I]);
  return Digest;
}
}

/// Calls all functions, and returns what they return.
static std::string callAll() {
  if (gcstressStartThread)
    gcstressStartThread();
  std::string Output;
  for (int64_t I = 0; I != gcstress_count; ++I)
    for (int64_t Input : {int64_t(0), int64_t(-7), int64_t(1) << 33}) {
      FuelLeft = Fuel;
      Allocated = 0;
      std::optional<Collector::Handle> A, B;
      {
        RuntimeCall Call;
        A.emplace(TheCollector, create());
        B.emplace(TheCollector, create());
        (**A)->refs()[0] = **B;
      }
      int64_t Result;
      try {
        Result = gcstress_functions[I](**A, **B, Input)->ints()[0];
      } catch (int X) {
        if (gcstressForgetFrames)
          gcstressForgetFrames();
        Result = X;
      }
      char Line[128];
      std::snprintf(Line, sizeof(Line),
                    "%" PRId64 " %" PRId64 ": %016" PRIx64 " %016" PRIx64
                    " %016" PRIx64 "\n",
                    I, Input, uint64_t(Result), uint64_t(gcstress_digest(**A)),
                    uint64_t(gcstress_digest(**B)));
      Output += Line;
      RuntimeCall Call;
      B.reset();
      A.reset();
    }
  if (gcstressEndThread)
    gcstressEndThread();
  return Output;
}

int main(int argc, char **argv) {
  const char *Mode = argc == 2 ? argv[1] : "";
  const bool HasThreads = !std::strcmp(Mode, "threads") && gcstressStartThread;
  Always = HasThreads || !std::strcmp(Mode, "always") ||
           !std::strcmp(Mode, "verify");
  if (!Always && std::strcmp(Mode, "never")) {
    std::fprintf(stderr, "usage: %s never|always|verify|threads\n", argv[0]);
    return 2;
  }
  TheCollector.setCollectAlways(Always);
  TheCollector.setVerify(!std::strcmp(Mode, "verify"));

  std::string Output, Other;
  if (HasThreads) {
    std::thread First([&] { Output = callAll(); });
    std::thread Second([&] { Other = callAll(); });
    First.join();
    Second.join();
  } else {
    Output = callAll();
  }
  std::fputs(Output.c_str(), stdout);
  if (HasThreads && Output != Other) {
    std::fputs(Other.c_str(), stdout);
    std::fputs("two threads do not agree\n", stderr);
    return 1;
  }
  std::fprintf(stderr, "%" PRIu64 " collections, %" PRIu64 " frames\n",
               TheCollector.numCollections(), TheCollector.numFrames());
  return 0;
}
