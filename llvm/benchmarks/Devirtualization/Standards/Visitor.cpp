//===- Visitor.cpp - Visitors of a document -------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes a document of nested elements at random, and lets several visitors walk
// through it. By hand, visitors are arguments of templates.
//
//===----------------------------------------------------------------------===//

#include "Dispatch.h"
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

class Text;
class Image;
class Link;
class List;
class Section;

class Visitor {
public:
  VIRTUAL ~Visitor() = default;
  VIRTUAL void visit(const Text &E) PURE;
  VIRTUAL void visit(const Image &E) PURE;
  VIRTUAL void visit(const Link &E) PURE;
  VIRTUAL void visit(const List &E) PURE;
  VIRTUAL void visit(const Section &E) PURE;
};

#ifdef DIRECT
/// Nothing: Element::accept knows what to do.
#define ACCEPT
#else
#define ACCEPT                                                                 \
  void accept(Visitor &V) const override { V.visit(*this); }
#endif

class Element {
public:
  KINDS(Text, Image, Link, List, Section)
  VIRTUAL ~Element() = default;
#ifdef DIRECT
  template <typename VisitorT> void accept(VisitorT &V) const;
#else
  virtual void accept(Visitor &V) const = 0;
#endif
};

using Elements = std::vector<Owned<Element>>;

class Text : public Element {
public:
  explicit Text(std::string Words) : Words(std::move(Words)) { IS(Text); }
  ACCEPT
  const std::string &words() const { return Words; }

private:
  std::string Words;
};

class Image : public Element {
public:
  Image(unsigned Width, unsigned Height) : Width(Width), Height(Height) {
    IS(Image);
  }
  ACCEPT
  unsigned width() const { return Width; }
  unsigned height() const { return Height; }

private:
  unsigned Width, Height;
};

class Link : public Element {
public:
  explicit Link(unsigned To) : To(To) { IS(Link); }
  ACCEPT
  /// The number of a section.
  unsigned to() const { return To; }

private:
  unsigned To;
};

class List : public Element {
public:
  explicit List(Elements Items) : Items(std::move(Items)) { IS(List); }
  ACCEPT
  const Elements &items() const { return Items; }

private:
  Elements Items;
};

class Section : public Element {
public:
  Section(unsigned Number, Elements Parts)
      : Number(Number), Parts(std::move(Parts)) {
    IS(Section);
  }
  ACCEPT
  unsigned number() const { return Number; }
  const Elements &parts() const { return Parts; }

private:
  unsigned Number;
  Elements Parts;
};

#ifdef DIRECT
template <typename ElementT, typename Fn> auto dispatch(ElementT *E, Fn Call) {
  switch (E->ItsKind) {
  case Element::Kind::Text:
    return Call(as<Text>(E));
  case Element::Kind::Image:
    return Call(as<Image>(E));
  case Element::Kind::Link:
    return Call(as<Link>(E));
  case Element::Kind::List:
    return Call(as<List>(E));
  default:
    return Call(as<Section>(E));
  }
}

template <typename VisitorT> void Element::accept(VisitorT &V) const {
  dispatch(this, [&V](auto *E) { V.visit(*E); });
}

inline void destroy(Element *E) {
  dispatch(E, [](auto *Object) { delete Object; });
}
#endif

class WordCounter : public Visitor {
public:
  void visit(const Text &E) OVERRIDE {
    Words += 1 + std::count(E.words().begin(), E.words().end(), ' ');
  }
  void visit(const Image &) OVERRIDE {}
  void visit(const Link &) OVERRIDE { ++Words; }
  void visit(const List &E) OVERRIDE {
    for (const Owned<Element> &Item : E.items())
      Item->accept(*this);
  }
  void visit(const Section &E) OVERRIDE {
    for (const Owned<Element> &Part : E.parts())
      Part->accept(*this);
  }
  unsigned long words() const { return Words; }

private:
  unsigned long Words = 0;
};

/// Decides where on a page elements are, and how long it is.
class Layout final : public Visitor {
public:
  explicit Layout(unsigned Width) : Width(Width) {}
  void visit(const Text &E) OVERRIDE {
    Height += 12 * (1 + 6 * E.words().size() / Width);
  }
  void visit(const Image &E) OVERRIDE {
    Height += E.width() <= Width ? E.height() : E.height() / 2;
  }
  void visit(const Link &) OVERRIDE { Height += 12; }
  void visit(const List &E) OVERRIDE {
    Width -= 20;
    for (const Owned<Element> &Item : E.items()) {
      Height += 2;
      Item->accept(*this);
    }
    Width += 20;
  }
  void visit(const Section &E) OVERRIDE {
    Height += 30;
    for (const Owned<Element> &Part : E.parts())
      Part->accept(*this);
  }
  unsigned long height() const { return Height; }

private:
  unsigned Width;
  unsigned long Height = 0;
};

/// Counts the links to each section, and how deep sections are.
class Index : public Visitor {
public:
  explicit Index(unsigned Sections) : Links(Sections) {}
  void visit(const Text &) OVERRIDE {}
  void visit(const Image &) OVERRIDE {}
  void visit(const Link &E) OVERRIDE { ++Links[E.to()]; }
  void visit(const List &E) OVERRIDE {
    for (const Owned<Element> &Item : E.items())
      Item->accept(*this);
  }
  void visit(const Section &E) OVERRIDE {
    ++Depth;
    Sum += Depth * E.number();
    for (const Owned<Element> &Part : E.parts())
      Part->accept(*this);
    --Depth;
  }
  unsigned long sum() const { return Sum; }
  unsigned mostLinks() const {
    return *std::max_element(Links.begin(), Links.end());
  }

private:
  std::vector<unsigned> Links;
  unsigned long Depth = 0, Sum = 0;
};

class Writer {
public:
  static constexpr unsigned Sections = 200;

  Elements write(int Depth, unsigned Count) {
    Elements Made;
    while (Count--)
      Made.push_back(element(Depth));
    return Made;
  }

private:
  unsigned random(unsigned Limit) {
    State = State * 1664525u + 1013904223u;
    return (State >> 8) % Limit;
  }

  Owned<Element> element(int Depth) {
    switch (random(Depth ? 8 : 5)) {
    case 0: {
      unsigned Width = random(600);
      return make<Image>(Width, random(400));
    }
    case 1:
    case 2:
      return make<Link>(random(Sections));
    case 3:
    case 4: {
      std::string Words = "word";
      for (unsigned I = random(4); I > 0; --I)
        Words += " more";
      return make<Text>(Words);
    }
    case 5:
      return make<List>(write(Depth - 1, 1 + random(6)));
    default: {
      unsigned Number = random(Sections);
      return make<Section>(Number, write(Depth - 1, 1 + random(8)));
    }
    }
  }

  uint32_t State = 2024;
};

/// Unless it is a template, it does not know which visitor it is given.
#ifdef DIRECT
template <typename VisitorT>
void visitAll(const Elements &Document, VisitorT &V) {
#else
static void visitAll(const Elements &Document, Visitor &V) {
#endif
  for (const Owned<Element> &E : Document)
    E->accept(V);
}

int main(int argc, char **argv) {
  const int Rounds = argc > 1 ? std::atoi(argv[1]) : 1000;
  const Elements Document = Writer().write(6, 100);
  unsigned long Sum = 0;
  for (int Round = 0; Round < Rounds; ++Round) {
    WordCounter Counter;
    visitAll(Document, Counter);
    Layout Page(300 + Round % 200);
    visitAll(Document, Page);
    Index Entries(Writer::Sections);
    visitAll(Document, Entries);
    Sum = Sum * 31 + Counter.words() + Page.height() + Entries.sum() +
          Entries.mostLinks();
  }
  std::printf("visitor %lu\n", Sum);
  return 0;
}
