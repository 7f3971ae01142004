//===- Statics.cpp - Objects that are always there, classes of one file ---===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cases.h"

inline long measure(const Shape &S) {
  look(&S);
  return S.area() + S.edges();
}

Disc GlobalDisc(4);

// A variable is of the class it is declared with.
// calls: 0, left: 0
extern "C" long staticGlobal(long) { return measure(GlobalDisc); }

// It may be in another file.
// calls: 0, left: 2
extern "C" long staticElsewhere(long) {
  return measure(TheHexagon) + TheHexagon.area();
}

static Hexagon Hexagons[] = {Hexagon(1), Hexagon(2), Hexagon(3)};

// Elements of an array.
// calls: 6, left: 7
extern "C" long staticArray(long N) {
  long Sum = 0;
  for (const Hexagon &H : Hexagons)
    Sum += measure(H);
  return Sum + Hexagons[*hide(&N) % 3].area();
}

// It is made when it is needed first.
// calls: 0, left: 1
extern "C" long staticOfFunction(long N) {
  static Hexagon Once(N);
  const Shape &S = Once;
  look(&S);
  return S.area();
}

class Log {
public:
  virtual ~Log() = default;
  virtual long write(long V) { return Written += V; }
  static Log &get() {
    static Log Instance;
    return Instance;
  }

private:
  long Written = 0;
};

// The only object of its class: a reference to it is returned.
// calls: 0, left: 0
extern "C" long staticSingleton(long N) {
  Log::get().write(N);
  look(&Log::get());
  return Log::get().write(1);
}

class Loud : public Log {
public:
  long write(long V) override { return 2 * Log::write(V); }
};
static Log *Current = new Loud;

// A pointer that is never changed.
// calls: 0, left: 0
extern "C" long staticPointer(long N) {
  long Sum = Current->write(N);
  look(Current);
  return Sum + Current->write(1);
}

static Log *Changing;
void setLog(bool IsLoud) {
  if (IsLoud)
    Changing = new Loud;
  else
    Changing = new Log;
}

// A pointer to objects of two classes.
// calls: 1, left: 0
extern "C" long staticPointerToTwo(long N) {
  setLog(false);
  look(&Changing);
  long Sum = Changing->write(N);
  setLog(true);
  look(&Changing);
  return Sum * 100 + Changing->write(N);
}

class Settings {
public:
  static inline Disc Default{6};
};

// A static data member, which all files may have.
// calls: 0, left: 0
extern "C" long staticMember(long) { return measure(Settings::Default); }

inline const Shape &findDisc() { return TheDisc; }

// A function returns a reference to a constant variable of another file.
// calls: 0, left: 0
extern "C" long staticFound(long) {
  look(&findDisc());
  return findDisc().area() + findDisc().edges();
}

struct ShapeHolder {
  const Shape *Held = &TheTile;
};

// The address comes from local variables and members.
// calls: 0, left: 0
extern "C" long staticThroughLocal(long) {
  const Shape *S = &TheDisc;
  look(&TheDisc);
  return S->area() + ShapeHolder().Held->edges();
}

// One of two variables of different classes.
// calls: 0, left: 0
extern "C" long staticChosen(long N) {
  const Shape *S =
      *hide(&N) > 2 ? static_cast<const Shape *>(&TheDisc) : &TheTile;
  look(S);
  return S->area() + S->edges();
}

static thread_local Hexagon PerThread(2);

// Each thread has one.
// calls: 0, left: 2
extern "C" long staticOfThread(long) { return measure(PerThread); }

static Tile SomeTile(3);
static const Shape *const Table[] = {&GlobalDisc, &SomeTile};

// The table does not change, who is called depends on the index.
// calls: 10, left: 1
extern "C" long staticTable(long N) {
  long Sum = 0;
  for (long I = 0; I < N; ++I)
    Sum += Table[*hide(&I) & 1]->area();
  return Sum;
}

// Neither does the index.
// calls: 0, left: 0
extern "C" long staticTableOfKnown(long) {
  return Table[1]->area() + Table[0]->area();
}

namespace {
class Alone {
public:
  virtual ~Alone() = default;
  virtual long value() const { return 3; }
  virtual long twice() const { return 2 * value(); }
};
} // namespace

// No other file can derive anything from it, and this one does not.
// calls: 0, left: 0
extern "C" long anonymousClass(long) {
  Alone *A = hide(new Alone);
  long Sum = A->value() + A->twice();
  delete A;
  return Sum;
}

namespace {
class Operation {
public:
  virtual ~Operation() = default;
  virtual long apply(long A, long B) const = 0;
};
class Add : public Operation {
public:
  long apply(long A, long B) const override { return A + B; }
};
class Multiply : public Operation {
public:
  long apply(long A, long B) const override { return A * B; }
};
} // namespace

// One of two, and there are no others.
// calls: 0, left: 0
extern "C" long anonymousTwoClasses(long N) {
  Operation *O = hide(N & 1 ? new Add : static_cast<Operation *>(new Multiply));
  Operation *P = hide(N & 1 ? static_cast<Operation *>(new Multiply) : new Add);
  long Sum = O->apply(N, 3) + P->apply(N, 4);
  delete O;
  delete P;
  return Sum;
}

namespace {
class Handle : public Shape {
public:
  long area() const override { return 11; }
  long edges() const override { return 12; }
};
} // namespace

// The base class may have others, a class of this file has not.
// calls: 0, left: 0
extern "C" long anonymousDerived(long) {
  Handle *H = hide(new Handle);
  long Sum = H->area();
  look(H);
  Sum += measure(*H);
  delete H;
  return Sum;
}

namespace {
class Wheel {
public:
  virtual ~Wheel() = default;
  virtual long turn() const = 0;
  virtual long stop() const { return 7; }
};
class Front : public Wheel {
public:
  long turn() const override { return 1; }
};
class Back : public Wheel {
public:
  long turn() const override { return 2; }
};
class Spare : public Wheel {
public:
  long turn() const override { return 3; }
};
} // namespace

// Three classes, of whose methods one has just one body.
// calls: 0, left: 0
extern "C" long anonymousThreeClasses(long) {
  Wheel *Wheels[] = {hide<Wheel>(new Front), hide<Wheel>(new Back),
                     hide<Wheel>(new Spare)};
  long Sum = 0;
  for (Wheel *W : Wheels)
    Sum = 10 * Sum + W->stop();
  return Sum;
}

// Which of the three turns is asked for each.
// calls: 0, left: 0
extern "C" long anonymousThreeMethods(long) {
  Wheel *Wheels[] = {hide<Wheel>(new Front), hide<Wheel>(new Back),
                     hide<Wheel>(new Spare)};
  long Sum = 0;
  for (Wheel *W : Wheels)
    Sum = 10 * Sum + W->turn();
  return Sum;
}

// A class of a function.
// calls: 0, left: 0
extern "C" long localClass(long N) {
  class Local : public Shape {
  public:
    explicit Local(long V) : Value(V) {}
    long area() const override { return Value + 1; }
    long edges() const override { return 1; }

  private:
    long Value;
  };
  Local *L = hide(new Local(N));
  Shape *S = L;
  return L->area() + S->edges();
}

class Counted {
public:
  virtual ~Counted() = default;
  virtual long first(long V) { return V + 1; }
  virtual long second(long V) { return V + 2; }
  long both(long V) { return first(V) + second(V); }
};

namespace {
class Inheriting : public Counted {};
class Changed : public Counted {
public:
  long second(long V) override { return V * 2; }
};
} // namespace

// Nobody else knows the class, which inherits the method.
// calls: 0, left: 0
extern "C" long anonymousInherits(long N) {
  Inheriting *I = hide(new Inheriting);
  return I->first(N) + I->second(N);
}

// The virtual calls are in an inline method of the base class.
// calls: 0, left: 0
extern "C" long anonymousInMethodOfBase(long N) {
  Changed *C = hide(new Changed);
  return C->both(N);
}
