//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Uses the language's types and statements: prints a line for each group of
/// features, and checks what has to be equal.
///
/// Usage: Features
///
//===----------------------------------------------------------------------===//

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

public class Features {
  private static void check(boolean right, String what) {
    if (!right)
      throw new AssertionError(what);
  }

  // Neither javac nor another compiler knows these.
  private static int zero = 0;

  // Switches

  enum Planet {
    MERCURY(3.303e23, 2.4397e6),
    EARTH(5.976e24, 6.37814e6),
    NEPTUNE(1.024e26, 2.4746e7) {
      @Override
      String kind() {
        return "giant";
      }
    };

    private static final double G = 6.673e-11;
    final double mass, radius;

    Planet(double mass, double radius) {
      this.mass = mass;
      this.radius = radius;
    }

    int gravity() { return (int)(100 * G * mass / (radius * radius)); }

    String kind() { return "rock"; }
  }

  private static int switchString(String text) {
    switch (text) {
    case "Aa": // The hash of "BB".
      return 1;
    case "BB":
      return 2;
    case "":
      return 3;
    case "one":
    case "eins":
      return 4;
    default:
      return 5;
    }
  }

  private static String switchPlanet(Planet planet) {
    return switch (planet) {
      case MERCURY -> "near";
      case EARTH -> {
        String here = "he";
        yield here + "re";
      }
      case NEPTUNE -> "far";
    };
  }

  @SuppressWarnings("fallthrough")
  private static int switchSparse(int value) {
    switch (value) {
    case -2147483648:
      return 1;
    case -1:
      value += 10;
    case 1000:
      return value;
    case 2147483647:
      return 4;
    }
    return 5;
  }

  private static char switchDense(char unit) {
    return switch (unit) {
      case 'a', 'b', 'c' -> 'x';
      case 'd' -> 'y';
      case 'f' -> 'z';
      default -> '-';
    };
  }

  private static void switches() {
    StringBuilder line = new StringBuilder("switches");
    for (String text : new String[] {"Aa", "BB", "", "one", "eins", "AaBB"})
      line.append(' ').append(switchString(text));
    for (Planet planet : Planet.values())
      line.append(' ')
          .append(planet)
          .append(planet.ordinal())
          .append(switchPlanet(planet))
          .append(planet.gravity())
          .append(planet.kind());
    for (int value : new int[] {-2147483648, -1, 1000, 2147483647, 7})
      line.append(' ').append(switchSparse(value));
    for (char unit = 'a'; unit < 'h'; ++unit)
      line.append(switchDense(unit));
    line.append(' ').append(Planet.valueOf("EARTH").compareTo(Planet.NEPTUNE));
    check(Planet.NEPTUNE.getDeclaringClass() == Planet.class, "enum class");
    check(Enum.valueOf(Planet.class, "MERCURY") == Planet.MERCURY, "valueOf");
    try {
      Planet.valueOf("PLUTO");
    } catch (IllegalArgumentException e) {
      line.append(' ').append(e.getMessage());
    }
    System.out.println(line);
  }

  // Lambdas and references to methods

  private interface Marker {}

  private final int field = 40;

  private int plusField(int value) { return value + field; }

  private static <T, R> List<R> map(List<T> list,
                                    Function<? super T, ? extends R> f) {
    List<R> result = new ArrayList<>();
    for (T element : list)
      result.add(f.apply(element));
    return result;
  }

  interface TriFunction<A, B, C, R> {
    R apply(A a, B b, C c);

    default<S> TriFunction<A, B, C, S> then(Function<R, S> after) {
      return (a, b, c) -> after.apply(apply(a, b, c));
    }
  }

  private Supplier<IntUnaryOperator> nested(int outer) {
    long longLocal = 5L + outer;
    double doubleLocal = 0.5;
    return () -> inner -> (int)(inner * longLocal + doubleLocal * field);
  }

  private static int fibonacci(IntUnaryOperator[] self, int n) {
    return n < 2 ? n : self[0].applyAsInt(n - 1) + self[0].applyAsInt(n - 2);
  }

  private static void lambdas() {
    Features object = new Features();
    IntUnaryOperator bound = object::plusField;
    IntBinaryOperator maximum = Math::max;
    Supplier<List<String>> maker = ArrayList::new;
    IntFunction<int[]> arrays = int[] ::new;
    Function<String, Integer> length = String::length;
    ToIntFunction<Object> hash = Object::hashCode;
    BiFunction<String, String, Boolean> equal = String::equals;
    BinaryOperator<Integer> sum = Integer::sum;
    TriFunction<Integer, Long, Double, Double> three = (a, b, c) -> a + b + c;
    Predicate<String> empty = String::isEmpty;
    IntUnaryOperator[] self = new IntUnaryOperator[1];
    self[0] = n -> fibonacci(self, n);
    List<String> made = maker.get();
    made.add("list");
    Runnable marked = (Runnable & Marker)() -> made.add("ran");
    marked.run();
    check(marked instanceof Marker, "an intersection");
    Comparator<String> order = Comparator.comparing(String::length);
    System.out.println(
        "lambdas " + bound.applyAsInt(2) + " " + maximum.applyAsInt(3, 4) +
        " " + made + " " + arrays.apply(3).length + " " +
        length.apply("four") + " " + hash.applyAsInt("x") + " " +
        equal.apply("a", "a") + " " + sum.andThen(x -> x * 2).apply(3, 4) +
        " " + three.then(x -> "=" + x).apply(1, 2L, 0.25) + " " +
        empty.negate().or(empty).test("") + " " + self[0].applyAsInt(15) + " " +
        object.nested(3).get().applyAsInt(2) + " " +
        map(Arrays.asList(1, 2, 3), x -> x * x) + " " +
        order.reversed().compare("a", "bb"));
  }

  // Records

  record Point(int x, int y) implements Comparable<Point> {
    static int made;

    Point {
      if (x < 0)
        throw new IllegalArgumentException("x is " + x);
      ++made;
    }

    Point(int both) { this(both, both); }

    double norm() { return Math.sqrt(x * x + y * y); }

    public int compareTo(Point other) { return Integer.compare(x, other.x); }
  }

  record Everything<T>(boolean z, byte b, char c, short s, int i, long j,
                       float f, double d, String text, int[] array, T t) {}

  record Empty() {}

  private static void records() {
    Point a = new Point(3, 4), b = new Point(3, 4), c = new Point(5);
    check(a.equals(b) && a.hashCode() == b.hashCode(), "equal records");
    check(!a.equals(c) && !a.equals(null) && !a.equals("Point"), "others");
    int[] array = {1};
    Everything<Point> all = new Everything<>(true, (byte)-1, 'c', (short)-2, 3,
                                             4L, 0.5f, -0.0, "text", array, a);
    Everything<Point> same = new Everything<>(true, (byte)-1, 'c', (short)-2, 3,
                                              4L, 0.5f, -0.0, "text", array, b);
    Everything<Point> zero = new Everything<>(true, (byte)-1, 'c', (short)-2, 3,
                                              4L, 0.5f, 0.0, "text", array, b);
    check(all.equals(same) && all.hashCode() == same.hashCode(), "components");
    check(!all.equals(zero), "zeros that differ");
    check(new Empty().equals(new Empty()), "records without components");
    String text = all.toString().replace(array.toString(), "array");
    String negative = "none";
    try {
      new Point(-1, 0);
    } catch (IllegalArgumentException e) {
      negative = e.getMessage();
    }
    System.out.println("records " + a + " " + a.norm() + " " + c + " " +
                       a.compareTo(c) + " " + text + " " + new Empty() +
                       new Empty().hashCode() + " " + Point.made + " " +
                       negative);
  }

  // Classes in classes

  private int outerValue = 1;

  private class Inner {
    int innerValue = outerValue + 1;

    class Innermost {
      int value = innerValue + outerValue + 1;

      void change() {
        outerValue += 10;
        innerValue *= outerValue;
      }
    }
  }

  private static class Base {
    static final StringBuilder LOG = new StringBuilder();
    protected int value = log("field");

    {
      log("block");
    }

    Base() {
      log("constructor");
      overridden();
    }

    static int log(String event) {
      LOG.append(event).append(',');
      return LOG.length();
    }

    void overridden() { log("base"); }

    static String hidden() { return "Base"; }

    Object covariant() { return "base"; }
  }

  private static class Derived extends Base {
    private int own = 7;

    Derived() {
      super();
      log("derived");
    }

    @Override
    void overridden() {
      log("own" + own);
    }

    static String hidden() { return "Derived"; }

    @Override
    String covariant() {
      return super.covariant() + "+";
    }
  }

  private static void classes() {
    Features outer = new Features();
    Inner inner = outer.new Inner();
    Inner.Innermost innermost = inner.new Innermost();
    innermost.change();
    int captured = outer.outerValue;
    class Local {
      int twice() { return 2 * captured + inner.innerValue; }
    }
    Object anonymous = new Object() {
      private int count = captured;

      @Override
      public String toString() {
        return "anonymous" + ++count;
      }
    };
    Base base = new Derived();
    System.out.println("classes " + innermost.value + " " + outer.outerValue +
                       " " + inner.innerValue + " " + new Local().twice() +
                       " " + anonymous + anonymous + " " + Base.LOG +
                       Base.hidden() + Derived.hidden() + base.covariant() +
                       " " + base.getClass().getName() + " " +
                       new Local[0].getClass().getName() + " " +
                       int[][].class.getName() + " " + base.value);
  }

  // Interfaces

  interface Named {
    String NAME = "named" + Base.LOG.length() % 1;

    default String name() { return prefix() + "Named"; }

    private String prefix() { return "a " + helper(); }

    private static String helper() { return "real "; }

    static Named of(String name) {
      return new Named() {
        @Override
        public String name() {
          return name;
        }
      };
    }
  }

  interface Titled extends Named {
    @Override
    default String name() {
      return "Titled " + Named.super.name();
    }
  }

  interface Aged {
    default String name() { return "Aged"; }

    int age();
  }

  private static class Person implements Titled, Aged {
    @Override
    public String name() {
      return Titled.super.name() + "/" + Aged.super.name();
    }

    public int age() { return 33; }
  }

  private static abstract class Half implements Aged {
    public abstract String toString();
  }

  private static class Whole extends Half {
    public int age() { return 1; }

    public String toString() { return name() + age(); }
  }

  private static void interfaces() {
    Aged aged = new Person();
    Named named = (Named)aged;
    System.out.println(
        "interfaces " + aged.name() + " " + aged.age() + " " + named.name() +
        " " + Named.of("x").name() + " " + new Whole() + " " + Named.NAME +
        " " + (aged instanceof Titled) + (aged instanceof Cloneable) +
        (aged.equals(named)) + " " + (aged.hashCode() == named.hashCode()));
  }

  // Generic methods and bridges

  private static class Box<T extends Comparable<T>>
      implements Comparable<Box<T>> {
    private final T content;

    Box(T content) { this.content = content; }

    T get() { return content; }

    public int compareTo(Box<T> other) {
      return content.compareTo(other.content);
    }

    @SafeVarargs
    static <T extends Comparable<T>> T largest(T first, T... others) {
      T most = first;
      for (T other : others)
        if (other.compareTo(most) > 0)
          most = other;
      return most;
    }
  }

  private static class TextBox extends Box<String> {
    TextBox(String content) { super(content); }

    @Override
    String get() {
      return "[" + super.get() + "]";
    }
  }

  private static int count(Object... all) { return all.length; }

  private static String pick(long value) { return "long"; }

  private static String pick(Integer value) { return "Integer"; }

  private static String pick(Object value) { return "Object"; }

  private static String pick(int... values) { return "ints"; }

  private static void generics() {
    Box<String> box = new TextBox("t");
    Comparable<Box<String>> raw = box;
    String failed = "none";
    try {
      @SuppressWarnings({"unchecked", "rawtypes"})
      Box<Integer> wrong = (Box)box;
      int number = wrong.get();
      failed += number;
    } catch (ClassCastException e) {
      failed = "cast";
    }
    short small = 1;
    System.out.println(
        "generics " + box.get() + " " + raw.compareTo(new Box<>("u")) + " " +
        Box.largest(3, 9, 4) + Box.largest("a") + " " + failed + " " + count() +
        count(1, 2) + count((Object)null) + count((Object) new String[3]) +
        count((Object[]) new String[3]) + " " + pick(1) + pick(small) +
        pick('c') + pick(1.5f) + pick() + pick(1, 2) +
        pick(Integer.valueOf(1)));
  }

  // Casts and patterns

  private static String describe(Object object) {
    if (object instanceof String text && text.length() > 2)
      return "long text " + text;
    if (!(object instanceof Number number))
      return object instanceof int[] ints ? "ints " + ints.length
      : object == null                    ? "null"
                                          : "other";
    if (number instanceof Integer i)
      return "int " + (i + 1);
    return "number " + number.intValue();
  }

  private static void casts() {
    StringBuilder line = new StringBuilder("casts");
    for (Object object :
         new Object[] {"ab", "abc", 1, 2L, 3.9, new int[4], null, 'c'})
      line.append(' ').append(describe(object));
    Object[] objects = {"text", 1, new int[0], new String[0], new Point(1)};
    for (Object object : objects) {
      try {
        line.append(' ').append(((CharSequence)object).length());
      } catch (ClassCastException e) {
        line.append(" no");
      }
    }
    try {
      Object object = 1;
      line.append((String)object);
    } catch (ClassCastException e) {
      line.append(' ').append(e.getMessage());
    }
    String text = (String)(Object)null;
    check(text == null && !((Object)text instanceof String), "null");
    System.out.println(line);
  }

  // Initialization

  private static final StringBuilder ORDER = new StringBuilder();

  private static int order(String event) {
    ORDER.append(event).append(' ');
    return ORDER.length();
  }

  private static class Parent {
    static int value = order("Parent");
    static final int CONSTANT = 5;

    static void nothing() {}
  }

  private static class Child extends Parent {
    static { order("Child"); }
  }

  interface Quiet {
    int LOUD = order("Quiet");

    int age();
  }

  interface WithDefault {
    int LOUD = order("WithDefault");

    default int twice() { return 2; }
  }

  private static class Implementing implements Quiet, WithDefault {
    static { order("Implementing"); }

    public int age() { return 1; }
  }

  private static class First {
    static int value = Second.value + 1;
  }

  private static class Second {
    static int value = First.value + 1;
  }

  private static class Failing {
    static int value = 1 / zero;
  }

  private static class Holder {
    static final Holder INSTANCE = new Holder();
    static int late = 3;
    final int seen = late;
  }

  private static void initialization() {
    int constant = Parent.CONSTANT;
    order("constant" + constant);
    Child[] none = new Child[2];
    order("array" + none.length);
    order("value" + (Child.value > 0));
    Parent.nothing();
    new Child();
    new Implementing();
    order("cycle" + First.value + Second.value);
    order("loud" + (Quiet.LOUD > 0));
    order("seen" + Holder.INSTANCE.seen + Holder.late);
    for (int i = 0; i < 2; ++i) {
      try {
        order("failing" + Failing.value);
      } catch (ExceptionInInitializerError e) {
        order("first:" + e.getCause().getMessage());
      } catch (NoClassDefFoundError e) {
        order("then:" + e.getMessage());
      }
    }
    System.out.println("initialization " + ORDER);
  }

  // Control flow

  private static int evaluated;

  private static boolean evaluate(boolean result) {
    ++evaluated;
    return result;
  }

  @SuppressWarnings("finally")
  private static int finallyWins() {
    try {
      return 1;
    } finally {
      return 2;
    }
  }

  private static int finallyTooLate() {
    int result = 1;
    try {
      return result;
    } finally {
      result = 2;
    }
  }

  private static void flow() {
    int count = 0;
  outer:
    for (int i = 0;; ++i) {
      for (int j = 0; j < 5; ++j) {
        if (j == 3)
          continue outer;
        if (i == 4)
          break outer;
        count += i * j;
      }
    }
    int k = 10;
    do
      --k;
    while (k > 3);
    while (true) {
      if (k-- < 0)
        break;
    }
  block: {
    if (count > 0)
      break block;
    count = -1;
  }
    boolean conditions =
        evaluate(false) && evaluate(true) ||
        evaluate(true) | evaluate(true) && !evaluate(false) ^ false;
    String ternary = count > 5 ? k < 0 ? "both" : "first" : "none";
    Object mixed = count > 5 ? 1 : 2.0;
    StringBuilder order = new StringBuilder();
    try {
      try {
        throw new IllegalStateException("inner");
      } finally {
        order.append("finally ");
        try {
          throw new RuntimeException("hidden");
        } catch (RuntimeException e) {
          order.append(e.getMessage()).append(' ');
        }
      }
    } catch (IllegalStateException e) {
      order.append(e.getMessage());
    }
    System.out.println("flow " + count + " " + k + " " + conditions +
                       evaluated + " " + ternary + " " + mixed + " " +
                       finallyWins() + finallyTooLate() + " " + order);
  }

  // Monitors

  private int guarded;

  private synchronized int enter(int depth) {
    ++guarded;
    return depth == 0 ? guarded : enter(depth - 1);
  }

  private static synchronized int enterStatic(Features object) {
    synchronized (object) {
      synchronized (Features.class) { return object.enter(3); }
    }
  }

  private static void monitors() {
    Features object = new Features();
    int result = enterStatic(object);
    try {
      synchronized (object) {
        object.guarded += 10;
        throw new IllegalStateException("left");
      }
    } catch (IllegalStateException e) {
      result += object.enter(0);
    }
    int hash = System.identityHashCode(object);
    synchronized (object) {
      check(hash == System.identityHashCode(object), "a hash in a monitor");
    }
    check(hash == object.hashCode(), "and after it");
    System.out.println("monitors " + result);
  }

  public static void main(String[] arguments) {
    switches();
    lambdas();
    records();
    classes();
    interfaces();
    generics();
    casts();
    initialization();
    flow();
    monitors();
  }
}
