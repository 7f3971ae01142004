//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A boxed double. The natives are instructions.
///
//===----------------------------------------------------------------------===//

package java.lang;

public final class Double extends Number implements Comparable<Double> {
  public static final double POSITIVE_INFINITY = 1.0 / 0.0;
  public static final double NEGATIVE_INFINITY = -1.0 / 0.0;
  public static final double NaN = 0.0 / 0.0;
  public static final double MAX_VALUE = 0x1.fffffffffffffp1023;
  public static final double MIN_NORMAL = 0x1p-1022;
  public static final double MIN_VALUE = 0x1p-1074;
  public static final int MAX_EXPONENT = 1023;
  public static final int MIN_EXPONENT = -1022;
  public static final int SIZE = 64;
  public static final int BYTES = 8;

  private final double value;

  private Double(double value) { this.value = value; }

  public byte byteValue() { return (byte)value; }

  public short shortValue() { return (short)value; }

  public int intValue() { return (int)value; }

  public long longValue() { return (long)value; }

  public float floatValue() { return (float)value; }

  public double doubleValue() { return value; }

  public static Double valueOf(double value) { return new Double(value); }

  public static Double valueOf(String text) {
    return valueOf(parseDouble(text));
  }

  public static double parseDouble(String text) {
    return Decimals.parseDouble(text);
  }

  public static boolean isNaN(double x) { return x != x; }

  public boolean isNaN() { return value != value; }

  public static boolean isInfinite(double x) {
    return x == POSITIVE_INFINITY || x == NEGATIVE_INFINITY;
  }

  public boolean isInfinite() { return isInfinite(value); }

  public static boolean isFinite(double x) { return Math.abs(x) <= MAX_VALUE; }

  public static native long doubleToRawLongBits(double value);

  public static long doubleToLongBits(double value) {
    return value != value ? 0x7FF8000000000000L : doubleToRawLongBits(value);
  }

  public static native double longBitsToDouble(long bits);

  /// Unlike ==, NaN equals itself, and 0.0 does not equal -0.0.
  public boolean equals(Object other) {
    return other instanceof Double &&
        doubleToLongBits(((Double)other).value) == doubleToLongBits(value);
  }

  public int hashCode() { return hashCode(value); }

  public static int hashCode(double value) {
    return Long.hashCode(doubleToLongBits(value));
  }

  public int compareTo(Double other) { return compare(value, other.value); }

  /// NaN is the largest, and 0.0 is larger than -0.0.
  public static int compare(double a, double b) {
    if (a < b)
      return -1;
    if (a > b)
      return 1;
    long aBits = doubleToLongBits(a), bBits = doubleToLongBits(b);
    return Long.compare(aBits, bBits);
  }

  public static double sum(double a, double b) { return a + b; }

  public static double max(double a, double b) { return Math.max(a, b); }

  public static double min(double a, double b) { return Math.min(a, b); }

  public String toString() { return toString(value); }

  public static String toString(double value) {
    return Decimals.toString(value);
  }
}
