//===- Cases.h - What all cases have ----------------------------*- C++ -*-===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions and classes that cases share. What has no body here is in
// Opaque.cpp, which no compiler sees together with a case.
//
//===----------------------------------------------------------------------===//

#ifndef CASES_H
#define CASES_H

#include <new>

#define NOINLINE __attribute__((noinline))

/// May call any method of the object, and change what is in it.
void look(const void *Object);

/// Returns its argument, which nobody knows.
void *hideAddress(void *Address);

template <class T> T *hide(T *Object) {
  return static_cast<T *>(hideAddress(Object));
}

/// An interface.
class Shape {
public:
  virtual ~Shape() = default;
  virtual long area() const = 0;
  virtual long edges() const = 0;
};

/// All of it is here.
class Disc : public Shape {
public:
  explicit Disc(long R) : Radius(R) {}
  long area() const override { return 3 * Radius * Radius; }
  long edges() const override { return 1; }

private:
  long Radius;
};

/// All of it is here, and nothing is derived from it.
class Tile final : public Shape {
public:
  explicit Tile(long S) : Side(S) {}
  long area() const override { return Side * Side; }
  long edges() const override { return 4; }

private:
  long Side;
};

/// Almost nothing of it is here.
class Hexagon : public Shape {
public:
  explicit Hexagon(long S);
  Hexagon(const Hexagon &Other);
  long area() const override;
  long edges() const override;

private:
  long Side;
};

/// A base class whose constructor and destructor are elsewhere.
class Animal {
public:
  Animal();
  Animal(const Animal &Other);
  virtual ~Animal();
  virtual long legs() const;
  virtual long weight() const { return Weight; }

protected:
  long Weight;
};

/// It has a virtual base class, and none of its methods are here.
class Prism : public virtual Shape {
public:
  explicit Prism(long H);
  Prism(const Prism &Other);
  ~Prism() override;
  long area() const override;
  long edges() const override;
  virtual long height() const;

private:
  long Height;
};

Shape *makeAnyShape(long Size);
Disc makeDiscElsewhere(long Radius);
extern Hexagon TheHexagon;
extern const Disc TheDisc;
extern const Tile TheTile;

#endif
