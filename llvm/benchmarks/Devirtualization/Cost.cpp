//===- Cost.cpp - Code that barriers can keep from being optimized --------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops over objects with vtable pointers and copies of them, none of which
// calls a virtual function. -fdevirtualize has to leave all of it as it is.
//
//===----------------------------------------------------------------------===//

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <vector>
struct Dyn {
  virtual ~Dyn();
  virtual int f();
  int X;
  int Y;
};
struct Inl {
  virtual ~Inl() {}
  virtual int f() { return A + B; }
  int A = 1, B = 2;
};
struct Der : Inl {
  int f() override { return A * 3; }
  int C = 4;
};
extern "C" {
int sumRange(Dyn *P, Dyn *E) {
  int S = 0;
  for (; P != E; ++P)
    S += P->X;
  return S;
}
int sumIndex(Dyn *P, int N) {
  int S = 0;
  for (int I = 0; I < N; ++I)
    S += P[I].X;
  return S;
}
int sumVector(std::vector<Inl> &V) {
  int S = 0;
  for (auto &O : V)
    S += O.A;
  return S;
}
void scale(std::vector<Inl> &V, int K) {
  for (auto &O : V)
    O.A *= K;
}
void copyField(Dyn *P, int *Out, int N) {
  for (int I = 0; I < N; ++I)
    Out[I] = P[I].X;
}
int sumOptional(std::optional<Inl> *P, int N) {
  int S = 0;
  for (int I = 0; I < N; ++I)
    S += P[I]->A;
  return S;
}
int sumVariant(std::optional<Inl> &P, int *X, int N) {
  for (int I = 0; I < N; ++I)
    X[I] += P->A;
  return 0;
}
int local() {
  Inl O;
  Inl P = O;
  return P.A + P.B;
}
int localDer() {
  Der O;
  Der P = O;
  return P.A + P.B + P.C;
}
int localCall() {
  Der O;
  return O.f();
}
int localBase() {
  Der O;
  Inl &R = O;
  return R.f();
}
int uniq() {
  auto P = std::make_unique<Der>();
  return P->C + P->A;
}
int placement() {
  alignas(Der) char B[sizeof(Der)];
  Der *P = new (B) Der;
  int R = P->f() + P->C;
  P->~Der();
  return R;
}
}
struct Mat {
  virtual ~Mat() {}
  float M[16];
  float &at(int I) { return M[I]; }
};
extern "C" {
void zero(Mat &A) {
  for (int I = 0; I < 16; ++I)
    A.M[I] = 0;
}
void copy(Mat &A, const Mat &B) {
  for (int I = 0; I < 16; ++I)
    A.M[I] = B.M[I];
}
void mul(Mat &A, const Mat &B) {
  for (int I = 0; I < 16; ++I)
    A.at(I) *= B.M[I];
}
void assign(Mat &A, const Mat &B) { A = B; }
float dot(const Mat *A, const Mat *B, int N) {
  float S = 0;
  for (int I = 0; I < N; ++I)
    S += A->M[I & 15] * B->M[I & 15];
  return S;
}
}
struct Buf {
  virtual ~Buf() {}
  virtual void g();
  char *B, *E;
  size_t N;
  int Data[64];
};
extern "C" {
void fill(Buf &X) {
  for (size_t I = 0; I < X.N; ++I)
    X.B[I] = 0;
}
void copyBuf(Buf &X, Buf &Y) {
  for (size_t I = 0; I < X.N; ++I)
    X.B[I] = Y.B[I];
}
int sumData(Buf *X) {
  int S = 0;
  for (int I : X->Data)
    S += I;
  return S;
}
int sumVoid(void **P, int N) {
  int S = 0;
  for (int I = 0; I < N; ++I)
    S += static_cast<Dyn *>(P[I])->X;
  return S;
}
int voidOne(void *P, int N) {
  int S = 0;
  for (int I = 0; I < N; ++I)
    S += static_cast<Dyn *>(P)[I].X;
  return S;
}
size_t count(Dyn *P, Dyn *E, Dyn *Q) {
  size_t S = 0;
  for (; P != E; ++P)
    S += P < Q;
  return S;
}
void fillVec(std::vector<Inl> &V) { V.assign(100, Inl()); }
void initArr(Inl *P) {
  for (int I = 0; I < 100; ++I)
    new (P + I) Inl;
}
int arr() {
  Inl V[8];
  int S = 0;
  for (auto &O : V)
    S += O.A;
  return S;
}
}
