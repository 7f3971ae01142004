//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A boxed boolean.
///
//===----------------------------------------------------------------------===//

package java.lang;

import java.io.Serializable;

public final class Boolean implements Serializable, Comparable<Boolean> {
  public static final Boolean TRUE = new Boolean(true);
  public static final Boolean FALSE = new Boolean(false);

  private final boolean value;

  private Boolean(boolean value) { this.value = value; }

  public boolean booleanValue() { return value; }

  public static Boolean valueOf(boolean value) { return value ? TRUE : FALSE; }

  public boolean equals(Object other) {
    return other instanceof Boolean && ((Boolean)other).value == value;
  }

  public int hashCode() { return hashCode(value); }

  public static int hashCode(boolean value) { return value ? 1231 : 1237; }

  public int compareTo(Boolean other) { return compare(value, other.value); }

  public static int compare(boolean a, boolean b) {
    return a == b ? 0 : a ? 1 : -1;
  }

  public String toString() { return toString(value); }

  public static String toString(boolean value) {
    return value ? "true" : "false";
  }
}
