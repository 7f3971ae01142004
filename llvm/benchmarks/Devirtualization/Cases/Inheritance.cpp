//===- Inheritance.cpp - Several base classes, and final ones -------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cases.h"

class Named {
public:
  virtual ~Named() = default;
  virtual long name() const = 0;
};
class NamedShape : public Shape, public Named {
public:
  explicit NamedShape(long V) : Value(V) {}
  long area() const override { return Value; }
  long edges() const override { return 5; }
  long name() const override { return Value + 100; }

private:
  long Value;
};

// The second base class has a vtable pointer of its own.
// calls: 0, left: 0
extern "C" long multipleSecondBase(long N) {
  NamedShape *Made = new NamedShape(N);
  Named *Name = Made;
  look(Made);
  long Sum = Name->name();
  look(Name);
  delete Name;
  return Sum;
}

class Plain {
public:
  virtual ~Plain() = default;
  virtual long area() const { return 2; }
};
class Both : public Shape, public Plain {
public:
  explicit Both(long V) : Value(V) {}
  long area() const override { return Value; }
  long edges() const override { return 5; }

private:
  long Value;
};

// A thunk finds the whole object.
// calls: 0, left: 0
extern "C" long multipleThunk(long N) {
  Both Local(N);
  Plain &P = Local;
  look(&P);
  return P.area();
}

// So it does if only a guess finds the thunk.
// calls: 0, left: 1
extern "C" long multipleThunkGuessed(long N) {
  Plain *P = hide<Plain>(new Both(N));
  long Sum = 0;
  for (long I = 0; I < N; ++I)
    Sum += P->area();
  return Sum;
}

class Device {
public:
  virtual ~Device() = default;
  virtual long id() const { return 1; }
};
class Input : public virtual Device {
public:
  virtual long read() const { return 10; }
};
class Output : public virtual Device {
public:
  virtual long write() const { return 20; }
};
class Console : public Input, public Output {
public:
  long id() const override { return 2; }
  long read() const override { return 30; }
};

// Each base class may be called through.
// calls: 0, left: 0
extern "C" long virtualBase(long) {
  Console *C = new Console;
  Device *D = C;
  Input *I = C;
  Output *O = C;
  look(C);
  long Sum = D->id() + I->read() + O->write();
  delete D;
  return Sum;
}

// The virtual base class is found by the vtable.
// calls: 0, left: 0
extern "C" long virtualBaseOfKnown(long) {
  Console C;
  Output &O = C;
  look(&O);
  Device &D = O;
  return D.id() * 10 + O.id();
}

// All of it is elsewhere, the vtables for the time of construction, too.
// calls: 0, left: 5
extern "C" long virtualBaseOpaque(long N) {
  Prism *P = new Prism(N);
  Shape *S = P;
  look(P);
  long Sum = S->area() + S->edges() + P->height() + P->edges();
  delete S;
  return Sum;
}

class Node {
public:
  virtual ~Node() = default;
  virtual Node *self() { return this; }
  virtual long value() const { return 0; }
};
class Extra {
public:
  virtual ~Extra() = default;
  long Padding = 3;
};
class Leaf final : public Extra, public Node {
public:
  explicit Leaf(long V) : Value(V) {}
  Leaf *self() override { return this; }
  long value() const override { return Value; }

private:
  long Value;
};

// A final class returns itself, at another address than its base class.
// calls: 0, left: 2
extern "C" long covariantOfFinal(long N) {
  Leaf *L = hide(new Leaf(N));
  Leaf *Self = L->self();
  Node *Base = L;
  long Sum = Self->value() + Base->self()->value();
  delete L;
  return Sum;
}

// The same, called through the base class behind a call.
// calls: 0, left: 0
extern "C" long covariantOfKnown(long N) {
  Leaf L(N);
  Node &Base = L;
  look(&Base);
  Node *Self = Base.self();
  look(Self);
  return Self->value() + Base.self()->value();
}

// Whoever gets a pointer to a final class knows what it points to.
// calls: 0, left: 0
extern "C" long finalClass(long N) {
  Tile *T = hide(new Tile(N));
  long Sum = T->area() + T->edges();
  delete T;
  return Sum;
}

inline long areaAndEdges(const Shape &S) {
  look(&S);
  return S.area() + S.edges();
}

// So does an inlined function that gets a base class.
// exception: another linkage unit may have made the object, with a copy
//   of the vtable and of static variables of its own.
// calls: 2, left: 2
extern "C" long finalClassAsBase(long N) {
  Tile *T = hide(new Tile(N));
  long Sum = areaAndEdges(*T);
  delete T;
  return Sum;
}

// It is deleted through its base class.
// calls: 1, left: 1
extern "C" long finalClassDeletedAsBase(long N) {
  Tile *T = hide(new Tile(N));
  long Sum = T->edges();
  Shape *S = T;
  look(S);
  delete S;
  return Sum;
}

// What is deleted may be of any class.
// calls: 1, left: 1
extern "C" long unknownClassDeleted(long N) {
  Shape *S = hide<Shape>(new Tile(N));
  delete S;
  return N;
}

class Middle : public Shape {
public:
  explicit Middle(long V) : Value(V) {}
  long area() const final { return Value * 2; }
  long edges() const override { return 2; }

protected:
  long Value;
};
class Lower : public Middle {
public:
  using Middle::Middle;
  long edges() const override { return 3; }
  virtual long twice() const { return 2 * area(); }
};

// The method is final, its class is not.
// calls: 0, left: 0
extern "C" long finalMethod(long N) {
  Middle *M = hide<Middle>(new Lower(N));
  long Sum = M->area();
  look(M);
  Sum += M->area();
  return Sum;
}

// It is called through a class below, and from its methods.
// calls: 0, left: 1
extern "C" long finalMethodOfMiddle(long N) {
  Lower *L = hide(new Lower(N));
  return L->area() + L->twice();
}

class Ended : public Shape {
public:
  ~Ended() override = default;
  long area() const override { return 9; }
  long edges() const override { return 8; }
};
class Finished : public Ended {
public:
  ~Finished() final { look(this); }
};

// No class can be below one whose destructor is final.
// calls: 0, left: 0
extern "C" long finalDestructor(long) {
  Finished *F = hide(new Finished);
  long Sum = F->area() + F->edges();
  delete F;
  return Sum;
}

class Task {
public:
  virtual ~Task() = default;
  long run() {
    long Sum = 0;
    for (int I = 0; I < 3; ++I)
      Sum += step(I);
    return Sum + finish();
  }

protected:
  virtual long step(long I) = 0;
  virtual long finish() { return 1000; }
};
class AddTask : public Task {
public:
  explicit AddTask(long V) : Value(V) {}

protected:
  long step(long I) override {
    look(this);
    return Value += I;
  }

private:
  long Value;
};

// A base class's method calls those of the class.
// calls: 0, left: 0
extern "C" long templateMethod(long N) {
  AddTask A(N);
  look(&A);
  return A.run();
}

class FinalTask final : public Task {
public:
  long runTwice() {
    look(this);
    return run() + step(1);
  }

protected:
  long step(long I) override { return I * 5; }
  long finish() override { return 1; }
};

// In a final class `this` is no base class of anything.
// calls: 0, left: 1
extern "C" long templateMethodOfFinal(long) {
  return hide(new FinalTask)->runTwice();
}

template <class T> class Comparable {
public:
  virtual ~Comparable() = default;
  virtual long key() const = 0;
  bool less(const T &Other) const { return key() < Other.key(); }
};
class Price final : public Comparable<Price> {
public:
  explicit Price(long C) : Cents(C) {}
  long key() const override { return Cents; }

private:
  long Cents;
};

// The base class knows who is derived from it.
// calls: 0, left: 0
extern "C" long recurringTemplate(long N) {
  Price *A = hide(new Price(N)), *B = hide(new Price(3));
  return A->less(*B) * 2 + B->less(*A);
}

class Only {
public:
  virtual ~Only() = default;
  virtual long value() const = 0;
};
class OnlyOne : public Only {
public:
  explicit OnlyOne(long V) : Value(V) {}
  long value() const override { return Value; }

private:
  long Value;
};

// An interface with a single class in this file.
// calls: 0, left: 1
extern "C" long interfaceOfOne(long N) {
  Only *O = hide<Only>(new OnlyOne(N));
  return O->value();
}

class Mammal : public Animal {
public:
  long legs() const override { return 4; }
};
class Whale : public Mammal {
public:
  long legs() const override { return 0; }
  long weight() const override { return 50000; }
};

// A class whose base class's constructor nobody sees, and one below it.
// calls: 0, left: 2
extern "C" long interfaceOfTwo(long N) {
  long Sum = 0;
  for (long I = 0; I < N; ++I) {
    Animal *A = hide(I & 1 ? new Mammal : static_cast<Animal *>(new Whale));
    Sum += A->legs() + A->weight();
  }
  return Sum;
}
