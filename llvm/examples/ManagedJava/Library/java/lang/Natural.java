//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Natural numbers of any size that change in place, for Decimals.
///
//===----------------------------------------------------------------------===//

package java.lang;

final class Natural {
  /// Of 32 bits each, the lowest first.
  private int[] words = new int[40];
  /// Without leading zeros.
  private int size;

  Natural(long value) {
    words[0] = (int)value;
    words[1] = (int)(value >>> 32);
    size = 2;
    trim();
  }

  Natural(Natural other) {
    size = other.size;
    words = other.words.clone();
  }

  private void trim() {
    while (size > 0 && words[size - 1] == 0)
      --size;
  }

  private void reserve(int newSize) {
    if (newSize <= words.length)
      return;
    int[] more = new int[2 * newSize];
    System.arraycopy(words, 0, more, 0, size);
    words = more;
  }

  boolean isZero() { return size == 0; }

  int bitLength() {
    return size == 0
        ? 0
        : 32 * size - Integer.numberOfLeadingZeros(words[size - 1]);
  }

  void multiplyAndAdd(int factor, int summand) {
    long carry = Integer.toUnsignedLong(summand);
    for (int i = 0; i < size; ++i) {
      carry +=
          Integer.toUnsignedLong(words[i]) * Integer.toUnsignedLong(factor);
      words[i] = (int)carry;
      carry >>>= 32;
    }
    if (carry != 0) {
      reserve(size + 1);
      words[size++] = (int)carry;
    }
  }

  void multiplyByPowerOf10(int exponent) {
    for (; exponent >= 9; exponent -= 9)
      multiplyAndAdd(1000000000, 0);
    for (; exponent > 0; --exponent)
      multiplyAndAdd(10, 0);
  }

  void shiftLeft(int distance) {
    if (size == 0)
      return;
    int moved = distance / 32, bits = distance % 32;
    reserve(size + moved + 1);
    words[size] = 0;
    for (int i = size; i >= 0; --i) {
      int low = bits == 0 || i == 0 ? 0 : words[i - 1] >>> 32 - bits;
      words[i + moved] = words[i] << bits | low;
    }
    for (int i = 0; i < moved; ++i)
      words[i] = 0;
    size += moved + 1;
    trim();
  }

  int compareTo(Natural other) {
    if (size != other.size)
      return size < other.size ? -1 : 1;
    for (int i = size - 1; i >= 0; --i)
      if (words[i] != other.words[i])
        return Integer.compareUnsigned(words[i], other.words[i]);
    return 0;
  }

  void add(Natural other) {
    int longer = Math.max(size, other.size);
    reserve(longer + 1);
    for (int i = size; i <= longer; ++i)
      words[i] = 0;
    long carry = 0;
    for (int i = 0; i <= longer; ++i) {
      carry += Integer.toUnsignedLong(words[i]);
      if (i < other.size)
        carry += Integer.toUnsignedLong(other.words[i]);
      words[i] = (int)carry;
      carry >>>= 32;
    }
    size = longer + 1;
    trim();
  }

  /// \p other is not larger.
  void subtract(Natural other) {
    long borrow = 0;
    for (int i = 0; i < size; ++i) {
      borrow += Integer.toUnsignedLong(words[i]);
      if (i < other.size)
        borrow -= Integer.toUnsignedLong(other.words[i]);
      words[i] = (int)borrow;
      borrow >>= 32;
    }
    trim();
  }

  /// Leaves the remainder. \returns the quotient, which is less than 10.
  int divideToDigit(Natural divisor) {
    int digit = 0;
    for (; compareTo(divisor) >= 0; ++digit)
      subtract(divisor);
    return digit;
  }
}
