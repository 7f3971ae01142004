//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A boxed char. Methods that need tables of Unicode are left out.
///
//===----------------------------------------------------------------------===//

package java.lang;

import java.io.Serializable;

public final class Character implements Serializable, Comparable<Character> {
  public static final char MIN_VALUE = '\u0000';
  public static final char MAX_VALUE = '\uFFFF';
  public static final int MIN_RADIX = 2;
  public static final int MAX_RADIX = 36;
  public static final char MIN_HIGH_SURROGATE = '\uD800';
  public static final char MAX_HIGH_SURROGATE = '\uDBFF';
  public static final char MIN_LOW_SURROGATE = '\uDC00';
  public static final char MAX_LOW_SURROGATE = '\uDFFF';
  public static final char MIN_SURROGATE = MIN_HIGH_SURROGATE;
  public static final char MAX_SURROGATE = MAX_LOW_SURROGATE;
  public static final int MIN_SUPPLEMENTARY_CODE_POINT = 0x10000;
  public static final int MIN_CODE_POINT = 0;
  public static final int MAX_CODE_POINT = 0x10FFFF;
  public static final int SIZE = 16;
  public static final int BYTES = 2;

  /// A class of its own, so that Character has no initializer.
  private static final class Cache {
    static final Character[] VALUES = new Character[128];

    static {
      for (int i = 0; i < 128; ++i)
        VALUES[i] = new Character((char)i);
    }
  }

  private final char value;

  private Character(char value) { this.value = value; }

  public char charValue() { return value; }

  /// Up to 127 always the same objects.
  public static Character valueOf(char value) {
    return value <= 127 ? Cache.VALUES[value] : new Character(value);
  }

  public boolean equals(Object other) {
    return other instanceof Character && ((Character)other).value == value;
  }

  public int hashCode() { return value; }

  public static int hashCode(char value) { return value; }

  public int compareTo(Character other) { return value - other.value; }

  public static int compare(char a, char b) { return a - b; }

  public String toString() { return toString(value); }

  public static String toString(char value) { return String.valueOf(value); }

  /// 0 if the digit or the radix is out of range.
  public static char forDigit(int digit, int radix) {
    if (radix < MIN_RADIX || radix > MAX_RADIX || digit < 0 || digit >= radix)
      return '\0';
    return (char)(digit < 10 ? '0' + digit : 'a' + digit - 10);
  }

  public static boolean isHighSurrogate(char unit) {
    return unit >= MIN_HIGH_SURROGATE && unit <= MAX_HIGH_SURROGATE;
  }

  public static boolean isLowSurrogate(char unit) {
    return unit >= MIN_LOW_SURROGATE && unit <= MAX_LOW_SURROGATE;
  }

  public static boolean isSurrogate(char unit) {
    return unit >= MIN_SURROGATE && unit <= MAX_SURROGATE;
  }

  public static boolean isValidCodePoint(int point) {
    return point >= 0 && point <= MAX_CODE_POINT;
  }

  public static int charCount(int point) {
    return point >= MIN_SUPPLEMENTARY_CODE_POINT ? 2 : 1;
  }

  public static int toCodePoint(char high, char low) {
    return (high - MIN_HIGH_SURROGATE << 10) + (low - MIN_LOW_SURROGATE) +
        MIN_SUPPLEMENTARY_CODE_POINT;
  }

  public static char highSurrogate(int point) {
    return (char)(MIN_HIGH_SURROGATE +
                  (point - MIN_SUPPLEMENTARY_CODE_POINT >> 10));
  }

  public static char lowSurrogate(int point) {
    return (char)(MIN_LOW_SURROGATE + (point & 0x3FF));
  }

  public static char[] toChars(int point) {
    if (!isValidCodePoint(point)) {
      StringBuilder hex = new StringBuilder(Integer.toHexString(point));
      for (int i = 0; i < hex.length(); ++i)
        if (hex.charAt(i) >= 'a')
          hex.setCharAt(i, (char)(hex.charAt(i) - 'a' + 'A'));
      throw new IllegalArgumentException("Not a valid Unicode code point: 0x" +
                                         hex);
    }
    if (charCount(point) == 1)
      return new char[] {(char)point};
    return new char[] {highSurrogate(point), lowSurrogate(point)};
  }
}
