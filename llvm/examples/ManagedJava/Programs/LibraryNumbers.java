//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the boxed numbers and Math do with special and random numbers. Prints a
/// sum for each type, and some of the texts.
///
/// Usage: LibraryNumbers [numbers]
///
//===----------------------------------------------------------------------===//

public class LibraryNumbers {
  private static long seed = 42;

  private static long next() {
    seed = seed * 6364136223846793005L + 1442695040888963407L;
    return seed ^ seed >>> 29;
  }

  private static final long[] SPECIAL = {0,
                                         1,
                                         -1,
                                         9,
                                         10,
                                         -10,
                                         99,
                                         100,
                                         127,
                                         128,
                                         -128,
                                         -129,
                                         255,
                                         256,
                                         32767,
                                         32768,
                                         -32768,
                                         65535,
                                         2147483647L,
                                         -2147483648L,
                                         2147483648L,
                                         4294967295L,
                                         4294967296L,
                                         999999999999999999L,
                                         1000000000000000000L,
                                         9223372036854775807L,
                                         -9223372036854775807L - 1};

  /// Of any size.
  private static long number(int i) {
    if (i < SPECIAL.length)
      return SPECIAL[i];
    long value = next();
    return value >> (int)(next() >>> 58);
  }

  private static int sum;

  private static void add(int value) { sum = 31 * sum + value; }

  private static void add(long value) { add((int)(value ^ value >>> 32)); }

  private static void add(boolean value) { add(value ? 1 : 2); }

  private static void add(String text) { add(text.hashCode()); }

  private static void add(double value) { add(Double.doubleToLongBits(value)); }

  private static void add(float value) { add(Float.floatToIntBits(value)); }

  private static void report(String name) {
    System.out.println(name + " " + sum);
  }

  private static void addInt(int a, int b, int radix) {
    add(Integer.toString(a));
    add(Integer.toString(a, radix));
    add(Integer.toHexString(a));
    add(Integer.toOctalString(a));
    add(Integer.toBinaryString(a));
    add(Integer.parseInt(Integer.toString(a, radix), radix) == a);
    add(Integer.bitCount(a));
    add(Integer.numberOfLeadingZeros(a));
    add(Integer.numberOfTrailingZeros(a));
    add(Integer.highestOneBit(a));
    add(Integer.lowestOneBit(a));
    add(Integer.rotateLeft(a, b));
    add(Integer.rotateRight(a, b));
    add(Integer.reverse(a));
    add(Integer.reverseBytes(a));
    add(Integer.signum(a));
    add(Integer.compare(a, b));
    add(Integer.compareUnsigned(a, b));
    add(Integer.toUnsignedLong(a));
    add(Integer.valueOf(a).equals(Integer.valueOf(b)));
    add(Integer.valueOf(a) == Integer.valueOf(a));
    add(Integer.valueOf(a).hashCode());
    add(Integer.valueOf(a).byteValue());
    add(Integer.valueOf(a).doubleValue());
    if (b != 0) {
      add(Integer.divideUnsigned(a, b));
      add(Integer.remainderUnsigned(a, b));
      add(Math.floorDiv(a, b));
      add(Math.floorMod(a, b));
    }
    add(Math.abs(a));
    add(Math.min(a, b));
    add(Math.max(a, b));
    try {
      add(Math.addExact(a, b));
      add(Math.subtractExact(a, b));
      add(Math.multiplyExact(a, b));
    } catch (ArithmeticException e) {
      add(e.getMessage());
    }
  }

  private static void addLong(long a, long b, int radix) {
    add(Long.toString(a));
    add(Long.toString(a, radix));
    add(Long.toHexString(a));
    add(Long.toOctalString(a));
    add(Long.toBinaryString(a));
    add(Long.parseLong(Long.toString(a, radix), radix) == a);
    add(Long.bitCount(a));
    add(Long.numberOfLeadingZeros(a));
    add(Long.numberOfTrailingZeros(a));
    add(Long.highestOneBit(a));
    add(Long.lowestOneBit(a));
    add(Long.rotateLeft(a, (int)b));
    add(Long.rotateRight(a, (int)b));
    add(Long.reverse(a));
    add(Long.reverseBytes(a));
    add(Long.signum(a));
    add(Long.compare(a, b));
    add(Long.compareUnsigned(a, b));
    add(Long.valueOf(a).equals(Long.valueOf(b)));
    add(Long.valueOf(a) == Long.valueOf(a));
    add(Long.valueOf(a).hashCode());
    if (b != 0) {
      add(Long.divideUnsigned(a, b));
      add(Long.remainderUnsigned(a, b));
      add(Math.floorDiv(a, b));
      add(Math.floorMod(a, b));
    }
    add(Math.abs(a));
    try {
      add(Math.addExact(a, b));
      add(Math.subtractExact(a, b));
      add(Math.toIntExact(a));
    } catch (ArithmeticException e) {
      add(e.getMessage());
    }
  }

  private static void addSmall(long a, long b) {
    add(Short.toString((short)a));
    add(Short.compare((short)a, (short)b));
    add(Short.valueOf((short)a) == Short.valueOf((short)a));
    add(Short.toUnsignedInt((short)a));
    add(Byte.toString((byte)a));
    add(Byte.compare((byte)a, (byte)b));
    add(Byte.valueOf((byte)a).hashCode());
    add(Byte.toUnsignedInt((byte)a));
    add(Character.toString((char)a));
    add(Character.compare((char)a, (char)b));
    add(Character.valueOf((char)a) == Character.valueOf((char)a));
    add(Character.forDigit((int)a & 63, 36));
    add(Character.isSurrogate((char)a));
    add(new String(Character.toChars((int)a & 0xFFFFF)));
    add(Boolean.compare(a < 0, b < 0));
    add(Boolean.hashCode(a < 0));
    add(Boolean.valueOf(a < 0).toString());
  }

  private static final double[] SPECIAL_DOUBLES = {0.0,
                                                   -0.0,
                                                   0.5,
                                                   -0.5,
                                                   1.5,
                                                   2.5,
                                                   -2.5,
                                                   0.49999999999999994,
                                                   1e300,
                                                   1e-300,
                                                   Double.MIN_VALUE,
                                                   Double.MAX_VALUE,
                                                   Double.MIN_NORMAL,
                                                   Double.NaN,
                                                   Double.POSITIVE_INFINITY,
                                                   Double.NEGATIVE_INFINITY,
                                                   4503599627370497.5,
                                                   9007199254740993.0,
                                                   1e18,
                                                   -1e19,
                                                   2147483647.5,
                                                   Float.MAX_VALUE,
                                                   Float.MIN_VALUE};

  private static void addDouble(double a, double b) {
    add(Double.parseDouble(Double.toString(a)) == a || a != a);
    add(Double.compare(a, b));
    add(Double.valueOf(a).equals(Double.valueOf(b)));
    add(Double.valueOf(a).hashCode());
    add(Double.isNaN(a));
    add(Double.isInfinite(a));
    add(Double.isFinite(a));
    add(Math.round(a));
    add(Math.rint(a));
    add(Math.floor(a));
    add(Math.ceil(a));
    add(Math.sqrt(a));
    add(Math.fma(a, b, a));
    add(Math.abs(a));
    add(Math.min(a, b));
    add(Math.max(a, b));
    add(Math.signum(a));
    float c = (float)a, d = (float)b;
    add(Float.parseFloat(Float.toString(c)) == c || c != c);
    add(Float.compare(c, d));
    add(Float.valueOf(c).hashCode());
    add(Math.round(c));
    add(Math.abs(c));
    add(Math.min(c, d));
    add(Math.max(c, d));
  }

  /// Decimals with so few digits that all versions of Java print the same.
  private static void addDecimal(long number) {
    double value = number % 1000000 / 1000.0;
    add(Double.toString(value));
    add(Float.toString((float)(number % 10000 / 100.0)));
    String text = number % 100000 + "e" + number % 320;
    add(Double.parseDouble(text));
    add(Float.parseFloat(number % 100000 + "e" + number % 40));
    text = number + "." + (number >>> 1) + "E" + number % 300;
    add(Double.parseDouble(text));
    add(Float.parseFloat(text));
  }

  private static void tryAll(String text) {
    StringBuilder line = new StringBuilder("\"" + text + "\":");
    try {
      line.append(' ').append(Double.parseDouble(text));
    } catch (NumberFormatException e) {
      line.append(' ').append(e.getMessage());
    }
    try {
      line.append(' ').append(Integer.parseInt(text));
    } catch (NumberFormatException e) {
      line.append(' ').append(e.getMessage());
    }
    try {
      line.append(' ').append(Long.parseLong(text, 36));
    } catch (NumberFormatException e) {
      line.append(' ').append(e.getMessage());
    }
    try {
      line.append(' ').append(Byte.parseByte(text, 16));
    } catch (NumberFormatException e) {
      line.append(' ').append(e.getMessage());
    }
    System.out.println(line);
  }

  public static void main(String[] arguments) {
    int numbers = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3000;
    for (int i = 0; i < numbers; ++i)
      addInt((int)number(i), (int)number(i * 7 % 31), 2 + i % 35);
    report("int");
    for (int i = 0; i < numbers; ++i)
      addLong(number(i), number(i * 7 % 31), 2 + i % 35);
    report("long");
    for (int i = 0; i < numbers; ++i)
      addSmall(number(i), number(i * 7 % 31));
    report("small");
    int count = SPECIAL_DOUBLES.length;
    for (int i = 0; i < numbers; ++i) {
      double a = i < count * count ? SPECIAL_DOUBLES[i / count]
                 : i % 2 == 0      ? Double.longBitsToDouble(next())
                                   : number(i) / 8.0;
      addDouble(a, SPECIAL_DOUBLES[i % count]);
    }
    report("double");
    for (int i = 0; i < numbers; ++i)
      addDecimal(number(i));
    report("decimal");
    String[] texts = {"",
                      "0",
                      "-0",
                      "+7",
                      "-",
                      "+",
                      "12x",
                      " 5 ",
                      "1.5",
                      ".5",
                      "5.",
                      ".",
                      "1e",
                      "1e5",
                      "1E-5f",
                      "1e400",
                      "-1e-400",
                      "NaN",
                      "-Infinity",
                      "Infinit",
                      "2147483647",
                      "2147483648",
                      "-2147483648",
                      "-2147483649",
                      "7f",
                      "-80",
                      "80",
                      "1y2p0ij32e8e7",
                      "1y2p0ij32e8e8",
                      "-1y2p0ij32e8e8",
                      "4.9e-324",
                      "2.4703282292062327e-324",
                      "2.4703282292062328e-324",
                      "1.7976931348623159e308",
                      "9007199254740993",
                      "9007199254740993.0000000000000000000000000001",
                      "123456789012345678901234567890",
                      "0.000000000000000000000000000001"};
    for (String text : texts)
      tryAll(text);
    double[] shown = {1,
                      -2,
                      100,
                      0.1,
                      0.001,
                      0.00099,
                      9999999,
                      1e7,
                      1.5e7,
                      123456.789,
                      1e21,
                      1e-5,
                      3.141592653589793,
                      1 / 3.0,
                      2 / 3.0,
                      1e100,
                      1.7976931348623157e308,
                      4.9e-324,
                      0.0 / 0,
                      1 / 0.0,
                      -0.0};
    for (double value : shown)
      System.out.println(value + " " + (float)value);
  }
}
