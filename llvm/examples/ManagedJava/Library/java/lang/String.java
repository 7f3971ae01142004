//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A sequence of UTF-16 units that does not change. The compiler emits the
/// string constants as objects of this class.
///
/// Methods that need tables of Unicode or regular expressions are left out.
///
//===----------------------------------------------------------------------===//

package java.lang;

import java.io.Serializable;

public final class String
    implements CharSequence, Comparable<String>, Serializable {
  private final char[] value;
  /// 0 if it is not known.
  private int hash;

  public String() { value = new char[0]; }

  public String(String other) {
    value = other.value;
    hash = other.hash;
  }

  public String(char[] units) { this(units, 0, units.length); }

  public String(char[] units, int offset, int count) {
    if (offset < 0 || count < 0 || offset > units.length - count)
      throw new StringIndexOutOfBoundsException(
          "offset " + offset + ", count " + count + ", length " + units.length);
    value = new char[count];
    System.arraycopy(units, offset, value, 0, count);
  }

  public int length() { return value.length; }

  public boolean isEmpty() { return value.length == 0; }

  public char charAt(int index) {
    if (index < 0 || index >= value.length)
      throw outside(index);
    return value[index];
  }

  /// OpenJDK has another message if it has a unit of more than 8 bits.
  private StringIndexOutOfBoundsException outside(int index) {
    for (char unit : value)
      if (unit > 0xFF)
        return outsideOf(index, value.length);
    return new StringIndexOutOfBoundsException(index);
  }

  private static StringIndexOutOfBoundsException outsideOf(int index,
                                                           int length) {
    return new StringIndexOutOfBoundsException("index " + index + ", length " +
                                               length);
  }

  public int codePointAt(int index) {
    if (index < 0 || index >= value.length)
      throw outsideOf(index, value.length);
    char unit = value[index];
    if (Character.isHighSurrogate(unit) && index + 1 < value.length &&
        Character.isLowSurrogate(value[index + 1]))
      return Character.toCodePoint(unit, value[index + 1]);
    return unit;
  }

  private void checkRange(int begin, int end) {
    if (begin < 0 || begin > end || end > value.length)
      throw new StringIndexOutOfBoundsException(
          "begin " + begin + ", end " + end + ", length " + value.length);
  }

  public void getChars(int begin, int end, char[] target, int targetBegin) {
    checkRange(begin, end);
    int count = end - begin;
    if (targetBegin < 0 || targetBegin > target.length - count)
      throw new ArrayIndexOutOfBoundsException("offset " + targetBegin +
                                               ", count " + count +
                                               ", length " + target.length);
    System.arraycopy(value, begin, target, targetBegin, count);
  }

  public char[] toCharArray() { return value.clone(); }

  public boolean equals(Object other) {
    if (this == other)
      return true;
    if (!(other instanceof String))
      return false;
    char[] units = ((String)other).value;
    if (units.length != value.length)
      return false;
    for (int i = 0; i < units.length; ++i)
      if (units[i] != value[i])
        return false;
    return true;
  }

  public int hashCode() {
    int result = hash;
    if (result == 0) {
      for (char unit : value)
        result = 31 * result + unit;
      hash = result;
    }
    return result;
  }

  public int compareTo(String other) {
    char[] units = other.value;
    int common = Math.min(value.length, units.length);
    for (int i = 0; i < common; ++i)
      if (value[i] != units[i])
        return value[i] - units[i];
    return value.length - units.length;
  }

  public boolean startsWith(String prefix, int offset) {
    char[] units = prefix.value;
    if (offset < 0 || offset > value.length - units.length)
      return false;
    for (int i = 0; i < units.length; ++i)
      if (value[offset + i] != units[i])
        return false;
    return true;
  }

  public boolean startsWith(String prefix) { return startsWith(prefix, 0); }

  public boolean endsWith(String suffix) {
    return startsWith(suffix, value.length - suffix.value.length);
  }

  public int indexOf(int point) { return indexOf(point, 0); }

  public int indexOf(int point, int from) {
    for (int i = Math.max(from, 0); i < value.length; ++i)
      if (isAt(point, i))
        return i;
    return -1;
  }

  public int lastIndexOf(int point) {
    return lastIndexOf(point, value.length - 1);
  }

  public int lastIndexOf(int point, int from) {
    for (int i = Math.min(from, value.length - 1); i >= 0; --i)
      if (isAt(point, i))
        return i;
    return -1;
  }

  private boolean isAt(int point, int index) {
    if (point >>> 16 == 0)
      return value[index] == point;
    return point >>> 16 <= 16 && index + 1 < value.length &&
        value[index] == Character.highSurrogate(point) &&
        value[index + 1] == Character.lowSurrogate(point);
  }

  public int indexOf(String text) { return indexOf(text, 0); }

  public int indexOf(String text, int from) {
    int last = value.length - text.value.length;
    from = Math.max(from, 0);
    if (from > value.length && text.isEmpty())
      return value.length;
    for (int i = from; i <= last; ++i)
      if (startsWith(text, i))
        return i;
    return -1;
  }

  public int lastIndexOf(String text) {
    return lastIndexOf(text, value.length);
  }

  public int lastIndexOf(String text, int from) {
    for (int i = Math.min(from, value.length - text.value.length); i >= 0; --i)
      if (startsWith(text, i))
        return i;
    return -1;
  }

  public boolean contains(CharSequence text) {
    return indexOf(text.toString()) >= 0;
  }

  public String substring(int begin) { return substring(begin, value.length); }

  public String substring(int begin, int end) {
    checkRange(begin, end);
    return begin == 0 && end == value.length
        ? this
        : new String(value, begin, end - begin);
  }

  public CharSequence subSequence(int begin, int end) {
    return substring(begin, end);
  }

  public String concat(String other) {
    if (other.isEmpty())
      return this;
    char[] both = new char[value.length + other.value.length];
    System.arraycopy(value, 0, both, 0, value.length);
    System.arraycopy(other.value, 0, both, value.length, other.value.length);
    return new String(both);
  }

  public String replace(char from, char to) {
    char[] changed = value.clone();
    for (int i = 0; i < changed.length; ++i)
      if (changed[i] == from)
        changed[i] = to;
    return new String(changed);
  }

  public String replace(CharSequence from, CharSequence to) {
    String old = from.toString();
    StringBuilder result = new StringBuilder();
    int done = 0;
    for (int at; (at = indexOf(old, done)) >= 0;) {
      result.append(this, done, at).append(to);
      done = at + old.length();
      // An empty text is between all units.
      if (old.isEmpty()) {
        if (at == value.length)
          return result.toString();
        result.append(value[at]);
        ++done;
      }
    }
    return result.append(this, done, value.length).toString();
  }

  public String repeat(int count) {
    if (count < 0)
      throw new IllegalArgumentException("count is negative: " + count);
    StringBuilder result = new StringBuilder(value.length * count);
    for (int i = 0; i < count; ++i)
      result.append(this);
    return result.toString();
  }

  public String trim() {
    int begin = 0, end = value.length;
    while (begin < end && value[begin] <= ' ')
      ++begin;
    while (begin < end && value[end - 1] <= ' ')
      --end;
    return substring(begin, end);
  }

  public String toString() { return this; }

  public static String join(CharSequence between, CharSequence... parts) {
    StringBuilder result = new StringBuilder();
    for (int i = 0; i < parts.length; ++i)
      (i == 0 ? result : result.append(between)).append(parts[i]);
    return result.toString();
  }

  public static String join(CharSequence between,
                            Iterable<? extends CharSequence> parts) {
    StringBuilder result = new StringBuilder();
    boolean first = true;
    for (CharSequence part : parts) {
      (first ? result : result.append(between)).append(part);
      first = false;
    }
    return result.toString();
  }

  public static String valueOf(Object object) {
    return object == null ? "null" : object.toString();
  }

  public static String valueOf(char[] units) { return new String(units); }

  public static String valueOf(boolean value) {
    return Boolean.toString(value);
  }

  public static String valueOf(char unit) {
    return new String(new char[] {unit});
  }

  public static String valueOf(int value) { return Integer.toString(value); }

  public static String valueOf(long value) { return Long.toString(value); }

  public static String valueOf(float value) { return Float.toString(value); }

  public static String valueOf(double value) { return Double.toString(value); }
}
