//===- Exceptions.cpp - What is thrown, caught and unwound ----------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cases.h"
#include <memory>
#include <stdexcept>

class Error {
public:
  virtual ~Error() = default;
  virtual long code() const = 0;
};
class NotFound : public Error {
public:
  explicit NotFound(long K) : Key(K) {}
  long code() const override { return 404 + Key; }

private:
  long Key;
};
class Denied : public Error {
public:
  long code() const override { return 403; }
};

// Caught by its base class: a guess.
// calls: 0, left: 1
extern "C" long exceptionByBase(long N) {
  try {
    if (*hide(&N) & 1)
      throw Denied();
    throw NotFound(N);
  } catch (const Error &E) {
    return E.code();
  }
}

// Caught by its own class, from which another one may be derived.
// calls: 0, left: 1
extern "C" long exceptionByClass(long N) {
  try {
    throw NotFound(N);
  } catch (const NotFound &E) {
    look(&E);
    return E.code();
  }
}

// Caught by value: a copy is of that class.
// calls: 0, left: 0
extern "C" long exceptionByValue(long N) {
  try {
    throw NotFound(N);
  } catch (NotFound E) {
    const Error &Base = E;
    look(&Base);
    return Base.code();
  }
}

// The library's base class; what its methods are nobody sees here.
// calls: 1, left: 1
extern "C" long exceptionOfLibrary(long N) {
  try {
    if (*hide(&N) > 3)
      throw std::runtime_error("too many");
  } catch (const std::exception &E) {
    return E.what()[0];
  }
  return 0;
}

NOINLINE static void mayThrow(long N) {
  if (N > 3)
    throw Denied();
}

// An object is deleted when the function is left in either way.
// calls: 0, left: 4
extern "C" long exceptionCleansUp(long N) {
  long Sum = 0;
  for (long I = 0; I < 2; ++I)
    try {
      std::unique_ptr<Shape> S = std::make_unique<Hexagon>(N);
      mayThrow(I * N);
      Sum += S->area();
    } catch (const Error &E) {
      Sum += E.code() * 1000;
    }
  return Sum;
}

// Thrown again, and caught by a caller.
NOINLINE static void throwAgain(long N) {
  try {
    throw NotFound(N);
  } catch (const Error &E) {
    if (E.code() > 400)
      throw;
  }
}

// It is still the same object.
// calls: 2, left: 1
extern "C" long exceptionThrownAgain(long N) {
  try {
    throwAgain(N);
  } catch (const Error &E) {
    return E.code() + 1;
  }
  return 0;
}

class Guarded {
public:
  explicit Guarded(long &N) : Count(N) {}
  virtual ~Guarded() { Count += release(); }
  virtual long release() const { return 1; }

private:
  long &Count;
};
class GuardedTwice : public Guarded {
public:
  using Guarded::Guarded;
  ~GuardedTwice() override { look(this); }
  long release() const override { return 100; }
};

// Destructors of variables are called directly, and call their own methods.
// calls: 0, left: 0
extern "C" long exceptionThroughVariables(long N) {
  long Count = 0;
  try {
    GuardedTwice A(Count);
    Guarded B(Count);
    mayThrow(N);
  } catch (const Denied &) {
    Count += 10;
  }
  return Count;
}

// The object is made in front of `try`, and called in the handler.
// calls: 0, left: 3
extern "C" long exceptionHandlerCalls(long N) {
  std::unique_ptr<Shape> S = std::make_unique<Hexagon>(N);
  try {
    mayThrow(S->area());
  } catch (...) {
    look(S.get());
    return S->area() + S->edges();
  }
  return 0;
}
