//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Uses the language's numbers, arrays and texts: prints a line for each, and
/// checks what has to be equal.
///
/// Usage: Values
///
//===----------------------------------------------------------------------===//

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

public class Values {
  private static void check(boolean right, String what) {
    if (!right)
      throw new AssertionError(what);
  }

  // Neither javac nor another compiler knows these.
  private static int zero = 0, one = 1, minusOne = -1;
  private static long longOne = 1;
  private static double doubleZero = 0, nan = 0;

  // Arithmetic

  private static void integers() {
    int i = Integer.MIN_VALUE;
    long j = Long.MIN_VALUE;
    byte b = (byte)(200 + zero);
    char c = (char)(-1 + zero);
    short s = (short)(40000 + zero);
    b += 100;
    c += 2;
    s <<= 1;
    b >>>= 1;
    check(i / minusOne == i && i % minusOne == 0, "the least int");
    check(j / minusOne == j && j % minusOne == 0, "the least long");
    check(-i == i && Math.abs(i) == i, "its negative");
    check(i - one == Integer.MAX_VALUE, "overflow");
    check((1 << 33 + zero) == 2 && 1L << 65 + zero == 2, "masks of shifts");
    check(-17 / (4 + zero) == -4 && -17 % (4 + zero) == -1, "toward zero");
    check(-17 >> 2 + zero == -5 && -17 >>> 28 + zero == 15, "shifts");
    check(minusOne >>> 32 == -1 && -longOne >>> 63 == 1, "more shifts");
    check((0xFF ^ 0x0F & ~3 | 1 << 8) == 0x1F3, "bits");
    check((byte)'\u00ff' == -1 && (char)(byte)-1 == '\uffff', "narrowing");
    check((int)'\uffff' == 65535 && (short)0x18000 == -32768, "and widening");
    check((int)0x123456789L == 0x23456789, "long to int");
    int increments = zero;
    increments = increments++ + ++increments;
    int[] array = {1, 2, 3};
    int at = 0;
    array[at++] += array[at] * 10;
    array[at] = at = 2;
    String failed = "";
    for (int k = 0; k < 4; ++k) {
      try {
        long result = k == 0   ? one / zero
                      : k == 1 ? one % zero
                      : k == 2 ? longOne / zero
                               : longOne % zero;
        failed += result;
      } catch (ArithmeticException e) {
        failed += e.getMessage();
      }
    }
    System.out.println("integers " + b + " " + (int)c + " " + s + " " +
                       increments + " " + Arrays.toString(array) + " " +
                       failed + " " + (i * 31L + j) + " " + (j >>> 3) + " " +
                       (char)('a' + one) + ('a' + one) + " " +
                       Long.MAX_VALUE * 3 + " " + 07_7 + 0b101 + 0xFFFF_FFFF);
  }

  private static void floats() {
    double notANumber = nan / doubleZero, infinite = 1 / doubleZero;
    float f = 16777217 + zero;
    check(notANumber != notANumber, "NaN");
    check(!(notANumber < 1) && !(notANumber > 1) && !(notANumber <= 1) &&
              !(notANumber >= 1) && !(notANumber == 1),
          "comparisons with NaN");
    check((notANumber < 1 ? 1 : 2) == 2 && (1 > notANumber ? 1 : 2) == 2,
          "their branches");
    float floatNaN = (float)notANumber;
    check(!(floatNaN < 1) && !(floatNaN >= 1) && floatNaN != floatNaN,
          "NaN of float");
    check((int)notANumber == 0 && (long)notANumber == 0, "NaN to integers");
    check((int)infinite == Integer.MAX_VALUE, "infinite to int");
    check((int)-infinite == Integer.MIN_VALUE, "and negative");
    check((long)infinite == Long.MAX_VALUE, "infinite to long");
    check((int)1e10 == Integer.MAX_VALUE && (int)1e10f == Integer.MAX_VALUE,
          "too large");
    check((char)1e10 == '\uffff' && (byte)(300.7 + zero) == 44, "two steps");
    check((int)-0.9 == 0 && (long)-1.9f == -1, "toward zero");
    check(0.0 == -0.0 && 1 / -doubleZero == -infinite, "zeros");
    check(Math.min(0.0, -doubleZero) == 0 && 1 / Math.min(0.0, -doubleZero) < 0,
          "the less zero");
    check(5.5 % (2 + zero) == 1.5 && -5.5 % 2 == -1.5 && 5.5 % -2 == 1.5,
          "remainders");
    check(infinite % 2 != infinite % 2 && 2 % infinite == 2, "more of them");
    check((float)0.1 != 0.1 && (double)0.1f == 0.1f, "precision");
    check(f == 16777216f && (float)Long.MAX_VALUE == 9.223372e18f, "rounding");
    check(Math.round(-2.5) == -2 && Math.round(2.5) == 3, "round");
    check(Math.rint(2.5) == 2 && Math.rint(-3.5) == -4, "rint");
    check(Math.floor(-0.5) == -1 && 1 / Math.ceil(-0.5) < 0, "floor, ceil");
    check(Double.compare(notANumber, infinite) > 0, "order");
    double sum = 0;
    for (int i = 0; i < 10; ++i)
      sum += 0.1;
    System.out.println("floats " + sum + " " + (float)sum + " " + 1.0 / 3 +
                       " " + 1.0f / 3 + " " + notANumber + " " + -infinite +
                       " " + 100.0 + " " + 1e7 + " " + 0.001f + " " + 1.0e-5 +
                       " " + Double.MIN_VALUE + " " + Float.MAX_VALUE + " " +
                       (0.1f + 0.2f) + " " + (0.1 + 0.2) + " " + f + " " +
                       Double.doubleToLongBits(-0.0) + " " +
                       Float.floatToIntBits(1.5f) + " " + Math.sqrt(2));
  }

  // Arrays

  private static void arrays() {
    int[][] triangle = new int[4][];
    for (int i = 0; i < triangle.length; ++i) {
      triangle[i] = new int[i + 1];
      for (int j = 0; j <= i; ++j)
        triangle[i][j] =
            j == 0 || j == i ? 1 : triangle[i - 1][j - 1] + triangle[i - 1][j];
    }
    long[][][] cube = new long[2][3][4];
    cube[1][2][3] = 5;
    String[][] partly = new String[2][];
    Object[] covariant = new Integer[1];
    Object array = new char[] {'o', 'k'};
    boolean[] flags = {true, false};
    flags[1] |= flags[0];
    byte[] bytes = {1, -1};
    bytes[1] >>>= 1;
    bytes[0] += 127;
    int[] copy = triangle[3].clone();
    copy[0] = 9;
    StringBuilder failed = new StringBuilder();
    for (int k = 0; k < 6; ++k) {
      try {
        switch (k) {
        case 0 -> covariant[zero] = "no Integer";
        case 1 -> copy[4 + zero] = 0;
        case 2 -> copy[minusOne] = 0;
        case 3 -> partly = new String[1][minusOne];
        case 4 -> cube[1] = new long[minusOne][0];
        default -> covariant = (Integer[]) new Object[one];
        }
      } catch (RuntimeException e) {
        failed.append(e.getClass().getName().substring(10));
        failed.append(':').append(e.getMessage()).append(' ');
      }
    }
    check(partly[1] == null && cube[0][0].length == 4, "dimensions");
    check(array instanceof char[] && !(array instanceof Object[]), "kinds");
    check(covariant instanceof Integer[] &&
              (Object)triangle instanceof Object[] &&
              !((Object)triangle instanceof int[]),
          "more kinds");
    check(copy.length == 4 && triangle[3][0] == 1, "clone");
    System.out.println("arrays " + Arrays.toString(triangle[3]) +
                       cube[1][2][3] + ((char[])array)[1] + flags[1] +
                       Arrays.toString(bytes) + " " + failed +
                       triangle.getClass().getName() + " " +
                       covariant.getClass().getComponentType().getName());
  }

  // Texts

  private static void texts() {
    String nothing = null;
    char unit = 'u';
    char[] units = {'x', 'y'};
    String text = "a" + 1 + 2L + 'c' + 1.5f + 2.5 + true + null + nothing +
                  unit + (unit + 1) + (char)(unit + 1) + (byte)-1 + (short)-2;
    text += 1 + 2 + "=" + 1 + 2;
    text += new String(units) + String.valueOf(units).length();
    check("constant" == "const"
                            + "ant",
          "constants are the same object");
    check("constant" != new String("constant"), "and others are not");
    check("constant".equals(new String("constant")), "but equal");
    String multi = """
        two "lines"\tand
          a \\ indented""";
    String escapes = "\u0001\177 \u20ac".length() + "\0".length() + "\"";
    System.out.println("texts " + text + " " + multi.replace('\n', '|') + " " +
                       escapes + " "
                       + "\uD83D\uDE00".codePointAt(0) + " "
                       + "hash".hashCode() + " "
                       + "b".compareTo("abc") + " "
                       + "a,b".indexOf(',') + "x".repeat(3) + " pad ".trim());
  }

  // Boxes

  private static void boxes() {
    Integer small = 127, same = 127, large = 1000, other = 1000;
    Long wide = 5L;
    Character unit = 'x';
    Boolean flag = true;
    ++small;
    large += other;
    check(same == Integer.valueOf(127) && !large.equals(other), "equality");
    check(!wide.equals(5) && wide == 5 && unit < 'y' && flag, "unboxing");
    Map<Character, Integer> counts = new HashMap<>();
    for (char c : "mississippi".toCharArray())
      counts.merge(c, 1, Integer::sum);
    List<Object> list = new ArrayList<>();
    list.add(1);
    list.add(2L);
    list.add('c');
    list.add(1.5f);
    list.add((byte)3);
    list.remove((Object)2L);
    list.remove(0);
    System.out.println("boxes " + small + large + wide + unit + flag + " " +
                       counts + " " + list + " " +
                       Objects.hash(1, 2L, 'c', true, 1.5));
  }

  // Many arguments, and deep recursion

  private static double many(int a, long b, float c, double d, byte e, short f,
                             char g, boolean h, Object i, int j, long k,
                             double l, float m, int n, double o, double p,
                             double q, double r, double s, double t) {
    return a + b + c + d + e + f + g + (h ? 1 : 0) + i.hashCode() + j + k + l +
        m + n + o + p + q + r + s + t;
  }

  private static int depth(int left, Object kept) {
    Object own = left % 100 == 0 ? new int[left] : kept;
    return left == 0 ? own.hashCode() - own.hashCode()
                     : 1 + depth(left - 1, own);
  }

  private static void calls() {
    System.out.println("calls " +
                       many(1, 2, 3, 4, (byte)5, (short)6, 'a', true, "i", 10,
                            11, 12, 13, 14, 15, 16, 17, 18, 19, 20.5) +
                       " " + depth(3000, ""));
  }

  public static void main(String[] arguments) {
    integers();
    floats();
    arrays();
    texts();
    boxes();
    calls();
  }
}
