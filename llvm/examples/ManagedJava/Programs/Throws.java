//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Throws and catches in every way, often, and adds up what happened in which
/// order.
///
/// Usage: Throws [rounds]
///
//===----------------------------------------------------------------------===//

public class Throws {
  private static int sum;

  private static void note(int event) { sum = 31 * sum + event; }

  /// Only in the first round: where exceptions are frequent, OpenJDK throws
  /// some without a message.
  private static boolean messages = true;

  private static int messageOf(Throwable thrown) {
    if (!messages)
      return 1;
    String message = thrown.getMessage();
    return message == null ? 2 : message.hashCode();
  }

  private static class Checked extends Exception {
    private static final long serialVersionUID = 1;
    final int number;

    Checked(int number) { this.number = number; }
  }

  private static final class Special extends Checked {
    private static final long serialVersionUID = 1;

    Special(int number) { super(number); }
  }

  private static final class Unchecked extends RuntimeException {
    private static final long serialVersionUID = 1;

    Unchecked(String message, Throwable cause) { super(message, cause); }
  }

  private static final class Resource implements AutoCloseable {
    private final int number;

    Resource(int number) throws Checked {
      this.number = number;
      note(number);
      if (number % 5 == 4)
        throw new Checked(number);
    }

    @Override
    public void close() throws Special {
      note(-number);
      if (number % 3 == 2)
        throw new Special(number);
    }
  }

  /// Throws something or returns.
  private static int fail(int kind) throws Checked {
    switch (kind) {
    case 0:
      throw new Checked(kind);
    case 1:
      throw new Special(kind);
    case 2:
      throw new Unchecked("unchecked", null);
    case 3:
      return 1 / (kind - 3);
    case 4:
      int[][] square = new int[kind][kind];
      return square.length + square[0][kind];
    case 5:
      return (Integer)(Object) "no number";
    case 6:
      return new int[kind - 7].length;
    case 7:
      Object[] array = new String[1];
      array[0] = kind;
      return array.length;
    case 8:
      throw new Error("error");
    case 9:
      return Integer.parseInt("nine");
    case 10:
      return "text".charAt(kind);
    case 11:
      throw new StackOverflowError("not really");
    default:
      return kind;
    }
  }

  private static final int KINDS = 13;

  /// All kinds of handlers, and the order they are tried in.
  private static int classify(int kind) {
    try {
      return fail(kind);
    } catch (Special e) {
      return 100 + e.number;
    } catch (Checked e) {
      return 200 + e.number;
    } catch (ArithmeticException | ClassCastException e) {
      return 300 + messageOf(e);
    } catch (ArrayIndexOutOfBoundsException e) {
      return 400 + messageOf(e);
    } catch (IndexOutOfBoundsException e) {
      return 500 + messageOf(e);
    } catch (RuntimeException e) {
      return 600 + messageOf(e);
    } catch (VirtualMachineError e) {
      return 700;
    } catch (Throwable e) {
      return 800 + messageOf(e);
    }
  }

  /// What passes through a frame without a handler, and one with a finally.
  private static int passThrough(int depth, int kind) throws Checked {
    if (depth == 0)
      return fail(kind);
    if (depth % 3 == 0)
      return passThrough(depth - 1, kind) + 1;
    int local = depth * 7;
    try {
      return passThrough(depth - 1, kind) + local;
    } finally {
      note(local);
    }
  }

  private static int recursion(int kind) {
    int begin = kind * 3;
    try {
      return passThrough(20, kind);
    } catch (Exception e) {
      return begin + (e instanceof Checked c ? c.number : 1000);
    } catch (Error e) {
      return begin + 2000;
    }
  }

  /// Rethrows with a cause, several times.
  private static int wrapped(int depth, int kind) {
    try {
      if (depth > 0)
        return wrapped(depth - 1, kind);
      return fail(kind);
    } catch (Unchecked e) {
      throw new Unchecked("again", e);
    } catch (Exception e) {
      throw new Unchecked("first", e);
    }
  }

  private static int causes(int kind) {
    try {
      return wrapped(6, kind);
    } catch (Throwable e) {
      int count = 0;
      for (Throwable t = e; t != null; t = t.getCause())
        ++count;
      return count;
    }
  }

  /// A finally that throws, one that returns, and one in a loop.
  @SuppressWarnings("finally")
  private static int finals(int kind) {
    int result = 0;
    for (int i = 0; i < 4; ++i) {
      try {
        if (i == kind % 4)
          continue;
        try {
          result += fail(kind + i);
        } finally {
          result += 10;
          if (i == 2 && kind % 2 == 0)
            throw new Checked(99);
        }
      } catch (Checked e) {
        result += e.number;
        if (kind == 1)
          break;
      } catch (Exception e) {
        result += 1000;
      } catch (Error e) {
        result += 5000;
      } finally {
        note(result);
        if (kind == 7 && i == 3)
          return -result;
      }
    }
    return result;
  }

  private static int resources(int kind) {
    int result = 0;
    try (Resource a = new Resource(kind); Resource b = new Resource(kind + 1)) {
      result = a.number + b.number + fail(kind % KINDS);
    } catch (Checked e) {
      result = e.number;
      for (Throwable suppressed : e.getSuppressed())
        result = 10 * result + ((Checked)suppressed).number;
    } catch (RuntimeException | Error e) {
      result = 7;
    }
    return result;
  }

  private static final Object LOCK = new Object();

  private static synchronized int locked(int depth, int kind) throws Checked {
    synchronized (LOCK) {
      return depth == 0 ? fail(kind) : locked(depth - 1, kind);
    }
  }

  private static int monitors(int kind) {
    try {
      return locked(5, kind);
    } catch (Throwable e) {
      synchronized (LOCK) { return 50; }
    }
  }

  private interface Action {
    int run(int kind) throws Checked;
  }

  private static int lambda(int kind) {
    Action action = k -> fail(k) + 1;
    Action guarded = k -> {
      try {
        return action.run(k);
      } catch (Checked e) {
        return -e.number;
      }
    };
    try {
      return guarded.run(kind);
    } catch (Throwable e) {
      return 60;
    }
  }

  /// An exception in a loop whose variables live on.
  private static int loop(int count) {
    int caught = 0, last = -1;
    long product = 1;
    int[] array = new int[7];
    for (int i = 0; i < count; ++i) {
      try {
        array[i % 10] = i;
        product = product * 31 + array[i % 10];
      } catch (ArrayIndexOutOfBoundsException e) {
        ++caught;
        last = i;
        product ^= messageOf(e);
      }
    }
    return caught + last + (int)product;
  }

  public static void main(String[] arguments) {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 400;
    for (int round = 0; round < rounds; ++round) {
      for (int kind = 0; kind < KINDS; ++kind) {
        int[] results = {classify(kind), recursion(kind), causes(kind),
                         finals(kind),   resources(kind), monitors(kind),
                         lambda(kind),   loop(kind * 3)};
        for (int result : results)
          note(result);
        if (round == 0) {
          StringBuilder line = new StringBuilder();
          for (int result : results)
            line.append(result).append(' ');
          System.out.println(line.append(sum));
        }
      }
      messages = false;
    }
    System.out.println(sum);
  }
}
