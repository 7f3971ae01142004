//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decoding of good and bad tables.  Each bad table breaks one rule; then every
/// truncation and every change of one byte of a good table is decoded, which
/// the sanitizers this is built with would not survive if it read too far.
///
//===----------------------------------------------------------------------===//

#include "FaultMapHandler.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int NumFailed;

#define EXPECT(CONDITION)                                                      \
  do {                                                                         \
    if (!(CONDITION)) {                                                        \
      printf("line %d: expected %s\n", __LINE__, #CONDITION);                  \
      ++NumFailed;                                                             \
    }                                                                          \
  } while (0)

static const FaultMapRange Text[] = {{0x1000, 0x2000}, {0x8000, 0x9000}};

// A table under construction.
static uint8_t Bytes[512];
static size_t Size;

static void put(uint64_t Value, size_t NumBytes) {
  for (size_t I = 0; I < NumBytes; ++I)
    Bytes[Size++] = (uint8_t)(Value >> (8 * I));
}

static void header(uint32_t NumFunctions) {
  put(1, 1);
  put(0, 1);
  put(0, 2);
  put(NumFunctions, 4);
}

static void function(uint64_t Address, uint32_t NumEntries) {
  put(Address, 8);
  put(NumEntries, 4);
  put(0, 4);
}

static void entry(uint32_t Kind, uint32_t Fault, uint32_t Handler) {
  put(Kind, 4);
  put(Fault, 4);
  put(Handler, 4);
}

static FaultMapEntry *Entries;
static size_t NumEntries;

// Decodes a copy that ends where its memory ends.
static FaultMapStatus parse(size_t Length) {
  uint8_t *Copy = malloc(Length ? Length : 1);
  memcpy(Copy, Bytes, Length);
  free(Entries);
  Entries = NULL;
  NumEntries = 0;
  FaultMapStatus Status =
      FaultMapParse(Copy, Length, Text, 2, &Entries, &NumEntries);
  free(Copy);
  if (Status != FaultMapSuccess)
    EXPECT(!Entries && !NumEntries);
  return Status;
}

// Decodes what was put, and starts anew.
static FaultMapStatus finish(void) {
  size_t Length = Size;
  Size = 0;
  return parse(Length);
}

static void testGood(void) {
  EXPECT(finish() == FaultMapSuccess && NumEntries == 0 && !Entries);
  header(0);
  EXPECT(finish() == FaultMapSuccess && NumEntries == 0 && !Entries);

  // Several tables and functions, not in order of address.
  header(2);
  function(0x8000, 2);
  entry(1, 0x20, 0x40);
  entry(3, 0x10, 0x40);
  function(0x1000, 0);
  header(0);
  header(1);
  function(0x1000, 1);
  entry(2, 0x0, 0xfff);
  EXPECT(finish() == FaultMapSuccess && NumEntries == 3);
  EXPECT(Entries[0].FaultingPC == 0x1000 && Entries[0].HandlerPC == 0x1fff &&
         Entries[0].Kind == FaultMapLoadStore);
  EXPECT(Entries[1].FaultingPC == 0x8010 && Entries[1].HandlerPC == 0x8040 &&
         Entries[1].Kind == FaultMapStore);
  EXPECT(Entries[2].FaultingPC == 0x8020 && Entries[2].HandlerPC == 0x8040 &&
         Entries[2].Kind == FaultMapLoad);

  // What the linker discarded is at address zero.
  header(2);
  function(0, 1);
  entry(1, 0xfffffff0, 4);
  function(0x1000, 1);
  entry(1, 0, 4);
  EXPECT(finish() == FaultMapSuccess && NumEntries == 1);

  // Agreeing entries are merged; of contradicting ones none is kept.
  header(3);
  function(0x1000, 3);
  entry(1, 0, 8);
  entry(1, 4, 8);
  entry(1, 8, 12);
  function(0x1000, 2);
  entry(1, 0, 8);
  entry(1, 4, 12);
  function(0x1000, 1);
  entry(3, 8, 12);
  EXPECT(finish() == FaultMapSuccess && NumEntries == 1);
  EXPECT(Entries[0].FaultingPC == 0x1000);
}

static void testBad(void) {
  put(2, 1);
  put(0, 7);
  EXPECT(finish() == FaultMapBadVersion);
  put(1, 2);
  EXPECT(finish() == FaultMapTruncated);
  put(0x101, 4);
  put(0, 4);
  EXPECT(finish() == FaultMapBadRecord);
  put(0x10001, 4);
  put(0, 4);
  EXPECT(finish() == FaultMapBadRecord);

  header(1);
  EXPECT(finish() == FaultMapTruncated);
  header(0xffffffff);
  function(0x1000, 0);
  EXPECT(finish() == FaultMapTruncated);
  header(1);
  function(0x1000, 0xffffffff);
  entry(1, 0, 4);
  EXPECT(finish() == FaultMapTruncated);
  header(1);
  put(0x1000, 8);
  put(0, 4);
  put(1, 4);
  EXPECT(finish() == FaultMapBadRecord);

  // Addresses outside the text: of the function, of the fault, of the handler.
  static const uint64_t Outside[] = {0xfff, 0x2000, 0x7fff, 0x9000,
                                     0xffffffffffffffff};
  for (size_t I = 0; I < sizeof(Outside) / sizeof(Outside[0]); ++I) {
    header(1);
    function(Outside[I], 0);
    EXPECT(finish() == FaultMapBadRecord);
  }
  header(1);
  function(0x1000, 1);
  entry(1, 0x1000, 4);
  EXPECT(finish() == FaultMapBadRecord);
  header(1);
  function(0x1000, 1);
  entry(1, 0, 0xffffffff);
  EXPECT(finish() == FaultMapBadRecord);

  header(1);
  function(0x1000, 1);
  entry(0, 0, 4);
  EXPECT(finish() == FaultMapBadRecord);
  header(1);
  function(0x1000, 1);
  entry(4, 0, 4);
  EXPECT(finish() == FaultMapBadRecord);
}

static void testEveryByte(void) {
  header(2);
  function(0x1000, 2);
  entry(1, 0, 8);
  entry(2, 4, 8);
  function(0x8000, 1);
  entry(3, 0, 8);
  header(1);
  function(0x8000, 1);
  entry(3, 12, 8);
  size_t Length = Size;
  Size = 0;

  size_t NumWhole = 0;
  for (size_t Part = 0; Part < Length; ++Part) {
    FaultMapStatus Status = parse(Part);
    NumWhole += Status == FaultMapSuccess;
    EXPECT(Status == FaultMapSuccess || Status == FaultMapTruncated);
  }
  EXPECT(NumWhole == 2); // Nothing, and the first of the two tables.

  for (size_t At = 0; At < Length; ++At) {
    uint8_t Good = Bytes[At];
    for (unsigned Value = 0; Value < 256; ++Value) {
      Bytes[At] = (uint8_t)Value;
      if (parse(Length) != FaultMapSuccess)
        continue;
      for (size_t I = 0; I < NumEntries; ++I) {
        EXPECT(!I || Entries[I - 1].FaultingPC < Entries[I].FaultingPC);
        EXPECT(Entries[I].HandlerPC >= 0x1000 && Entries[I].HandlerPC < 0x9000);
      }
    }
    Bytes[At] = Good;
  }
  EXPECT(parse(Length) == FaultMapSuccess && NumEntries == 4);
}

int main(void) {
  testGood();
  testBad();
  testEveryByte();
  free(Entries);
  if (!NumFailed)
    puts("all passed");
  return NumFailed != 0;
}
