//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A workload for cJSON: builds, prints, parses, compares, patches and sorts
/// documents, and prints a checksum of every text.
///
//===----------------------------------------------------------------------===//

#include "cJSON.h"
#include "cJSON_Utils.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned State = 1;

static unsigned next(unsigned Limit) {
  State = State * 1103515245 + 12345;
  return (State >> 16) % Limit;
}

static unsigned long sum(const char *Text) {
  unsigned long Sum = 5381;
  for (; *Text; ++Text)
    Sum = Sum * 33 + (unsigned char)*Text;
  return Sum;
}

static cJSON *makeValue(unsigned Depth) {
  char Name[32];
  unsigned Kind = next(Depth ? 7 : 5);
  switch (Kind) {
  case 0:
    return cJSON_CreateNumber((double)next(100000) / 8 - 3000);
  case 1:
    snprintf(Name, sizeof(Name), "text \"%u\"\n\t\\%u", next(1000), next(9));
    return cJSON_CreateString(Name);
  case 2:
    return cJSON_CreateBool(next(2));
  case 3:
    return cJSON_CreateNull();
  case 4:
    return cJSON_CreateNumber(next(5) * 1e300);
  case 5: {
    cJSON *Array = cJSON_CreateArray();
    for (unsigned I = 0, E = next(9); I != E; ++I)
      cJSON_AddItemToArray(Array, makeValue(Depth - 1));
    return Array;
  }
  }
  cJSON *Object = cJSON_CreateObject();
  for (unsigned I = 0, E = next(9); I != E; ++I) {
    snprintf(Name, sizeof(Name), "Key%u", next(100));
    cJSON_AddItemToObject(Object, Name, makeValue(Depth - 1));
  }
  return Object;
}

static void work(int Round) {
  cJSON *Document = cJSON_CreateObject();
  for (int I = 0; I != 20; ++I) {
    char Name[16];
    snprintf(Name, sizeof(Name), "member%d", I);
    cJSON_AddItemToObject(Document, Name, makeValue(5));
  }
  char *Text = cJSON_Print(Document);
  cJSON *Parsed = cJSON_Parse(Text);
  char *Short = cJSON_PrintUnformatted(Parsed);
  cJSON *Copy = cJSON_Duplicate(Parsed, 1);
  for (int I = 0; I != 3; ++I)
    cJSON_DeleteItemFromArray(Copy, (int)next(10));
  cJSON_AddItemToObject(Copy, "more", makeValue(3));
  cJSON *Patches = cJSONUtils_GeneratePatchesCaseSensitive(Parsed, Copy);
  char *Patch = cJSON_Print(Patches);
  int Applied = cJSONUtils_ApplyPatchesCaseSensitive(Parsed, Patches);
  cJSONUtils_SortObject(Copy);
  char *Sorted = cJSON_PrintBuffered(Copy, 16, Round % 2);
  printf("%d: %lu %lu %lu %d %d %lu\n", Round, sum(Text), sum(Short),
         sum(Patch), Applied, cJSON_Compare(Parsed, Copy, 1), sum(Sorted));
  cJSON_free(Text);
  cJSON_free(Short);
  cJSON_free(Patch);
  cJSON_free(Sorted);
  cJSON_Delete(Document);
  cJSON_Delete(Parsed);
  cJSON_Delete(Copy);
  cJSON_Delete(Patches);
}

int main(int NumArguments, char **Arguments) {
  int Rounds = NumArguments > 1 ? atoi(Arguments[1]) : 1;
  for (int Round = 0; Round != Rounds; ++Round)
    work(Round);
  const char *Wrong[] = {"{", "[1,]", "\"\\u12\"", "{\"a\" 1}", "nul", ""};
  for (unsigned I = 0; I != sizeof(Wrong) / sizeof(*Wrong); ++I) {
    cJSON *Parsed = cJSON_Parse(Wrong[I]);
    printf("%s: %s\n", Wrong[I], Parsed ? "parsed" : "error");
    cJSON_Delete(Parsed);
  }
  return 0;
}
