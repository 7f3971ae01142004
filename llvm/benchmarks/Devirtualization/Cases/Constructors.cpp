//===- Constructors.cpp - Objects whose constructor was called ------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cases.h"

// The vtable's address is stored where everybody sees it.
// calls: 0, left: 0
extern "C" long constructorInline(long N) {
  Shape *S = new Disc(N);
  look(S);
  long Sum = S->area() + S->edges();
  delete S;
  return Sum;
}

// The constructor is elsewhere, but the class is named.
// calls: 0, left: 1
extern "C" long constructorOpaque(long N) {
  Shape *S = new Hexagon(N);
  long Sum = S->area();
  delete S;
  return Sum;
}

// No call of what nobody sees can change an object's class.
// calls: 0, left: 6
extern "C" long constructorThenOpaqueCalls(long N) {
  Shape *S = new Hexagon(N);
  long Sum = 0;
  for (int I = 0; I < 3; ++I) {
    look(S);
    Sum += S->area() + S->edges();
  }
  delete S;
  return Sum;
}

namespace {
class Rectangle : public Shape {
public:
  Rectangle(long W, long H) : Width(W), Height(H) {}
  explicit Rectangle(long Side) : Rectangle(Side, Side) { look(this); }
  long area() const override { return Width * Height; }
  long edges() const override { return 4; }

private:
  long Width, Height;
};
} // namespace

// A constructor calls another one of the same class.
// calls: 0, left: 0
extern "C" long constructorDelegating(long N) {
  Shape *S = new Rectangle(N);
  look(S);
  long Sum = S->area();
  delete S;
  return Sum;
}

template <class T> class Scaled : public Shape {
public:
  explicit Scaled(T F) : Factor(F) {}
  long area() const override { return Factor * 2; }
  long edges() const override { return 3; }

private:
  T Factor;
};

// The class is made of a template.
// calls: 0, left: 0
extern "C" long constructorOfTemplate(long N) {
  Scaled<short> Local(N);
  Shape &S = Local;
  look(&S);
  return S.area() + S.edges();
}

class Dog : public Animal {
public:
  long legs() const override { return 4; }
  virtual long tail() const { return 1; }
};

// The base class's constructor is elsewhere, that of the class is implicit.
// calls: 0, left: 0
extern "C" long constructorOfOpaqueBase(long) {
  Animal *A = new Dog;
  look(A);
  long Sum = A->legs() + A->weight();
  delete A;
  return Sum;
}

// A copy has the class it is declared with, whatever the original is.
// calls: 0, left: 1
extern "C" long constructorOfCopy(long N) {
  Disc *Original = hide(new Disc(N));
  Disc Copy = *Original;
  Shape &S = Copy;
  look(&S);
  delete Original;
  return S.area();
}

class Puppy : public Dog {
public:
  long legs() const override { return 44; }
};

// A copy of a base class's part is no object of the derived class.
// calls: 0, left: 0
extern "C" long constructorSlices(long) {
  Puppy P;
  const Dog &Original = P;
  Dog Copy(Original);
  Animal &A = Copy;
  look(&A);
  return A.legs();
}

class Counter {
public:
  Counter() { Value = start(); }
  virtual ~Counter() = default;
  virtual long start() const { return 1; }
  long Value;
};
class CounterFromTen : public Counter {
public:
  CounterFromTen() { Value += 100 * start(); }
  long start() const override { return 10; }
};

// While the base class is constructed, its own method is called.
// calls: 0, left: 0
extern "C" long constructorCallsMethod(long) {
  CounterFromTen C;
  look(&C);
  return C.Value;
}

class Registered {
public:
  Registered() {
    look(this);
    Id = kind();
  }
  virtual ~Registered() {
    look(this);
    Last = kind();
  }
  virtual long kind() const { return 5; }
  long Id;
  static long Last;
};
long Registered::Last;
class RegisteredLater : public Registered {
public:
  RegisteredLater() {
    look(this);
    Id = Id * 10 + kind();
  }
  ~RegisteredLater() {
    look(this);
    Id = kind();
  }
  long kind() const override { return 6; }
};

// The class is known in the constructor itself, also behind a call that gets
// the object.
// calls: 0, left: 0
extern "C" long constructorLeaksThis(long) {
  RegisteredLater R;
  return R.Id;
}

// Destructors of base classes call the methods of base classes.
// calls: 0, left: 0
extern "C" long destructorCallsMethod(long) {
  {
    RegisteredLater R;
  }
  return Registered::Last;
}

// What is deleted was made just before.
// calls: 0, left: 0
extern "C" long destructorOfNew(long) {
  Registered *R = new RegisteredLater;
  look(R);
  delete R;
  return Registered::Last;
}

// Each element of an array is constructed; who is called is known of all.
// calls: 0, left: 0
extern "C" long constructorOfArray(long N) {
  Disc Discs[] = {Disc(1), Disc(N)};
  long Sum = 0;
  for (const Shape &S : Discs) {
    look(&S);
    Sum += S.area();
  }
  return Sum;
}

class Frame {
public:
  explicit Frame(const Shape &S) : Area(S.area()) {}
  long Area;
};

// A temporary object is an argument.
// calls: 0, left: 1
extern "C" long constructorOfTemporary(long N) {
  return Frame(Disc(N)).Area + Frame(Hexagon(N)).Area;
}
