//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Integers as text.
///
//===----------------------------------------------------------------------===//

package java.lang;

final class Digits {
  private Digits() {}

  /// \returns how many units the decimal number has, the sign included.
  static int count(long number) {
    int count = number < 0 ? 2 : 1;
    // Negative numbers have a larger range.
    for (long rest = number < 0 ? number : -number; rest <= -10; rest /= 10)
      ++count;
    return count;
  }

  /// Writes the decimal number in front of \p end.
  static void write(long number, char[] text, int end) {
    long rest = number < 0 ? number : -number;
    do {
      long next = rest / 10;
      text[--end] = (char)('0' + (int)(next * 10 - rest));
      rest = next;
    } while (rest != 0);
    if (number < 0)
      text[--end] = '-';
  }

  static String decimal(long number) {
    char[] text = new char[count(number)];
    write(number, text, text.length);
    return new String(text);
  }

  /// \p radix that is out of range becomes 10.
  static String signed(long number, int radix) {
    if (radix < Character.MIN_RADIX || radix > Character.MAX_RADIX)
      radix = 10;
    char[] text = new char[65];
    int begin = text.length;
    long rest = number < 0 ? number : -number;
    do {
      text[--begin] = Character.forDigit((int)-(rest % radix), radix);
      rest /= radix;
    } while (rest != 0);
    if (number < 0)
      text[--begin] = '-';
    return new String(text, begin, text.length - begin);
  }

  /// In the base 1 << \p shift.
  static String unsigned(long number, int shift) {
    char[] text = new char[64];
    int begin = text.length;
    do {
      text[--begin] =
          Character.forDigit((int)number & (1 << shift) - 1, 1 << shift);
      number >>>= shift;
    } while (number != 0);
    return new String(text, begin, text.length - begin);
  }

  /// Digits of other scripts than Latin are refused. \p least and \p most are
  /// the range of the type.
  static long parse(String text, int radix, long least, long most) {
    if (text == null)
      throw new NumberFormatException("Cannot parse null string");
    if (radix < Character.MIN_RADIX)
      throw new NumberFormatException("radix " + radix +
                                      " less than Character.MIN_RADIX");
    if (radix > Character.MAX_RADIX)
      throw new NumberFormatException("radix " + radix +
                                      " greater than Character.MAX_RADIX");
    int length = text.length(), at = 0;
    boolean negative = false;
    if (length > 1 && (text.charAt(0) == '-' || text.charAt(0) == '+')) {
      negative = text.charAt(0) == '-';
      at = 1;
    }
    if (length == 0)
      throw refuse(text, radix);
    // Negative, and not less than this.
    long limit = negative ? least : -most;
    long result = 0;
    for (; at < length; ++at) {
      int digit = valueOf(text.charAt(at));
      if (digit < 0 || digit >= radix || result < limit / radix ||
          result * radix < limit + digit)
        throw refuse(text, radix);
      result = result * radix - digit;
    }
    return negative ? result : -result;
  }

  private static NumberFormatException refuse(String text, int radix) {
    return new NumberFormatException(
        "For input string: \"" + text + "\"" +
        (radix == 10 ? "" : " under radix " + radix));
  }

  /// \returns what \p unit means in base 36, or -1.
  static int valueOf(char unit) {
    if (unit >= '0' && unit <= '9')
      return unit - '0';
    if (unit >= 'a' && unit <= 'z')
      return unit - 'a' + 10;
    if (unit >= 'A' && unit <= 'Z')
      return unit - 'A' + 10;
    return -1;
  }
}
