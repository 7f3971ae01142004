//===- Storage.cpp - Memory that is used again ----------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cases.h"
#include <cstddef>

static_assert(sizeof(Disc) == sizeof(Tile));

// Made in a buffer, and called by what the placement returned.
// calls: 0, left: 1
extern "C" long storagePlacement(long N) {
  alignas(Disc) std::byte Buffer[sizeof(Disc)];
  Shape *S = new (Buffer) Hexagon(N);
  look(S);
  long Sum = S->area();
  S->~Shape();
  return Sum;
}

// An object of another class begins where one has ended: each is called.
// calls: 0, left: 0
extern "C" long storageReplaced(long N) {
  alignas(Disc) std::byte Buffer[sizeof(Disc)];
  Shape *S = new (Buffer) Disc(N);
  look(S);
  long Sum = S->area();
  S->~Shape();
  Shape *T = new (Buffer) Tile(N);
  look(T);
  Sum = Sum * 1000 + T->area();
  T->~Shape();
  return Sum;
}

// The old pointer does not point to the new object; a laundered one does.
// calls: 0, left: 1
extern "C" long storageLaundered(long N) {
  Shape *S = new Disc(N);
  look(S);
  long Sum = S->area();
  S->~Shape();
  new (S) Tile(N);
  look(S);
  Shape *T = std::launder(S);
  Sum = Sum * 1000 + T->area();
  T->~Shape();
  ::operator delete(T);
  return Sum;
}

// Two pointers are equal, and yet there are two objects.
// calls: 0, left: 0
extern "C" long storageEqualPointers(long N) {
  void *Memory = ::operator new(sizeof(Disc));
  Disc *D = new (Memory) Disc(N);
  long Sum = D->area();
  D->~Disc();
  Tile *T = new (Memory) Tile(N);
  Shape *S = T;
  if (static_cast<void *>(D) == T)
    Sum = Sum * 1000 + S->area();
  look(S);
  Sum += S->edges();
  S->~Shape();
  ::operator delete(Memory);
  return Sum;
}

union Slot {
  Slot() {}
  ~Slot() {}
  Disc D;
  Tile T;
};

// The members of a union have the same address.
// exception: pointers to members of unions are laundered, since the member may
//   be a new one; what is known of the object is not known through them.
// calls: 1, left: 0
extern "C" long storageUnion(long N) {
  Slot U;
  new (&U.D) Disc(N);
  Shape *S = &U.D;
  look(S);
  long Sum = S->area();
  U.D.~Disc();
  new (&U.T) Tile(N);
  S = &U.T;
  look(S);
  Sum = Sum * 1000 + S->area();
  U.T.~Tile();
  return Sum;
}

class BigDisc : public Disc {
public:
  using Disc::Disc;
  long area() const override { return 7777; }
};
union BigSlot {
  BigSlot() {}
  ~BigSlot() {}
  Disc Small;
  BigDisc Big;
};

// At the address of a member may be an object of a derived class.
// calls: 0, left: 1
extern "C" long storageUnionOfDerived(long N) {
  BigSlot *U = hide(new BigSlot);
  new (&U->Big) BigDisc(N);
  Disc *D = std::launder(&hide(U)->Small);
  long Sum = D->area();
  D->~Disc();
  delete U;
  return Sum;
}

class State {
public:
  virtual ~State() = default;
  /// Ends this one, and makes the next in its place.
  virtual State *next(long Input) = 0;
  virtual long output() const = 0;
};
class Idle final : public State {
public:
  State *next(long Input) override;
  long output() const override { return 1; }
};
class Busy final : public State {
public:
  explicit Busy(long W) : Work(W) {}
  State *next(long Input) override;
  long output() const override { return 10 + Work; }

private:
  long Work;
};
union States {
  States() {}
  ~States() {}
  Idle I;
  Busy B;
};
inline State *Idle::next(long Input) {
  if (Input % 3)
    return this;
  void *Place = this;
  this->~Idle();
  return new (Place) Busy(Input);
}
inline State *Busy::next(long Input) {
  if (Input % 3 == 1)
    return this;
  void *Place = this;
  this->~Busy();
  return new (Place) Idle;
}

// A machine whose states replace themselves.
// calls: 0, left: 3
extern "C" long storageStateMachine(long N) {
  States Memory;
  State *S = new (&Memory) Idle;
  long Sum = 0;
  for (long I = 0; I < N; ++I) {
    S = S->next(I);
    Sum = Sum * 3 + S->output();
  }
  S->~State();
  return Sum;
}

// A pointer to an object need not be one to an object of that class alone.
// calls: 0, left: 1
extern "C" long storageIndexed(long N) {
  Disc *P = hide<Disc>(new BigDisc(N));
  long Sum = P[0].area();
  delete P;
  return Sum;
}

// One behind the last element is no element.
// calls: 0, left: 0
extern "C" long storageEndOfArray(long N) {
  struct {
    Disc Discs[2] = {Disc(1), Disc(2)};
    Tile Behind = Tile(9);
  } Local;
  look(&Local);
  Shape *End = &Local.Discs[*hide(&N) / 5];
  Shape *S = &Local.Discs[0];
  if (static_cast<void *>(End) == &Local.Behind)
    S = &Local.Behind;
  return S->area();
}

class Arena {
public:
  void *take(std::size_t Size) {
    void *Place = Memory + Used;
    Used += Size;
    return Place;
  }

private:
  alignas(16) std::byte Memory[1024];
  std::size_t Used = 0;
};

// Objects in memory that is handed out piece by piece.
// calls: 0, left: 1
extern "C" long storageArena(long N) {
  Arena A;
  Shape *S = new (A.take(sizeof(Disc))) Disc(N);
  Shape *T = new (A.take(sizeof(Hexagon))) Hexagon(N);
  look(&A);
  return S->area() + T->area();
}

// A buffer is used again in each round.
// calls: 0, left: 0
extern "C" long storageInLoop(long N) {
  alignas(Disc) std::byte Buffer[sizeof(Disc)];
  long Sum = 0;
  for (long I = 0; I < N; ++I) {
    Shape *S = I & 1 ? static_cast<Shape *>(new (Buffer) Disc(I))
                     : new (Buffer) Tile(I);
    Sum += S->area();
    S->~Shape();
  }
  return Sum;
}

class Chameleon {
public:
  virtual ~Chameleon() = default;
  virtual void turn() = 0;
  virtual long color() const = 0;
};
class Red : public Chameleon {
public:
  void turn() override;
  long color() const override { return 1; }
};
class Green : public Chameleon {
public:
  void turn() override { look(this); }
  long color() const override { return 2; }
};
NOINLINE void Red::turn() {
  this->~Red();
  new (this) Green;
}

// A method ends its own object; who calls it sees that in no way but launder.
// calls: 0, left: 2
extern "C" long storageOfThis(long) {
  Chameleon *C = new Red;
  long Sum = C->color();
  C->turn();
  C = std::launder(C);
  Sum = Sum * 10 + C->color();
  delete C;
  return Sum;
}
