//===- Factories.cpp - Objects that functions return ----------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cases.h"
#include <memory>

inline Shape *makeInline(long N) { return new Hexagon(N); }

// The function that makes the object is inlined.
// calls: 0, left: 1
extern "C" long factoryInline(long N) {
  Shape *S = makeInline(N);
  look(S);
  long Sum = S->area();
  delete S;
  return Sum;
}

NOINLINE static Shape *makeOneClass(long N) {
  Shape *S = new Disc(N + 1);
  look(S);
  return S;
}

// All that the function returns is of one class.
// calls: 0, left: 0
extern "C" long factoryOfOneClass(long N) {
  Shape *S = makeOneClass(N);
  look(S);
  long Sum = S->area() + S->edges();
  delete S;
  return Sum;
}

NOINLINE static Shape *makeOpaqueClass(long N) { return new Hexagon(N + 1); }

// The same, with a class that is elsewhere.
// calls: 0, left: 2
extern "C" long factoryOfOpaqueClass(long N) {
  Shape *S = makeOpaqueClass(N);
  look(S);
  long Sum = S->area() + S->edges();
  delete S;
  return Sum;
}

NOINLINE static Shape *makeOneOrNone(long N) {
  if (N < 0)
    return nullptr;
  return new Hexagon(N);
}

// It may also return none.
// calls: 0, left: 1
extern "C" long factoryOfOneOrNone(long N) {
  Shape *S = makeOneOrNone(N);
  if (!S)
    return 0;
  long Sum = S->area();
  delete S;
  return Sum;
}

NOINLINE static Shape *makeOneOfTwo(long N) {
  if (N & 1)
    return new Disc(N);
  return new Tile(N);
}

// One of two classes.
// calls: 0, left: 2
extern "C" long factoryOfTwoClasses(long N) {
  long Sum = 0;
  for (long I = 0; I < N; ++I) {
    Shape *S = makeOneOfTwo(I);
    Sum += S->area();
    delete S;
  }
  return Sum;
}

NOINLINE static std::unique_ptr<Shape> makeUnique(long N) {
  return std::make_unique<Disc>(N);
}

// What owns the object is returned in memory.
// calls: 0, left: 0
extern "C" long factoryOfUniquePtr(long N) {
  std::unique_ptr<Shape> S = makeUnique(N);
  look(S.get());
  return S->area();
}

enum class Kind { Disc, Tile, Hexagon };
static Shape *makeKind(Kind K, long N) {
  switch (K) {
  case Kind::Disc:
    return new Disc(N);
  case Kind::Tile:
    return new Tile(N);
  case Kind::Hexagon:
    return new Hexagon(N);
  }
  return nullptr;
}

// The argument says which class it is.
// calls: 0, left: 1
extern "C" long factoryByArgument(long N) {
  Shape *S = makeKind(Kind::Hexagon, N);
  look(S);
  long Sum = S->area();
  delete S;
  return Sum;
}

// What is returned by value is of the class it is declared with.
// calls: 0, left: 1
extern "C" long factoryByValue(long N) {
  const Shape &S = makeDiscElsewhere(N);
  look(&S);
  return S.area() + S.edges();
}

class Workshop {
public:
  virtual ~Workshop() = default;
  virtual Shape *make(long N) const = 0;
};
class TileWorkshop final : public Workshop {
public:
  Tile *make(long N) const override { return new Tile(N); }
};

// The factory is an object itself, and so is what it makes.
// calls: 0, left: 0
extern "C" long factoryMethod(long N) {
  TileWorkshop Tiles;
  const Workshop &W = Tiles;
  look(&W);
  Shape *S = W.make(N);
  look(S);
  long Sum = S->area();
  delete S;
  return Sum;
}

template <class T> std::unique_ptr<Shape> makeOf(long N) {
  return std::make_unique<T>(N);
}

// A template is called for two classes.
// calls: 2, left: 0
extern "C" long factoryTemplate(long N) {
  auto A = makeOf<Hexagon>(N);
  auto B = makeOf<Disc>(N);
  look(&A);
  return A->area() + B->area();
}

struct Entry {
  const char *Name;
  Shape *(*Make)(long);
};
static const Entry Registry[] = {
    {"tile", [](long N) -> Shape * { return new Tile(N); }},
    {"hexagon", [](long N) -> Shape * { return new Hexagon(N); }},
};

// The function comes from a table that does not change.
// calls: 0, left: 1
extern "C" long factoryFromTable(long N) {
  Shape *S = nullptr;
  for (const Entry &E : Registry)
    if (E.Name[0] == 'h')
      S = E.Make(N);
  look(S);
  long Sum = S->area();
  delete S;
  return Sum;
}

class Prototype {
public:
  virtual ~Prototype() = default;
  virtual Prototype *clone() const = 0;
  virtual long value() const = 0;
};
class PrototypeOf : public Prototype {
public:
  explicit PrototypeOf(long V) : Value(V) {}
  PrototypeOf *clone() const override { return new PrototypeOf(Value + 1); }
  long value() const override { return Value; }

private:
  long Value;
};

// Objects make copies of themselves, which are called.
// calls: 0, left: 1
extern "C" long factoryClone(long N) {
  PrototypeOf First(N);
  const Prototype &P = First;
  look(&P);
  std::unique_ptr<Prototype> Second(P.clone());
  std::unique_ptr<Prototype> Third(Second->clone());
  look(&Third);
  return Third->value();
}

namespace {
class Token {
public:
  virtual ~Token() = default;
  virtual long value() const = 0;
};
class Number : public Token {
public:
  explicit Number(long V) : Value(V) {}
  long value() const override { return Value; }

private:
  long Value;
};
class End : public Token {
public:
  long value() const override { return -1; }
};
} // namespace

NOINLINE static Token *nextToken(long N) {
  Token *T = nullptr;
  if (N < 5)
    T = new Number(N);
  else
    T = new End;
  look(T);
  return T;
}

// No other file can have classes like that: one of two, without a doubt.
// calls: 0, left: 0
extern "C" long factoryOfClosedHierarchy(long N) {
  long Sum = 0;
  for (long I = 0; I < N; ++I) {
    Token *T = nextToken(I);
    Sum += T->value();
    delete T;
  }
  return Sum;
}

// Nothing is known of what comes from elsewhere: its class is in no file.
// calls: 2, left: 0
extern "C" long factoryElsewhere(long N) {
  Shape *S = makeAnyShape(N);
  long Sum = S->area();
  delete S;
  return Sum;
}
