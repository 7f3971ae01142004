//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Registering when memory runs out: nothing is registered, nothing is lost,
/// and it works again when there is memory. Taking out needs none.
///
/// The program is linked with --wrap=malloc --wrap=calloc.
///
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#define DEFINE_PROBES
#include "probes.h"
#include "test.h"
#include "llvm-c/ManagedRuntime.h"

#include <stdint.h>

void *__real_malloc(size_t Size);
void *__real_calloc(size_t Count, size_t Size);

// How many allocations succeed before one fails; negative: all.
static long NumLeft = -1;
static long NumMade;

static int mayAllocate(void) {
  ++NumMade;
  return NumLeft < 0 || NumLeft-- > 0;
}

void *__wrap_malloc(size_t Size) {
  return mayAllocate() ? __real_malloc(Size) : NULL;
}

void *__wrap_calloc(size_t Count, size_t Size) {
  return mayAllocate() ? __real_calloc(Count, Size) : NULL;
}

// Code that nobody executes, in three far places, and entries for it in all
// three encodings; every other entry lies between two of the second table.
static uintptr_t pc(unsigned I) {
  return 0x10000000000 * (1 + I / 20) + I * 256;
}

enum { NumEntries = 60 };

struct Bytes {
  uint8_t Data[8 + NumEntries * 28];
  size_t Size;
};

static void put(struct Bytes *B, uint64_t Value, size_t Size) {
  memcpy(B->Data + B->Size, &Value, Size);
  B->Size += Size;
}

static LLVMManagedFaultTables makeTables(struct Bytes *B, unsigned Offset) {
  LLVMManagedFaultTables Tables;
  memset(&Tables, 0, sizeof(Tables));
  Tables.StructSize = sizeof(Tables);
  B->Size = 0;
  put(B, 1, 4);
  put(B, NumEntries, 4);
  // In descending order.
  for (unsigned I = NumEntries; I-- > 0;) {
    put(B, pc(I) + Offset, 8);
    put(B, 1, 8);
    put(B, 1, 4);
    put(B, 0, 4);
    put(B, 8, 4);
  }
  Tables.V1Begin = B->Data;
  Tables.V1End = B->Data + B->Size;
  Tables.Flags = LLVMManagedCountFaults;
  return Tables;
}

static int isKnown(uintptr_t PC) {
  LLVMManagedFaultEntry Entry;
  return LLVMManagedLookupFault(PC, &Entry);
}

static int countKnown(unsigned Offset) {
  int Count = 0;
  for (unsigned I = 0; I < NumEntries; ++I)
    Count += isKnown(pc(I) + Offset);
  return Count;
}

// Has every allocation of a registration fail once.
static LLVMManagedFaultMapRef addAtLast(const LLVMManagedFaultTables *Tables,
                                        unsigned Offset, long *NumFailures) {
  LLVMManagedFaultMapRef Map = NULL;
  for (*NumFailures = 0; *NumFailures < 1000; ++*NumFailures) {
    NumLeft = *NumFailures;
    LLVMManagedStatus Status =
        LLVMManagedRegisterFaultTables(Tables, &Map, NULL);
    NumLeft = -1;
    if (Status == LLVMManagedSuccess)
      break;
    EXPECT(Status == LLVMManagedOutOfMemory);
    EXPECT(countKnown(Offset) == 0);
  }
  EXPECT(countKnown(Offset) == NumEntries);
  return Map;
}

int main(void) {
  struct Bytes First, Second;
  LLVMManagedFaultTables Tables = makeTables(&First, 0);
  LLVMManagedFaultTables Between = makeTables(&Second, 16);
  long NumFailures;
  LLVMManagedFaultMapRef Map = addAtLast(&Tables, 0, &NumFailures);
  // The entries, the object and two for its counters; then nodes of the index,
  // one for all and one for each place, which stay when a later one fails.
  EXPECT(NumFailures == 4 + 3);
  // Each of 15 blocks of 1 KiB gets a list of segments now. Those that were
  // made stay, so one more comes with each attempt: 0 + 1 + ... + 5 = 15.
  LLVMManagedFaultMapRef Other = addAtLast(&Between, 16, &NumFailures);
  EXPECT(NumFailures == 4 + 5);
  EXPECT(countKnown(0) == NumEntries);

  NumMade = 0;
  NumLeft = 0;
  LLVMManagedUnregisterFaultTables(Map);
  EXPECT(countKnown(0) == 0 && countKnown(16) == NumEntries);
  LLVMManagedUnregisterFaultTables(Other);
  EXPECT(countKnown(16) == 0);
  EXPECT(NumMade == 0);
  return finish();
}
