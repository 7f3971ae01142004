//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What it costs to register and unregister objects when there are many: the
/// time of one, on average, while their number grows from nothing and shrinks
/// again.
///
//===----------------------------------------------------------------------===//

#include "FaultCode.h"
#include "benchmark/benchmark.h"
#include <algorithm>
#include <ctime>

using namespace faultbench;

/// The processor time that the thread has had, in seconds.  Nothing here waits,
/// so this is what it takes when nobody else runs.
static double now() {
  timespec Time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Time);
  return Time.tv_sec + Time.tv_nsec * 1e-9;
}

/// The order in which objects come: as in memory, or not.
static std::vector<size_t> makeOrder(size_t Count, bool IsShuffled) {
  std::vector<size_t> Order(Count);
  for (size_t I = 0; I < Count; ++I)
    Order[I] = I;
  if (IsShuffled)
    std::shuffle(Order.begin(), Order.end(), std::mt19937(1));
  return Order;
}

enum Measured { Registration, Unregistration, UnregistrationAtOnce };

/// Objects of \p PerObject entries each.
static void measure(benchmark::State &State, Measured What, bool IsShuffled,
                    size_t PerObject) {
  size_t NumObjects = State.range(0);
  Code C(NumObjects * PerObject);
  std::vector<size_t> Order = makeOrder(NumObjects, IsShuffled);
  std::vector<LLVMManagedFaultMapRef> Maps(NumObjects);
  for (auto _ : State) {
    double Begin = now();
    for (size_t I = 0; I < NumObjects; ++I)
      Maps[I] = C.add(Order[I] * PerObject, (Order[I] + 1) * PerObject);
    double Added = now() - Begin;
    Begin = now();
    if (What == Unregistration)
      for (LLVMManagedFaultMapRef Map : Maps)
        LLVMManagedUnregisterFaultTables(Map);
    else
      LLVMManagedUnregisterAllFaultTables(Maps.data(), NumObjects);
    double Removed = now() - Begin;
    State.SetIterationTime(What == Registration ? Added : Removed);
  }
  // The time of one object, in seconds.
  State.counters["each"] = benchmark::Counter(
      NumObjects, benchmark::Counter::kIsIterationInvariantRate |
                      benchmark::Counter::kInvert);
}

#define REGISTRATION(NAME, WHAT, IS_SHUFFLED, PER_OBJECT)                      \
  static void NAME(benchmark::State &State) {                                  \
    measure(State, WHAT, IS_SHUFFLED, PER_OBJECT);                             \
  }                                                                            \
  BENCHMARK(NAME)->UseManualTime()->RangeMultiplier(10)->Range(100, 100000)

REGISTRATION(BM_Register, Registration, false, 1);
REGISTRATION(BM_RegisterShuffled, Registration, true, 1);
REGISTRATION(BM_RegisterTenEntries, Registration, true, 10);
REGISTRATION(BM_Unregister, Unregistration, true, 1);
REGISTRATION(BM_UnregisterAtOnce, UnregistrationAtOnce, true, 1);

/// One object of many entries; the time of one entry.
static void BM_RegisterTable(benchmark::State &State) {
  Code C(State.range(0));
  for (auto _ : State) {
    double Begin = now();
    LLVMManagedFaultMapRef Map = C.add(0, C.size());
    State.SetIterationTime(now() - Begin);
    LLVMManagedUnregisterFaultTables(Map);
  }
  State.counters["each"] = benchmark::Counter(
      C.size(), benchmark::Counter::kIsIterationInvariantRate |
                    benchmark::Counter::kInvert);
}
BENCHMARK(BM_RegisterTable)
    ->UseManualTime()
    ->RangeMultiplier(10)
    ->Range(1000, 1000000);

BENCHMARK_MAIN();
