//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Monitors of a program with one Java thread: they count how often an object
/// is entered, so that what leaves too often is noticed. The lock word of an
/// object has the count in its low 12 bits, and its identity hash in the
/// others. A table has what exceeds the count.
///
//===----------------------------------------------------------------------===//

#include "Monitors.h"
#include "Heap.h"
#include "Throwing.h"
#include <vector>

using namespace java;

static constexpr uint32_t CountMask = 0xfff;

namespace {

/// How often an object is entered besides CountMask times.
struct Excess {
  Object *Entered;
  uint64_t Count;
};

} // namespace

/// Those of the last recursions come last.
static std::vector<Excess> TheExcess;

void java::visitMonitors(void (*Visit)(Object *&)) {
  for (Excess &E : TheExcess)
    Visit(E.Entered);
}

/// \returns the entry of that object, or the end.
static std::vector<Excess>::iterator findExcess(Object *O) {
  auto E = TheExcess.end();
  while (E != TheExcess.begin())
    if ((--E)->Entered == O)
      return E;
  return TheExcess.end();
}

int32_t java::identityHash(Object *O) {
  // xorshift32 of G. Marsaglia, "Xorshift RNGs", 2003.
  static uint32_t State = 2463534242;
  while (!(O->Lock & ~CountMask)) {
    State ^= State << 13;
    State ^= State >> 17;
    State ^= State << 5;
    O->Lock |= State & ~CountMask;
  }
  return O->Lock >> 12;
}

extern "C" {

// Neither waits for anything nor collects: the thread is alone. Both throw.
void javaMonitorEnter(Object *O) {
  if (!O)
    throwNull();
  if ((O->Lock & CountMask) != CountMask) {
    ++O->Lock;
    return;
  }
  const auto E = findExcess(O);
  if (E == TheExcess.end())
    TheExcess.push_back({O, 1});
  else
    ++E->Count;
}

void javaMonitorExit(Object *O) {
  if (!O)
    throwNull();
  if (!(O->Lock & CountMask))
    throwMonitor();
  if ((O->Lock & CountMask) == CountMask) {
    const auto E = findExcess(O);
    if (E != TheExcess.end()) {
      if (!--E->Count)
        TheExcess.erase(E);
      return;
    }
  }
  --O->Lock;
}
}
