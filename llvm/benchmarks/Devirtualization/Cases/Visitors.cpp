//===- Visitors.cpp - Two virtual calls for one, and templates among them -===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cases.h"
#include <memory>

class Circle;
class Text;
class Visitor {
public:
  virtual ~Visitor() = default;
  virtual void visit(const Circle &C) = 0;
  virtual void visit(const Text &T) = 0;
};
class Element {
public:
  virtual ~Element() = default;
  virtual void accept(Visitor &V) const = 0;
};
class Circle : public Element {
public:
  explicit Circle(long R) : Radius(R) {}
  void accept(Visitor &V) const override { V.visit(*this); }
  long Radius;
};
class Text : public Element {
public:
  explicit Text(long L) : Length(L) {}
  void accept(Visitor &V) const override { V.visit(*this); }
  long Length;
};
class Width : public Visitor {
public:
  void visit(const Circle &C) override { Total += 2 * C.Radius; }
  void visit(const Text &T) override { Total += 8 * T.Length; }
  long Total = 0;
};

// Visitor and element are variables.
// calls: 0, left: 0
extern "C" long visitorOfKnown(long N) {
  Circle C(N);
  const Element &E = C;
  Width W;
  look(&E);
  E.accept(W);
  return W.Total;
}

// The visitor is known, elements are of two classes.
// calls: 0, left: 2
extern "C" long visitorOfTwo(long N) {
  Element *Elements[] = {hide<Element>(new Circle(N)),
                         hide<Element>(new Text(N))};
  Width W;
  for (Element *E : Elements)
    E->accept(W);
  return W.Total;
}

// The visitor may be another one, too.
// calls: 0, left: 0
extern "C" long visitorOfUnknown(long N) {
  Width W;
  Visitor *V = hide<Visitor>(&W);
  Element *Elements[] = {hide<Element>(new Circle(N)),
                         hide<Element>(new Text(N))};
  for (Element *E : Elements)
    E->accept(*V);
  return W.Total;
}

namespace {
class Leaf;
class Branch;
class Walker {
public:
  virtual void leaf(const Leaf &L) = 0;
  virtual void branch(const Branch &B) = 0;
};
class Tree {
public:
  virtual ~Tree() = default;
  virtual void walk(Walker &W) const = 0;
};
class Leaf final : public Tree {
public:
  explicit Leaf(long V) : Value(V) {}
  void walk(Walker &W) const override { W.leaf(*this); }
  long Value;
};
class Branch final : public Tree {
public:
  Branch(Tree *L, Tree *R) : Left(L), Right(R) {}
  void walk(Walker &W) const override { W.branch(*this); }
  std::unique_ptr<Tree> Left, Right;
};
class Adder : public Walker {
public:
  void leaf(const Leaf &L) override { Total += L.Value; }
  void branch(const Branch &B) override {
    B.Left->walk(*this);
    B.Right->walk(*this);
  }
  long Total = 0;
};
} // namespace

static Tree *grow(long Depth) {
  if (!Depth)
    return new Leaf(Depth + 1);
  return new Branch(grow(Depth - 1), new Leaf(Depth));
}

// There is one visitor, and there are two kinds of trees, in this file alone.
// calls: 0, left: 0
extern "C" long visitorOfTree(long N) {
  std::unique_ptr<Tree> T(grow(N));
  Adder A;
  T->walk(A);
  return A.Total;
}

template <class Derived> class Cell : public Shape {
public:
  long area() const override { return self().side() * self().side(); }
  long edges() const override { return self().count(); }

private:
  const Derived &self() const { return static_cast<const Derived &>(*this); }
};
class Pane : public Cell<Pane> {
public:
  long side() const { return 4; }
  virtual long count() const { return 5; }
};

// A template calls what is derived from it, partly by a virtual call.
// calls: 0, left: 0
extern "C" long recurringMixed(long) {
  Pane P;
  const Shape &S = P;
  look(&S);
  return S.area() + S.edges();
}

// The object is not known, the template's methods may be guessed.
// calls: 0, left: 2
extern "C" long recurringGuessed(long) {
  Shape *S = hide<Shape>(new Pane);
  return S->area() + S->edges();
}

template <class Base> class Numbered : public Base {
public:
  using Base::Base;
  long edges() const override { return Base::edges() + 100; }
};
template <class Base> class Bordered : public Base {
public:
  using Base::Base;
  long area() const override { return Base::area() + this->edges(); }
};

// Templates that are derived from their arguments.
// calls: 0, left: 0
extern "C" long mixins(long N) {
  std::unique_ptr<Shape> S = std::make_unique<Bordered<Numbered<Hexagon>>>(N);
  look(S.get());
  return S->area();
}

class AnyVisitor {
public:
  virtual ~AnyVisitor() = default;
};
template <class T> class VisitorOf {
public:
  virtual long visit(const T &Visited) = 0;
};
class Part {
public:
  virtual ~Part() = default;
  virtual long accept(AnyVisitor &V) const = 0;
};
class Bolt : public Part {
public:
  long accept(AnyVisitor &V) const override {
    if (auto *Mine = dynamic_cast<VisitorOf<Bolt> *>(&V))
      return Mine->visit(*this);
    return 0;
  }
};
class Weigh : public AnyVisitor, public VisitorOf<Bolt> {
public:
  long visit(const Bolt &) override { return 12; }
};

// The element asks whether the visitor is one for it.
// calls: 0, left: 0
extern "C" long visitorAsked(long) {
  Bolt B;
  const Part &P = B;
  Weigh W;
  look(&W);
  return P.accept(W);
}
