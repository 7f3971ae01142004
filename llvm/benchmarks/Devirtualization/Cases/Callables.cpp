//===- Callables.cpp - Pointers to members, function objects --------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cases.h"
#include <functional>
#include <memory>
#include <vector>

using Method = long (Shape::*)() const;

// A pointer to a virtual member, and the object, are known.
// calls: 0, left: 1
extern "C" long memberPointer(long N) {
  Hexagon H(N);
  const Shape &S = H;
  Method M = &Shape::area;
  look(&S);
  return (S.*M)();
}

// Nothing is known of the object.
// calls: 1, left: 1
extern "C" long memberPointerOfUnknown(long N) {
  Shape *S = hide<Shape>(new Disc(N));
  Method M = &Shape::area;
  return (S->*M)();
}

// An object of a final class.
// calls: 1, left: 1
extern "C" long memberPointerOfFinal(long N) {
  Tile *T = hide(new Tile(N));
  long (Tile::*M)() const = &Tile::area;
  return (T->*M)();
}

static const Method Methods[] = {&Shape::area, &Shape::edges};

// All methods of a table, one after the other.
// calls: 0, left: 0
extern "C" long memberPointerTable(long N) {
  Disc D(N);
  const Shape &S = D;
  look(&S);
  long Sum = 0;
  for (Method M : Methods)
    Sum = Sum * 1000 + (S.*M)();
  return Sum;
}

NOINLINE static long apply(const Shape &S, Method M) { return (S.*M)(); }

// All callers pass the same member.
// calls: 0, left: 0
extern "C" long memberPointerArgument(long N) {
  Disc D(N), E(N + 1);
  return apply(D, &Shape::area) + apply(E, &Shape::area);
}

// The library's wrapper.
// calls: 0, left: 1
extern "C" long memberFunctionObject(long N) {
  Hexagon H(N);
  const Shape &S = H;
  look(&S);
  auto Area = std::mem_fn(&Shape::area);
  return Area(S);
}

// What a lambda captures.
// calls: 0, left: 2
extern "C" long lambdaCapture(long N) {
  Hexagon H(N);
  const Shape *S = &H;
  look(S);
  auto Area = [S] { return S->area(); };
  return Area() + Area();
}

// It is kept in the library's class, which has pointers to functions.
// calls: 0, left: 0
extern "C" long functionOfKnown(long N) {
  Disc D(N);
  const Shape &S = D;
  std::function<long()> F = [&S] { return S.area(); };
  return F() + F();
}

// The same behind a call that sees it, so it might have been replaced.
// calls: 3, left: 4
extern "C" long functionSeen(long N) {
  Disc D(N);
  const Shape &S = D;
  std::function<long()> F = [&S] { return S.area(); };
  look(&F);
  return F() + F();
}

NOINLINE static long twice(const std::function<long()> &F) { return F() + F(); }

// An argument.
// exception: no virtual function is called; what g++ knows of the fields of an
//   argument makes one of the pointers to functions known.
// calls: 3, left: 2
extern "C" long functionArgument(long N) {
  Disc D(N);
  return twice([&D] { return static_cast<const Shape &>(D).area(); });
}

class Command {
public:
  virtual ~Command() = default;
  virtual void run(long &Value) const = 0;
};
class AddCommand : public Command {
public:
  explicit AddCommand(long B) : By(B) {}
  void run(long &Value) const override { Value += By; }

private:
  long By;
};
class ScaleCommand : public Command {
public:
  explicit ScaleCommand(long B) : By(B) {}
  void run(long &Value) const override { Value *= By; }

private:
  long By;
};

// Objects that are calls, executed later.
// calls: 0, left: 0
extern "C" long commands(long N) {
  std::vector<std::unique_ptr<Command>> All;
  All.push_back(std::make_unique<AddCommand>(N));
  All.push_back(std::make_unique<ScaleCommand>(3));
  long Value = 1;
  for (const auto &C : All)
    C->run(Value);
  return Value;
}

class Predicate {
public:
  virtual ~Predicate() = default;
  virtual bool operator()(long V) const = 0;
};
class Even : public Predicate {
public:
  bool operator()(long V) const override { return V % 2 == 0; }
};

template <class T> static long countIf(long N, const T &F) {
  long Count = 0;
  for (long I = 0; I < N; ++I)
    Count += F(I);
  return Count;
}

// A virtual operator, in a template.
// calls: 0, left: 0
extern "C" long functionObject(long N) {
  Even E;
  const Predicate &P = E;
  look(&P);
  return countIf(N, P);
}

class FunctionRef {
public:
  template <class T>
  FunctionRef(T &C)
      : Callable(&C), Call([](void *C) { return (*static_cast<T *>(C))(); }) {}
  long operator()() const { return Call(Callable); }

private:
  void *Callable;
  long (*Call)(void *);
};

// An object and a function, without a class.
// calls: 0, left: 1
extern "C" long functionReference(long N) {
  Hexagon H(N);
  const Shape &S = H;
  auto Area = [&S] { return S.area(); };
  FunctionRef F(Area);
  look(&S);
  return F();
}
