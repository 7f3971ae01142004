//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Evaluates expressions of a small functional language with boxed numbers.
///
//===----------------------------------------------------------------------===//

#include "Managed.h"

enum Kind { Number, Variable, Add, Subtract, Less, If, Lambda, Call };

typedef struct Expression MANAGED *ExpressionRef;
struct Expression {
  unsigned long Header;
  ExpressionRef A, B, C;
  long Kind, Value;
};
typedef struct Scope MANAGED *ScopeRef;
typedef struct Value MANAGED *ValueRef;
struct Scope {
  unsigned long Header;
  ScopeRef Outer;
  ValueRef Bound;
};
struct Value {
  unsigned long Header;
  ExpressionRef Body;
  ScopeRef Closure;
  long Number;
};

static NOINLINE ExpressionRef make(long Kind, ExpressionRef A, ExpressionRef B,
                                   ExpressionRef C, long Value) {
  ExpressionRef E = managed_allocate(3, 2);
  E->Kind = Kind;
  E->A = A;
  E->B = B;
  E->C = C;
  E->Value = Value;
  return E;
}

static ExpressionRef number(long Value) { return make(Number, 0, 0, 0, Value); }
static ExpressionRef variable(long Depth) {
  return make(Variable, 0, 0, 0, Depth);
}

static NOINLINE ValueRef box(long Number) {
  ValueRef V = managed_allocate(2, 1);
  V->Number = Number;
  return V;
}

static NOINLINE ValueRef evaluate(ExpressionRef E, ScopeRef S) {
  switch (E->Kind) {
  case Number:
    return box(E->Value);
  case Variable:
    for (long I = 0; I < E->Value; ++I)
      S = S->Outer;
    return S->Bound;
  case Add: {
    ValueRef L = evaluate(E->A, S);
    ValueRef R = evaluate(E->B, S);
    return box(L->Number + R->Number);
  }
  case Subtract: {
    ValueRef L = evaluate(E->A, S);
    ValueRef R = evaluate(E->B, S);
    return box(L->Number - R->Number);
  }
  case Less: {
    ValueRef L = evaluate(E->A, S);
    ValueRef R = evaluate(E->B, S);
    return box(L->Number < R->Number);
  }
  case If:
    return evaluate(evaluate(E->A, S)->Number ? E->B : E->C, S);
  case Lambda: {
    ValueRef F = managed_allocate(2, 1);
    F->Body = E->A;
    F->Closure = S;
    return F;
  }
  default: {
    ValueRef F = evaluate(E->A, S);
    ValueRef Argument = evaluate(E->B, S);
    ScopeRef Inner = managed_allocate(2, 0);
    Inner->Outer = F->Closure;
    Inner->Bound = Argument;
    return evaluate(F->Body, Inner);
  }
  }
}

/// f(self)(n) = n < 2 ? n : self(self)(n - 1) + self(self)(n - 2)
static NOINLINE ExpressionRef fibonacci(void) {
  ExpressionRef Self1 = make(Call, variable(1), variable(1), 0, 0);
  ExpressionRef Less1 = make(Subtract, variable(0), number(1), 0, 0);
  ExpressionRef First = make(Call, Self1, Less1, 0, 0);
  ExpressionRef Self2 = make(Call, variable(1), variable(1), 0, 0);
  ExpressionRef Less2 = make(Subtract, variable(0), number(2), 0, 0);
  ExpressionRef Second = make(Call, Self2, Less2, 0, 0);
  ExpressionRef Sum = make(Add, First, Second, 0, 0);
  ExpressionRef Small = make(Less, variable(0), number(2), 0, 0);
  ExpressionRef Body = make(If, Small, variable(0), Sum, 0);
  return make(Lambda, make(Lambda, Body, 0, 0, 0), 0, 0, 0);
}

long benchmark(long Size) {
  ExpressionRef F = fibonacci();
  ExpressionRef Both = make(Call, F, F, 0, 0);
  ScopeRef Empty = managed_allocate(2, 0);
  long Sum = 0;
  for (long I = 0; I <= Size; ++I)
    Sum = Sum * 3 + evaluate(make(Call, Both, number(I), 0, 0), Empty)->Number;
  return Sum;
}
