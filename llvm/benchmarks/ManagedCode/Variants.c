//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Objects of two classes behind one type: the word after the header is a
/// reference in one and an integer in the other, and the header tells which.
///
//===----------------------------------------------------------------------===//

#include "Managed.h"

typedef struct Value MANAGED *ValueRef;
struct Value {
  unsigned long Header;
  union {
    ValueRef Reference;
    long Number;
  };
};

/// Whether the collector's word counts one reference.
static int isReference(ValueRef V) { return V->Header >> 32 != 0; }

static ValueRef createNumber(long Number) {
  ValueRef V = managed_allocate(0, 3);
  V->Number = Number;
  return V;
}

static ValueRef createReference(ValueRef To) {
  ValueRef V = managed_allocate(1, 2);
  V->Reference = To;
  return V;
}

/// Nothing that the loop does changes \p V, so that what a branch loads could
/// be loaded before the loop.
static NOINLINE OBJECTS long accumulate(ValueRef V, long Count) {
  long Sum = 0;
  for (long I = 0; I < Count; ++I) {
    managed_poll();
    if (isReference(V))
      Sum += V->Reference->Number ^ I;
    else
      Sum += I;
  }
  return Sum;
}

long benchmark(long Size) {
  long Sum = 0;
  for (long I = 0; I < Size; ++I) {
    ValueRef Number = createNumber(I * 0x9E3779B9);
    Sum = Sum * 31 + accumulate(Number, 16);
    Sum = Sum * 31 + accumulate(createReference(Number), 16);
  }
  return Sum;
}
