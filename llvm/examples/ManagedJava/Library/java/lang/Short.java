//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A boxed short.
///
//===----------------------------------------------------------------------===//

package java.lang;

public final class Short extends Number implements Comparable<Short> {
  public static final short MIN_VALUE = -32768;
  public static final short MAX_VALUE = 32767;
  public static final int SIZE = 16;
  public static final int BYTES = 2;

  /// A class of its own, so that Short has no initializer.
  private static final class Cache {
    static final Short[] VALUES = new Short[256];

    static {
      for (int i = 0; i < 256; ++i)
        VALUES[i] = new Short((short)(i - 128));
    }
  }

  private final short value;

  private Short(short value) { this.value = value; }

  public byte byteValue() { return (byte)value; }

  public short shortValue() { return value; }

  public int intValue() { return (int)value; }

  public long longValue() { return (long)value; }

  public float floatValue() { return (float)value; }

  public double doubleValue() { return (double)value; }

  /// From -128 to 127 always the same objects.
  public static Short valueOf(short value) {
    return value >= -128 && value <= 127 ? Cache.VALUES[value + 128]
                                         : new Short(value);
  }

  public static Short valueOf(String text) { return valueOf(parseShort(text)); }

  public static short parseShort(String text) { return parseShort(text, 10); }

  public static short parseShort(String text, int radix) {
    int value = Integer.parseInt(text, radix);
    if (value != (short)value)
      throw new NumberFormatException("Value out of range. Value:\"" + text +
                                      "\" Radix:" + radix);
    return (short)value;
  }

  public boolean equals(Object other) {
    return other instanceof Short && ((Short)other).value == value;
  }

  public int hashCode() { return hashCode(value); }

  public static int hashCode(short value) { return value; }

  public int compareTo(Short other) { return compare(value, other.value); }

  public static int compare(short a, short b) { return a - b; }

  public String toString() { return toString(value); }

  public static String toString(short value) { return Digits.decimal(value); }

  public static int toUnsignedInt(short value) { return value & 0xFFFF; }

  public static long toUnsignedLong(short value) { return value & 0xFFFFL; }
}
