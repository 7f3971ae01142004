//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Functions of objects.
///
//===----------------------------------------------------------------------===//

package java.util;

import java.util.function.Supplier;

public final class Objects {
  private Objects() {}

  public static boolean equals(Object a, Object b) {
    return a == b || a != null && a.equals(b);
  }

  public static int hashCode(Object object) {
    return object == null ? 0 : object.hashCode();
  }

  public static int hash(Object... objects) { return Arrays.hashCode(objects); }

  public static String toString(Object object) {
    return String.valueOf(object);
  }

  public static String toString(Object object, String instead) {
    return object == null ? instead : object.toString();
  }

  public static boolean isNull(Object object) { return object == null; }

  public static boolean nonNull(Object object) { return object != null; }

  public static <T> T requireNonNull(T object) {
    if (object == null)
      throw new NullPointerException();
    return object;
  }

  public static <T> T requireNonNull(T object, String message) {
    if (object == null)
      throw new NullPointerException(message);
    return object;
  }

  public static <T> T requireNonNull(T object, Supplier<String> message) {
    if (object == null)
      throw new NullPointerException(message == null ? null : message.get());
    return object;
  }

  public static <T> T requireNonNullElse(T object, T instead) {
    return object != null ? object : requireNonNull(instead, "defaultObj");
  }

  public static int checkIndex(int index, int length) {
    if (index < 0 || index >= length)
      throw new IndexOutOfBoundsException(
          "Index " + index + " out of bounds for length " + length);
    return index;
  }
}
