//===- Pipeline.cpp - Numbers pulled through stages -----------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A range of numbers is mapped, filtered and cut off by iterators, each of
// which asks the one before it for the next number, and added up. By hand,
// stages and functions are arguments of templates.
//
//===----------------------------------------------------------------------===//

#include "Dispatch.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>

class Function {
public:
  VIRTUAL ~Function() = default;
  VIRTUAL uint64_t apply(uint64_t X) const PURE;
};

class Multiply : public Function {
public:
  explicit Multiply(uint64_t By) : By(By) {}
  uint64_t apply(uint64_t X) const OVERRIDE { return X * By; }

private:
  uint64_t By;
};

class Remainder : public Function {
public:
  explicit Remainder(uint32_t Of) : Of(Of) {}
  uint64_t apply(uint64_t X) const OVERRIDE { return uint32_t(X) % Of; }

private:
  uint32_t Of;
};

class Mix : public Function {
public:
  uint64_t apply(uint64_t X) const OVERRIDE {
    X ^= X >> 15;
    X *= 0x9e3779b97f4a7c15;
    return X ^ X >> 31;
  }
};

class Predicate {
public:
  VIRTUAL ~Predicate() = default;
  VIRTUAL bool isWanted(uint64_t X) const PURE;
};

class Odd : public Predicate {
public:
  bool isWanted(uint64_t X) const OVERRIDE { return X & 1; }
};

class Below : public Predicate {
public:
  explicit Below(uint64_t Limit) : Limit(Limit) {}
  bool isWanted(uint64_t X) const OVERRIDE { return X < Limit; }

private:
  uint64_t Limit;
};

#ifndef DIRECT
class Iterator {
public:
  virtual ~Iterator() = default;
  /// Gives the next number; false behind the last one.
  virtual bool next(uint64_t &X) = 0;
};

class Range : public Iterator {
public:
  Range(uint64_t Begin, uint64_t End) : Position(Begin), End(End) {}
  bool next(uint64_t &X) override {
    if (Position == End)
      return false;
    X = Position++;
    return true;
  }

private:
  uint64_t Position, End;
};

class Map : public Iterator {
public:
  Map(Owned<Iterator> Source, Owned<Function> F)
      : Source(std::move(Source)), F(std::move(F)) {}
  bool next(uint64_t &X) override {
    if (!Source->next(X))
      return false;
    X = F->apply(X);
    return true;
  }

private:
  Owned<Iterator> Source;
  Owned<Function> F;
};

class Filter : public Iterator {
public:
  Filter(Owned<Iterator> Source, Owned<Predicate> P)
      : Source(std::move(Source)), P(std::move(P)) {}
  bool next(uint64_t &X) override {
    while (Source->next(X))
      if (P->isWanted(X))
        return true;
    return false;
  }

private:
  Owned<Iterator> Source;
  Owned<Predicate> P;
};

class Take : public Iterator {
public:
  Take(Owned<Iterator> Source, uint64_t Count)
      : Source(std::move(Source)), Left(Count) {}
  bool next(uint64_t &X) override {
    if (!Left)
      return false;
    --Left;
    return Source->next(X);
  }

private:
  Owned<Iterator> Source;
  uint64_t Left;
};

static Owned<Iterator> range(uint64_t Begin, uint64_t End) {
  return make<Range>(Begin, End);
}

template <typename FunctionT>
Owned<Iterator> map(Owned<Iterator> Source, FunctionT F) {
  return make<Map>(std::move(Source), make<FunctionT>(F));
}

template <typename PredicateT>
Owned<Iterator> filter(Owned<Iterator> Source, PredicateT P) {
  return make<Filter>(std::move(Source), make<PredicateT>(P));
}

static Owned<Iterator> take(Owned<Iterator> Source, uint64_t Count) {
  return make<Take>(std::move(Source), Count);
}

static uint64_t sum(Owned<Iterator> Source) {
  uint64_t Sum = 0, X;
  while (Source->next(X))
    Sum += X;
  return Sum;
}
#else
class Range {
public:
  Range(uint64_t Begin, uint64_t End) : Position(Begin), End(End) {}
  bool next(uint64_t &X) {
    if (Position == End)
      return false;
    X = Position++;
    return true;
  }

private:
  uint64_t Position, End;
};

template <typename SourceT, typename FunctionT> class Map {
public:
  Map(SourceT Source, FunctionT F) : Source(Source), F(F) {}
  bool next(uint64_t &X) {
    if (!Source.next(X))
      return false;
    X = F.apply(X);
    return true;
  }

private:
  SourceT Source;
  FunctionT F;
};

template <typename SourceT, typename PredicateT> class Filter {
public:
  Filter(SourceT Source, PredicateT P) : Source(Source), P(P) {}
  bool next(uint64_t &X) {
    while (Source.next(X))
      if (P.isWanted(X))
        return true;
    return false;
  }

private:
  SourceT Source;
  PredicateT P;
};

template <typename SourceT> class Take {
public:
  Take(SourceT Source, uint64_t Count) : Source(Source), Left(Count) {}
  bool next(uint64_t &X) {
    if (!Left)
      return false;
    --Left;
    return Source.next(X);
  }

private:
  SourceT Source;
  uint64_t Left;
};

static Range range(uint64_t Begin, uint64_t End) { return {Begin, End}; }

template <typename SourceT, typename FunctionT>
Map<SourceT, FunctionT> map(SourceT Source, FunctionT F) {
  return {Source, F};
}

template <typename SourceT, typename PredicateT>
Filter<SourceT, PredicateT> filter(SourceT Source, PredicateT P) {
  return {Source, P};
}

template <typename SourceT> Take<SourceT> take(SourceT Source, uint64_t Count) {
  return {Source, Count};
}

template <typename SourceT> uint64_t sum(SourceT Source) {
  uint64_t Sum = 0, X;
  while (Source.next(X))
    Sum += X;
  return Sum;
}
#endif

/// Random numbers below 1000.
static uint64_t sumOfRemainders(uint64_t Size) {
  return sum(map(map(range(0, Size), Mix()), Remainder(1000)));
}

static uint64_t sumOfSomeOdd(uint64_t Size) {
  return sum(
      take(map(filter(map(range(Size, 3 * Size), Mix()), Odd()), Multiply(5)),
           Size / 2));
}

static uint64_t sumOfSmall(uint64_t Size) {
  return sum(take(filter(map(map(map(range(1, Size), Multiply(Size)), Mix()),
                             Remainder(5000)),
                         Below(1000)),
                  Size));
}

int main(int argc, char **argv) {
  const uint64_t Size = argc > 1 ? std::atoi(argv[1]) : 2000000;
  std::printf("pipeline %llu %llu %llu\n",
              (unsigned long long)sumOfRemainders(Size),
              (unsigned long long)sumOfSomeOdd(Size),
              (unsigned long long)sumOfSmall(Size));
  return 0;
}
