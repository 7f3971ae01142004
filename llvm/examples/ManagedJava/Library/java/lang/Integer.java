//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A boxed int. The operations on bits are written so that LLVM finds the
/// instruction.
///
//===----------------------------------------------------------------------===//

package java.lang;

public final class Integer extends Number implements Comparable<Integer> {
  public static final int MIN_VALUE = 0x80000000;
  public static final int MAX_VALUE = 0x7FFFFFFF;
  public static final int SIZE = 32;
  public static final int BYTES = 4;

  /// A class of its own, so that Integer has no initializer.
  private static final class Cache {
    static final Integer[] VALUES = new Integer[256];

    static {
      for (int i = 0; i < 256; ++i)
        VALUES[i] = new Integer(i - 128);
    }
  }

  private final int value;

  private Integer(int value) { this.value = value; }

  public byte byteValue() { return (byte)value; }

  public short shortValue() { return (short)value; }

  public int intValue() { return value; }

  public long longValue() { return (long)value; }

  public float floatValue() { return (float)value; }

  public double doubleValue() { return (double)value; }

  /// From -128 to 127 always the same objects.
  public static Integer valueOf(int value) {
    return value >= -128 && value <= 127 ? Cache.VALUES[value + 128]
                                         : new Integer(value);
  }

  public static Integer valueOf(String text) { return valueOf(parseInt(text)); }

  public static int parseInt(String text) { return parseInt(text, 10); }

  public static int parseInt(String text, int radix) {
    return (int)Digits.parse(text, radix, MIN_VALUE, MAX_VALUE);
  }

  public boolean equals(Object other) {
    return other instanceof Integer && ((Integer)other).value == value;
  }

  public int hashCode() { return hashCode(value); }

  public static int hashCode(int value) { return value; }

  public int compareTo(Integer other) { return compare(value, other.value); }

  public static int compare(int a, int b) {
    return a < b ? -1 : a == b ? 0 : 1;
  }

  public String toString() { return toString(value); }

  public static String toString(int value) { return Digits.decimal(value); }

  public static String toString(int value, int radix) {
    return Digits.signed(value, radix);
  }

  public static String toHexString(int number) {
    return Digits.unsigned(toUnsignedLong(number), 4);
  }

  public static String toOctalString(int number) {
    return Digits.unsigned(toUnsignedLong(number), 3);
  }

  public static String toBinaryString(int number) {
    return Digits.unsigned(toUnsignedLong(number), 1);
  }

  public static int sum(int a, int b) { return a + b; }

  public static int max(int a, int b) { return Math.max(a, b); }

  public static int min(int a, int b) { return Math.min(a, b); }

  public static int signum(int x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

  public static long toUnsignedLong(int x) { return x & 0xFFFFFFFFL; }

  public static int compareUnsigned(int a, int b) {
    return compare(a + MIN_VALUE, b + MIN_VALUE);
  }

  public static int divideUnsigned(int a, int b) {
    return (int)(toUnsignedLong(a) / toUnsignedLong(b));
  }

  public static int remainderUnsigned(int a, int b) {
    return (int)(toUnsignedLong(a) % toUnsignedLong(b));
  }

  public static int bitCount(int x) {
    x -= x >>> 1 & 0x55555555;
    x = (x & 0x33333333) + (x >>> 2 & 0x33333333);
    return (x + (x >>> 4) & 0x0F0F0F0F) * 0x01010101 >>> 24;
  }

  public static int numberOfLeadingZeros(int x) {
    for (int shift = 1; shift < 32; shift *= 2)
      x |= x >>> shift;
    return bitCount(~x);
  }

  public static int numberOfTrailingZeros(int x) {
    return bitCount(~x & x - 1);
  }

  public static int highestOneBit(int x) {
    return x & MIN_VALUE >>> numberOfLeadingZeros(x);
  }

  public static int lowestOneBit(int x) { return x & -x; }

  public static int rotateLeft(int x, int distance) {
    return x << distance | x >>> -distance;
  }

  public static int rotateRight(int x, int distance) {
    return x >>> distance | x << -distance;
  }

  public static int reverseBytes(int x) {
    return x << 24 | (x & 0xFF00) << 8 | x >>> 8 & 0xFF00 | x >>> 24;
  }

  public static int reverse(int x) {
    x = (x & 0x55555555) << 1 | x >>> 1 & 0x55555555;
    x = (x & 0x33333333) << 2 | x >>> 2 & 0x33333333;
    x = (x & 0x0F0F0F0F) << 4 | x >>> 4 & 0x0F0F0F0F;
    return reverseBytes(x);
  }
}
