//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A boxed byte.
///
//===----------------------------------------------------------------------===//

package java.lang;

public final class Byte extends Number implements Comparable<Byte> {
  public static final byte MIN_VALUE = -128;
  public static final byte MAX_VALUE = 127;
  public static final int SIZE = 8;
  public static final int BYTES = 1;

  /// A class of its own, so that Byte has no initializer.
  private static final class Cache {
    static final Byte[] VALUES = new Byte[256];

    static {
      for (int i = 0; i < 256; ++i)
        VALUES[i] = new Byte((byte)(i - 128));
    }
  }

  private final byte value;

  private Byte(byte value) { this.value = value; }

  public byte byteValue() { return value; }

  public short shortValue() { return (short)value; }

  public int intValue() { return (int)value; }

  public long longValue() { return (long)value; }

  public float floatValue() { return (float)value; }

  public double doubleValue() { return (double)value; }

  public static Byte valueOf(byte value) { return Cache.VALUES[value + 128]; }

  public static Byte valueOf(String text) { return valueOf(parseByte(text)); }

  public static byte parseByte(String text) { return parseByte(text, 10); }

  public static byte parseByte(String text, int radix) {
    int value = Integer.parseInt(text, radix);
    if (value != (byte)value)
      throw new NumberFormatException("Value out of range. Value:\"" + text +
                                      "\" Radix:" + radix);
    return (byte)value;
  }

  public boolean equals(Object other) {
    return other instanceof Byte && ((Byte)other).value == value;
  }

  public int hashCode() { return hashCode(value); }

  public static int hashCode(byte value) { return value; }

  public int compareTo(Byte other) { return compare(value, other.value); }

  public static int compare(byte a, byte b) { return a - b; }

  public String toString() { return toString(value); }

  public static String toString(byte value) { return Digits.decimal(value); }

  public static int toUnsignedInt(byte value) { return value & 0xFF; }

  public static long toUnsignedLong(byte value) { return value & 0xFFL; }
}
