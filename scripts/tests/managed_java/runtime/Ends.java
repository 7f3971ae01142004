/// The ways in which a program ends; the first argument says which.
public class Ends {
  static class Odd extends RuntimeException {
    public String getMessage() { throw new IllegalStateException("odd"); }
  }

  static class Fails {
    static {
      if (true)
        throw new RuntimeException("initializer");
    }
    static void m() {}
  }

  static int[] last;
  static Object[] kept;

  static int forever(int n) {
    last = new int[] {n};
    return forever(n + 1) + last[0];
  }

  static void exit(int status) {
    try {
      System.exit(status);
    } finally {
      System.out.println("never");
    }
  }

  public static void main(String[] args) throws Exception {
    System.out.print("begin ");
    System.err.println("an error");
    switch (args[0]) {
    case "exit":
      exit(Integer.parseInt(args[1]));
    case "throw":
      throw new IllegalArgumentException("text");
    case "no message":
      throw new Error();
    case "suppressed":
      Exception e = new Exception("outer", new Exception("inner"));
      e.addSuppressed(new Exception("suppressed", new Error("its cause")));
      throw e;
    case "odd":
      throw new Odd();
    case "initializer":
      Fails.m();
    case "exit in finally":
      try {
        throw new RuntimeException("lost");
      } finally {
        System.exit(4);
      }
    case "deep":
      System.out.flush();
      forever(0);
    case "full":
      for (;;)
        kept = new Object[] {kept};
    case "unicode":
      throw new RuntimeException("gr\u00fcn \ud83d\ude00 \u4e2d \ud83d");
    case "much":
      for (int i = 0; i < 100000; ++i)
        System.out.println(i);
      break;
    case "allocate":
      for (int i = 0; i < 2000; ++i)
        last = new int[] {i};
      System.out.println(last[0]);
      break;
    default:
      for (String word : args)
        System.out.println(word.length() + " " + word);
    }
    System.out.println("end");
  }
}
