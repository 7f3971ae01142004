//===- Members.cpp - Objects in objects, and what objects own -------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cases.h"
#include <memory>
#include <utility>

inline long measure(const Shape &S) {
  look(&S);
  return S.area() + S.edges();
}

class House {
public:
  explicit House(long N) : Door(N), Windows{Disc(1), Disc(2), Disc(3)} {}
  Hexagon Door;
  Disc Windows[3];
};

// A data member is of the class that it is declared with.
// calls: 2, left: 2
extern "C" long memberObject(long N) {
  House *H = hide(new House(N));
  long Sum = measure(H->Door);
  delete H;
  return Sum;
}

// So are elements of a member that is an array.
// calls: 6, left: 6
extern "C" long memberArray(long N) {
  House *H = hide(new House(N));
  long Sum = 0;
  for (int I = 0; I < 3; ++I)
    Sum += measure(H->Windows[I]);
  delete H;
  return Sum;
}

// The member itself is called, through a class that may have derived ones.
// calls: 0, left: 1
extern "C" long memberCalled(long N) {
  House *H = hide(new House(N));
  long Sum = H->Door.area();
  look(H);
  Sum += H->Door.area() + H->Windows[1].area();
  delete H;
  return Sum;
}

struct Street {
  House Houses[2] = {House(4), House(5)};
};

// A member of an element of a member.
// calls: 4, left: 4
extern "C" long memberOfMember(long) {
  Street *S = hide(new Street);
  long Sum = measure(S->Houses[1].Door) + measure(S->Houses[0].Windows[2]);
  delete S;
  return Sum;
}

// The only owner of one object, which it makes.
class Owner {
public:
  explicit Owner(long N) : Owned(std::make_unique<Disc>(N)) {}
  long area() const { return Owned->area(); }

private:
  std::unique_ptr<Shape> Owned;
};

// Nobody but the class can change a private member.
// calls: 3, left: 3
extern "C" long ownerOfUniquePtr(long N) {
  Owner *O = hide(new Owner(N));
  long Sum = O->area();
  look(O);
  Sum += O->area();
  delete O;
  return Sum;
}

namespace {
class HiddenOwner {
public:
  explicit HiddenOwner(long N) : Owned(new Hexagon(N)) {}
  ~HiddenOwner() { delete Owned; }
  HiddenOwner(const HiddenOwner &) = delete;
  long area() const { return Owned->area() + Owned->edges(); }

private:
  Shape *const Owned;
};
} // namespace

// The class is in no other file, and its member points to one class.
// calls: 1, left: 3
extern "C" long ownerInAnonymousNamespace(long N) {
  HiddenOwner *O = hide(new HiddenOwner(N));
  long Sum = O->area();
  look(O);
  Sum += O->area();
  delete O;
  return Sum;
}

class Switching {
public:
  explicit Switching(long N) : Current(std::make_unique<Disc>(N)) {}
  void change(long N) { Current = std::make_unique<Tile>(N); }
  long area() const { return Current->area(); }

private:
  std::unique_ptr<Shape> Current;
};

// Two classes in turn.
// calls: 4, left: 4
extern "C" long ownerOfTwoClasses(long N) {
  Switching *S = hide(new Switching(N));
  long Sum = S->area();
  hide(S)->change(N);
  Sum = Sum * 1000 + hide(S)->area();
  delete S;
  return Sum;
}

class View {
public:
  explicit View(const Shape &S) : Viewed(S) {}
  long area() const {
    look(this);
    return Viewed.area();
  }

private:
  const Shape &Viewed;
};

// A reference is bound to a variable.
// calls: 1, left: 1
extern "C" long memberReference(long N) {
  Hexagon H(N);
  View V(H);
  return V.area();
}

class Lazy {
public:
  long area(long N) {
    if (!Made)
      Made = new Disc(N);
    return Made->area();
  }

private:
  Shape *Made = nullptr;
};

// The object is made when it is asked for first.
// calls: 0, left: 1
extern "C" long ownerMakesLater(long N) {
  Lazy *L = hide(new Lazy);
  long Sum = 0;
  for (long I = 0; I < N; ++I)
    Sum += L->area(N);
  return Sum;
}

// The part that a user does not see.
class Widget {
public:
  Widget();
  ~Widget();
  long draw();
  class Part;

private:
  std::unique_ptr<Part> Hidden;
};
class Widget::Part {
public:
  virtual ~Part() = default;
  virtual long draw() = 0;
};
namespace {
class ScreenPart : public Widget::Part {
public:
  long draw() override { return ++Drawn; }

private:
  long Drawn = 0;
};
} // namespace
Widget::Widget() : Hidden(std::make_unique<ScreenPart>()) {}
Widget::~Widget() = default;
NOINLINE long Widget::draw() { return Hidden->draw(); }

// Its class is in this file, that of the user may be in all.
// calls: 0, left: 0
extern "C" long ownerOfPart(long N) {
  Widget W;
  long Sum = 0;
  for (long I = 0; I < N; ++I)
    Sum += W.draw();
  return Sum;
}

class Framed : public Shape {
public:
  explicit Framed(std::unique_ptr<Shape> S) : Inner(std::move(S)) {}
  long area() const override { return Inner->area() + 2; }
  long edges() const override { return Inner->edges() + 1; }

private:
  std::unique_ptr<Shape> Inner;
};

// A chain of owners that is made here.
// calls: 0, left: 0
extern "C" long ownerOfOwner(long N) {
  std::unique_ptr<Shape> S =
      std::make_unique<Framed>(std::make_unique<Tile>(N));
  return S->area() + S->edges();
}

// The same, looked at in between: what a pointer points to may have changed.
// calls: 3, left: 3
extern "C" long ownerOfOwnerSeen(long N) {
  std::unique_ptr<Shape> S =
      std::make_unique<Framed>(std::make_unique<Tile>(N));
  look(S.get());
  return S->area() + S->edges();
}

class Policy {
public:
  virtual long apply(long V) const = 0;

protected:
  ~Policy() = default;
};
class Twice final : public Policy {
public:
  long apply(long V) const override { return 2 * V; }
};
class Thrice final : public Policy {
public:
  long apply(long V) const override { return 3 * V; }
};
static const Twice TheTwice;
static const Thrice TheThrice;

class Calculator {
public:
  explicit Calculator(bool B) {
    if (B)
      Chosen = &TheTwice;
    else
      Chosen = &TheThrice;
  }
  long run(long V) const { return Chosen->apply(V); }

private:
  const Policy *Chosen;
};

// A member points to one of two objects that are always there.
// calls: 0, left: 0
extern "C" long memberPolicy(long N) {
  Calculator *C = hide(new Calculator(N > 5));
  Calculator *D = hide(new Calculator(N < 5));
  return C->run(N) * 100 + D->run(N);
}

class Listener {
public:
  virtual ~Listener() = default;
  virtual void heard(long V) = 0;
};
class Adder : public Listener {
public:
  void heard(long V) override { Sum += V; }
  long Sum = 0;
};
class Speaker {
public:
  void add(Listener *L) { All[Count++] = L; }
  void say(long V) {
    for (int I = 0; I < Count; ++I)
      All[I]->heard(V);
  }

private:
  Listener *All[4];
  int Count = 0;
};

// Whoever wants to hear is in a list.
// calls: 0, left: 0
extern "C" long memberListeners(long N) {
  Adder A, B;
  Speaker S;
  S.add(&A);
  S.add(&B);
  look(&S);
  S.say(N);
  S.say(1);
  return A.Sum * 100 + B.Sum;
}
