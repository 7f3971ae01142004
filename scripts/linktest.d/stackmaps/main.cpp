//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Calls the functions of first.ll and second.ll, whose objects move at each
/// safepoint. The last line says how often that was, and which functions the
/// linker made one.
///
//===----------------------------------------------------------------------===//

#include "Collector.h"
#include <cinttypes>
#include <cstdio>

static Collector TheCollector(1 << 20);
static int Failed;

extern "C" {
void linktestPoll() { TheCollector.collect(); }

int64_t plain_first(Object *), plain_second(Object *);
int64_t derived_first(Object *, bool), derived_second(Object *, bool);
int64_t cold_first(Object *), cold_second(Object *);
int64_t deep_first(Object *, int64_t);
int64_t shared(Object *);
Object *twin_ref(Object *);
int64_t twin_int(int64_t);
Object *same_one(Object *, int64_t), *same_two(Object *, int64_t);
}

/// Whether two functions are at one address. The compiler takes them for two.
static int isOne(const void *volatile Left, const void *volatile Right) {
  return Left == Right;
}

static void expect(int64_t Value, int64_t Wanted, const char *Name) {
  if (Value == Wanted)
    return;
  std::printf("%s: %" PRId64 " instead of %" PRId64 "\n", Name, Value, Wanted);
  Failed = 1;
}

int main() {
  TheCollector.setVerify(true);
  Collector::Handle A(TheCollector, TheCollector.allocate(0, 2));
  (*A)->ints()[0] = 7;
  (*A)->ints()[1] = 8;

  expect(plain_first(*A), 7, "plain_first");
  expect(plain_second(*A), 7, "plain_second");
  expect(derived_first(*A, true), 7, "derived_first");
  expect(derived_second(*A, false), 8, "derived_second");
  expect(cold_first(*A), 7, "cold_first");
  expect(cold_second(*A), 7, "cold_second");
  expect(deep_first(*A, 20), 140, "deep_first");
  expect(shared(*A), 7, "shared");
  Object *Moved = twin_ref(*A);
  expect(Moved == *A, 1, "twin_ref");
  // What looks like a reference and is none stays as it is.
  const int64_t Number = reinterpret_cast<int64_t>(*A);
  expect(twin_int(Number) == Number, 1, "twin_int");
  Moved = same_one(*A, 1);
  expect(Moved == *A, 1, "same_one");
  Moved = same_two(*A, 1);
  expect(Moved == *A, 1, "same_two");

  const uint64_t Before = TheCollector.numFrames();
  deep_first(*A, 20);
  std::printf("deep %" PRIu64 " folded-same %d folded-twins %d\n",
              TheCollector.numFrames() - Before,
              isOne(reinterpret_cast<void *>(same_one),
                    reinterpret_cast<void *>(same_two)),
              isOne(reinterpret_cast<void *>(twin_ref),
                    reinterpret_cast<void *>(twin_int)));
  return Failed;
}
