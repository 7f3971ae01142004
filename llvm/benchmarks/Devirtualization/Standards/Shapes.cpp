//===- Shapes.cpp - Shapes of several kinds in one vector -----------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes shapes of random sizes, adds up their areas and perimeters, looks which
// of them contain a point, lets them grow and shrink, and prints the sums.
//
//===----------------------------------------------------------------------===//

#include "Dispatch.h"
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Point {
  double X, Y;
};

class Shape {
public:
  KINDS(Circle, Rectangle, Square, Triangle, Ring)
  VIRTUAL ~Shape() = default;
  VIRTUAL double area() const PURE;
  VIRTUAL double perimeter() const PURE;
  VIRTUAL bool contains(Point P) const PURE;
  VIRTUAL void scale(double Factor) PURE;
};

class Circle : public Shape {
public:
  Circle(Point Center, double Radius) : Center(Center), Radius(Radius) {
    IS(Circle);
  }
  double area() const OVERRIDE { return M_PI * Radius * Radius; }
  double perimeter() const OVERRIDE { return 2 * M_PI * Radius; }
  bool contains(Point P) const OVERRIDE {
    double X = P.X - Center.X, Y = P.Y - Center.Y;
    return X * X + Y * Y <= Radius * Radius;
  }
  void scale(double Factor) OVERRIDE { Radius *= Factor; }

private:
  Point Center;
  double Radius;
};

class Rectangle : public Shape {
public:
  Rectangle(Point Corner, double Width, double Height)
      : Corner(Corner), Width(Width), Height(Height) {
    IS(Rectangle);
  }
  double area() const OVERRIDE { return Width * Height; }
  double perimeter() const OVERRIDE { return 2 * (Width + Height); }
  bool contains(Point P) const OVERRIDE {
    return P.X >= Corner.X && P.X <= Corner.X + Width && P.Y >= Corner.Y &&
           P.Y <= Corner.Y + Height;
  }
  void scale(double Factor) OVERRIDE {
    Width *= Factor;
    Height *= Factor;
  }

protected:
  Point Corner;
  double Width, Height;
};

class Square final : public Rectangle {
public:
  Square(Point Corner, double Side) : Rectangle(Corner, Side, Side) {
    IS(Square);
  }
  double perimeter() const OVERRIDE { return 4 * Width; }
};

class Triangle : public Shape {
public:
  Triangle(Point A, Point B, Point C) : A(A), B(B), C(C) { IS(Triangle); }
  double area() const OVERRIDE { return std::fabs(cross(A, B, C)) / 2; }
  double perimeter() const OVERRIDE {
    return length(A, B) + length(B, C) + length(C, A);
  }
  bool contains(Point P) const OVERRIDE {
    bool First = cross(A, B, P) < 0, Second = cross(B, C, P) < 0;
    return First == Second && Second == (cross(C, A, P) < 0);
  }
  void scale(double Factor) OVERRIDE {
    B = {A.X + (B.X - A.X) * Factor, A.Y + (B.Y - A.Y) * Factor};
    C = {A.X + (C.X - A.X) * Factor, A.Y + (C.Y - A.Y) * Factor};
  }

private:
  static double cross(Point P, Point Q, Point R) {
    return (Q.X - P.X) * (R.Y - P.Y) - (Q.Y - P.Y) * (R.X - P.X);
  }
  static double length(Point P, Point Q) {
    return std::sqrt((Q.X - P.X) * (Q.X - P.X) + (Q.Y - P.Y) * (Q.Y - P.Y));
  }
  Point A, B, C;
};

class Ring : public Shape {
public:
  Ring(Point Center, double Inner, double Outer)
      : Inner(Center, Inner), Outer(Center, Outer) {
    IS(Ring);
  }
  double area() const OVERRIDE { return Outer.area() - Inner.area(); }
  double perimeter() const OVERRIDE {
    return Outer.perimeter() + Inner.perimeter();
  }
  bool contains(Point P) const OVERRIDE {
    return Outer.contains(P) && !Inner.contains(P);
  }
  void scale(double Factor) OVERRIDE {
    Inner.scale(Factor);
    Outer.scale(Factor);
  }

private:
  Circle Inner, Outer;
};

#ifdef DIRECT
template <typename ShapeT, typename Fn>
inline auto dispatch(ShapeT *S, Fn Call) {
  switch (S->ItsKind) {
  case Shape::Kind::Circle:
    return Call(as<Circle>(S));
  case Shape::Kind::Rectangle:
    return Call(as<Rectangle>(S));
  case Shape::Kind::Square:
    return Call(as<Square>(S));
  case Shape::Kind::Triangle:
    return Call(as<Triangle>(S));
  default:
    return Call(as<Ring>(S));
  }
}

inline double Shape::area() const {
  return dispatch(this, [](auto *S) { return S->area(); });
}

inline double Shape::perimeter() const {
  return dispatch(this, [](auto *S) { return S->perimeter(); });
}

inline bool Shape::contains(Point P) const {
  return dispatch(this, [P](auto *S) { return S->contains(P); });
}

inline void Shape::scale(double Factor) {
  dispatch(this, [Factor](auto *S) { S->scale(Factor); });
}

inline void destroy(Shape *S) {
  dispatch(S, [](auto *Object) { delete Object; });
}
#endif

class Random {
public:
  /// A number from 0 up to `Limit`.
  double next(double Limit) { return Limit * (step() >> 8) / (1 << 24); }
  unsigned below(unsigned Limit) { return (step() >> 8) % Limit; }

private:
  uint32_t step() { return State = State * 1664525u + 1013904223u; }
  uint32_t State = 12345;
};

static Owned<Shape> makeShape(Random &R) {
  Point P = {R.next(100), R.next(100)};
  switch (R.below(8)) {
  case 0:
  case 1:
    return make<Circle>(P, R.next(20));
  case 2:
  case 3: {
    double Width = R.next(30);
    return make<Rectangle>(P, Width, R.next(30));
  }
  case 4:
    return make<Square>(P, R.next(30));
  case 5:
  case 6: {
    Point Second = {R.next(100), R.next(100)};
    Point Third = {R.next(100), R.next(100)};
    return make<Triangle>(P, Second, Third);
  }
  default: {
    double Inner = R.next(10);
    return make<Ring>(P, Inner, Inner + R.next(10));
  }
  }
}

static double totalArea(const std::vector<Owned<Shape>> &Shapes) {
  double Sum = 0;
  for (const Owned<Shape> &S : Shapes)
    Sum += S->area();
  return Sum;
}

static double totalPerimeter(const std::vector<Owned<Shape>> &Shapes) {
  double Sum = 0;
  for (const Owned<Shape> &S : Shapes)
    Sum += S->perimeter();
  return Sum;
}

int main(int argc, char **argv) {
  const int Rounds = argc > 1 ? std::atoi(argv[1]) : 3000;
  Random R;
  std::vector<Owned<Shape>> Shapes;
  for (int I = 0; I < 1000; ++I)
    Shapes.push_back(makeShape(R));

  double Area = 0, Perimeter = 0;
  long Hits = 0;
  for (int Round = 0; Round < Rounds; ++Round) {
    Area += totalArea(Shapes);
    Perimeter += totalPerimeter(Shapes);
    Point P = {R.next(100), R.next(100)};
    for (const Owned<Shape> &S : Shapes) {
      Hits += S->contains(P);
      S->scale(Round & 1 ? 0.5 : 2.0);
    }
  }
  std::printf("shapes %.6e %.6e %ld\n", Area, Perimeter, Hits);
  return 0;
}
