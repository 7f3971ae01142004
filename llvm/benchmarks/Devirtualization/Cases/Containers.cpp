//===- Containers.cpp - Objects in what the library has -------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cases.h"
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

// The only owner is a variable.
// calls: 0, left: 2
extern "C" long containerUniquePtr(long N) {
  std::unique_ptr<Shape> S = std::make_unique<Hexagon>(N);
  look(S.get());
  return S->area() + S->edges();
}

// The owner changes.
// calls: 0, left: 0
extern "C" long containerUniquePtrMoved(long N) {
  std::unique_ptr<Shape> S = std::make_unique<Disc>(N);
  look(S.get());
  std::unique_ptr<Shape> T = std::move(S);
  look(T.get());
  return T->area();
}

// The object is replaced by one of another class.
// calls: 0, left: 0
extern "C" long containerUniquePtrReset(long N) {
  std::unique_ptr<Shape> S = std::make_unique<Disc>(N);
  look(S.get());
  long Sum = S->area();
  S.reset(new Tile(N));
  look(S.get());
  return Sum + S->area();
}

// Objects of two classes: a guess is right for each.
// calls: 0, left: 1
extern "C" long containerVectorOfPointers(long N) {
  std::vector<std::unique_ptr<Shape>> Shapes;
  for (long I = 0; I < N; ++I)
    if (I & 1)
      Shapes.push_back(std::make_unique<Disc>(I));
    else
      Shapes.push_back(std::make_unique<Tile>(I));
  long Sum = 0;
  for (const auto &S : Shapes) {
    look(S.get());
    Sum += S->area();
  }
  return Sum;
}

// Elements are objects of a class that may have derived ones, in memory that
// nobody follows.
// calls: 0, left: 1
extern "C" long containerVectorOfObjects(long N) {
  std::vector<Disc> Discs;
  for (long I = 0; I < N; ++I)
    Discs.emplace_back(I);
  long Sum = 0;
  for (const Disc &D : Discs) {
    look(&D);
    Sum += D.area();
  }
  return Sum;
}

static long areaOf(const Shape &S) { return S.area(); }

// Elements of a final class, called through a base class.
// calls: 0, left: 0
extern "C" long containerVectorOfFinal(long N) {
  std::vector<Tile> Tiles;
  for (long I = 0; I < N; ++I)
    Tiles.emplace_back(I);
  long Sum = 0;
  for (const Tile &T : Tiles) {
    look(&T);
    Sum += areaOf(T);
  }
  return Sum;
}

// The object is in one piece of memory with what counts its owners, which is
// destroyed by a virtual call, too.
// calls: 0, left: 0
extern "C" long containerSharedPtr(long N) {
  std::shared_ptr<Shape> S = std::make_shared<Disc>(N);
  look(S.get());
  return S->area();
}

// There is another owner, so that the last one is not known.
// calls: 3, left: 1
extern "C" long containerSharedPtrCopied(long N) {
  std::shared_ptr<Shape> S = std::make_shared<Hexagon>(N);
  std::shared_ptr<Shape> *Other = hide(new std::shared_ptr<Shape>(S));
  look(S.get());
  long Sum = S->area();
  delete Other;
  return Sum + S->edges();
}

// What is in an optional is of its class.
// calls: 0, left: 0
extern "C" long containerOptional(long N) {
  std::optional<Disc> D;
  D.emplace(N);
  look(&D);
  const Shape &S = *D;
  return S.area();
}

// So it is if it is replaced.
// calls: 2, left: 0
extern "C" long containerOptionalReplaced(long N) {
  std::optional<Hexagon> H(N);
  look(&H);
  const Shape &S = *H;
  long Sum = S.area();
  H.reset();
  H.emplace(N + 1);
  look(&H);
  return Sum + static_cast<const Shape &>(*H).area();
}

// The alternative that is there is known.
// calls: 0, left: 0
extern "C" long containerVariant(long N) {
  std::variant<Disc, Tile> V(Disc{N});
  look(&V);
  const Shape &S = *std::get_if<Disc>(&V);
  return S.area();
}

// It is chosen, and called in another way for each.
// calls: 0, left: 0
extern "C" long containerVariantVisited(long N) {
  using Any = std::variant<Disc, Tile>;
  Any Shapes[] = {Disc(N), Tile(N), Disc(N + 1)};
  long Sum = 0;
  for (Any &V : Shapes) {
    look(&V);
    Sum += std::visit([](const auto &S) { return S.area(); }, V);
  }
  return Sum;
}

// Elements of an array that is a variable.
// calls: 0, left: 3
extern "C" long containerArray(long N) {
  Hexagon Shapes[] = {Hexagon(1), Hexagon(2), Hexagon(N)};
  long Sum = 0;
  for (int I = 0; I < 3; ++I) {
    look(&Shapes[I]);
    Sum += static_cast<const Shape &>(Shapes[I]).area();
  }
  return Sum;
}

// The same in a class of the library.
// calls: 0, left: 0
extern "C" long containerStdArray(long N) {
  std::array<Disc, 3> Shapes = {Disc(1), Disc(2), Disc(N)};
  long Sum = 0;
  for (const Shape &S : Shapes) {
    look(&S);
    Sum += S.area();
  }
  return Sum;
}

// An array of pointers to variables of two classes.
// calls: 0, left: 0
extern "C" long containerOfAddresses(long N) {
  Disc D(N);
  Tile T(N);
  const Shape *Shapes[] = {&D, &T};
  long Sum = 0;
  for (const Shape *S : Shapes)
    Sum += S->area();
  return Sum;
}

// Both are parts of a pair.
// calls: 0, left: 1
extern "C" long containerPair(long N) {
  std::pair<Disc, Hexagon> P(N, N);
  look(&P);
  const Shape &A = P.first, &B = P.second;
  return A.area() + B.area();
}
