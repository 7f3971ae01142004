//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Builds, maps, reverses, merges and sorts linked lists.
///
//===----------------------------------------------------------------------===//

#include "Managed.h"

typedef struct Cell MANAGED *CellRef;
struct Cell {
  unsigned long Header;
  CellRef Next;
  long Value;
};

static NOINLINE CellRef cons(long Value, CellRef Next) {
  CellRef New = managed_allocate(1, 1);
  New->Value = Value;
  New->Next = Next;
  return New;
}

static NOINLINE CellRef merge(CellRef A, CellRef B) {
  CellRef Head = cons(0, 0), Last = Head;
  while (A && B) {
    if (A->Value <= B->Value) {
      Last->Next = cons(A->Value, 0);
      A = A->Next;
    } else {
      Last->Next = cons(B->Value, 0);
      B = B->Next;
    }
    Last = Last->Next;
  }
  Last->Next = A ? A : B;
  return Head->Next;
}

static NOINLINE CellRef take(CellRef List, long Count) {
  return Count == 0 || !List ? 0
                             : cons(List->Value, take(List->Next, Count - 1));
}

static NOINLINE CellRef sort(CellRef List, long Length) {
  if (Length <= 1)
    return take(List, Length);
  CellRef Middle = List;
  for (long I = 0; I < Length / 2; ++I)
    Middle = Middle->Next;
  CellRef A = sort(List, Length / 2);
  CellRef B = sort(Middle, Length - Length / 2);
  return merge(A, B);
}

static NOINLINE CellRef reverse(CellRef List) {
  CellRef Result = 0;
  for (; List; List = List->Next)
    Result = cons(List->Value, Result);
  return Result;
}

static NOINLINE CellRef zip(CellRef A, CellRef B) {
  if (!A || !B)
    return 0;
  CellRef Rest = zip(A->Next, B->Next);
  return cons(A->Value * 3 + B->Value, Rest);
}

long benchmark(long Size) {
  long Seed = 42;
  CellRef List = 0;
  for (long I = 0; I < Size; ++I) {
    Seed = (Seed * 1103515245 + 12345) & 0x7fffffff;
    List = cons(Seed % 1000, List);
  }
  CellRef Sorted = sort(List, Size);
  CellRef Both = zip(Sorted, reverse(List));
  long Sum = 0, Position = 0;
  for (CellRef C = Both; C; C = C->Next)
    Sum += C->Value * ++Position;
  return Sum;
}
