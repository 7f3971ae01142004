//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Counted loops over memory, most of which vectorize: what `scripts/bench
/// polls` places polls in besides the programs of ManagedCode.
///
//===----------------------------------------------------------------------===//

#include "../ManagedCode/Managed.h"

enum { Length = 1 << 14 };

static long Longs[Length], MoreLongs[Length];
static float Floats[Length], MoreFloats[Length];
static unsigned char Bytes[Length];

static NOINLINE long sum(const long *P, long N) {
  long Sum = 0;
  for (long I = 0; I < N; ++I)
    Sum += P[I];
  return Sum;
}

static NOINLINE void scale(float *restrict To, const float *restrict From,
                           float Factor, long N) {
  for (long I = 0; I < N; ++I)
    To[I] += Factor * From[I];
}

static NOINLINE void mix(long *P, long *Q, long N) {
  for (long I = 0; I < N; ++I)
    P[I] = (P[I] ^ Q[I]) + 3;
}

static NOINLINE int countBytes(const unsigned char *P, int N, int Byte) {
  int Count = 0;
  for (int I = 0; I < N; ++I)
    Count += P[I] == Byte;
  return Count;
}

static NOINLINE void fill(unsigned char *P, long N, int Byte) {
  for (long I = 0; I < N; ++I)
    P[I] = (unsigned char)(Byte + (I & 3));
}

/// Not vectorized: each element needs the one in front of it.
static NOINLINE void prefixSums(long *P, long N) {
  for (long I = 1; I < N; ++I)
    P[I] = P[I] * 3 + P[I - 1];
}

long benchmark(long Size) {
  long Result = 0;
  for (long Round = 0; Round < Size; ++Round) {
    const long N = Length - Round % 7;
    mix(Longs, MoreLongs, N);
    fill(Bytes, N, (int)Round);
    scale(Floats, MoreFloats, 0.5F, N);
    prefixSums(MoreLongs, N / 8);
    MoreFloats[Round % N] += (float)Round;
    Result = Result * 7 + sum(Longs, N) + countBytes(Bytes, (int)N, 5) +
             (long)Floats[N / 2];
  }
  return Result;
}
