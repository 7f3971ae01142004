//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Fields that are always references, loaded in loops behind tests that have to
/// do with something else.
///
//===----------------------------------------------------------------------===//

#include "Managed.h"

typedef struct Counter MANAGED *CounterRef;
struct Counter {
  unsigned long Header;
  long Events, Total;
};
typedef struct Ledger MANAGED *LedgerRef;
struct Ledger {
  unsigned long Header;
  CounterRef Credits, Debits;
  long Balance;
};

static long amount(long I) {
  return (long)((unsigned long)I * 0x9E3779B97F4A7C15UL >> 40) - (1 << 23);
}

static NOINLINE OBJECTS void book(LedgerRef L, long Count) {
  for (long I = 0; I < Count; ++I) {
    managed_poll();
    long Amount = amount(I);
    L->Balance += Amount;
    if (Amount & 1) {
      ++L->Credits->Events;
      L->Credits->Total += Amount;
    }
    if (Amount & 2) {
      ++L->Debits->Events;
      L->Debits->Total -= Amount;
    }
  }
}

long benchmark(long Size) {
  LedgerRef L = managed_allocate(2, 1);
  CounterRef C = managed_allocate(0, 2);
  L->Credits = C;
  C = managed_allocate(0, 2);
  L->Debits = C;
  for (long I = 0; I < 4; ++I)
    book(L, Size);
  return L->Balance * 31 + L->Credits->Events * 7 + L->Credits->Total +
         L->Debits->Events * 5 + L->Debits->Total;
}
