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
/// others.
///
//===----------------------------------------------------------------------===//

#include "Monitors.h"
#include "Heap.h"
#include "Throwing.h"

using namespace java;

static constexpr uint32_t CountMask = 0xfff;

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
  if ((O->Lock & CountMask) == CountMask)
    fatal("a monitor of class %s is entered more than %u times", O->Type->Name,
          CountMask);
  ++O->Lock;
}

void javaMonitorExit(Object *O) {
  if (!O)
    throwNull();
  if (!(O->Lock & CountMask))
    throwMonitor();
  --O->Lock;
}
}
