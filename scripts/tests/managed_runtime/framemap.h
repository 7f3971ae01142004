//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The stack map of frames.h, as docs/StackMaps.md has it, right or wrong.
///
//===----------------------------------------------------------------------===//

#ifndef FRAMEMAP_H
#define FRAMEMAP_H

#include "frames.h"
#include <stdint.h>
#include <string.h>

/// What to change in the map.
enum Change {
  AsItIs,
  MiddleIsUnwalkable,
  MiddleIsMissing,
  LeafIsTooLarge,
  LeafHasOtherSaves
};

struct FrameMap {
  int32_t Index[8];
  uint8_t Map[128];
  size_t NumEntries;
  size_t Size;
  LLVMManagedStackMapTables Tables;
};

static inline void put(struct FrameMap *M, const void *Bytes, size_t Size) {
  memcpy(M->Map + M->Size, Bytes, Size);
  M->Size += Size;
}

/// The two bytes of a number of 8 to 14 bits.
#define TWO(NUMBER) ((NUMBER) & 0x7f) | 0x80, (NUMBER) >> 7

#define PUT(...)                                                               \
  put(M, (const uint8_t[]){__VA_ARGS__}, sizeof((uint8_t[]){__VA_ARGS__}))

/// Begins a run whose first safepoint is at \p PC.
static inline void beginRun(struct FrameMap *M, const char *PC) {
  int32_t *Entry = &M->Index[2 * M->NumEntries++];
  Entry[0] = (int32_t)((intptr_t)PC - (intptr_t)&Entry[0]);
  Entry[1] = (int32_t)((intptr_t)(M->Map + M->Size) - (intptr_t)&Entry[1]);
}

/// The map, as docs/StackMaps.md has it.
static inline void makeMap(struct FrameMap *M, enum Change Change) {
  memset(M, 0, sizeof(*M));
#if defined(__x86_64__)
  enum { LeafWords = 6, LeafMask = 0x30, EntryWords = 8, AllMask = 0x3f };
  enum { FP = 6, Unit = 1 };
#else
  enum { LeafWords = 8, LeafMask = 0x06, EntryWords = 12, AllMask = 0x7ff };
  enum { FP = 29, Unit = 4 };
#endif
  // With derived pointers, and the saved registers first; roots are locations
  // 0 to 2 and the pair of 2 and 3.
  beginRun(M, leafPC);
  unsigned Words = LeafWords, Mask = LeafMask;
  if (Change == LeafHasOtherSaves)
    Mask |= 1;
  if (Change == LeafIsTooLarge) {
    // As many words as fit into two bytes.
    PUT(0x62, 0, 0xfc, 0x7f, Mask << 1);
  } else {
    PUT(0x62, 0, Words << 2, Mask << 1);
  }
  PUT(2, 1 << 2 | 2, 2 << 2 | 2, 1);
  if (Change == LeafHasOtherSaves)
    PUT(3, 4, 0x2e);
  else
    PUT(2, 3, 0x17);
  if (Change == MiddleIsMissing) {
    PUT(0);
  } else {
    PUT((middlePC - leafPC) / Unit);
    if (Change == MiddleIsUnwalkable)
      PUT(0x40, 0, 3);
    else
      PUT(0x40, 0, 2 << 2 | 1, 1 << 1);
    PUT(1, 2, 1, 0);
  }

  // With an id, deoptimization state and a list of saves.
  beginRun(M, outerPC);
#if defined(__x86_64__)
  PUT(0x4c, 0, 6 << 2, 2 << 1 | 1, FIRST, 2, SECOND, 3);
#else
  PUT(0x4c, 0, 6 << 2, 3 << 1 | 1, SECOND, 2, FIRST, 3, 30, 4);
#endif
  PUT(2, FIRST << 2 | 1, SECOND << 2 | 1, 0x0f, 77);
  // Eight values, early: 5, -3, the first location, two registers, memory, an
  // address, a constant.
  PUT(8 << 1 | 1, 5 << 3, 2 << 3 | 1, 0 << 3 | 2);
#if defined(__x86_64__)
  PUT(SECOND << 3 | 3, 4, TWO(17 << 3 | 3), 8);
#else
  PUT(TWO(SECOND << 3 | 3), 4);
  PUT(TWO(64 << 3 | 3), 8);
#endif
  PUT(4 << 3 | 4, 1 + SP, 0, 5, 0, 0x78, 6, 1, 2, 3, 4, 5, 6, 7, 8);
  // With a dictionary, and frame number 1.
  PUT((entryPC - outerPC) / Unit, 0x51, 0, 3, 1, EntryWords << 2);
  if (AllMask << 1 > 0x7f)
    PUT(TWO(AllMask << 1));
  else
    PUT(AllMask << 1 & 0x7f);
  PUT(3, FIRST << 2 | 1);
  PUT(FP << 2 | 1, SECOND << 2 | 1, 2, 0, 0x0f, 1, 1, 0);

  M->Tables.StructSize = sizeof(M->Tables);
  M->Tables.IndexBegin = M->Index;
  M->Tables.IndexEnd = M->Index + 2 * M->NumEntries;
  M->Tables.MapBegin = M->Map;
  M->Tables.MapEnd = M->Map + M->Size;
  M->Tables.Context = M;
}

#endif // FRAMEMAP_H
