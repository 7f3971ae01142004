//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What String and StringBuilder do with random texts. Prints a sum for each
/// method.
///
/// Usage: LibraryStrings [texts]
///
//===----------------------------------------------------------------------===//

public class LibraryStrings {
  private static int seed = 42;

  private static int next(int bound) {
    seed = seed * 1103515245 + 12345;
    return (seed >>> 8) % bound;
  }

  /// Few different units, so that texts contain others; surrogates, too.
  private static String make(int most) {
    char[] units = new char[next(most + 1)];
    char[] alphabet = {'a', 'b', ' ', '\n', '\u00E9', '\uD83D', '\uDE00', 'c'};
    int different = next(2) == 0 ? 2 : alphabet.length;
    for (int i = 0; i < units.length; ++i)
      units[i] = alphabet[next(different)];
    return new String(units);
  }

  private static int sum;

  private static void add(int value) { sum = 31 * sum + value; }

  private static void add(boolean value) { add(value ? 1 : 2); }

  private static void add(CharSequence text) {
    add(text.length());
    for (int i = 0; i < text.length(); ++i)
      add(text.charAt(i));
  }

  private static void report(char[] name) {
    System.out.print(name);
    System.out.print(' ');
    System.out.println(sum);
  }

  private static void compare(String a, String b) {
    add(a.equals(b));
    add(a.hashCode());
    add(a.compareTo(b) < 0 ? -1 : a.compareTo(b) > 0 ? 1 : 0);
    add(a.compareTo(b));
    add(a.equals(null));
    add(a.startsWith(b));
    add(a.endsWith(b));
    add(a.contains(b));
    add(a.isEmpty());
  }

  private static void find(String a, String b) {
    int from = next(12) - 2;
    add(a.indexOf(b));
    add(a.indexOf(b, from));
    add(a.lastIndexOf(b));
    add(a.lastIndexOf(b, from));
    add(a.startsWith(b, from));
    add(a.indexOf('b'));
    add(a.indexOf(0x1F600));
    add(a.indexOf('a', from));
    add(a.lastIndexOf('b'));
    add(a.lastIndexOf(0x1F600, from));
    add(a.indexOf(-1));
  }

  private static void take(String a, String b) {
    int begin = next(10) - 1, end = next(10);
    try {
      add(a.substring(begin));
      add(a.substring(begin, end));
      add(a.subSequence(begin, end));
      char[] units = new char[6];
      a.getChars(begin, end, units, next(3));
      add(new String(units));
      add(new String(units, begin, end));
      add(a.charAt(end));
      add(a.codePointAt(begin));
    } catch (IndexOutOfBoundsException e) {
      for (char unit : e.getMessage().toCharArray())
        add(unit);
    }
    add(a.concat(b));
    add(a.replace('a', 'x'));
    add(a.replace(b, a));
    add(a.repeat(next(4)));
    add(a.trim());
    add(a.toCharArray().length);
    add(String.join(a, b, b, a));
  }

  private static void build(String a, String b) {
    StringBuilder builder = new StringBuilder();
    for (int i = 0; i < 12; ++i) {
      int at = next(12) - 1, end = at + next(5) - 1;
      try {
        switch (next(14)) {
        case 0:
          builder.append(a).append((CharSequence)b);
          break;
        case 1:
          builder.append(a, at, end);
          break;
        case 2:
          builder.append('z').append(true).append((Object)null);
          break;
        case 3:
          builder.append(at - 5).append(at * 123456789012345L);
          break;
        case 4:
          builder.append(at / 4.0).append(at / 8.0f);
          break;
        case 5:
          builder.insert(at, at);
          break;
        case 6:
          builder.insert(at, 'y').insert(at, at * 1000000000000L);
          break;
        case 7:
          builder.delete(at, end);
          break;
        case 8:
          builder.deleteCharAt(at);
          break;
        case 9:
          builder.reverse();
          break;
        case 10:
          builder.setLength(at);
          break;
        case 11:
          builder.setCharAt(at, 'w');
          break;
        case 12:
          builder.appendCodePoint(next(0x110100));
          break;
        default:
          builder.append(a.toCharArray(), at, end);
          break;
        }
        add(builder.charAt(at));
      } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
        for (char unit : e.getMessage().toCharArray())
          add(unit);
      }
      add(builder);
      add(builder.toString().hashCode());
    }
    add(builder.compareTo(new StringBuilder(a)));
    add(builder.indexOf("a"));
  }

  public static void main(String[] arguments) {
    int texts = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3000;
    for (int i = 0; i < texts; ++i)
      compare(make(4), make(3));
    report("compare".toCharArray());
    for (int i = 0; i < texts; ++i)
      find(make(10), make(2));
    report("find".toCharArray());
    for (int i = 0; i < texts; ++i)
      take(make(10), make(2));
    report("take".toCharArray());
    for (int i = 0; i < texts; ++i)
      build(make(10), make(5));
    report("build".toCharArray());
  }
}
