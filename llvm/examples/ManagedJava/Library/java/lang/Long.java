//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A boxed long. The operations on bits are written so that LLVM finds the
/// instruction.
///
//===----------------------------------------------------------------------===//

package java.lang;

public final class Long extends Number implements Comparable<Long> {
  public static final long MIN_VALUE = 0x8000000000000000L;
  public static final long MAX_VALUE = 0x7FFFFFFFFFFFFFFFL;
  public static final int SIZE = 64;
  public static final int BYTES = 8;

  /// A class of its own, so that Long has no initializer.
  private static final class Cache {
    static final Long[] VALUES = new Long[256];

    static {
      for (int i = 0; i < 256; ++i)
        VALUES[i] = new Long(i - 128);
    }
  }

  private final long value;

  private Long(long value) { this.value = value; }

  public byte byteValue() { return (byte)value; }

  public short shortValue() { return (short)value; }

  public int intValue() { return (int)value; }

  public long longValue() { return value; }

  public float floatValue() { return (float)value; }

  public double doubleValue() { return (double)value; }

  /// From -128 to 127 always the same objects.
  public static Long valueOf(long value) {
    return value >= -128 && value <= 127 ? Cache.VALUES[(int)value + 128]
                                         : new Long(value);
  }

  public static Long valueOf(String text) { return valueOf(parseLong(text)); }

  public static long parseLong(String text) { return parseLong(text, 10); }

  public static long parseLong(String text, int radix) {
    return Digits.parse(text, radix, MIN_VALUE, MAX_VALUE);
  }

  public boolean equals(Object other) {
    return other instanceof Long && ((Long)other).value == value;
  }

  public int hashCode() { return hashCode(value); }

  public static int hashCode(long value) { return (int)(value ^ value >>> 32); }

  public int compareTo(Long other) { return compare(value, other.value); }

  public static int compare(long a, long b) {
    return a < b ? -1 : a == b ? 0 : 1;
  }

  public String toString() { return toString(value); }

  public static String toString(long value) { return Digits.decimal(value); }

  public static String toString(long value, int radix) {
    return Digits.signed(value, radix);
  }

  public static String toHexString(long number) {
    return Digits.unsigned(number, 4);
  }

  public static String toOctalString(long number) {
    return Digits.unsigned(number, 3);
  }

  public static String toBinaryString(long number) {
    return Digits.unsigned(number, 1);
  }

  public static long sum(long a, long b) { return a + b; }

  public static long max(long a, long b) { return Math.max(a, b); }

  public static long min(long a, long b) { return Math.min(a, b); }

  public static int signum(long x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

  public static int compareUnsigned(long a, long b) {
    return compare(a + MIN_VALUE, b + MIN_VALUE);
  }

  public static long divideUnsigned(long a, long b) {
    if (b < 0)
      return compareUnsigned(a, b) < 0 ? 0 : 1;
    if (a >= 0)
      return a / b;
    long quotient = (a >>> 1) / b << 1;
    return compareUnsigned(a - quotient * b, b) < 0 ? quotient : quotient + 1;
  }

  public static long remainderUnsigned(long a, long b) {
    return a - divideUnsigned(a, b) * b;
  }

  public static int bitCount(long x) {
    x -= x >>> 1 & 0x5555555555555555L;
    x = (x & 0x3333333333333333L) + (x >>> 2 & 0x3333333333333333L);
    x = x + (x >>> 4) & 0x0F0F0F0F0F0F0F0FL;
    return (int)(x * 0x0101010101010101L >>> 56);
  }

  public static int numberOfLeadingZeros(long x) {
    for (int shift = 1; shift < 64; shift *= 2)
      x |= x >>> shift;
    return bitCount(~x);
  }

  public static int numberOfTrailingZeros(long x) {
    return bitCount(~x & x - 1);
  }

  public static long highestOneBit(long x) {
    return x & MIN_VALUE >>> numberOfLeadingZeros(x);
  }

  public static long lowestOneBit(long x) { return x & -x; }

  public static long rotateLeft(long x, int distance) {
    return x << distance | x >>> -distance;
  }

  public static long rotateRight(long x, int distance) {
    return x >>> distance | x << -distance;
  }

  public static long reverseBytes(long x) {
    return (long)Integer.reverseBytes((int)x) << 32 |
        Integer.toUnsignedLong(Integer.reverseBytes((int)(x >>> 32)));
  }

  public static long reverse(long x) {
    return (long)Integer.reverse((int)x) << 32 |
        Integer.toUnsignedLong(Integer.reverse((int)(x >>> 32)));
  }
}
