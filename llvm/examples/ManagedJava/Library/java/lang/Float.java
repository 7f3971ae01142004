//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A boxed float. The natives are instructions.
///
//===----------------------------------------------------------------------===//

package java.lang;

public final class Float extends Number implements Comparable<Float> {
  public static final float POSITIVE_INFINITY = 1.0f / 0.0f;
  public static final float NEGATIVE_INFINITY = -1.0f / 0.0f;
  public static final float NaN = 0.0f / 0.0f;
  public static final float MAX_VALUE = 0x1.fffffep127f;
  public static final float MIN_NORMAL = 0x1p-126f;
  public static final float MIN_VALUE = 0x1p-149f;
  public static final int MAX_EXPONENT = 127;
  public static final int MIN_EXPONENT = -126;
  public static final int SIZE = 32;
  public static final int BYTES = 4;

  private final float value;

  private Float(float value) { this.value = value; }

  public byte byteValue() { return (byte)value; }

  public short shortValue() { return (short)value; }

  public int intValue() { return (int)value; }

  public long longValue() { return (long)value; }

  public float floatValue() { return value; }

  public double doubleValue() { return (double)value; }

  public static Float valueOf(float value) { return new Float(value); }

  public static Float valueOf(String text) { return valueOf(parseFloat(text)); }

  public static float parseFloat(String text) {
    return Decimals.parseFloat(text);
  }

  public static boolean isNaN(float x) { return x != x; }

  public boolean isNaN() { return value != value; }

  public static boolean isInfinite(float x) {
    return x == POSITIVE_INFINITY || x == NEGATIVE_INFINITY;
  }

  public boolean isInfinite() { return isInfinite(value); }

  public static boolean isFinite(float x) { return Math.abs(x) <= MAX_VALUE; }

  public static native int floatToRawIntBits(float value);

  public static int floatToIntBits(float value) {
    return value != value ? 0x7FC00000 : floatToRawIntBits(value);
  }

  public static native float intBitsToFloat(int bits);

  /// Unlike ==, NaN equals itself, and 0.0 does not equal -0.0.
  public boolean equals(Object other) {
    return other instanceof Float &&
        floatToIntBits(((Float)other).value) == floatToIntBits(value);
  }

  public int hashCode() { return hashCode(value); }

  public static int hashCode(float value) { return floatToIntBits(value); }

  public int compareTo(Float other) { return compare(value, other.value); }

  /// NaN is the largest, and 0.0 is larger than -0.0.
  public static int compare(float a, float b) {
    if (a < b)
      return -1;
    if (a > b)
      return 1;
    int aBits = floatToIntBits(a), bBits = floatToIntBits(b);
    return Integer.compare(aBits, bBits);
  }

  public static float sum(float a, float b) { return a + b; }

  public static float max(float a, float b) { return Math.max(a, b); }

  public static float min(float a, float b) { return Math.min(a, b); }

  public String toString() { return toString(value); }

  public static String toString(float value) {
    return Decimals.toString(value);
  }
}
