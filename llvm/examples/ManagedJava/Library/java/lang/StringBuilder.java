//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A string that grows.
///
/// The compiler makes calls of this class from concatenations, so none may be
/// needed here but in front of a throw.
///
//===----------------------------------------------------------------------===//

package java.lang;

import java.io.Serializable;

public final class StringBuilder
    implements CharSequence, Comparable<StringBuilder>, Serializable {
  private char[] value;
  private int length;

  public StringBuilder() { this(16); }

  public StringBuilder(int capacity) { value = new char[capacity]; }

  public StringBuilder(String text) {
    this(text.length() + 16);
    append(text);
  }

  public StringBuilder(CharSequence text) {
    this(text.length() + 16);
    append(text);
  }

  public int length() { return length; }

  public boolean isEmpty() { return length == 0; }

  public int capacity() { return value.length; }

  public void ensureCapacity(int capacity) {
    if (capacity > value.length)
      resize(Math.max(capacity, 2 * value.length + 2));
  }

  private void resize(int capacity) {
    char[] more = new char[capacity];
    System.arraycopy(value, 0, more, 0, length);
    value = more;
  }

  /// Makes room at the end.
  private void reserve(int count) {
    if (count <= value.length - length)
      return;
    if (length + count < 0)
      throw new OutOfMemoryError(
          "Required length exceeds implementation limit");
    // What overflows is not the maximum.
    resize(Math.max(length + count, 2 * value.length + 2));
  }

  /// Makes room at \p offset.
  private void open(int offset, int count) {
    if (offset < 0 || offset > length)
      throw new StringIndexOutOfBoundsException("offset " + offset +
                                                ", length " + length);
    reserve(count);
    System.arraycopy(value, offset, value, offset + count, length - offset);
    length += count;
  }

  private void checkIndex(int index) {
    if (index < 0 || index >= length)
      throw new StringIndexOutOfBoundsException("index " + index + ", length " +
                                                length);
  }

  private void checkRange(int start, int end) {
    if (start < 0 || start > end || end > length)
      throw new StringIndexOutOfBoundsException("start " + start + ", end " +
                                                end + ", length " + length);
  }

  public char charAt(int index) {
    checkIndex(index);
    return value[index];
  }

  public void setCharAt(int index, char unit) {
    checkIndex(index);
    value[index] = unit;
  }

  public void setLength(int newLength) {
    if (newLength < 0)
      throw new StringIndexOutOfBoundsException(newLength);
    if (newLength > length) {
      reserve(newLength - length);
      for (int i = length; i < newLength; ++i)
        value[i] = 0;
    }
    length = newLength;
  }

  public StringBuilder append(String text) {
    if (text == null)
      text = "null";
    int count = text.length();
    reserve(count);
    text.getChars(0, count, value, length);
    length += count;
    return this;
  }

  public StringBuilder append(Object object) {
    return append(String.valueOf(object));
  }

  public StringBuilder append(CharSequence text) {
    if (text == null || text instanceof String)
      return append((String)text);
    return append(text, 0, text.length());
  }

  public StringBuilder append(CharSequence text, int start, int end) {
    if (text == null)
      text = "null";
    if (start < 0 || start > end || end > text.length())
      throw new IndexOutOfBoundsException("start " + start + ", end " + end +
                                          ", length " + text.length());
    reserve(end - start);
    for (int i = start; i < end; ++i)
      value[length++] = text.charAt(i);
    return this;
  }

  public StringBuilder append(char[] units) {
    return append(units, 0, units.length);
  }

  public StringBuilder append(char[] units, int offset, int count) {
    if (offset < 0 || count < 0 || offset > units.length - count)
      throw new IndexOutOfBoundsException("start " + offset + ", end " +
                                          (offset + count) + ", length " +
                                          units.length);
    reserve(count);
    System.arraycopy(units, offset, value, length, count);
    length += count;
    return this;
  }

  public StringBuilder append(char unit) {
    reserve(1);
    value[length++] = unit;
    return this;
  }

  public StringBuilder append(boolean value) {
    return append(value ? "true" : "false");
  }

  public StringBuilder append(int number) { return append((long)number); }

  public StringBuilder append(long number) {
    int count = Digits.count(number);
    reserve(count);
    length += count;
    Digits.write(number, value, length);
    return this;
  }

  public StringBuilder append(float number) {
    return append(Float.toString(number));
  }

  public StringBuilder append(double number) {
    return append(Double.toString(number));
  }

  public StringBuilder appendCodePoint(int point) {
    return append(Character.toChars(point));
  }

  public StringBuilder insert(int offset, String text) {
    if (text == null)
      text = "null";
    int count = text.length();
    open(offset, count);
    text.getChars(0, count, value, offset);
    return this;
  }

  public StringBuilder insert(int offset, Object object) {
    return insert(offset, String.valueOf(object));
  }

  public StringBuilder insert(int offset, char unit) {
    open(offset, 1);
    value[offset] = unit;
    return this;
  }

  public StringBuilder insert(int offset, int number) {
    return insert(offset, Integer.toString(number));
  }

  public StringBuilder insert(int offset, long number) {
    return insert(offset, Long.toString(number));
  }

  public StringBuilder delete(int start, int end) {
    end = Math.min(end, length);
    checkRange(start, end);
    System.arraycopy(value, end, value, start, length - end);
    length -= end - start;
    return this;
  }

  public StringBuilder deleteCharAt(int index) {
    checkIndex(index);
    return delete(index, index + 1);
  }

  public StringBuilder replace(int start, int end, String text) {
    end = Math.min(end, length);
    checkRange(start, end);
    int count = text.length();
    delete(start, end);
    open(start, count);
    text.getChars(0, count, value, start);
    return this;
  }

  /// Surrogate pairs stay in order.
  public StringBuilder reverse() {
    for (int i = 0, j = length - 1; i < j; ++i, --j) {
      char unit = value[i];
      value[i] = value[j];
      value[j] = unit;
    }
    for (int i = 0; i + 1 < length; ++i) {
      char first = value[i], second = value[i + 1];
      if (Character.isLowSurrogate(first) &&
          Character.isHighSurrogate(second)) {
        value[i] = second;
        value[++i] = first;
      }
    }
    return this;
  }

  public int indexOf(String text) { return toString().indexOf(text); }

  public int indexOf(String text, int from) {
    return toString().indexOf(text, from);
  }

  public int lastIndexOf(String text) { return toString().lastIndexOf(text); }

  public String substring(int start) { return substring(start, length); }

  public String substring(int start, int end) {
    checkRange(start, end);
    return new String(value, start, end - start);
  }

  public CharSequence subSequence(int start, int end) {
    return substring(start, end);
  }

  public int compareTo(StringBuilder other) {
    return toString().compareTo(other.toString());
  }

  public String toString() { return new String(value, 0, length); }
}
