//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs a benchmark with the collector of llvm/examples/MovingCollector and
/// prints its result.
///
/// Usage: program SIZE [always]: with "always", objects move at each safepoint.
///
//===----------------------------------------------------------------------===//

#include "Collector.h"
#include "llvm-c/ManagedNativeEntry.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>

static Collector TheCollector(256 << 20);
static bool Always;

extern "C" {
long benchmark(long Size);

Object *managedAllocate(unsigned NumRefs, unsigned NumInts) {
  return TheCollector.allocate(NumRefs, NumInts);
}

void managedPoll() {
  if (Always)
    TheCollector.collect();
}
}

LLVM_MANAGED_CHECKED_NATIVE_ENTRY(managed_allocate, managedAllocate);
LLVM_MANAGED_CHECKED_NATIVE_ENTRY(managed_poll, managedPoll);

int main(int argc, char **argv) {
  Always = argc == 3 && !std::strcmp(argv[2], "always");
  if (argc != 2 && !Always) {
    std::fprintf(stderr, "usage: %s size [always]\n", argv[0]);
    return 2;
  }
  TheCollector.setCollectAlways(Always);
  std::printf("%ld\n", benchmark(std::atol(argv[1])));
  return 0;
}
