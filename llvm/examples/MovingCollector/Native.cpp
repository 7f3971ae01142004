//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Native.h"
#include "Collector.h"
#include "llvm-c/ManagedNativeEntry.h"
#include "llvm-c/ManagedRuntime.h"
#include <cinttypes>
#include <cstdio>

static Collector TheCollector(/*SpaceSize=*/1 << 20);

extern "C" {
// Managed code is suspended while these run: the entries below leave an anchor
// that walks start from, and give it its registers back from there.
Object *gcAllocate(uint32_t NumRefs, uint32_t NumInts) {
  return TheCollector.allocate(NumRefs, NumInts);
}

void gcPoll() { TheCollector.collect(); }
}

LLVM_MANAGED_CHECKED_NATIVE_ENTRY(gc_allocate, gcAllocate);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(gc_poll, gcPoll);

int runManaged(int64_t (*Main)(int64_t), int64_t N) {
  TheCollector.setCollectAlways(true);
  TheCollector.setVerify(true);
  const int64_t Result = Main(N);
  std::printf("%" PRId64 " after %" PRIu64 " collections, %" PRIu64
              " frames walked\n",
              Result, TheCollector.numCollections(), TheCollector.numFrames());
  if (const uint64_t Faults = LLVMManagedRecoveredFaults())
    std::printf("%" PRIu64 " null checks failed\n", Faults);
  return 0;
}
