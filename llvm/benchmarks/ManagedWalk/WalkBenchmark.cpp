//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Walking the frames of many functions, by the runtime and by unwinders: the
/// benchmarks run in native code that compiled functions have called, each from
/// the one before.
///
//===----------------------------------------------------------------------===//

#define UNW_LOCAL_ONLY
#include "benchmark/benchmark.h"
#include "llvm-c/ManagedNativeEntry.h"
#include "llvm-c/ManagedRuntime.h"
#include <cstdlib>
#include <libunwind.h>
#include <unwind.h>
#include <vector>

/// The first of the functions; the last calls enterBenchmarks().
extern "C" void walkChain(void *First, void *Second);
extern "C" void runBenchmarks();
LLVM_MANAGED_NATIVE_ENTRY(enterBenchmarks, runBenchmarks);

/// The frames that all have to find.
static constexpr size_t NumFrames = WALK_FRAMES;

extern "C" void runBenchmarks() { benchmark::RunSpecifiedBenchmarks(); }

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  static char Object[64];
  walkChain(Object, Object + 8);
}

/// Reports the time of a frame, when walks have seen \p Seen frames.
static void count(benchmark::State &State, size_t Seen) {
  if (Seen < State.iterations() * NumFrames)
    abort();
  State.counters["each"] = benchmark::Counter(
      double(Seen), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

//===----------------------------------------------------------------------===//
// The runtime
//===----------------------------------------------------------------------===//

template <LLVMManagedStep Next(LLVMManagedCursor *)>
static void walk(benchmark::State &State) {
  size_t Seen = 0;
  for (auto _ : State) {
    LLVMManagedCursor Cursor;
    LLVMManagedStep Step =
        LLVMManagedStartWalk(&Cursor, *LLVMManagedGetAnchors(), nullptr);
    for (; Step == LLVMManagedStepFrame; Step = Next(&Cursor))
      ++Seen;
    if (Step != LLVMManagedStepEnd)
      abort();
  }
  count(State, Seen);
}

static void BM_WalkByMap(benchmark::State &State) {
  walk<LLVMManagedNextFrame>(State);
}
BENCHMARK(BM_WalkByMap);

static void BM_WalkByCFI(benchmark::State &State) {
  walk<LLVMManagedNextFrameByCFI>(State);
}
BENCHMARK(BM_WalkByCFI);

static size_t NumRoots;

static void BM_WalkAndVisit(benchmark::State &State) {
  LLVMManagedVisitor Visitor = {};
  Visitor.Root = [](uint64_t *Root, void *) {
    benchmark::DoNotOptimize(*Root);
    ++NumRoots;
  };
  for (auto _ : State)
    if (LLVMManagedVisitStack(*LLVMManagedGetAnchors(), nullptr, &Visitor,
                              nullptr) != LLVMManagedStepEnd)
      abort();
  if (NumRoots < NumFrames)
    abort();
  count(State, State.iterations() * NumFrames);
}
BENCHMARK(BM_WalkAndVisit);

//===----------------------------------------------------------------------===//
// Unwinders
//===----------------------------------------------------------------------===//

static void BM_WalkLibgcc(benchmark::State &State) {
  size_t Seen = 0;
  for (auto _ : State)
    _Unwind_Backtrace(
        [](_Unwind_Context *Context, void *Seen) {
          benchmark::DoNotOptimize(_Unwind_GetIP(Context));
          ++*static_cast<size_t *>(Seen);
          return _URC_NO_REASON;
        },
        &Seen);
  count(State, Seen);
}
BENCHMARK(BM_WalkLibgcc);

static void BM_WalkLibunwind(benchmark::State &State) {
  size_t Seen = 0;
  for (auto _ : State) {
    unw_context_t Context;
    unw_cursor_t Cursor;
    unw_word_t PC;
    unw_getcontext(&Context);
    unw_init_local(&Cursor, &Context);
    do {
      unw_get_reg(&Cursor, UNW_REG_IP, &PC);
      benchmark::DoNotOptimize(PC);
      ++Seen;
    } while (unw_step(&Cursor) > 0);
  }
  count(State, Seen);
}
BENCHMARK(BM_WalkLibunwind);

/// The faster way, which only tells PCs.
static void BM_WalkLibunwindBacktrace(benchmark::State &State) {
  static void *PCs[2 * NumFrames];
  size_t Seen = 0;
  for (auto _ : State)
    Seen += unw_backtrace(PCs, 2 * NumFrames);
  count(State, Seen);
}
BENCHMARK(BM_WalkLibunwindBacktrace);
