//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Looking up PCs in random order: in one table of many entries, and among many
/// objects of one entry each. Once independently of each other, and once so
/// that the next PC depends on what was found, as if each were a fault.
///
//===----------------------------------------------------------------------===//

#include "FaultCode.h"
#include "benchmark/benchmark.h"

using namespace faultbench;

static constexpr size_t NumPCs = 1 << 16;

static void lookUp(benchmark::State &State, const Code &C) {
  std::vector<uintptr_t> PCs = C.randomPCs(NumPCs);
  size_t I = 0;
  LLVMManagedFaultEntry Entry;
  for (auto _ : State) {
    if (!LLVMManagedLookupFault(PCs[I++ % NumPCs], &Entry))
      abort();
    benchmark::DoNotOptimize(Entry.HandlerPC);
  }
}

/// Where the next lookup is follows from what this one found.
static void lookUpInTurn(benchmark::State &State, const Code &C) {
  std::vector<uintptr_t> PCs = C.randomPCs(NumPCs);
  size_t I = 0;
  LLVMManagedFaultEntry Entry;
  Entry.HandlerPC = PCs[0] + HandlerOffset;
  Entry.FaultingPC = PCs[0];
  for (auto _ : State) {
    // Always zero, but the processor does not know.
    uintptr_t Zero = Entry.HandlerPC - Entry.FaultingPC - HandlerOffset;
    if (!LLVMManagedLookupFault(PCs[I++ % NumPCs] + Zero, &Entry))
      abort();
  }
}

static std::vector<LLVMManagedFaultMapRef> addOneByOne(const Code &C) {
  std::vector<LLVMManagedFaultMapRef> Maps;
  for (size_t I = 0; I < C.size(); ++I)
    Maps.push_back(C.add(I, I + 1));
  return Maps;
}

static void BM_LookupInTable(benchmark::State &State) {
  Code C(State.range(0));
  LLVMManagedFaultMapRef Map = C.add(0, C.size());
  lookUp(State, C);
  LLVMManagedUnregisterFaultTables(Map);
}
BENCHMARK(BM_LookupInTable)->RangeMultiplier(10)->Range(1, 1000000);

static void BM_LookupInTableInTurn(benchmark::State &State) {
  Code C(State.range(0));
  LLVMManagedFaultMapRef Map = C.add(0, C.size());
  lookUpInTurn(State, C);
  LLVMManagedUnregisterFaultTables(Map);
}
BENCHMARK(BM_LookupInTableInTurn)->RangeMultiplier(10)->Range(1, 1000000);

static void BM_LookupAmongObjects(benchmark::State &State) {
  Code C(State.range(0));
  auto Maps = addOneByOne(C);
  lookUp(State, C);
  LLVMManagedUnregisterAllFaultTables(Maps.data(), Maps.size());
}
BENCHMARK(BM_LookupAmongObjects)->RangeMultiplier(10)->Range(1, 100000);

static void BM_LookupAmongObjectsInTurn(benchmark::State &State) {
  Code C(State.range(0));
  auto Maps = addOneByOne(C);
  lookUpInTurn(State, C);
  LLVMManagedUnregisterAllFaultTables(Maps.data(), Maps.size());
}
BENCHMARK(BM_LookupAmongObjectsInTurn)->RangeMultiplier(10)->Range(1, 100000);

/// A runtime without an index reads the table from its beginning.
static void BM_LookupScanningV1(benchmark::State &State) {
  Code C(State.range(0));
  std::vector<uintptr_t> PCs = C.randomPCs(NumPCs);
  size_t I = 0;
  for (auto _ : State)
    benchmark::DoNotOptimize(scanV1(C.bytesV1(), PCs[I++ % NumPCs]));
}
BENCHMARK(BM_LookupScanningV1)->RangeMultiplier(10)->Range(1, 100000);
