//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A hash table with chains that grows, and a cache of recent entries.
///
//===----------------------------------------------------------------------===//

#include "Managed.h"

typedef struct Entry MANAGED *EntryRef;
struct Entry {
  unsigned long Header;
  EntryRef Next;
  long Key, Value;
};
typedef struct Buckets MANAGED *BucketsRef;
struct Buckets {
  unsigned long Header;
  EntryRef First[];
};
typedef struct Table MANAGED *TableRef;
struct Table {
  unsigned long Header;
  BucketsRef Buckets;
  EntryRef Recent;
  long NumBuckets, Count, Hits;
};

static unsigned long hash(long Key) {
  unsigned long X = (unsigned long)Key * 0x9E3779B97F4A7C15UL;
  return X ^ X >> 31;
}

static NOINLINE TableRef create(long NumBuckets) {
  TableRef T = managed_allocate(2, 3);
  T->NumBuckets = NumBuckets;
  BucketsRef B = managed_allocate(NumBuckets, 0);
  T->Buckets = B;
  return T;
}

static NOINLINE EntryRef find(TableRef T, long Key) {
  if (T->Recent && T->Recent->Key == Key) {
    ++T->Hits;
    return T->Recent;
  }
  EntryRef E = T->Buckets->First[hash(Key) % T->NumBuckets];
  while (E && E->Key != Key)
    E = E->Next;
  if (E)
    T->Recent = E;
  return E;
}

static NOINLINE void grow(TableRef T) {
  long NumBuckets = T->NumBuckets * 2;
  BucketsRef New = managed_allocate(NumBuckets, 0);
  BucketsRef Old = T->Buckets;
  for (long I = 0; I < T->NumBuckets; ++I) {
    managed_poll();
    for (EntryRef E = Old->First[I]; E;) {
      EntryRef Next = E->Next;
      EntryRef MANAGED *Place = &New->First[hash(E->Key) % NumBuckets];
      E->Next = *Place;
      *Place = E;
      E = Next;
    }
  }
  T->Buckets = New;
  T->NumBuckets = NumBuckets;
}

static NOINLINE EntryRef put(TableRef T, long Key, long Value) {
  EntryRef E = find(T, Key);
  if (E) {
    E->Value += Value;
    return E;
  }
  if (T->Count > T->NumBuckets * 2)
    grow(T);
  EntryRef MANAGED *Place = &T->Buckets->First[hash(Key) % T->NumBuckets];
  EntryRef New = managed_allocate(1, 2);
  New->Key = Key;
  New->Value = Value;
  New->Next = *Place;
  *Place = New;
  ++T->Count;
  return New;
}

long benchmark(long Size) {
  TableRef T = create(8), Counts = create(4);
  for (long I = 0; I < Size; ++I) {
    EntryRef E = put(T, I * I % 1013, I);
    EntryRef C = put(Counts, E->Value & 31, 1);
    put(T, C->Value, E->Key);
  }
  long Sum = T->Count + T->Hits;
  for (long Key = 0; Key < 1013; ++Key) {
    EntryRef E = find(T, Key);
    Sum = Sum * 31 + (E ? E->Value : 7);
  }
  return Sum;
}
