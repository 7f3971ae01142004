//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Floating-point numbers as text and back, both exact.
///
/// A number becomes the shortest decimal that is read as the number again, and
/// of those the nearest one, with two digits at least (Steele and White). So
/// does OpenJDK from 19 on. OpenJDK 17 prints some numbers from 1e21 on, and
/// some of the smallest, with more digits: 1.9999999999999998E23 for 2.0E23.
///
/// Hexadecimal texts are refused.
///
//===----------------------------------------------------------------------===//

package java.lang;

final class Decimals {
  private Decimals() {}

  /// The format of a type: how many bits a mantissa has, and the exponent of
  /// the last bit of the smallest numbers.
  private static final int FLOAT_BITS = 24, FLOAT_LEAST = -149;
  private static final int DOUBLE_BITS = 53, DOUBLE_LEAST = -1074;

  static String toString(float x) {
    int bits = Float.floatToRawIntBits(x);
    return toString(x, bits < 0, bits & 0x7FFFFFFF, FLOAT_BITS, FLOAT_LEAST);
  }

  static String toString(double x) {
    long bits = Double.doubleToRawLongBits(x);
    return toString(x, bits < 0, bits & 0x7FFFFFFFFFFFFFFFL, DOUBLE_BITS,
                    DOUBLE_LEAST);
  }

  /// \p bits are those of the type, without the sign.
  private static String toString(double x, boolean negative, long bits,
                                 int mantissaBits, int least) {
    if (x != x)
      return "NaN";
    StringBuilder text = new StringBuilder(26);
    if (negative)
      text.append('-');
    if (Double.isInfinite(x))
      return text.append("Infinity").toString();
    if (x == 0)
      return text.append("0.0").toString();
    // x = mantissa * 2^exponent
    long hidden = 1L << mantissaBits - 1;
    long mantissa = bits & hidden - 1;
    int exponent = least + (int)(bits >>> mantissaBits - 1);
    if (bits >= hidden) {
      mantissa |= hidden;
      --exponent;
    }
    char[] digits = new char[20];
    int count, point;
    long integer = (long)Math.abs(x);
    if (integer == Math.abs(x) && integer < 2 * hidden) {
      // No shorter decimal is as near.
      point = count = Digits.count(integer);
      Digits.write(integer, digits, count);
      while (digits[count - 1] == '0')
        --count;
    } else {
      boolean unequal = mantissa == hidden && exponent > least;
      Shortest shortest = new Shortest(mantissa, exponent, unequal, digits);
      count = shortest.count;
      point = shortest.point;
    }
    layOut(digits, count, point, text);
    return text.toString();
  }

  /// Writes 0.DIGITS * 10^point.
  private static void layOut(char[] digits, int count, int point,
                             StringBuilder text) {
    boolean scientific = point < -2 || point > 7;
    int integral = scientific ? 1 : point;
    if (integral <= 0) {
      text.append("0.");
      for (int i = integral; i < 0; ++i)
        text.append('0');
      text.append(digits, 0, count);
      return;
    }
    for (int i = 0; i < integral; ++i)
      text.append(i < count ? digits[i] : '0');
    text.append('.');
    if (count > integral)
      text.append(digits, integral, count - integral);
    else
      text.append('0');
    if (scientific)
      text.append('E').append(point - 1);
  }

  /// The digits of the shortest decimal 0.DIGITS * 10^point that is read as
  /// mantissa * 2^exponent.
  private static final class Shortest {
    int count, point;
    private final char[] digits;
    /// The rest of the number is rest / scale; the decimals that are read as
    /// the number are those between below / scale less and above / scale more.
    /// Both ends are if the mantissa is even.
    private final Natural rest, scale, below, above;
    private final boolean even;

    /// \p unequal: the next smaller number is half as far as the next larger.
    Shortest(long mantissa, int exponent, boolean unequal, char[] digits) {
      this.digits = digits;
      even = (mantissa & 1) == 0;
      rest = new Natural(mantissa);
      scale = new Natural(1);
      below = new Natural(1);
      above = new Natural(1);
      rest.shiftLeft(unequal ? 2 : 1);
      scale.shiftLeft(unequal ? 2 : 1);
      above.shiftLeft(unequal ? 1 : 0);
      if (exponent >= 0) {
        rest.shiftLeft(exponent);
        below.shiftLeft(exponent);
        above.shiftLeft(exponent);
      } else {
        scale.shiftLeft(-exponent);
      }
      int bits = 64 - Long.numberOfLeadingZeros(mantissa);
      // Of the smallest power of ten that is not less, or one too small.
      point = (int)Math.ceil((bits + exponent - 1) * 0.30102999566398 - 1e-9);
      if (point >= 0) {
        scale.multiplyByPowerOf10(point);
      } else {
        rest.multiplyByPowerOf10(-point);
        below.multiplyByPowerOf10(-point);
        above.multiplyByPowerOf10(-point);
      }
      if (reachesScale())
        ++point;
      else
        nextPlace();
      generate();
      while (digits[count - 1] == '0')
        --count;
    }

    private void nextPlace() {
      rest.multiplyAndAdd(10, 0);
      below.multiplyAndAdd(10, 0);
      above.multiplyAndAdd(10, 0);
    }

    /// Whether a digit more at the last place is read as the number.
    private boolean reachesScale() {
      Natural sum = new Natural(rest);
      sum.add(above);
      int order = sum.compareTo(scale);
      return order > 0 || even && order == 0;
    }

    private void generate() {
      while (true) {
        int digit = rest.divideToDigit(scale);
        int order = rest.compareTo(below);
        boolean low = order < 0 || even && order == 0;
        boolean high = reachesScale();
        digits[count++] = (char)('0' + digit);
        if (low || high) {
          if (count == 1) {
            // The nearest one of two digits.
            if (digit == 0) {
              --point;
              rest.multiplyAndAdd(10, 0);
              digits[0] = (char)('0' + rest.divideToDigit(scale));
            }
            rest.multiplyAndAdd(10, 0);
            digits[count++] = (char)('0' + rest.divideToDigit(scale));
          } else if (low != high) {
            if (high)
              increment();
            return;
          }
          int half = twice(rest).compareTo(scale);
          if (half > 0 || half == 0 && (digits[count - 1] & 1) != 0)
            increment();
          return;
        }
        nextPlace();
      }
    }

    private static Natural twice(Natural number) {
      Natural result = new Natural(number);
      result.shiftLeft(1);
      return result;
    }

    private void increment() {
      int i = count - 1;
      for (; i >= 0 && digits[i] == '9'; --i)
        digits[i] = '0';
      if (i >= 0) {
        ++digits[i];
        return;
      }
      digits[0] = '1';
      ++point;
    }
  }

  static float parseFloat(String text) {
    Text read = new Text(text);
    if (read.special != 0)
      return (float)read.special;
    int bits = (int)read.toBits(FLOAT_BITS, FLOAT_LEAST);
    return Float.intBitsToFloat(read.negative ? bits | 0x80000000 : bits);
  }

  static double parseDouble(String text) {
    Text read = new Text(text);
    if (read.special != 0)
      return read.special;
    double magnitude;
    if (read.count <= 15 && Math.abs(read.exponent) <= 22) {
      // Both are exact, and the result is rounded once.
      double power = 1;
      for (int i = Math.abs(read.exponent); i > 0; --i)
        power *= 10;
      magnitude =
          read.exponent < 0 ? read.leading / power : read.leading * power;
    } else {
      magnitude =
          Double.longBitsToDouble(read.toBits(DOUBLE_BITS, DOUBLE_LEAST));
    }
    return read.negative ? -magnitude : magnitude;
  }

  /// A text that was read.
  private static final class Text {
    /// More digits than these say only that the number is larger: no number
    /// half way between two others has so many.
    private static final int MOST = 800;

    boolean negative;
    /// NaN or infinite, else 0.
    double special;
    /// The number is digits * 10^exponent, and has count digits, not counting
    /// zeros in front. If they are at most 18, leading is the number, too.
    int count, exponent;
    long leading;
    private final String text;
    private int begin, at;

    Text(String source) {
      text = source.trim();
      if (text.isEmpty())
        throw new NumberFormatException("empty String");
      if (peek() == '-' || peek() == '+')
        negative = text.charAt(at++) == '-';
      if (text.startsWith("NaN", at) && text.length() == at + 3) {
        special = Double.NaN;
      } else if (text.startsWith("Infinity", at) && text.length() == at + 8) {
        special =
            negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      } else {
        readDigits();
        readExponent();
        char suffix = peek();
        if (suffix == 'f' || suffix == 'F' || suffix == 'd' || suffix == 'D')
          ++at;
        if (at != text.length())
          refuse();
      }
    }

    /// \returns 0 at the end.
    private char peek() { return at < text.length() ? text.charAt(at) : 0; }

    private void refuse() {
      throw new NumberFormatException("For input string: \"" + text + "\"");
    }

    private boolean atDigit() { return peek() >= '0' && peek() <= '9'; }

    private void readDigits() {
      begin = at;
      boolean any = false, fraction = false;
      for (; atDigit() || peek() == '.' && !fraction; ++at) {
        if (peek() == '.') {
          fraction = true;
          continue;
        }
        any = true;
        if (fraction)
          --exponent;
        if (count > 0 || peek() != '0')
          if (++count <= 18)
            leading = leading * 10 + (peek() - '0');
      }
      if (!any)
        refuse();
    }

    private void readExponent() {
      if (peek() != 'e' && peek() != 'E')
        return;
      ++at;
      boolean minus = peek() == '-';
      if (peek() == '-' || peek() == '+')
        ++at;
      if (!atDigit())
        refuse();
      int value = 0;
      for (; atDigit(); ++at)
        // No text is so long that it makes up for a larger one.
        value = Math.min(value * 10 + (peek() - '0'), 100000000);
      exponent += minus ? -value : value;
    }

    /// \returns the digits as a number, up to MOST of them.
    private Natural digits() {
      Natural number = new Natural(0);
      int used = 0;
      boolean more = false;
      for (int i = begin; used + (more ? 1 : 0) < count && i < at; ++i) {
        char unit = text.charAt(i);
        if (unit == '.' || used == 0 && unit == '0')
          continue;
        if (used < MOST) {
          number.multiplyAndAdd(10, unit - '0');
          ++used;
        } else if (unit >= '1' && unit <= '9') {
          more = true;
          break;
        } else if (unit != '0') {
          break; // The exponent.
        }
      }
      if (count > MOST) {
        number.multiplyAndAdd(10, more ? 1 : 0);
        exponent += count - MOST - 1;
      }
      return number;
    }

    /// \returns the bits of the nearest number of a type, or of the one that is
    /// even, without the sign. Call it once.
    long toBits(int mantissaBits, int least) {
      if (count == 0)
        return 0;
      Natural number = digits();
      int magnitude = Math.min(count, MOST + 1) + exponent;
      return round(number, magnitude, mantissaBits, least);
    }

    private long round(Natural number, int magnitude, int mantissaBits,
                       int least) {
      long infinity =
          mantissaBits == FLOAT_BITS ? 0x7F800000L : 0x7FF0000000000000L;
      if (magnitude > 310)
        return infinity;
      if (magnitude < -330)
        return 0;
      Natural divisor = new Natural(1);
      if (exponent >= 0)
        number.multiplyByPowerOf10(exponent);
      else
        divisor.multiplyByPowerOf10(-exponent);
      // The result is quotient * 2^place; the quotient has so many bits that
      // the mantissa is full, or that the place is the least.
      int place = Math.max(
          number.bitLength() - divisor.bitLength() - mantissaBits, least);
      if (place >= 0)
        divisor.shiftLeft(place);
      else
        number.shiftLeft(-place);
      divisor.shiftLeft(mantissaBits);
      if (number.compareTo(divisor) >= 0)
        ++place;
      else
        number.shiftLeft(1);
      if (place - least >= infinity >>> mantissaBits - 1)
        return infinity;
      long quotient = 0;
      for (int i = 0; i < mantissaBits; ++i) {
        quotient <<= 1;
        if (number.compareTo(divisor) >= 0) {
          number.subtract(divisor);
          quotient |= 1;
        }
        number.shiftLeft(1);
      }
      int half = number.compareTo(divisor);
      if (half > 0 || half == 0 && (quotient & 1) != 0)
        ++quotient;
      // The hidden bit, if there is one, adds one to the exponent, and so does
      // a mantissa that became too large.
      long bits = ((long)(place - least) << mantissaBits - 1) + quotient;
      return Math.min(bits, infinity);
    }
  }
}
