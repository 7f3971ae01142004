//===- Rtti.cpp - dynamic_cast and typeid ---------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cases.h"
#include <typeinfo>

class Ring : public Disc {
public:
  explicit Ring(long R) : Disc(R) {}
  long area() const override { return 5; }
  virtual long hole() const { return 2; }
};

// A final class is known behind the cast.
// calls: 0, left: 0
extern "C" long castToFinal(long N) {
  Shape *S = hide<Shape>(new Tile(N));
  if (auto *T = dynamic_cast<Tile *>(S))
    return T->area() + T->edges();
  return 0;
}

// Behind the cast the base class is called, and yet all is known.
// calls: 0, left: 0
extern "C" long castToFinalAndBack(long N) {
  Shape *S = hide<Shape>(new Tile(N));
  if (!dynamic_cast<Tile *>(S))
    return 0;
  return S->area();
}

// Another class may be derived from what the cast finds.
// calls: 0, left: 1
extern "C" long castToBase(long N) {
  Shape *S = hide<Shape>(new Ring(N));
  if (auto *D = dynamic_cast<Disc *>(S))
    return D->area() + D->edges();
  return 0;
}

// The class is asked for exactly.
// calls: 1, left: 1
extern "C" long typeIsEqual(long N) {
  Shape *S = hide<Shape>(new Disc(N));
  if (typeid(*S) == typeid(Disc))
    return S->area();
  return 0;
}

// The answer is known beforehand.
// calls: 0, left: 0
extern "C" long typeOfKnown(long N) {
  Ring R(N);
  Shape &S = R;
  look(&S);
  if (typeid(S) == typeid(Disc))
    return S.area() * 10;
  return S.area();
}

// A cast of an object that was just made.
// calls: 0, left: 0
extern "C" long castOfKnown(long N) {
  Shape *S = new Ring(N);
  look(S);
  long Sum = 0;
  if (auto *R = dynamic_cast<Ring *>(S))
    Sum = R->area() + R->hole();
  delete S;
  return Sum;
}

static long ladder(const Shape &S) {
  if (auto *T = dynamic_cast<const Tile *>(&S))
    return T->area();
  if (auto *R = dynamic_cast<const Ring *>(&S))
    return 10 * R->hole();
  if (auto *D = dynamic_cast<const Disc *>(&S))
    return D->area() * 100;
  return S.edges();
}

// Casts one after the other.
// calls: 1, left: 6
extern "C" long castLadder(long N) {
  Shape *Shapes[] = {hide<Shape>(new Tile(N)), hide<Shape>(new Ring(N)),
                     hide<Shape>(new Disc(N))};
  long Sum = 0;
  for (Shape *S : Shapes)
    Sum += ladder(*S);
  return Sum;
}

class Colored {
public:
  virtual ~Colored() = default;
  virtual long color() const { return 1; }
};
class ColoredDisc : public Disc, public Colored {
public:
  explicit ColoredDisc(long R) : Disc(R) {}
  long color() const override { return 3; }
};

// From one base class to another one.
// calls: 0, left: 1
extern "C" long castAcross(long N) {
  Shape *S = hide<Shape>(new ColoredDisc(N));
  if (auto *C = dynamic_cast<Colored *>(S))
    return C->color();
  return 0;
}

// The whole object's address.
// calls: 0, left: 1
extern "C" long castToVoid(long N) {
  ColoredDisc Local(N);
  Colored *C = &Local;
  look(C);
  auto *Whole = static_cast<ColoredDisc *>(dynamic_cast<void *>(C));
  return Whole->color() + (Whole == &Local);
}

class Building {
public:
  Building();
  virtual ~Building() = default;
  virtual long floors() const { return 1; }
  long Seen;
};
class Tower final : public Building {
public:
  long floors() const override { return 50; }
};
inline Building::Building() {
  look(this);
  Seen = dynamic_cast<Tower *>(this) ? 100 : floors();
  Seen += typeid(*this) == typeid(Building) ? 1000 : 0;
}

// An object under construction is none of the derived class yet.
// calls: 0, left: 0
extern "C" long castUnderConstruction(long) {
  Tower T;
  Building &B = T;
  look(&B);
  return T.Seen * 100 + B.floors();
}
