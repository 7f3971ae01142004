//===- Coroutines.cpp - Objects in frames of coroutines -------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cases.h"
#include <coroutine>
#include <exception>
#include <memory>
#include <utility>

class Generator {
public:
  struct promise_type {
    Generator get_return_object() {
      return Generator(
          std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(long V) {
      Value = V;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
    long Value = 0;
  };
  explicit Generator(std::coroutine_handle<promise_type> H) : Handle(H) {}
  Generator(Generator &&Other) : Handle(std::exchange(Other.Handle, {})) {}
  ~Generator() {
    if (Handle)
      Handle.destroy();
  }
  bool next(long &Value) {
    Handle.resume();
    Value = Handle.promise().Value;
    return !Handle.done();
  }

private:
  std::coroutine_handle<promise_type> Handle;
};

static long sum(Generator G) {
  long Sum = 0, Value;
  while (G.next(Value))
    Sum += Value;
  return Sum;
}

static Generator areasOfKnown(long N) {
  Hexagon H(N);
  const Shape &S = H;
  co_yield S.area();
  look(&S);
  co_yield S.area();
}

// A variable is in the frame. What is left resumes and destroys.
// calls: 0, left: 0
extern "C" long coroutineVariable(long N) { return sum(areasOfKnown(N)); }

static Generator areasOfValue(Disc D) {
  const Shape &S = D;
  look(&S);
  co_yield S.area();
  co_yield S.edges();
}

// A parameter is copied into the frame.
// calls: 0, left: 0
extern "C" long coroutineParameter(long N) {
  return sum(areasOfValue(Disc(N)));
}

static Generator areasOfUnknown(const Shape &S) {
  co_yield S.area();
  look(&S);
  co_yield S.area();
}

// A reference is kept in it.
// calls: 0, left: 0
extern "C" long coroutineReference(long N) {
  Disc D(N);
  return sum(areasOfUnknown(D));
}

static Generator areasOfOwned(std::unique_ptr<Shape> S) {
  for (int I = 0; I < 3; ++I) {
    look(S.get());
    co_yield S->area();
  }
}

// An owner is moved into it.
// calls: 0, left: 0
extern "C" long coroutineOwner(long N) {
  return sum(areasOfOwned(std::make_unique<Disc>(N)));
}

class Source {
public:
  virtual ~Source() = default;
  virtual Generator numbers(long N) const = 0;
};
class Squares final : public Source {
public:
  Generator numbers(long N) const override {
    for (long I = 0; I < N; ++I)
      co_yield I *I;
  }
};

// A virtual function is a coroutine.
// calls: 0, left: 0
extern "C" long coroutineVirtual(long N) {
  Squares Local;
  const Source &S = Local;
  look(&S);
  return sum(S.numbers(N));
}

class Gate {
public:
  virtual ~Gate() = default;
  virtual bool isOpen() const = 0;
  virtual long pass() const = 0;
};
class OpenGate : public Gate {
public:
  bool isOpen() const override { return true; }
  long pass() const override { return 6; }
};
struct Passing {
  const Gate &Awaited;
  bool await_ready() const { return Awaited.isOpen(); }
  void await_suspend(std::coroutine_handle<>) const {}
  long await_resume() const { return Awaited.pass(); }
};
static Generator throughGate(const Gate &G) {
  long Passed = co_await Passing{G};
  co_yield Passed;
}

// What is awaited has virtual functions.
// calls: 0, left: 0
extern "C" long coroutineAwaits(long) {
  OpenGate G;
  return sum(throughGate(G));
}
