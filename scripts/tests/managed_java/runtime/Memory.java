import java.util.ArrayList;
import java.util.List;

/// Arrays of all sizes, and heaps without room.
public class Memory {
  static class Node {
    final Node next;
    final long[] data = new long[100];

    Node(Node next) { this.next = next; }
  }

  static Object kept;

  static void attempt(String name, Runnable body) {
    try {
      body.run();
      System.out.println(name + " is fine");
    } catch (Throwable t) {
      System.out.println(name + ": " + t);
    }
    kept = null;
  }

  /// \returns how many nodes there is room for.
  static int fill() {
    int count = 0;
    try {
      for (Node n = null;; ++count)
        n = new Node(n);
    } catch (OutOfMemoryError e) {
      return count;
    }
  }

  static synchronized void overflow() {
    for (Node n = null;;)
      n = new Node(n);
  }

  static void overflowDeep(int depth, Node n) {
    Node mine = new Node(n);
    if (depth < 200)
      overflowDeep(depth + 1, mine);
    else
      overflow();
  }

  static void overflowKept() {
    for (;;)
      kept = new Node((Node)kept);
  }

  /// The error that is thrown then may be the same each time.
  static void rememberNothing() {
    for (int i = 0; i < 2; ++i) {
      try {
        overflowKept();
      } catch (OutOfMemoryError e) {
        kept = null;
        e.addSuppressed(new Exception());
        System.out.println(e.getSuppressed().length + " " + e.getCause());
      }
    }
  }

  public static void main(String[] args) {
    int max = Integer.MAX_VALUE;
    for (int size : new int[] {max, max - 1, max - 2, 1 << 30, -1, -max - 1}) {
      attempt("long[" + size + "]", () -> kept = new long[size]);
      attempt("String[" + size + "]", () -> kept = new String[size]);
      attempt("byte[2][" + size + "]", () -> kept = new byte[2][size]);
      attempt("byte[" + size + "][0]", () -> kept = new byte[size][0][]);
      attempt("byte[0][" + size + "]", () -> kept = new byte[0][size]);
      attempt("byte[3][-2][" + size + "]", () -> kept = new byte[3][-2][size]);
    }
    for (int i = 0; i < 4; ++i) {
      System.out.println(fill() > 100);
      attempt("overflow", () -> overflow());
      attempt("deep", () -> overflowDeep(0, null));
      String text = "";
      for (int j = 0; j < 100; ++j)
        text += j;
      System.out.println(text.length());
    }
    try {
      try {
        overflow();
      } finally {
        System.out.println("finally");
      }
    } catch (OutOfMemoryError e) {
      attempt("in a handler", () -> overflow());
    }
    byte[] large = new byte[100000];
    large[99999] = 7;
    List<byte[]> copies = new ArrayList<>();
    attempt("clone", () -> {
      for (;;)
        copies.add(large.clone());
    });
    System.out.println(copies.get(copies.size() - 1)[99999]);
    copies.clear();
    StringBuilder text = new StringBuilder("12345678");
    attempt("append", () -> {
      for (;;)
        text.append(text);
    });
    attempt("multi", () -> kept = new long[2000][2000][8]);
    rememberNothing();
    System.out.println(Memory.class.getName());
    overflow();
  }
}
