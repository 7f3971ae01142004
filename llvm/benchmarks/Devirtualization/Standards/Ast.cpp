//===- Ast.cpp - Evaluation of syntax trees -------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes a program that is a tree of statements and expressions: it looks for
// the longest chain of Collatz's problem, and for primes.
//
//===----------------------------------------------------------------------===//

#include "Dispatch.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {
/// The values of all variables.
using Values = std::vector<uint64_t>;

class Expr {
public:
  KINDS(Number, Variable, Add, Multiply, Divide, Remainder, Less, Equal)
  VIRTUAL ~Expr() = default;
  VIRTUAL uint64_t evaluate(const Values &V) const PURE;
  /// Of how many nodes it is.
  VIRTUAL unsigned size() const PURE;
};

class Number : public Expr {
public:
  explicit Number(uint64_t Value) : Value(Value) { IS(Number); }
  uint64_t evaluate(const Values &) const OVERRIDE { return Value; }
  unsigned size() const OVERRIDE { return 1; }

private:
  uint64_t Value;
};

class Variable : public Expr {
public:
  explicit Variable(unsigned Index) : Index(Index) { IS(Variable); }
  uint64_t evaluate(const Values &V) const OVERRIDE { return V[Index]; }
  unsigned size() const OVERRIDE { return 1; }

private:
  unsigned Index;
};

class Binary : public Expr {
public:
  Binary(Owned<Expr> Left, Owned<Expr> Right)
      : Left(std::move(Left)), Right(std::move(Right)) {}
  unsigned size() const OVERRIDE { return Left->size() + Right->size() + 1; }

protected:
  Owned<Expr> Left, Right;
};

class Add : public Binary {
public:
  Add(Owned<Expr> Left, Owned<Expr> Right)
      : Binary(std::move(Left), std::move(Right)) {
    IS(Add);
  }
  uint64_t evaluate(const Values &V) const OVERRIDE {
    return Left->evaluate(V) + Right->evaluate(V);
  }
};

class Multiply : public Binary {
public:
  Multiply(Owned<Expr> Left, Owned<Expr> Right)
      : Binary(std::move(Left), std::move(Right)) {
    IS(Multiply);
  }
  uint64_t evaluate(const Values &V) const OVERRIDE {
    return Left->evaluate(V) * Right->evaluate(V);
  }
};

class Divide : public Binary {
public:
  Divide(Owned<Expr> Left, Owned<Expr> Right)
      : Binary(std::move(Left), std::move(Right)) {
    IS(Divide);
  }
  uint64_t evaluate(const Values &V) const OVERRIDE {
    uint64_t By = Right->evaluate(V);
    return By ? Left->evaluate(V) / By : 0;
  }
};

class Remainder : public Binary {
public:
  Remainder(Owned<Expr> Left, Owned<Expr> Right)
      : Binary(std::move(Left), std::move(Right)) {
    IS(Remainder);
  }
  uint64_t evaluate(const Values &V) const OVERRIDE {
    uint64_t By = Right->evaluate(V);
    return By ? Left->evaluate(V) % By : 0;
  }
};

class Less : public Binary {
public:
  Less(Owned<Expr> Left, Owned<Expr> Right)
      : Binary(std::move(Left), std::move(Right)) {
    IS(Less);
  }
  uint64_t evaluate(const Values &V) const OVERRIDE {
    return Left->evaluate(V) < Right->evaluate(V);
  }
};

class Equal : public Binary {
public:
  Equal(Owned<Expr> Left, Owned<Expr> Right)
      : Binary(std::move(Left), std::move(Right)) {
    IS(Equal);
  }
  uint64_t evaluate(const Values &V) const OVERRIDE {
    return Left->evaluate(V) == Right->evaluate(V);
  }
};

class Statement {
public:
  KINDS(Assign, Block, If, While)
  VIRTUAL ~Statement() = default;
  VIRTUAL void execute(Values &V) const PURE;
  VIRTUAL unsigned size() const PURE;
};

class Assign : public Statement {
public:
  Assign(unsigned Index, Owned<Expr> Value)
      : Index(Index), Value(std::move(Value)) {
    IS(Assign);
  }
  void execute(Values &V) const OVERRIDE { V[Index] = Value->evaluate(V); }
  unsigned size() const OVERRIDE { return Value->size() + 1; }

private:
  unsigned Index;
  Owned<Expr> Value;
};

class Block : public Statement {
public:
  Block() { IS(Block); }
  void add(Owned<Statement> S) { Body.push_back(std::move(S)); }
  void execute(Values &V) const OVERRIDE {
    for (const Owned<Statement> &S : Body)
      S->execute(V);
  }
  unsigned size() const OVERRIDE {
    unsigned Sum = 1;
    for (const Owned<Statement> &S : Body)
      Sum += S->size();
    return Sum;
  }

private:
  std::vector<Owned<Statement>> Body;
};

class If : public Statement {
public:
  If(Owned<Expr> Condition, Owned<Statement> Then, Owned<Statement> Else)
      : Condition(std::move(Condition)), Then(std::move(Then)),
        Else(std::move(Else)) {
    IS(If);
  }
  void execute(Values &V) const OVERRIDE {
    if (Condition->evaluate(V))
      Then->execute(V);
    else if (Else)
      Else->execute(V);
  }
  unsigned size() const OVERRIDE {
    return Condition->size() + Then->size() + (Else ? Else->size() : 0) + 1;
  }

private:
  Owned<Expr> Condition;
  Owned<Statement> Then, Else;
};

class While : public Statement {
public:
  While(Owned<Expr> Condition, Owned<Statement> Body)
      : Condition(std::move(Condition)), Body(std::move(Body)) {
    IS(While);
  }
  void execute(Values &V) const OVERRIDE {
    while (Condition->evaluate(V))
      Body->execute(V);
  }
  unsigned size() const OVERRIDE { return Condition->size() + Body->size(); }

private:
  Owned<Expr> Condition;
  Owned<Statement> Body;
};

#ifdef DIRECT
template <typename ExprT, typename Fn> auto dispatchExpr(ExprT *E, Fn Call) {
  switch (E->ItsKind) {
  case Expr::Kind::Number:
    return Call(as<Number>(E));
  case Expr::Kind::Variable:
    return Call(as<Variable>(E));
  case Expr::Kind::Add:
    return Call(as<Add>(E));
  case Expr::Kind::Multiply:
    return Call(as<Multiply>(E));
  case Expr::Kind::Divide:
    return Call(as<Divide>(E));
  case Expr::Kind::Remainder:
    return Call(as<Remainder>(E));
  case Expr::Kind::Less:
    return Call(as<Less>(E));
  default:
    return Call(as<Equal>(E));
  }
}

template <typename StatementT, typename Fn>
auto dispatchStatement(StatementT *S, Fn Call) {
  switch (S->ItsKind) {
  case Statement::Kind::Assign:
    return Call(as<Assign>(S));
  case Statement::Kind::Block:
    return Call(as<Block>(S));
  case Statement::Kind::If:
    return Call(as<If>(S));
  default:
    return Call(as<While>(S));
  }
}

uint64_t Expr::evaluate(const Values &V) const {
  return dispatchExpr(this, [&V](auto *E) { return E->evaluate(V); });
}

unsigned Expr::size() const {
  return dispatchExpr(this, [](auto *E) { return E->size(); });
}

void Statement::execute(Values &V) const {
  dispatchStatement(this, [&V](auto *S) { S->execute(V); });
}

unsigned Statement::size() const {
  return dispatchStatement(this, [](auto *S) { return S->size(); });
}

void destroy(Expr *E) {
  dispatchExpr(E, [](auto *Object) { delete Object; });
}

void destroy(Statement *S) {
  dispatchStatement(S, [](auto *Object) { delete Object; });
}
#endif

Owned<Expr> number(uint64_t Value) { return make<Number>(Value); }
Owned<Expr> variable(unsigned Index) { return make<Variable>(Index); }

template <typename T> Owned<Expr> binary(Owned<Expr> Left, Owned<Expr> Right) {
  return make<T>(std::move(Left), std::move(Right));
}

template <typename... Ts> Owned<Statement> block(Ts... Body) {
  Owned<Block> Made = make<Block>();
  (Made->add(std::move(Body)), ...);
  return Made;
}

/// Index += Value
Owned<Statement> increase(unsigned Index, Owned<Expr> Value) {
  return make<Assign>(Index, binary<Add>(variable(Index), std::move(Value)));
}

/// Index % By == 0
Owned<Expr> divides(Owned<Expr> By, unsigned Index) {
  return binary<Equal>(binary<Remainder>(variable(Index), std::move(By)),
                       number(0));
}

enum Names { Limit, N, X, Steps, Longest, Primes, Sum };

/// For all N below Limit: how many steps of Collatz's it takes to get to 1, and
/// the most of them in Longest.
Owned<Statement> collatz() {
  Owned<Statement> Step = make<If>(
      divides(number(2), X),
      make<Assign>(X, binary<Divide>(variable(X), number(2))),
      make<Assign>(
          X, binary<Add>(binary<Multiply>(number(3), variable(X)), number(1))));
  Owned<Statement> Chain =
      make<While>(binary<Less>(number(1), variable(X)),
                  block(std::move(Step), increase(Steps, number(1))));
  Owned<Statement> Body =
      block(make<Assign>(Steps, number(0)), make<Assign>(X, variable(N)),
            std::move(Chain),
            make<If>(binary<Less>(variable(Longest), variable(Steps)),
                     make<Assign>(Longest, variable(Steps)), nullptr),
            increase(Sum, binary<Multiply>(variable(Steps), variable(N))),
            increase(N, number(1)));
  return block(
      make<Assign>(N, number(1)),
      make<While>(binary<Less>(variable(N), variable(Limit)), std::move(Body)));
}

/// How many primes are below Limit.
Owned<Statement> primes() {
  Owned<Statement> Try =
      make<If>(divides(variable(X), N),
               make<Assign>(X, binary<Add>(variable(N), number(1))),
               increase(X, number(1)));
  Owned<Statement> Search =
      make<While>(binary<Less>(binary<Multiply>(variable(X), variable(X)),
                               binary<Add>(variable(N), number(1))),
                  std::move(Try));
  Owned<Statement> Body = block(
      make<Assign>(X, number(2)), std::move(Search),
      make<If>(binary<Less>(variable(X), binary<Add>(variable(N), number(1))),
               increase(Primes, number(1)), nullptr),
      increase(N, number(1)));
  return block(
      make<Assign>(N, number(2)),
      make<While>(binary<Less>(variable(N), variable(Limit)), std::move(Body)));
}
} // namespace

int main(int argc, char **argv) {
  Values V(Sum + 1);
  V[Limit] = argc > 1 ? std::atoi(argv[1]) : 15000;
  Owned<Statement> Program = block(collatz(), primes());
  Program->execute(V);
  std::printf("ast %u %llu %llu %llu\n", Program->size(),
              (unsigned long long)V[Longest], (unsigned long long)V[Primes],
              (unsigned long long)V[Sum]);
  return 0;
}
