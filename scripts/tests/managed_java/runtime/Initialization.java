/// The order in which classes are initialized, and what happens if that fails.
public class Initialization {
  static int trace(String name, int value) {
    System.out.println("init " + name);
    return value;
  }

  interface A {
    int X = trace("A", 1);
    default void a() {}
  }
  interface B {
    int X = trace("B", 2);
    default void b() {}
  }
  interface C extends B {
    int X = trace("C", 3);
    default void c() {}
  }
  interface WithoutBodies {
    int X = trace("WithoutBodies", 4);
    void d();
  }
  interface E extends WithoutBodies {
    int X = trace("E", 5);
    default void e() {}
  }
  interface OnlyPrivate {
    int X = trace("OnlyPrivate", 6);
    private void f() {}
  }
  interface OnlyStatic {
    int X = trace("OnlyStatic", 7);
    static void f() {}
  }
  interface Z {
    int X = trace("Z", 8);
    default void z() {}
  }
  static class Base implements Z {
    static int x = trace("Base", 9);
  }
  static class Derived extends Base
      implements C, A, E, Z, OnlyPrivate, OnlyStatic {
    static int x = trace("Derived", 10);
    public void d() {}
  }
  static class Last extends Derived implements A, B {}
  interface Sub extends A {
    int Y = trace("Sub", 11);
  }

  static class Constants {
    static final int I = 5;
    static final String S = "x";
    static int j = trace("Constants", 6);
  }
  static class Fails {
    static int x = trace("Fails", 1);
    static int f = 3;
    static {
      if (x == 1)
        throw new IllegalStateException("boom");
    }
    static void m() {}
  }
  static class FailsToo extends Fails {
    static int y = trace("FailsToo", 1);
    static void n() {}
  }
  static class FailsWithError {
    static {
      trace("FailsWithError", 1);
      if (true)
        throw new AssertionError("error");
    }
    static void m() {}
  }
  static class OddMessage extends RuntimeException {
    public String getMessage() { throw new IllegalStateException("odd"); }
  }
  static class FailsOddly {
    static {
      if (true)
        throw new OddMessage();
    }
    static void m() {}
  }
  interface Divides {
    int X = trace("Divides", 1) / 0;
    default void z() {}
  }
  static class OfDivides implements Divides {
    static void m() {}
  }
  static class First {
    static int a = Second.b + 1;
  }
  static class Second {
    static int b = First.a + 10;
  }

  /// Nothing else of it is used.
  static class OnlyVariables {
    static Object reference;
    static long number;
  }
  static class Counter {
    static int count;
    static int next() { return ++count; }
  }
  enum Asked {
    ONE, TWO { public String toString() { return "two"; } };
    static { trace("Asked", 1); }
  }
  enum InArray { A; static { trace("InArray", 1); } }

  @SuppressWarnings({"unchecked", "rawtypes"})
  static void variablesAndEnums() {
    OnlyVariables.reference = "text " + Counter.next() + Counter.next();
    OnlyVariables.number -= 5;
    System.gc();
    System.out.println(OnlyVariables.reference + " " + OnlyVariables.number);
    System.out.println(Enum.valueOf(Asked.class, "TWO"));
    Class<?> element = new InArray[1].getClass().getComponentType();
    System.out.println(Enum.valueOf((Class)element, "A"));
  }

  static void attempt(String name, Runnable body) {
    try {
      body.run();
      System.out.println(name + " is fine");
    } catch (Throwable t) {
      System.out.println(name + ": " + t);
      if (t.getCause() != null && !(t.getCause() instanceof OddMessage))
        System.out.println("  cause: " + t.getCause());
    }
  }

  public static void main(String[] args) {
    System.out.println(Constants.I + Constants.S);
    System.out.println(Constants.j);
    System.out.println(new Derived[2].length);
    new Last();
    System.out.println(Sub.Y);
    for (int i = 0; i < 3; ++i) {
      attempt("Fails", () -> Fails.m());
      attempt("Fails.f", () -> Fails.f++);
      attempt("FailsToo", () -> FailsToo.n());
      attempt("new FailsToo", () -> new FailsToo());
      attempt("FailsWithError", () -> FailsWithError.m());
      attempt("FailsOddly", () -> FailsOddly.m());
      attempt("OfDivides", () -> OfDivides.m());
      attempt("new OfDivides", () -> new OfDivides());
      attempt("Divides", () -> System.out.println(Divides.X));
    }
    System.out.println(First.a + " " + Second.b);
    variablesAndEnums();
  }
}
