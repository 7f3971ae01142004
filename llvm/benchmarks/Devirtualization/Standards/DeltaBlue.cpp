//===- DeltaBlue.cpp - Incremental constraints ----------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The incremental solver of one-way constraints with strengths that Freeman-
// Benson, Maloney and Borning described, and its two usual tests: a chain of
// variables that are equal, and pairs of variables of which one is a projection
// of the other.
//
//===----------------------------------------------------------------------===//

#include "Dispatch.h"
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {
/// The smaller, the stronger.
enum Strength { Required, Strong, Preferred, Normal, Weak, Weakest };

class Constraint;

struct Variable {
  explicit Variable(int64_t Value) : Value(Value) {}

  int64_t Value;
  std::vector<Constraint *> Users;
  /// Which constraint sets it, if any.
  Constraint *Setter = nullptr;
  unsigned Mark = 0;
  /// How strong the weakest constraint is that could be given up to change it.
  Strength WalkStrength = Weakest;
  /// Whether its value cannot change while a plan is executed.
  bool IsFixed = true;
};

class Constraint {
public:
  KINDS(Stay, Edit, Equality, Scale)
  explicit Constraint(Strength S) : S(S) {}
  VIRTUAL ~Constraint() = default;
  VIRTUAL bool isSatisfied() const PURE;
  VIRTUAL void addToVariables() PURE;
  VIRTUAL void removeFromVariables() PURE;
  /// Decides in which direction it is to hold, if it can be satisfied with
  /// variables that have no mark yet.
  VIRTUAL void chooseMethod(unsigned Mark) PURE;
  VIRTUAL void markUnsatisfied() PURE;
  VIRTUAL void markInputs(unsigned Mark) PURE;
  /// Whether all inputs are marked, are fixed, or have no setter.
  VIRTUAL bool areInputsKnown(unsigned Mark) const PURE;
  VIRTUAL Variable *output() const PURE;
  /// Computes what is known of the output from what is known of the inputs.
  VIRTUAL void updateOutput() PURE;
  VIRTUAL bool isInput() const PURE;
  VIRTUAL void execute() PURE;

  Strength strength() const { return S; }

private:
  Strength S;
};

class UnaryConstraint : public Constraint {
public:
  UnaryConstraint(Variable *Out, Strength S) : Constraint(S), Out(Out) {}

  bool isSatisfied() const OVERRIDE { return IsSatisfied; }
  void addToVariables() OVERRIDE {
    Out->Users.push_back(this);
    IsSatisfied = false;
  }
  void removeFromVariables() OVERRIDE {
    auto &Users = Out->Users;
    Users.erase(std::remove(Users.begin(), Users.end(), this), Users.end());
    IsSatisfied = false;
  }
  void chooseMethod(unsigned Mark) OVERRIDE {
    IsSatisfied = Out->Mark != Mark && strength() < Out->WalkStrength;
  }
  void markUnsatisfied() OVERRIDE { IsSatisfied = false; }
  void markInputs(unsigned) OVERRIDE {}
  bool areInputsKnown(unsigned) const OVERRIDE { return true; }
  Variable *output() const OVERRIDE { return Out; }
  void updateOutput() OVERRIDE {
    Out->WalkStrength = strength();
    Out->IsFixed = !isInput();
    if (Out->IsFixed)
      execute();
  }

private:
  Variable *Out;
  bool IsSatisfied = false;
};

/// The variable shall keep its value.
class StayConstraint : public UnaryConstraint {
public:
  StayConstraint(Variable *Out, Strength S) : UnaryConstraint(Out, S) {
    IS(Stay);
  }
  bool isInput() const OVERRIDE { return false; }
  void execute() OVERRIDE {}
};

/// The variable is changed from outside.
class EditConstraint : public UnaryConstraint {
public:
  EditConstraint(Variable *Out, Strength S) : UnaryConstraint(Out, S) {
    IS(Edit);
  }
  bool isInput() const OVERRIDE { return true; }
  void execute() OVERRIDE {}
};

class BinaryConstraint : public Constraint {
public:
  BinaryConstraint(Variable *First, Variable *Second, Strength S)
      : Constraint(S), First(First), Second(Second) {}

  bool isSatisfied() const OVERRIDE { return Way != None; }
  void addToVariables() OVERRIDE {
    First->Users.push_back(this);
    Second->Users.push_back(this);
    Way = None;
  }
  void removeFromVariables() OVERRIDE {
    for (Variable *V : {First, Second})
      V->Users.erase(std::remove(V->Users.begin(), V->Users.end(), this),
                     V->Users.end());
    Way = None;
  }
  void chooseMethod(unsigned Mark) OVERRIDE {
    bool MaySetFirst = First->Mark != Mark && strength() < First->WalkStrength;
    bool MaySetSecond =
        Second->Mark != Mark && strength() < Second->WalkStrength;
    if (First->Mark == Mark)
      Way = MaySetSecond ? Forward : None;
    else if (Second->Mark == Mark)
      Way = MaySetFirst ? Backward : None;
    else if (First->WalkStrength > Second->WalkStrength)
      Way = MaySetFirst ? Backward : None;
    else
      Way = MaySetSecond ? Forward : None;
  }
  void markUnsatisfied() OVERRIDE { Way = None; }
  void markInputs(unsigned Mark) OVERRIDE { input()->Mark = Mark; }
  bool areInputsKnown(unsigned Mark) const OVERRIDE {
    return known(input(), Mark);
  }
  Variable *output() const OVERRIDE { return Way == Forward ? Second : First; }
  void updateOutput() OVERRIDE {
    derive(input()->WalkStrength, input()->IsFixed);
  }
  bool isInput() const OVERRIDE { return false; }

protected:
  enum Direction { None, Forward, Backward };

  static bool known(const Variable *V, unsigned Mark) {
    return V->Mark == Mark || V->IsFixed || !V->Setter;
  }
  Variable *input() const { return Way == Forward ? First : Second; }
  void derive(Strength OfInputs, bool AreFixed) {
    output()->WalkStrength = std::max(strength(), OfInputs);
    output()->IsFixed = AreFixed;
    if (AreFixed)
      execute();
  }

  Variable *First, *Second;
  Direction Way = None;
};

/// Both have the same value.
class EqualityConstraint : public BinaryConstraint {
public:
  EqualityConstraint(Variable *First, Variable *Second, Strength S)
      : BinaryConstraint(First, Second, S) {
    IS(Equality);
  }
  void execute() OVERRIDE { output()->Value = input()->Value; }
};

/// The second is a multiple of the first, and something more. What it is
/// multiplied with and what is added are inputs that are never set.
class ScaleConstraint : public BinaryConstraint {
public:
  ScaleConstraint(Variable *First, Variable *Factor, Variable *Offset,
                  Variable *Second, Strength S)
      : BinaryConstraint(First, Second, S), Factor(Factor), Offset(Offset) {
    IS(Scale);
  }
  void addToVariables() OVERRIDE {
    BinaryConstraint::addToVariables();
    Factor->Users.push_back(this);
    Offset->Users.push_back(this);
  }
  void removeFromVariables() OVERRIDE {
    BinaryConstraint::removeFromVariables();
    for (Variable *V : {Factor, Offset})
      V->Users.erase(std::remove(V->Users.begin(), V->Users.end(), this),
                     V->Users.end());
  }
  void markInputs(unsigned Mark) OVERRIDE {
    BinaryConstraint::markInputs(Mark);
    Factor->Mark = Offset->Mark = Mark;
  }
  bool areInputsKnown(unsigned Mark) const OVERRIDE {
    return known(input(), Mark) && known(Factor, Mark) && known(Offset, Mark);
  }
  void updateOutput() OVERRIDE {
    derive(input()->WalkStrength,
           input()->IsFixed && Factor->IsFixed && Offset->IsFixed);
  }
  void execute() OVERRIDE {
    if (Way == Forward)
      Second->Value = First->Value * Factor->Value + Offset->Value;
    else
      First->Value = (Second->Value - Offset->Value) / Factor->Value;
  }

private:
  Variable *Factor, *Offset;
};

#ifdef DIRECT
template <typename ConstraintT, typename Fn>
auto dispatch(ConstraintT *C, Fn Call) {
  switch (C->ItsKind) {
  case Constraint::Kind::Stay:
    return Call(as<StayConstraint>(C));
  case Constraint::Kind::Edit:
    return Call(as<EditConstraint>(C));
  case Constraint::Kind::Equality:
    return Call(as<EqualityConstraint>(C));
  default:
    return Call(as<ScaleConstraint>(C));
  }
}

bool Constraint::isSatisfied() const {
  return dispatch(this, [](auto *C) { return C->isSatisfied(); });
}

void Constraint::addToVariables() {
  dispatch(this, [](auto *C) { C->addToVariables(); });
}

void Constraint::removeFromVariables() {
  dispatch(this, [](auto *C) { C->removeFromVariables(); });
}

void Constraint::chooseMethod(unsigned Mark) {
  dispatch(this, [Mark](auto *C) { C->chooseMethod(Mark); });
}

void Constraint::markUnsatisfied() {
  dispatch(this, [](auto *C) { C->markUnsatisfied(); });
}

void Constraint::markInputs(unsigned Mark) {
  dispatch(this, [Mark](auto *C) { C->markInputs(Mark); });
}

bool Constraint::areInputsKnown(unsigned Mark) const {
  return dispatch(this, [Mark](auto *C) { return C->areInputsKnown(Mark); });
}

Variable *Constraint::output() const {
  return dispatch(this, [](auto *C) { return C->output(); });
}

void Constraint::updateOutput() {
  dispatch(this, [](auto *C) { C->updateOutput(); });
}

bool Constraint::isInput() const {
  return dispatch(this, [](auto *C) { return C->isInput(); });
}

void Constraint::execute() {
  dispatch(this, [](auto *C) { C->execute(); });
}

void destroy(Constraint *C) {
  dispatch(C, [](auto *Object) { delete Object; });
}
#endif

using Constraints = std::vector<Constraint *>;

/// Those constraints that use the value of `V`.
void addUsers(const Variable *V, Constraints &To) {
  for (Constraint *C : V->Users)
    if (C != V->Setter && C->isSatisfied())
      To.push_back(C);
}

class Planner {
public:
  void add(Constraint *C) {
    C->addToVariables();
    addAgain(C);
  }

  void remove(Constraint *C) {
    if (!C->isSatisfied()) {
      C->removeFromVariables();
      return;
    }
    Variable *Out = C->output();
    C->markUnsatisfied();
    C->removeFromVariables();
    Constraints Unsatisfied = forget(Out);
    for (int S = Required; S < Weakest; ++S)
      for (Constraint *Other : Unsatisfied)
        if (Other->strength() == S)
          addAgain(Other);
  }

  /// What to execute in which order when the value of `Edit` has changed.
  Constraints plan(Constraint *Edit) {
    unsigned Mark = ++LastMark;
    Constraints Plan, Left;
    if (Edit->isInput() && Edit->isSatisfied())
      Left.push_back(Edit);
    while (!Left.empty()) {
      Constraint *C = Left.back();
      Left.pop_back();
      Variable *Out = C->output();
      if (Out->Mark == Mark || !C->areInputsKnown(Mark))
        continue;
      Plan.push_back(C);
      Out->Mark = Mark;
      addUsers(Out, Left);
    }
    return Plan;
  }

private:
  void addAgain(Constraint *C) {
    unsigned Mark = ++LastMark;
    while (C)
      C = satisfy(C, Mark);
  }

  /// Returns the constraint that is not satisfied any more in its place.
  Constraint *satisfy(Constraint *C, unsigned Mark) {
    C->chooseMethod(Mark);
    if (!C->isSatisfied()) {
      if (C->strength() == Required)
        fail("a required constraint cannot be satisfied");
      return nullptr;
    }
    C->markInputs(Mark);
    Variable *Out = C->output();
    Constraint *Before = std::exchange(Out->Setter, C);
    if (Before)
      Before->markUnsatisfied();
    propagate(C, Mark);
    Out->Mark = Mark;
    return Before;
  }

  void propagate(Constraint *C, unsigned Mark) {
    Constraints Left = {C};
    while (!Left.empty()) {
      C = Left.back();
      Left.pop_back();
      if (C->output()->Mark == Mark)
        fail("there is a cycle");
      C->updateOutput();
      addUsers(C->output(), Left);
    }
  }

  /// Nobody sets `Out` any more. Returns what may be satisfied now.
  Constraints forget(Variable *Out) {
    Out->Setter = nullptr;
    Out->WalkStrength = Weakest;
    Out->IsFixed = true;
    Constraints Unsatisfied;
    std::vector<Variable *> Left = {Out};
    while (!Left.empty()) {
      Variable *V = Left.back();
      Left.pop_back();
      for (Constraint *C : V->Users) {
        if (!C->isSatisfied()) {
          Unsatisfied.push_back(C);
        } else if (C != V->Setter) {
          C->updateOutput();
          Left.push_back(C->output());
        }
      }
    }
    return Unsatisfied;
  }

  [[noreturn]] static void fail(const char *Why) {
    std::fprintf(stderr, "error: %s\n", Why);
    std::exit(1);
  }

  unsigned LastMark = 0;
};

void set(Planner &P, Variable &V, int64_t Value, int Times) {
  Owned<EditConstraint> Edit = make<EditConstraint>(&V, Preferred);
  P.add(Edit.get());
  Constraints Plan = P.plan(Edit.get());
  for (int I = 0; I < Times; ++I) {
    V.Value = Value + I;
    for (Constraint *C : Plan)
      C->execute();
  }
  P.remove(Edit.get());
}

int64_t testChain(int Size) {
  Planner P;
  std::vector<Variable> Variables(Size + 1, Variable(0));
  std::vector<Owned<Constraint>> All;
  for (int I = 0; I < Size; ++I)
    All.push_back(
        make<EqualityConstraint>(&Variables[I], &Variables[I + 1], Required));
  All.push_back(make<StayConstraint>(&Variables[Size], Normal));
  for (const Owned<Constraint> &C : All)
    P.add(C.get());
  set(P, Variables[0], 1, 100);
  return Variables[Size].Value;
}

int64_t testProjection(int Size) {
  Planner P;
  Variable Factor(10), Offset(1000);
  std::vector<Variable> From, To;
  for (int I = 0; I < Size; ++I) {
    From.emplace_back(I);
    To.emplace_back(I);
  }
  std::vector<Owned<Constraint>> All;
  for (int I = 0; I < Size; ++I) {
    All.push_back(make<StayConstraint>(&From[I], Weak));
    P.add(All.back().get());
    All.push_back(
        make<ScaleConstraint>(&From[I], &Factor, &Offset, &To[I], Required));
    P.add(All.back().get());
  }
  int64_t Sum = 0;
  set(P, From[Size - 1], 8, 10);
  Sum += To[Size - 1].Value;
  set(P, To[Size - 1], 1041, 10);
  Sum += From[Size - 1].Value;
  for (Variable *V : {&Factor, &Offset}) {
    set(P, *V, V->Value / 2, 10);
    for (const Variable &Other : To)
      Sum += Other.Value;
  }
  return Sum;
}
} // namespace

int main(int argc, char **argv) {
  const int Rounds = argc > 1 ? std::atoi(argv[1]) : 70;
  int64_t Sum = 0;
  for (int Round = 0; Round < Rounds; ++Round) {
    Sum = Sum * 3 % 1000003 + testChain(1000 + Round);
    Sum = Sum * 3 % 1000003 + testProjection(1000 + Round);
  }
  std::printf("deltablue %lld\n", static_cast<long long>(Sum));
  return 0;
}
