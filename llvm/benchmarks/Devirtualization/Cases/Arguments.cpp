//===- Arguments.cpp - Objects that functions get -------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cases.h"

NOINLINE static long measureOneClass(const Shape &S) {
  look(&S);
  return S.area() + S.edges();
}

// All callers of a function that is in no other file pass one class.
// calls: 0, left: 0
extern "C" long argumentOfOneClass(long N) {
  Disc D(N), E(N + 1);
  return measureOneClass(D) + measureOneClass(E);
}

NOINLINE static long measureOpaqueClass(const Shape &S) {
  look(&S);
  return S.area() + S.edges();
}

// The same with a class that is elsewhere.
// calls: 4, left: 0
extern "C" long argumentOfOpaqueClass(long N) {
  Hexagon H(N);
  return measureOpaqueClass(H) + measureOpaqueClass(TheHexagon);
}

NOINLINE static long measureTwoClasses(const Shape &S) {
  look(&S);
  return S.area();
}

// They pass two.
// calls: 0, left: 0
extern "C" long argumentOfTwoClasses(long N) {
  Disc D(N);
  Tile T(N);
  return measureTwoClasses(D) + measureTwoClasses(T) * 1000;
}

NOINLINE static long measureValue(Disc D) {
  const Shape &S = D;
  look(&S);
  return S.area();
}

// A parameter that is no reference is of the class that it is declared with.
// calls: 0, left: 0
extern "C" long argumentByValue(long N) {
  Disc *D = hide(new Disc(N));
  return measureValue(*D);
}

NOINLINE static long measureFinal(const Tile &T) {
  const Shape &S = T;
  look(&S);
  return S.area() + T.edges();
}

// A parameter of a final class.
// calls: 0, left: 0
extern "C" long argumentOfFinal(long N) {
  Tile *T = hide(new Tile(N));
  return measureFinal(*T);
}

NOINLINE static long descend(const Shape &S, long Depth) {
  look(&S);
  if (!Depth)
    return S.area();
  return S.edges() + descend(S, Depth - 1);
}

// A function that passes its parameter to itself.
// calls: 0, left: 0
extern "C" long argumentRecursive(long N) {
  Disc D(N);
  return descend(D, N);
}

template <class T> static long measureTemplate(const T &S) {
  look(&S);
  return S.area() + S.edges();
}

// A template that is made for the base class.
// calls: 0, left: 4
extern "C" long argumentOfTemplate(long N) {
  Hexagon H(N);
  return measureTemplate<Shape>(H) + measureTemplate(H);
}

struct Request {
  const Shape *Subject;
  long Factor;
};
NOINLINE static long handle(const Request &R) {
  return R.Factor * R.Subject->area();
}

// The pointer is in an object that is passed.
// calls: 0, left: 0
extern "C" long argumentInObject(long N) {
  Disc D(N);
  return handle({&D, 2}) + handle({&D, 3});
}

class Report {
public:
  virtual ~Report() = default;
  NOINLINE long print() {
    look(this);
    return head() * 100 + body();
  }

protected:
  virtual long head() const { return 1; }
  virtual long body() const = 0;
};
class ShortReport : public Report {
protected:
  long body() const override { return 2; }
};

// A method of a base class that is not inlined, for one class.
// calls: 0, left: 0
extern "C" long argumentThis(long) {
  ShortReport R, Q;
  return R.print() + Q.print();
}

namespace {
class Stage {
public:
  virtual ~Stage() = default;
  NOINLINE long run() {
    look(this);
    return cost() + 1;
  }

protected:
  virtual long cost() const = 0;
};
class FirstStage : public Stage {
protected:
  long cost() const override { return 20; }
};
} // namespace

// The same in a class of this file.
// calls: 0, left: 0
extern "C" long argumentThisAnonymous(long) {
  FirstStage S;
  return S.run() + S.run();
}

// A function of other files, too: a caller may pass anything.
NOINLINE long measureAnywhere(const Shape &S) { return S.area(); }

// What callers of this file pass is no more than a guess.
// calls: 0, left: 0
extern "C" long argumentOfExternal(long N) {
  Disc D(N);
  return measureAnywhere(D);
}

// A class that nobody here knows.
// calls: 1, left: 0
extern "C" long argumentOfUnknown(long N) {
  return measureAnywhere(*makeAnyShape(N));
}
