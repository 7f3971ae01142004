//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An incremental solver of constraints of several strengths: DeltaBlue of
/// Freeman-Benson and Maloney. Solves a chain of equalities, and a projection
/// whose ends are edited in turn.
///
/// Usage: DeltaBlue [variables]
///
//===----------------------------------------------------------------------===//

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

public class DeltaBlue {
  /// The strongest first.
  private enum Strength {
    REQUIRED,
    STRONG_PREFERRED,
    PREFERRED,
    STRONG_DEFAULT,
    NORMAL,
    WEAK_DEFAULT,
    WEAKEST;

    boolean isStronger(Strength other) { return ordinal() < other.ordinal(); }

    boolean isWeaker(Strength other) { return ordinal() > other.ordinal(); }

    static Strength weaker(Strength a, Strength b) {
      return a.isWeaker(b) ? a : b;
    }
  }

  private static final class Variable {
    int value;
    final List<Constraint> constraints = new ArrayList<>();
    Constraint determinedBy;
    int mark;
    /// The weakest constraint that could be revoked to change this.
    Strength walkabout = Strength.WEAKEST;
    /// Whether the value is known when plans are made.
    boolean stays = true;

    Variable(int value) { this.value = value; }
  }

  private static abstract class Constraint {
    final Strength strength;

    Constraint(Strength strength) { this.strength = strength; }

    boolean isInput() { return false; }

    abstract boolean isSatisfied();

    abstract void addToGraph();

    abstract void removeFromGraph();

    /// Chooses which variable it determines, one without the mark, if it is
    /// strong enough.
    abstract void chooseMethod(int mark);

    abstract Variable output();

    /// What the output depends on; at most one here besides fixed ones.
    abstract Variable[] inputs();

    abstract void markUnsatisfied();

    /// Computes what is known about the output.
    abstract void recalculate();

    abstract void execute();

    boolean inputsKnown(int mark) {
      for (Variable input : inputs())
        if (input.mark != mark && !input.stays && input.determinedBy != null)
          return false;
      return true;
    }
  }

  private static abstract class UnaryConstraint extends Constraint {
    private static final Variable[] NONE = {};

    final Variable variable;
    private boolean satisfied;

    UnaryConstraint(Variable variable, Strength strength) {
      super(strength);
      this.variable = variable;
    }

    boolean isSatisfied() { return satisfied; }

    void addToGraph() {
      variable.constraints.add(this);
      satisfied = false;
    }

    void removeFromGraph() {
      variable.constraints.remove(this);
      satisfied = false;
    }

    void chooseMethod(int mark) {
      satisfied =
          variable.mark != mark && strength.isStronger(variable.walkabout);
    }

    Variable output() { return variable; }

    Variable[] inputs() { return NONE; }

    void markUnsatisfied() { satisfied = false; }

    void recalculate() {
      variable.walkabout = strength;
      variable.stays = !isInput();
      if (variable.stays)
        execute();
    }

    void execute() {}
  }

  private static final class StayConstraint extends UnaryConstraint {
    StayConstraint(Variable variable, Strength strength) {
      super(variable, strength);
    }
  }

  /// The variable is changed from outside.
  private static final class EditConstraint extends UnaryConstraint {
    EditConstraint(Variable variable, Strength strength) {
      super(variable, strength);
    }

    boolean isInput() { return true; }
  }

  private enum Direction { NONE, FORWARD, BACKWARD }

  private static class EqualityConstraint extends Constraint {
    final Variable first, second;
    Direction direction = Direction.NONE;

    EqualityConstraint(Variable first, Variable second, Strength strength) {
      super(strength);
      this.first = first;
      this.second = second;
    }

    boolean isSatisfied() { return direction != Direction.NONE; }

    void addToGraph() {
      first.constraints.add(this);
      second.constraints.add(this);
      direction = Direction.NONE;
    }

    void removeFromGraph() {
      first.constraints.remove(this);
      second.constraints.remove(this);
      direction = Direction.NONE;
    }

    private Direction toward(Variable variable, int mark, Direction way) {
      return variable.mark != mark && strength.isStronger(variable.walkabout)
          ? way
          : Direction.NONE;
    }

    void chooseMethod(int mark) {
      if (first.mark == mark)
        direction = toward(second, mark, Direction.FORWARD);
      else if (second.mark == mark)
        direction = toward(first, mark, Direction.BACKWARD);
      else if (first.walkabout.isWeaker(second.walkabout))
        direction = toward(first, mark, Direction.BACKWARD);
      else
        direction = toward(second, mark, Direction.FORWARD);
    }

    Variable input() { return direction == Direction.FORWARD ? first : second; }

    Variable output() {
      return direction == Direction.FORWARD ? second : first;
    }

    Variable[] inputs() { return new Variable[] {input()}; }

    void markUnsatisfied() { direction = Direction.NONE; }

    void recalculate() {
      Variable output = output();
      output.walkabout = Strength.weaker(strength, input().walkabout);
      output.stays = input().stays;
      if (output.stays)
        execute();
    }

    void execute() { output().value = input().value; }
  }

  /// second = first * scale + offset
  private static final class ScaleConstraint extends EqualityConstraint {
    private final Variable scale, offset;

    ScaleConstraint(Variable first, Variable scale, Variable offset,
                    Variable second, Strength strength) {
      super(first, second, strength);
      this.scale = scale;
      this.offset = offset;
    }

    @Override
    void addToGraph() {
      super.addToGraph();
      scale.constraints.add(this);
      offset.constraints.add(this);
    }

    @Override
    void removeFromGraph() {
      super.removeFromGraph();
      scale.constraints.remove(this);
      offset.constraints.remove(this);
    }

    @Override
    Variable[] inputs() {
      return new Variable[] {input(), scale, offset};
    }

    @Override
    void recalculate() {
      Variable output = output();
      output.walkabout = Strength.weaker(strength, input().walkabout);
      output.stays = input().stays && scale.stays && offset.stays;
      if (output.stays)
        execute();
    }

    @Override
    void execute() {
      if (direction == Direction.FORWARD)
        second.value = first.value * scale.value + offset.value;
      else
        first.value = (second.value - offset.value) / scale.value;
    }
  }

  private static final class Planner {
    private int mark;

    void add(Constraint constraint) {
      constraint.addToGraph();
      int newMark = ++mark;
      Constraint overridden = satisfy(constraint, newMark);
      while (overridden != null)
        overridden = satisfy(overridden, newMark);
    }

    /// \returns the constraint that no longer determines the output.
    private Constraint satisfy(Constraint constraint, int newMark) {
      constraint.chooseMethod(newMark);
      if (!constraint.isSatisfied()) {
        if (constraint.strength == Strength.REQUIRED)
          throw new IllegalStateException("a required constraint fails");
        return null;
      }
      for (Variable input : constraint.inputs())
        input.mark = newMark;
      Variable output = constraint.output();
      Constraint overridden = output.determinedBy;
      if (overridden != null)
        overridden.markUnsatisfied();
      output.determinedBy = constraint;
      if (!propagate(constraint, newMark))
        throw new IllegalStateException("the constraints have a cycle");
      output.mark = newMark;
      return overridden;
    }

    private boolean propagate(Constraint constraint, int newMark) {
      ArrayDeque<Constraint> left = new ArrayDeque<>();
      left.addLast(constraint);
      while (!left.isEmpty()) {
        Constraint next = left.removeLast();
        if (next.output().mark == newMark) {
          remove(constraint);
          return false;
        }
        next.recalculate();
        addConsumers(next.output(), left);
      }
      return true;
    }

    private static void addConsumers(Variable variable,
                                     ArrayDeque<Constraint> list) {
      for (Constraint constraint : variable.constraints)
        if (constraint != variable.determinedBy && constraint.isSatisfied())
          list.addLast(constraint);
    }

    void remove(Constraint constraint) {
      Variable output = constraint.isSatisfied() ? constraint.output() : null;
      constraint.markUnsatisfied();
      constraint.removeFromGraph();
      if (output == null)
        return;
      List<Constraint> unsatisfied = removeFrom(output);
      for (Strength strength : Strength.values())
        for (Constraint other : unsatisfied)
          if (other.strength == strength) {
            int newMark = ++mark;
            Constraint overridden = satisfy(other, newMark);
            while (overridden != null)
              overridden = satisfy(overridden, newMark);
          }
    }

    /// Recomputes all that depends on a variable that nothing determines.
    private List<Constraint> removeFrom(Variable removed) {
      List<Constraint> unsatisfied = new ArrayList<>();
      ArrayDeque<Variable> left = new ArrayDeque<>();
      removed.determinedBy = null;
      removed.walkabout = Strength.WEAKEST;
      removed.stays = true;
      left.addLast(removed);
      while (!left.isEmpty()) {
        Variable variable = left.removeLast();
        for (Constraint constraint : variable.constraints) {
          if (!constraint.isSatisfied()) {
            unsatisfied.add(constraint);
          } else if (constraint != variable.determinedBy) {
            constraint.recalculate();
            left.addLast(constraint.output());
          }
        }
      }
      return unsatisfied;
    }

    /// The constraints to execute, in order, when the edited variable changes.
    List<Constraint> plan(Constraint edit) {
      List<Constraint> plan = new ArrayList<>();
      if (!edit.isSatisfied())
        return plan;
      int newMark = ++mark;
      ArrayDeque<Constraint> left = new ArrayDeque<>();
      left.addLast(edit);
      while (!left.isEmpty()) {
        Constraint next = left.removeLast();
        if (next.output().mark == newMark || !next.inputsKnown(newMark))
          continue;
        plan.add(next);
        next.output().mark = newMark;
        addConsumers(next.output(), left);
      }
      return plan;
    }

    /// Sets a variable to many values, or to one.
    int change(Variable variable, int from, int count) {
      EditConstraint edit = new EditConstraint(variable, Strength.PREFERRED);
      add(edit);
      List<Constraint> plan = plan(edit);
      for (int i = 0; i < count; ++i) {
        variable.value = from + i;
        for (Constraint constraint : plan)
          constraint.execute();
      }
      remove(edit);
      return plan.size();
    }
  }

  private static void check(boolean right, String what) {
    if (!right)
      throw new AssertionError(what);
  }

  /// \returns the length of the plan.
  private static int solveChain(int count) {
    Planner planner = new Planner();
    Variable[] variables = new Variable[count + 1];
    for (int i = 0; i <= count; ++i)
      variables[i] = new Variable(0);
    for (int i = 0; i < count; ++i)
      planner.add(new EqualityConstraint(variables[i], variables[i + 1],
                                         Strength.REQUIRED));
    Variable first = variables[0], last = variables[count];
    planner.add(new StayConstraint(last, Strength.STRONG_DEFAULT));
    int plan = planner.change(first, 0, 100);
    check(last.value == 99, "the last variable of the chain");
    return plan;
  }

  /// \returns a sum of the results.
  private static int solveProjection(int count) {
    Planner planner = new Planner();
    Variable scale = new Variable(10), offset = new Variable(1000);
    Variable[] sources = new Variable[count], targets = new Variable[count];
    for (int i = 0; i < count; ++i) {
      sources[i] = new Variable(i);
      targets[i] = new Variable(i);
      planner.add(new StayConstraint(sources[i], Strength.NORMAL));
      planner.add(new ScaleConstraint(sources[i], scale, offset, targets[i],
                                      Strength.REQUIRED));
    }
    Variable source = sources[count - 1], target = targets[count - 1];
    int sum = planner.change(source, 17, 1);
    check(target.value == 1170, "forward");
    sum += planner.change(target, 1050, 1);
    check(source.value == 5, "backward");
    sum += planner.change(scale, 5, 1);
    for (int i = 0; i < count - 1; ++i)
      check(targets[i].value == i * 5 + 1000, "the scale");
    sum += planner.change(offset, 2000, 1);
    for (int i = 0; i < count - 1; ++i)
      check(targets[i].value == i * 5 + 2000, "the offset");
    for (Variable variable : targets)
      sum = 31 * sum + variable.value;
    return sum;
  }

  public static void main(String[] arguments) {
    int count = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5000;
    System.out.println("a plan of " + solveChain(count) + " constraints");
    System.out.println("projections " + solveProjection(count));
  }
}
