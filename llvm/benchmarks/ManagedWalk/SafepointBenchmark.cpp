//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Looking up and registering safepoints, of which one is in each 64 bytes of
/// code, each of a function of its own.
///
//===----------------------------------------------------------------------===//

#include "benchmark/benchmark.h"
#include "llvm-c/ManagedRuntime.h"
#include "llvm/BinaryFormat/StackMaps.h"
#include <cstdlib>
#include <random>
#include <sys/mman.h>
#include <vector>

using namespace llvm::stackmap;

namespace {

constexpr size_t Distance = 64, SitesPerRun = 64, NumPCs = 1 << 16;

/// A stack map of \p Count safepoints, near its code, of which there is none.
class Table {
public:
  explicit Table(size_t Count) : Count(Count) {
    const size_t CodeSize = Count * Distance;
    void *Memory =
        mmap(nullptr, CodeSize + Count * 16 + 4096, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (Memory == MAP_FAILED)
      abort();
    Base = static_cast<uint8_t *>(Memory);
    auto *Entry = reinterpret_cast<IndexEntryV4 *>(Base + CodeSize);
    uint8_t *Next = Base + CodeSize + Count * 8;
    Tables.StructSize = sizeof(Tables);
    Tables.IndexBegin = Entry;
    Tables.MapBegin = Next;
    for (size_t I = 0; I < Count; ++I) {
      if (I % SitesPerRun == 0) {
        Entry->First = pc(I) - reinterpret_cast<uintptr_t>(&Entry->First);
        Entry->Run = reinterpret_cast<uintptr_t>(Next) -
                     reinterpret_cast<uintptr_t>(&Entry->Run);
        ++Entry;
      } else {
#if defined(__aarch64__)
        *Next++ = Distance / 4;
#else
        *Next++ = Distance;
#endif
      }
      // A root at CFA - 16; CFA = SP + 32.
      for (uint8_t Byte : {0x40, 0, 4 << 2, 0, 1, 1 << 2, 1})
        *Next++ = Byte;
      if (I % SitesPerRun == SitesPerRun - 1 || I + 1 == Count)
        *Next++ = 0;
    }
    Tables.IndexEnd = Entry;
    Tables.MapEnd = Next;
  }

  uintptr_t pc(size_t I) const {
    return reinterpret_cast<uintptr_t>(Base) + I * Distance + 16;
  }
  LLVMManagedStackMapRef add() const {
    LLVMManagedStackMapRef Ref;
    if (LLVMManagedRegisterStackMap(&Tables, &Ref, nullptr))
      abort();
    return Ref;
  }
  std::vector<uintptr_t> randomPCs() const {
    std::mt19937 Random(1);
    std::vector<uintptr_t> PCs(NumPCs);
    for (uintptr_t &PC : PCs)
      PC = pc(Random() % Count);
    return PCs;
  }

private:
  size_t Count;
  uint8_t *Base;
  LLVMManagedStackMapTables Tables = {};
};

} // namespace

static void BM_LookupSafepoint(benchmark::State &State) {
  Table T(State.range(0));
  LLVMManagedStackMapRef Ref = T.add();
  std::vector<uintptr_t> PCs = T.randomPCs();
  size_t I = 0;
  LLVMManagedSafepoint Safepoint;
  for (auto _ : State) {
    if (!LLVMManagedLookupSafepoint(PCs[I++ % NumPCs], &Safepoint))
      abort();
    benchmark::DoNotOptimize(Safepoint.PC);
  }
  LLVMManagedUnregisterStackMap(Ref);
}
BENCHMARK(BM_LookupSafepoint)->RangeMultiplier(10)->Range(1, 1000000);

static void BM_RegisterStackMap(benchmark::State &State) {
  Table T(State.range(0));
  for (auto _ : State) {
    LLVMManagedStackMapRef Ref = T.add();
    State.PauseTiming();
    LLVMManagedUnregisterStackMap(Ref);
    State.ResumeTiming();
  }
  State.counters["each"] = benchmark::Counter(
      double(State.iterations() * State.range(0)),
      benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(BM_RegisterStackMap)->RangeMultiplier(10)->Range(100, 1000000);
