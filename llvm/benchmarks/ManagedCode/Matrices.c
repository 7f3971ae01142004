//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Vectors and matrices of numbers, with loops over their elements that poll:
/// derived pointers that live over safepoints.
///
//===----------------------------------------------------------------------===//

#include "Managed.h"

typedef struct Vector MANAGED *VectorRef;
struct Vector {
  unsigned long Header;
  long Items[];
};
typedef struct Matrix MANAGED *MatrixRef;
struct Matrix {
  unsigned long Header;
  VectorRef Rows[];
};

static NOINLINE MatrixRef create(long Size, long Seed) {
  MatrixRef M = managed_allocate(Size, 0);
  for (long I = 0; I < Size; ++I) {
    VectorRef Row = managed_allocate(0, Size);
    for (long J = 0; J < Size; ++J)
      Row->Items[J] = Seed * (I + 1) + J;
    M->Rows[I] = Row;
  }
  return M;
}

static NOINLINE MatrixRef multiply(MatrixRef A, MatrixRef B, long Size) {
  MatrixRef Product = managed_allocate(Size, 0);
  for (long I = 0; I < Size; ++I) {
    VectorRef Row = managed_allocate(0, Size);
    long MANAGED *Out = Row->Items;
    for (long J = 0; J < Size; ++J) {
      long Sum = 0;
      long MANAGED *In = A->Rows[I]->Items;
      for (long K = 0; K < Size; ++K)
        Sum += *In++ * B->Rows[K]->Items[J];
      *Out++ = Sum;
      managed_poll();
    }
    Product->Rows[I] = Row;
  }
  return Product;
}

static NOINLINE void prefixSums(VectorRef V, long Size) {
  long MANAGED *Last = V->Items;
  for (long MANAGED *Next = Last + 1; Next < V->Items + Size; ++Next) {
    managed_poll();
    *Next += *Last;
    Last = Next;
  }
}

static NOINLINE void swapRanges(VectorRef A, VectorRef B, long Count) {
  long MANAGED *P = A->Items;
  long MANAGED *Q = B->Items + Count;
  while (Count-- > 0) {
    long T = *P;
    *P++ = *--Q;
    *Q = T;
    if ((Count & 7) == 0)
      managed_poll();
  }
}

long benchmark(long Size) {
  MatrixRef A = create(Size, 3), B = create(Size, 5);
  MatrixRef C = multiply(A, B, Size);
  for (long I = 0; I + 1 < Size; ++I) {
    prefixSums(C->Rows[I], Size);
    swapRanges(C->Rows[I], C->Rows[I + 1], Size);
  }
  long Sum = 0;
  for (long I = 0; I < Size; ++I)
    for (long J = 0; J < Size; ++J)
      Sum = Sum * 5 + C->Rows[I]->Items[J];
  return Sum;
}
