//===- Phases.cpp - Objects under construction, by stored pointers --------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A constructor or destructor of a base class stores `this`, and the program
// calls methods through that pointer while the object's class changes. Prints
// one line for each way in which it does so.
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <typeinfo>
#include <vector>

// A static member, and two derived classes.
struct Shape {
  static Shape *Last;
  Shape() { Last = this; }
  virtual int sides() = 0;
  virtual ~Shape() = default;
};
Shape *Shape::Last;
struct Box : Shape {
  int Early;
  Box() { Early = Last->sides(); }
  int sides() override { return 4; }
};
struct Cube : Box {
  int Later;
  Cube() { Later = Last->sides(); }
  int sides() override { return 6; }
};

// A container, and calls in destructors.
struct Node {
  static std::vector<Node *> All;
  static int Sum;
  Node() { All.push_back(this); }
  virtual int value() { return 1; }
  virtual ~Node() { Sum += All.back()->value(); }
};
std::vector<Node *> Node::All;
int Node::Sum;
struct Leaf : Node {
  int Early;
  Leaf() { Early = All.back()->value() + Node::value(); }
  int value() override { return 20; }
  ~Leaf() override { Sum += All.back()->value() * 1000; }
};

// A member of the object, called in the base class's constructor, too.
struct Self {
  Self *Me;
  int Calls;
  Self() : Me(this) { Calls = Me->value(); }
  virtual int value() { return 3; }
};
struct Named : Self {
  Named() { Calls += 10 * Me->value(); }
  int value() override { return 4; }
};

// An exception between the constructors.
struct Thrower : Shape {
  explicit Thrower(int N) {
    if (N)
      throw Last->sides();
  }
  int sides() override { return 5; }
};
struct Catcher : Thrower {
  int Caught = 0;
  explicit Catcher(int N) try : Thrower(N) {
    Caught = Last->sides();
  } catch (int Sides) {
    throw Sides * 10;
  }
  int sides() override { return 8; }
};

namespace {
// Classes that no other file knows: parameters have vtable pointers that all
// callers agree on.
struct Local;
Local *Saved;
int Digits;
struct Local {
  virtual int value() { return 1; }
  ~Local();
};
__attribute__((noinline)) int callLocal(Local *L) { return L->value(); }
inline Local::~Local() {
  Digits = Digits * 10 + Saved->value();
  Digits = Digits * 10 + callLocal(Saved);
}
struct Derived final : Local {
  Derived() {
    Saved = this;
    Digits = callLocal(this);
  }
  int value() override { return 2; }
  ~Derived() { Digits = Digits * 10 + Saved->value(); }
};

// A virtual base class.
struct Base {
  virtual int value() { return 5; }
  Base();
};
Base *LastBase;
Base::Base() { LastBase = this; }
struct Middle : virtual Base {
  int Early;
  Middle() { Early = LastBase->value(); }
  int value() override { return 6; }
};
struct Most : Middle {
  int Later;
  const char *Name;
  Most() : Name(typeid(*LastBase).name()) { Later = LastBase->value(); }
  int value() override { return 7; }
};
} // namespace

__attribute__((noinline)) static int tryToCatch(int N) {
  try {
    Catcher C(N);
    return C.Caught + Shape::Last->sides();
  } catch (int Sides) {
    return Sides;
  }
}

int main(int Count, char **) {
  Box B;
  std::printf("%d %d\n", B.Early, Shape::Last->sides());
  Cube C;
  std::printf("%d %d %d\n", C.Early, C.Later, Shape::Last->sides());
  {
    Leaf L;
    std::printf("%d %d\n", L.Early, Node::All.back()->value());
  }
  std::printf("%d\n", Node::Sum);
  Named N;
  std::printf("%d %d\n", N.Calls, N.Me->value());
  std::printf("%d %d\n", tryToCatch(Count - 1), tryToCatch(Count));
  {
    Derived D;
    Digits = Digits * 10 + D.value();
  }
  std::printf("%d\n", Digits);
  for (int I = 0; I <= Count; ++I) {
    Most *M = new Most;
    std::printf("%d %d %d %s\n", M->Early, M->Later, LastBase->value(),
                M->Name);
    delete M;
  }
}
