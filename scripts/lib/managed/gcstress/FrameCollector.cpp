//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In the place of the moving collector's Collector.cpp: a collector that finds
/// references in the frames that lower-gc-frame makes; see
/// docs/RootPlacement.md.
///
//===----------------------------------------------------------------------===//

#include "Collector.h"
#include "Frames.h"
#include <algorithm>
#include <condition_variable>
#include <csetjmp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <vector>

using gcframes::Frame;

namespace {

/// How many stores to slots were executed, for scripts/bench roots.
struct StoreCount {
  uint64_t Count = 0;

  ~StoreCount() {
    if (Count)
      std::fprintf(stderr, "%llu stores\n", (unsigned long long)Count);
  }
} Stores;

} // end anonymous namespace

extern "C" {
void gcstressPoll();

/// Leaves frames linked that are gone then.
[[noreturn]] void gcstress_jump(jmp_buf *Buffer) {
  gcstressPoll();
  longjmp(*Buffer, 1);
}

/// What is called after each store that is counted.
void gcstress_stored() { ++Stores.Count; }

/// The same, of stores of which only the first one of a reference counts.
void gcstress_first(bool WasStored) { Stores.Count += !WasStored; }

thread_local Frame *llvm_gc_root_chain;
}

/// One thread at a time is in the runtime. It collects once all others are in
/// front of it, each at a safepoint, and their frames say all.
static std::mutex Mutex;
static std::condition_variable Changed;
static std::vector<Frame **> Chains;
static unsigned NumRunning;
static bool IsBusy;

extern "C" {
void gcstressEnterRuntime() {
  std::unique_lock<std::mutex> Lock(Mutex);
  --NumRunning;
  Changed.notify_all();
  Changed.wait(Lock, [] { return !IsBusy; });
  IsBusy = true;
}

void gcstressLeaveRuntime() {
  std::unique_lock<std::mutex> Lock(Mutex);
  IsBusy = false;
  ++NumRunning;
  Changed.notify_all();
}

void gcstressStartThread() {
  std::unique_lock<std::mutex> Lock(Mutex);
  // Not in the middle of a collection.
  Changed.wait(Lock, [] { return !IsBusy; });
  Chains.push_back(&llvm_gc_root_chain);
  ++NumRunning;
}

void gcstressEndThread() {
  std::unique_lock<std::mutex> Lock(Mutex);
  // Somebody may be waiting for that to collect.
  --NumRunning;
  Changed.notify_all();
  Changed.wait(Lock, [] { return !IsBusy; });
  Chains.erase(std::find(Chains.begin(), Chains.end(), &llvm_gc_root_chain));
}

/// For whoever catches an exception that left managed code, all of it.
void gcstressForgetFrames() { llvm_gc_root_chain = nullptr; }
}

void Collector::collect() {
  std::unique_lock<std::mutex> Lock(Mutex);
  Changed.wait(Lock, [] { return NumRunning == 0; });
  if (Verify)
    verifyStack();
  TheHeap.begin();
  for (Object **H : Handles)
    *H = TheHeap.forward(*H);
  for (Frame **Chain : Chains)
    for (Frame *F = *Chain; F; F = F->Outer)
      F->visitSlots<Object *>(
          [&](Object **Slot) { *Slot = TheHeap.forward(*Slot); });
  TheHeap.end();
}

/// Frames lie on the stack, each outer one above: one that was left without
/// being unlinked, and whose memory is in use again, does not.
void Collector::verifyStack() {
  const Frame *Inner = reinterpret_cast<Frame *>(__builtin_frame_address(0));
  for (const Frame *F = llvm_gc_root_chain; F; F = F->Outer) {
    ++NumFrames;
    if (F <= Inner || F->Map->NumSlots < 0 || F->Map->NumRuns < 0 ||
        F->Map->NumSlots + F->Map->NumRuns == 0) {
      std::fprintf(stderr, "%p is no frame of the stack\n", (const void *)F);
      std::abort();
    }
    Inner = F;
  }
}
