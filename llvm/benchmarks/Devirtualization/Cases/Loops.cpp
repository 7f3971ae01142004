//===- Loops.cpp - Iterators, trees, and pointers to one of two -----------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cases.h"
#include <memory>
#include <utility>

// The object is made in front of the loop, and looked at in it.
// calls: 0, left: 1
extern "C" long loopOfKnown(long N) {
  Shape *S = new Hexagon(N);
  long Sum = 0;
  for (long I = 0; I < N; ++I) {
    look(S);
    Sum += S->area() + I;
  }
  delete S;
  return Sum;
}

// Nothing is known, but it is the same object all the time.
// calls: 10, left: 1
extern "C" long loopOfUnknown(long N) {
  Shape *S = hide<Shape>(new Disc(N));
  long Sum = 0;
  for (long I = 0; I < N; ++I) {
    look(S);
    Sum += S->area() + I;
  }
  return Sum;
}

class Iterator {
public:
  virtual ~Iterator() = default;
  virtual bool next(long &Value) = 0;
};
class Range : public Iterator {
public:
  explicit Range(long E) : End(E) {}
  bool next(long &Value) override {
    Value = I;
    return I++ < End;
  }

private:
  long I = 0, End;
};
class Filter : public Iterator {
public:
  explicit Filter(Iterator &S) : Source(S) {}
  bool next(long &Value) override {
    while (Source.next(Value))
      if (Value % 3 == 0)
        return true;
    return false;
  }

private:
  Iterator &Source;
};
class Square : public Iterator {
public:
  explicit Square(Iterator &S) : Source(S) {}
  bool next(long &Value) override {
    if (!Source.next(Value))
      return false;
    Value *= Value;
    return true;
  }

private:
  Iterator &Source;
};

// A chain of iterators, which are variables.
// calls: 0, left: 0
extern "C" long iteratorChain(long N) {
  Range R(N);
  Filter F(R);
  Square S(F);
  Iterator &All = S;
  long Sum = 0, Value;
  while (All.next(Value))
    Sum += Value;
  return Sum;
}

// The same behind a call that sees them.
// calls: 16, left: 3
extern "C" long iteratorChainSeen(long N) {
  Range R(N);
  Filter F(R);
  Square S(F);
  Iterator &All = S;
  look(&All);
  long Sum = 0, Value;
  while (All.next(Value))
    Sum += Value;
  return Sum;
}

NOINLINE static std::unique_ptr<Iterator> countTo(long N) {
  return std::make_unique<Range>(N);
}

// An iterator that a function returns.
// calls: 12, left: 3
extern "C" long iteratorReturned(long N) {
  std::unique_ptr<Iterator> I = countTo(N);
  long Sum = 0, Value;
  while (I->next(Value))
    Sum += Value;
  return Sum;
}

// Which of two is decided once.
// calls: 2, left: 2
extern "C" long phiOfTwo(long N) {
  Shape *S = *hide(&N) > 3 ? static_cast<Shape *>(new Disc(N)) : new Tile(N);
  look(S);
  long Sum = S->area();
  delete S;
  return Sum;
}

// One of them is elsewhere.
// calls: 3, left: 3
extern "C" long phiOfTwoOpaque(long N) {
  Shape *S;
  if (*hide(&N) > 3)
    S = new Hexagon(N);
  else
    S = new Disc(N);
  look(S);
  long Sum = S->area() + S->edges();
  delete S;
  return Sum;
}

class Star final : public Shape {
public:
  explicit Star(long P) : Points(P) {}
  long area() const override { return Points; }
  long edges() const override { return 2 * Points; }

private:
  long Points;
};

// One of three.
// calls: 2, left: 2
extern "C" long phiOfThree(long N) {
  Shape *S;
  switch (*hide(&N) % 3) {
  case 0:
    S = new Disc(N);
    break;
  case 1:
    S = new Star(N);
    break;
  default:
    S = new Tile(N);
  }
  look(S);
  long Sum = S->area();
  delete S;
  return Sum;
}

// Two variables, chosen by a condition.
// calls: 1, left: 1
extern "C" long phiOfVariables(long N) {
  Disc D(N);
  Hexagon H(N);
  look(&D);
  const Shape *S = &H;
  if (*hide(&N) & 1)
    S = &D;
  look(S);
  return S->area();
}

// The pointer goes back and forth between two variables.
// calls: 10, left: 1
extern "C" long phiInLoop(long N) {
  Disc D(N);
  Tile T(N);
  Shape *Now = &D, *Later = &T;
  long Sum = 0;
  for (long I = 0; I < N; ++I) {
    look(Now);
    Sum = Sum * 2 + Now->area();
    std::swap(Now, Later);
  }
  return Sum;
}

struct Link {
  std::unique_ptr<Shape> Item;
  Link *Next;
};

// A list of objects of one class.
// calls: 20, left: 2
extern "C" long loopOfList(long N) {
  Link *First = nullptr;
  for (long I = 0; I < N; ++I)
    First = new Link{std::make_unique<Disc>(I), First};
  long Sum = 0;
  for (Link *L = hide(First); L; L = L->Next)
    Sum += L->Item->area();
  while (First)
    delete std::exchange(First, First->Next);
  return Sum;
}

// Objects, one behind the other, in an array that a caller has.
NOINLINE static long sum(const Disc *Begin, const Disc *End) {
  long Sum = 0;
  for (; Begin != End; ++Begin) {
    look(Begin);
    Sum += Begin->area();
  }
  return Sum;
}

// A loop over a pointer, which may as well point to a derived class.
// calls: 0, left: 0
extern "C" long loopOverArray(long N) {
  Disc Discs[] = {Disc(1), Disc(2), Disc(N)};
  return sum(Discs, Discs + 3);
}

class Expression {
public:
  virtual ~Expression() = default;
  virtual long evaluate(long X) const = 0;
};
class Variable final : public Expression {
public:
  long evaluate(long X) const override { return X; }
};
class Constant final : public Expression {
public:
  explicit Constant(long V) : Value(V) {}
  long evaluate(long) const override { return Value; }

private:
  long Value;
};
class Sum final : public Expression {
public:
  Sum(const Expression &L, const Expression &R) : Left(L), Right(R) {}
  long evaluate(long X) const override {
    return Left.evaluate(X) + Right.evaluate(X);
  }

private:
  const Expression &Left, &Right;
};

// A tree, all of which is here.
// calls: 0, left: 0
extern "C" long treeOfVariables(long N) {
  Variable X;
  Constant Three(3);
  Sum Inner(X, Three), Outer(Inner, X);
  const Expression &E = Outer;
  return E.evaluate(N);
}

// A tree somewhere in memory, of three classes.
// calls: 3, left: 1
extern "C" long treeOfUnknown(long N) {
  Expression *X = hide<Expression>(new Variable);
  Expression *Three = hide<Expression>(new Constant(3));
  Expression *E = hide<Expression>(new Sum(*X, *Three));
  return E->evaluate(N);
}
