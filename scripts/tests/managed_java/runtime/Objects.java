import java.util.HashSet;
import java.util.Set;

/// Identity, monitors, classes of arrays, and copies.
public class Objects implements Cloneable {
  int value = 3;

  public Objects clone() {
    try {
      return (Objects)super.clone();
    } catch (CloneNotSupportedException e) {
      return null;
    }
  }

  synchronized int deep(int n) { return n == 0 ? 0 : 1 + deep(n - 1); }

  synchronized int deepThrow(int n, Object also) {
    synchronized (also) {
      if (n == 0)
        throw new RuntimeException("bottom");
      return 1 + deepThrow(n - 1, also);
    }
  }

  static void identity() {
    Object[] all = new Object[500];
    int[] hashes = new int[all.length];
    Set<Integer> distinct = new HashSet<>();
    for (int i = 0; i < all.length; ++i) {
      all[i] = i % 3 == 0 ? new int[i % 7] : i % 3 == 1 ? "" + i : new Object();
      hashes[i] = System.identityHashCode(all[i]);
      distinct.add(hashes[i]);
    }
    System.gc();
    for (int i = 0; i < 2000; ++i)
      all[i % 2].equals(new int[50]);
    System.gc();
    boolean same = true;
    for (int i = 0; i < all.length; ++i)
      same &= hashes[i] == System.identityHashCode(all[i]) && hashes[i] >= 0;
    System.out.println(same + " " + (distinct.size() > 450));
    System.out.println(System.identityHashCode(null) + " " +
                       (System.identityHashCode("a") ==
                        System.identityHashCode("a")));
    Objects o = new Objects();
    int hash = o.hashCode();
    synchronized (o) {
      Objects copy = o.clone();
      System.out.println(copy.value + " " + (copy != o) + " " +
                         (o.hashCode() == hash));
      System.gc();
      System.out.println(o.hashCode() == hash);
    }
  }

  static void monitors() {
    Objects o = new Objects();
    int hash = o.hashCode();
    for (int depth : new int[] {1000, 4094, 4095, 4096, 9000})
      System.out.println(o.deep(depth));
    try {
      o.deepThrow(5000, new int[1]);
    } catch (RuntimeException e) {
      System.out.println(e);
    }
    System.out.println(hash == o.hashCode());
    synchronized ("constant") {
      synchronized (Objects.class) {
        System.gc();
        System.out.println("in");
      }
    }
    try {
      synchronized ((Object)null) {
        System.out.println("never");
      }
    } catch (NullPointerException e) {
      System.out.println("null");
    }
  }

  static void arrays() {
    Object first = Objects.class, second = new Objects().getClass();
    System.out.println(first == second);
    System.out.println(new Objects[0].getClass() + " " +
                       new Objects[1][1].getClass() + " " + int[].class + " " +
                       new Object[0][0][0].getClass().getComponentType());
    Object runnables = new Runnable[1], ints = new int[1][1][1],
           texts = new String[1][1];
    System.out.println((runnables instanceof Object[]) + " " +
                       (runnables instanceof Runnable[]) + " " +
                       (ints instanceof Object[][]) + " " +
                       (ints instanceof Cloneable[][]) + " " +
                       (ints instanceof Object[][][]) + " " +
                       (ints instanceof int[][][]) + " " +
                       (texts instanceof Comparable[][]) + " " +
                       (texts instanceof Cloneable[]));
    Object[] strings = new String[2];
    try {
      strings[0] = 1;
    } catch (ArrayStoreException e) {
      System.out.println(e);
    }
    for (Object o : new Object[] {ints, new Objects[1], "text"}) {
      try {
        Object[][] cast = (Object[][])o;
        System.out.println(cast.length);
        String[] more = (String[])o;
      } catch (ClassCastException e) {
        System.out.println(e.getMessage());
      }
    }
    try {
      System.arraycopy(new Object[] {"a", 1, "b"}, 0, strings, 0, 2);
    } catch (ArrayStoreException e) {
      System.out.println(e.getMessage() + " " + strings[0]);
    }
  }

  record A$B(int x$y) {}
  record $() {}
  record $1(String a) {}

  static void names() {
    record Local(float f) {}
    record L$1(double d) {}
    System.out.println(new A$B(1) + " " + new $() + " " + new $1("a") + " " +
                       new Top$Level('c') + " " + new Local(1) + " " +
                       new L$1(2));
  }

  public static void main(String[] args) {
    names();
    identity();
    monitors();
    arrays();
  }
}

record Top$Level(char c) {}
