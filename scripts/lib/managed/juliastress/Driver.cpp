//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What modules of scripts/stress julia call beside the runtime of
/// llvm/examples/JuliaFrames. Nothing here collects.
///
//===----------------------------------------------------------------------===//

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

extern "C" {
// As in the runtime.
extern const char pair_type, box_type;

/// What an object looks like from outside, to some depth; no address matters.
uint64_t digestTo(const uintptr_t *Object, unsigned Depth) {
  if (!Object)
    return 7;
  if (!Depth)
    return 11;
  const auto *Type =
      reinterpret_cast<const char *>(Object[-1] & ~uintptr_t(15));
  if (Type == &box_type)
    return 13 + 3 * Object[0];
  if (Type != &pair_type) {
    std::fprintf(stderr, "a reference is no object\n");
    std::abort();
  }
  const auto *Refs = reinterpret_cast<const uintptr_t *const *>(Object);
  return 17 * digestTo(Refs[0], Depth - 1) + 5 * digestTo(Refs[1], Depth - 1) +
         Object[2];
}

uint64_t stress_digest(const uintptr_t *Object) { return digestTo(Object, 4); }

/// How many more calls there may be.
int64_t stress_fuel() {
  static int64_t Fuel = 40;
  return Fuel--;
}

void stress_report(uint64_t Value) { std::printf("%" PRIx64 "\n", Value); }
}
